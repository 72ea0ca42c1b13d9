import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/internal-traffic-policy',
  code: 'KW1184',
  title: 'internalTrafficPolicy: Local with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(['spec.internalTrafficPolicy'], (field) =>
      field.string === 'Local'
        ? {
            at: field.valueSpan,
            message: message(
              '`internalTrafficPolicy: Local` {effect}: on Windows, it requires Kubernetes 1.27, or a late patch release of 1.24 to 1.26.',
            ),
          }
        : undefined,
    ),
  ],
  outcomes: [
    {
      effect: 'ignored',
      since: '1.21',
      until: '1.26',
      doubtful: true,
    },
  ],
  why: `On Windows nodes, kube-proxy supports this policy in 1.27 and later, and in late patch releases of 1.24, 1.25
and 1.26. Older versions also send traffic to pods on other nodes.`,
  sources: [docs.service, code('kubernetes/kubernetes pull request 114407')],
} satisfies Rule;
