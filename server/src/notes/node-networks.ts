import type { Topic } from '../lint/note.ts';
import { code, docs } from '../rule-kit/sources.ts';

export const nodeNetworks: Topic = {
  id: 'node-networks',
  title: 'Node networking',
  notes: [
    {
      id: 'knowledge/cni-check-missing',
      title: 'CNI plug-ins without CHECK',
      text: `win-bridge and win-overlay do not implement the CHECK operation of CNI 0.4.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/dsr',
      title: 'Direct Server Return (DSR)',
      text: `DSR is turned on by the kube-proxy flag \`--enable-dsr\` and the feature gate \`WinDSR\`: alpha in 1.14, on
by default in 1.33, GA in 1.34. It requires Windows Server 2019 with the update of August 2020, or a later version.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/flannel-rejoin',
      title: 'Rejoining a node with Flannel',
      text: `Before a node rejoins the cluster, delete its SourceVip files. If flanneld waits for the network, restart
it. The file \`subnet.env\` must exist.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/flannel-vxlan',
      title: 'Flannel with VXLAN',
      text: `The VNI must be 4096 or higher, and the UDP port 4789. With Flannel 0.12 and later, a node can reach only
local pods. The stable backend is host-gw.`,
      sources: [docs.windowsNetworking, code('flannel-io/flannel pkg/backend/vxlan/vxlan_windows.go')],
    },
    {
      id: 'knowledge/hns-hcs',
      title: 'HNS and HCS',
      text: `The Host Networking Service (HNS) of Windows manages networks, endpoints, namespaces and policies. The Host
Compute Service (HCS) manages containers.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/ipam',
      title: 'IP address management (IPAM)',
      text: `Pod IP addresses can be assigned by host-local, HNS IPAM or azure-vnet-ipam.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/kube-proxy-hostname-override',
      title: 'kube-proxy with --hostname-override',
      text: `Set \`--hostname-override\` on kube-proxy. Without it, containers can lose their virtual network adapters
and HNS endpoints.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/mac-spoofing',
      title: 'MAC spoofing on virtual machines',
      text: `If Windows pods on a virtual machine do not have network connectivity, enable MAC spoofing on its network
adapters.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/network-modes',
      title: 'Network modes and CNI plug-ins',
      text: `Windows supports the network modes L2bridge, L2tunnel (on Azure), overlay, transparent (with OVN) and NAT,
which Kubernetes does not use. The CNI plug-ins are win-bridge, win-overlay, azure-cni, Flannel and OVN-Kubernetes.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/no-network-adapter',
      title: 'No network adapter',
      text: `The kubelet requires the HNS network and its vEthernet adapter. If the network adapter of the node is not
named Ethernet, set \`InterfaceName\`.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/outbound-nat-exceptions',
      title: 'Outbound NAT exceptions',
      text: `The \`ExceptionList\` in the CNI configuration must contain the IP ranges of the cluster, its Services and
its management network. It must not contain outside addresses.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/overlay-no-ipv6',
      title: 'No IPv6 on overlay networks',
      text: `Pods on an overlay network do not support IPv6.`,
      sources: [docs.windowsNetworking, docs.dualStack],
    },
    {
      id: 'knowledge/overlay-requirements',
      title: 'Overlay network requirements',
      text: `Overlay networks require the feature gate \`WinOverlay\` of kube-proxy: alpha in 1.14, beta in 1.20,
GA in 1.34. On Windows Server 2019, they also require KB4482887 or KB4489899.`,
      sources: [docs.windowsNetworking],
    },
  ],
};
