import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/external-traffic-policy-local',
  code: 'KW1183',
  title: 'externalTrafficPolicy: Local with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(['spec.externalTrafficPolicy'], (field) =>
      field.string === 'Local'
        ? {
            at: field.valueSpan,
            message: message('`externalTrafficPolicy: Local` {effect}.'),
          }
        : undefined,
    ),
  ],
  outcomes: [
    { effect: 'ignored', until: '1.19', phrase: 'has no effect on Windows before Kubernetes 1.20' },
    {
      effect: 'differs',
      since: '1.20',
      phrase: 'requires Direct Server Return (DSR) on Windows',
      result: 'Without DSR, kube-proxy on Windows does not preserve client IP addresses.',
    },
  ],
  why: `On Windows, Direct Server Return (DSR) preserves client IP addresses. It requires Windows Server 2019 with
updates, or a later version. Without DSR, the policy has no effect.

DSR is turned on by the kube-proxy flag \`--enable-dsr\`; the feature gate \`WinDSR\` is on by default in Kubernetes
1.33 and later.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go newServiceInfo')],
} satisfies Rule;
