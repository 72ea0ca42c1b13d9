import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { proxiedService } from '../../lint/windows-selectors.ts';

export default {
  id: 'service/internal-traffic-policy',
  title: 'internalTrafficPolicy: Local for Windows pods',
  gate: 'object',
  objects: [
    proxiedService(['spec.internalTrafficPolicy'], (field) =>
      field.string === 'Local'
        ? {
            at: field.valueSpan,
            message: message('`internalTrafficPolicy: Local` is set for a Service that leads to Windows pods.'),
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
      result: 'The kube-proxy of Windows nodes ignores it, late patch releases of 1.24 to 1.26 excepted.',
    },
  ],
  why: `kube-proxy on Windows heeds this policy from Kubernetes 1.27 on and in late patch releases of 1.24, 1.25 and 1.26. Before,
it sent traffic to pods on other nodes too.`,
  sources: [docs.service, code('kubernetes/kubernetes pull request 114407')],
} satisfies Rule;
