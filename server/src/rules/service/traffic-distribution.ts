import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/traffic-distribution',
  code: 'KW1193',
  title: 'trafficDistribution or topology hints with Windows endpoints',
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
          message: message(
            '`{0}: {1}` {effect}: kube-proxy does not use topology hints there.',
            String(field.key),
            value,
          ),
        };
      },
    ),
  ],
  outcomes: [
    {
      effect: 'ignored',
      since: '1.21',
      doubtful: true,
      phrase: 'has no effect on Windows',
    },
  ],
  why: `Kubernetes keeps traffic in the same zone by adding hints to the EndpointSlices of a Service. On Linux nodes,
kube-proxy uses these hints. On Windows nodes, it ignores them and distributes connections across all pods.`,
  sources: [docs.virtualIps, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go')],
} satisfies Rule;
