import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { proxiedService } from '../../lint/windows-selectors.ts';

export default {
  id: 'service/external-traffic-policy-local',
  title: 'externalTrafficPolicy: Local for Windows pods',
  gate: 'object',
  objects: [
    proxiedService(['spec.externalTrafficPolicy'], (field) =>
      field.string === 'Local'
        ? {
            at: field.valueSpan,
            message: message('`externalTrafficPolicy: Local` is set for a Service that leads to Windows pods.'),
          }
        : undefined,
    ),
  ],
  outcomes: [
    { effect: 'ignored', until: '1.19', result: 'The kube-proxy of Windows nodes ignores it.' },
    {
      effect: 'differs',
      since: '1.20',
      result: 'Windows nodes keep the address of the client only where kube-proxy uses Direct Server Return.',
    },
  ],
  why: `On Windows the address of a client is kept by Direct Server Return (DSR), which needs Windows Server 2019 with its updates
or a newer release. kube-proxy uses it with \`--enable-dsr\`; the gate \`WinDSR\` is on by default from Kubernetes 1.33.
Without DSR the policy is passed over.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go newServiceInfo')],
} satisfies Rule;
