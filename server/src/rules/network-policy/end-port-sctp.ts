import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsNetworkPolicy } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'network-policy/end-port-sctp',
  code: 'KW1073',
  title: 'Port range or SCTP in a NetworkPolicy for Windows pods',
  gate: 'object',
  objects: windowsNetworkPolicy(
    ['ingress', 'egress'].flatMap((direction) => [
      `spec.${direction}[*].ports[*].endPort`,
      `spec.${direction}[*].ports[*].protocol`,
    ]),
    (field) => {
      if (field.key === 'endPort') {
        const range = `${field.parent?.get('port')?.source ?? '?'}-${field.source ?? '?'}`;
        return {
          at: field.span,
          message: message('Port range {0} (`endPort`) may not be supported for Windows pods.', range),
        };
      }
      return field.string === 'SCTP'
        ? { at: field.valueSpan, message: message('`protocol: SCTP` may not be supported for Windows pods.') }
        : undefined;
    },
  ),
  outcomes: [{ effect: 'advice', result: 'Check what the network plug-in supports on Windows.' }],
  why: `Not every network plug-in that enforces policies on Windows nodes supports port ranges there, and Windows does
not support SCTP. If your plug-in does not support \`endPort\`, list the ports one by one.`,
  sources: [docs.networkPolicies],
} satisfies Rule;
