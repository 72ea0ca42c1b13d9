import type { Topic } from '../lint/note.ts';
import { docs } from '../rule-kit/sources.ts';

export const nodeNetworks: Topic = {
  id: 'node-networks',
  title: 'Network of the nodes',
  notes: [
    {
      id: 'knowledge/cni-check-missing',
      title: 'CHECK of the CNI plug-ins',
      text: `win-bridge and win-overlay do not implement the operation CHECK, which CNI 0.4 has.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/dsr',
      title: 'Direct Server Return',
      text: `An option of kube-proxy on Windows, \`--enable-dsr\` with the feature gate WinDSR: alpha in 1.14, on by
default in 1.33, GA in 1.34. It takes Windows Server 2019 with the update of August 2020, or a newer release.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/flannel-rejoin',
      title: 'Nodes that join again with Flannel',
      text: `Before a node joins again, delete its SourceVip files. If flanneld waits for the network, start it anew.
The file \`subnet.env\` has to be there.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/flannel-vxlan',
      title: 'Flannel with VXLAN',
      text: `The VNI is always 4096 and the UDP port always 4789. A node reaches only pods of its own (Flannel 0.12 and
newer). The stable mode is host-gw.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/hns-hcs',
      title: 'HNS and HCS',
      text: `The Host Networking Service of Windows makes the networks, endpoints, namespaces and policies; the Host
Compute Service makes the containers.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/ipam',
      title: 'Addresses of pods',
      text: `They can be given out by host-local, by the HNS, or by azure-vnet-ipam.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/kube-proxy-hostname-override',
      title: 'Host name of kube-proxy',
      text: `Give kube-proxy \`--hostname-override\`. Without it, containers may lose their virtual adapters and HNS endpoints.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/mac-spoofing',
      title: 'Nodes that are virtual machines',
      text: `Where Windows pods have no network, allow MAC spoofing on the adapters of the virtual machine.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/network-modes',
      title: 'Network modes and CNI plug-ins',
      text: `Windows has the modes L2bridge, L2tunnel (on Azure), overlay, transparent (for OVN), and NAT, which goes
unused. The plug-ins are win-bridge, win-overlay, azure-cni, Flannel and OVN-Kubernetes.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/no-network-adapter',
      title: 'No network adapter',
      text: `The kubelet needs the HNS network and the vEthernet adapter that belongs to it. If the adapter of the node
has another name than Ethernet, set \`InterfaceName\`.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/outbound-nat-exceptions',
      title: 'Exceptions from outbound NAT',
      text: `The ExceptionList in the configuration of the CNI plug-in has to hold the address ranges of the cluster, of
its Services and of management, and no addresses outside of them.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/overlay-no-ipv6',
      title: 'No IPv6 on overlay networks',
      text: `The pods of an overlay network have no IPv6.`,
      sources: [docs.windowsNetworking, docs.dualStack],
    },
    {
      id: 'knowledge/overlay-requirements',
      title: 'Overlay networks',
      text: `kube-proxy has them behind the feature gate WinOverlay: alpha in 1.14, beta in 1.20, GA in 1.34. Windows
Server 2019 needs KB4482887/KB4489899 for it.`,
      sources: [docs.windowsNetworking],
    },
  ],
};
