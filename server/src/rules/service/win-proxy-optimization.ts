import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'service/win-proxy-optimization',
  code: 'KW1194',
  title: 'Invalid value of the winProxyOptimization annotation',
  gate: 'object',
  objects: [
    {
      kind: 'Service',
      group: '',
      watches: ['metadata.annotations[winProxyOptimization]'],
      check(field, { report }) {
        const value = field.string;
        if (value === undefined || isPlaceholder(value) || value.toLowerCase() === 'disabled') return;
        report({
          at: field.valueSpan,
          message: message('`winProxyOptimization: {0}` has no effect: `disabled` is the only supported value.', value),
        });
      },
    },
  ],
  outcomes: [{ effect: 'advice', since: '1.29' }],
  why: `When the pods of a Service change, kube-proxy on Windows reuses the load balancers that it has created. The
value \`disabled\` turns this optimization off, so kube-proxy creates them again each time. Without the annotation, the
optimization is on.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go newServiceInfo')],
} satisfies Rule;
