import type { ObjectNote, Topic } from '../lint/note.ts';
import { inContainers } from '../rule-kit/field-patterns.ts';
import { docs } from '../rule-kit/sources.ts';
import { proxiedPods } from '../windows/selected-pods.ts';

const SERVICE_TYPE: ObjectNote = {
  kind: 'Service',
  group: '',
  watches: ['spec.type'],
  concerns: (_, { object, facts }) => proxiedPods(object, facts).length > 0,
};

export const servicesAndNames: Topic = {
  id: 'services-and-names',
  title: 'Services, names and what reaches what',
  notes: [
    {
      id: 'dns/resolve-dnsname',
      title: 'To test name resolution',
      watches: ['spec.dnsConfig', 'spec.dnsPolicy'],
      text: `Windows has more than one resolver. Test with \`Resolve-DnsName\`, for \`nslookup\` behaves differently.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/icmp',
      title: 'ICMP',
      watches: inContainers('ports'),
      text: `It works within the pod network. NAT does not translate it, so that it does not get out of there.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'knowledge/network-flows',
      title: 'What reaches what',
      watches: inContainers('ports'),
      text: `These work with TCP and UDP: from a pod to a pod (by address or name), to a Service (by cluster IP, by its
short name without a dot, by its full name), to the outside (by address or DNS name), and between pod and node both
ways.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'pod/set-hostname-as-fqdn',
      title: 'Full name as host name',
      since: '1.19',
      watches: ['spec.setHostnameAsFQDN'],
      text: `On Windows the full name is set in the registry of the container, as the host name among the parameters of
TCP/IP. A program that asks for the NetBIOS name gets the short one.`,
      sources: [docs.dns],
    },
    {
      id: 'service/node-port-from-node',
      title: 'NodePort, tried on the node itself',
      objects: [
        {
          ...SERVICE_TYPE,
          concerns: (field, { object, facts }) => field.string === 'NodePort' && proxiedPods(object, facts).length > 0,
        },
      ],
      text: `Try it from another machine. Older Windows nodes do not reach a NodePort on themselves, while other nodes
and clients do.`,
      sources: [docs.windowsNetworking],
    },
    {
      id: 'service/supported-types',
      title: 'Types of Services',
      objects: [SERVICE_TYPE],
      text: `ClusterIP, NodePort, LoadBalancer, ExternalName and headless Services: all work with Windows pods, and
between Windows and Linux workloads.`,
      sources: [docs.service, docs.windowsNetworking],
    },
    {
      id: 'service/vip-from-node',
      title: 'Services, seen from the node',
      objects: [SERVICE_TYPE],
      text: `Windows pods reach the IP of a Service, but it may be that the Windows nodes themselves do not. HostProcess
pods see the network as the node does.`,
      sources: [docs.windowsNetworking],
    },
  ],
};
