import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { windowsNetworkPolicy } from '../../lint/windows-selectors.ts';

export default {
  id: 'network-policy/end-port-sctp',
  title: 'Port ranges and SCTP in a NetworkPolicy for Windows pods',
  gate: 'object',
  objects: windowsNetworkPolicy(
    ['ingress', 'egress'].flatMap((way) => [`spec.${way}[*].ports[*].endPort`, `spec.${way}[*].ports[*].protocol`]),
    (field) => {
      if (field.key === 'endPort') {
        const range = `${field.parent?.get('port')?.source ?? '?'}–${field.source ?? '?'}`;
        return {
          at: field.span,
          message: message('This NetworkPolicy for Windows pods has the range of ports {0}.', range),
        };
      }
      return field.string === 'SCTP'
        ? { at: field.valueSpan, message: message('This NetworkPolicy for Windows pods has a port for SCTP.') }
        : undefined;
    },
  ),
  outcomes: [{ effect: 'advice', result: 'Make sure that the network plug-in can do that on Windows.' }],
  why: `Plug-ins that enforce policies on Windows nodes do not all know ranges of ports there, and Windows has no SCTP. List the
ports one by one where the plug-in does not take a range.`,
  sources: [docs.networkPolicies],
} satisfies Rule;
