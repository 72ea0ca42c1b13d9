import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { proxiedService } from '../../lint/windows-selectors.ts';

export default {
  id: 'service/load-balancer-source-ranges',
  title: 'loadBalancerSourceRanges for Windows pods',
  gate: 'object',
  objects: [
    proxiedService(['spec.loadBalancerSourceRanges'], (field) =>
      field.items().length > 0
        ? {
            at: field.span,
            message: message('`loadBalancerSourceRanges` is set for a Service that leads to Windows pods.'),
          }
        : undefined,
    ),
  ],
  outcomes: [
    {
      effect: 'ignored',
      doubtful: true,
      result: 'The kube-proxy of Windows nodes lets every address in; only the load balancer of a cloud may filter.',
    },
  ],
  why: `On Linux nodes kube-proxy itself refuses connections from other addresses. On Windows nodes it has no such filter. Where
the load balancer does not filter either, use a firewall in front of it.`,
  sources: [docs.service, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go')],
} satisfies Rule;
