import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { proxiedService } from '../../lint/windows-selectors.ts';

export default {
  id: 'service/traffic-distribution',
  title: 'Traffic that shall stay close, for Windows pods',
  gate: 'object',
  objects: [
    proxiedService(
      [
        'spec.trafficDistribution',
        'metadata.annotations[service.kubernetes.io/topology-mode]',
        'metadata.annotations[service.kubernetes.io/topology-aware-hints]',
      ],
      (field) => {
        const value = field.string;
        if (value === undefined || value.toLowerCase() === 'disabled') return undefined;
        return {
          at: field.span,
          message: message('`{0}: {1}` is set for a Service that leads to Windows pods.', String(field.key), value),
        };
      },
    ),
  ],
  outcomes: [
    {
      effect: 'ignored',
      since: '1.21',
      doubtful: true,
      result: 'The kube-proxy of Windows nodes ignores it; that of Linux nodes does not.',
    },
  ],
  why: `Pods of the same zone are preferred by way of hints in the EndpointSlices of a Service. kube-proxy on Windows does not read
them and spreads connections over all pods.`,
  sources: [docs.virtualIps, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go')],
} satisfies Rule;
