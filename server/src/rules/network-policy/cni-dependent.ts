import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsNetworkPolicy } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'network-policy/cni-dependent',
  title: 'NetworkPolicy for Windows pods',
  gate: 'object',
  objects: windowsNetworkPolicy(['spec.podSelector'], (field) => ({
    at: field.span,
    message: message('This NetworkPolicy selects Windows pods.'),
  })),
  outcomes: [
    { effect: 'differs', result: 'It has an effect only if the network plug-in enforces network policies on Windows.' },
  ],
  why: `The network plug-in of each node enforces NetworkPolicies. Calico for Windows and Antrea enforce them on Windows
nodes. Other plug-ins, such as Cilium, do not: they allow all traffic there, without an error.`,
  sources: [docs.networkPolicies],
} satisfies Rule;
