import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/load-balancer-source-ranges',
  code: 'KW1186',
  title: 'loadBalancerSourceRanges with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(['spec.loadBalancerSourceRanges'], (field) =>
      field.items().length > 0
        ? {
            at: field.span,
            message: message(
              '`loadBalancerSourceRanges` {effect}: kube-proxy on Windows does not filter source addresses.',
            ),
          }
        : undefined,
    ),
  ],
  outcomes: [
    {
      effect: 'ignored',
      doubtful: true,
      result: 'On Windows nodes, only a cloud load balancer can enforce the ranges.',
    },
  ],
  why: `On Linux nodes, kube-proxy blocks connections from other addresses. On Windows nodes, it does not have this
filter, so only a cloud load balancer can enforce the ranges. If your load balancer does not, use a firewall in front of
it.`,
  sources: [docs.service, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go')],
} satisfies Rule;
