import { defineFilter, type Facts, matching } from '../kubernetes/questions.ts';
import type { ObjectNote, Topic } from '../lint/note.ts';
import { inContainers } from '../rule-kit/field-patterns.ts';
import { docs } from '../rule-kit/sources.ts';
import { proxiedPods } from '../windows/selected-pods.ts';
import { isCertainlyWindows } from '../windows/verdict.ts';
import { pages } from './sources.ts';

const SERVICE_TYPE: ObjectNote = {
  kind: 'Service',
  group: '',
  watches: ['spec.type'],
  concerns: (_, { object, facts }) => proxiedPods(object, facts).length > 0,
};

const anyWindowsPod = defineFilter('notes/services-and-names anyWindowsPod', 'Pod', isCertainlyWindows);
const hasWindowsPods = (facts: Facts) => facts.ask(matching(anyWindowsPod, null)).length > 0;

export const servicesAndNames: Topic = {
  id: 'services-and-names',
  title: 'Services, names and connectivity',
  notes: [
    {
      id: 'dns/resolve-dnsname',
      title: 'Testing name resolution',
      text: `Windows has more than one DNS resolver. Use \`Resolve-DnsName\` for tests, because \`nslookup\` behaves
differently.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/icmp',
      title: 'ICMP',
      text: `ICMP works inside the pod network. It does not work to outside hosts, because NAT on Windows does not
translate ICMP.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/network-flows',
      title: 'Supported network flows',
      watches: inContainers('ports'),
      text: `With TCP and UDP, a pod can reach another pod (by IP address or name) and external hosts (by IP address or
DNS name). It can reach a Service by cluster IP, short name without a dot, or FQDN. Pods and nodes can reach each
other.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'pod/set-hostname-as-fqdn',
      title: 'setHostnameAsFQDN',
      since: '1.19',
      watches: ['spec.setHostnameAsFQDN'],
      text: `On Windows, the FQDN is written to the registry of the container, as the host name in the TCP/IP
parameters. Programs that read the NetBIOS name get the short host name.`,
      sources: [docs.dns],
    },
    {
      id: 'service/endpoint-slice-ports',
      title: 'Ports of an EndpointSlice without a selector',
      until: '1.33',
      objects: [
        {
          kind: 'EndpointSlice',
          group: 'discovery.k8s.io',
          watches: ['ports[*].port'],
          concerns: (_, { facts }) => hasWindowsPods(facts),
        },
      ],
      text: `Before Kubernetes 1.34, kube-proxy on Windows forwards to the \`targetPort\` of the Service, which is its \`port\` by
default, and not to this port. Write the same number in both objects.`,
      sources: [pages.endpointSlicePorts],
    },
    {
      id: 'service/local-policy-from-windows',
      title: 'Load balancers with a local policy from Windows pods',
      objects: [
        {
          kind: 'Service',
          group: '',
          watches: ['spec.externalTrafficPolicy'],
          concerns: (field, { facts }) => field.string === 'Local' && hasWindowsPods(facts),
        },
      ],
      text: `Connections of Windows pods to the address of the load balancer may fail intermittently, if the endpoints are on
several nodes. On Linux, kube-proxy forwards them to the cluster IP. Use the name or the cluster IP of the Service in the
cluster.`,
      sources: [pages.localTrafficPolicy],
    },
    {
      id: 'service/node-port-from-node',
      title: 'NodePort access from the node itself',
      objects: [
        {
          ...SERVICE_TYPE,
          concerns: (field, { object, facts }) => field.string === 'NodePort' && proxiedPods(object, facts).length > 0,
        },
      ],
      text: `Test a NodePort from another machine. Older Windows nodes cannot access a NodePort on themselves, while
other nodes and external clients can.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'service/supported-types',
      title: 'Supported Service types',
      objects: [SERVICE_TYPE],
      text: `ClusterIP, NodePort, LoadBalancer, ExternalName and headless Services work with Windows pods, and between
Windows and Linux workloads.`,
      sources: [docs.service, docs.windowsNetworking],
    },
    {
      id: 'service/vip-from-node',
      title: 'Service access from the node',
      objects: [SERVICE_TYPE],
      text: `Windows pods can access the IP address of a Service, but the Windows nodes themselves may not. HostProcess
pods use the network of the node, so this applies to them as well.`,
      sources: [docs.windowsNetworking],
    },
  ],
};
