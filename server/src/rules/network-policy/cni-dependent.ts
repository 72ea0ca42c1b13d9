import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { windowsNetworkPolicy } from '../../lint/windows-selectors.ts';

export default {
  id: 'network-policy/cni-dependent',
  title: 'NetworkPolicy for Windows pods',
  gate: 'object',
  objects: windowsNetworkPolicy(['spec.podSelector'], (field) => ({
    at: field.span,
    message: message('This NetworkPolicy is for Windows pods.'),
  })),
  outcomes: [
    { effect: 'differs', result: 'It protects them only where the network plug-in enforces policies on Windows.' },
  ],
  why: `A NetworkPolicy is enforced by the network plug-in of each node. Calico for Windows and Antrea enforce it on Windows nodes,
others, such as Cilium, do not: there all traffic passes, and nothing says so.`,
  sources: [docs.networkPolicies],
} satisfies Rule;
