import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'service/win-proxy-optimization',
  title: 'Annotation winProxyOptimization with a value that does nothing',
  gate: 'object',
  objects: [
    {
      kind: 'Service',
      group: '',
      watches: ['metadata.annotations[winProxyOptimization]'],
      *check(field) {
        const value = field.string;
        if (value === undefined || isPlaceholder(value) || value.toLowerCase() === 'disabled') return;
        yield {
          at: field.valueSpan,
          message: message(
            '`winProxyOptimization` has one value that does something, `disabled`; `{0}` does nothing.',
            value,
          ),
        };
      },
    },
  ],
  outcomes: [{ effect: 'advice', since: '1.29' }],
  why: `When the pods of a Service change, kube-proxy on Windows goes on using the load balancers that it has made. With
\`winProxyOptimization: disabled\` it makes them anew each time. It is on without the annotation.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go newServiceInfo')],
} satisfies Rule;
