import { containerAround } from '../../kubernetes/pod.ts';
import { memoryOf } from '../../kubernetes/quantity.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'resources/memory-request-not-limit',
  code: 'KW1114',
  title: 'Memory request below the limit',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].resources', 'spec.initContainers[*].resources'],
    check(resources, { pod, report }) {
      const requests = resources.get('requests');
      const request = requests?.get('memory');
      const limit = resources.at('limits', 'memory');
      const requested = memoryOf(request);
      const limited = memoryOf(limit);
      if (request === undefined || limit === undefined || requested === undefined || limited === undefined) return;
      if (requested >= limited) return;
      const amount = limit.string ?? limit.number ?? '';
      report({
        at: request.valueSpan,
        field: request.path,
        message: message(
          'Memory request `{1}` is below the limit `{2}` of container `{0}`.',
          containerAround(pod, resources)?.name ?? '?',
          request.source ?? '',
          limit.source ?? '',
        ),
        fixes: [
          {
            title: t`Change the memory request to \`${amount}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: request.path, value: amount }],
          },
          {
            title: 'Remove the memory request so that it defaults to the limit',
            safety: 'review',
            changes: [{ kind: 'remove', path: requests?.entries().length === 1 ? requests.path : request.path }],
          },
        ],
      });
    },
  },
  outcomes: [
    { effect: 'advice', result: 'Windows has no OOM killer: an overcommitted node pages to disk and slows down.' },
  ],
  why: `Windows has no OOM killer: a node that runs out of memory pages to disk, and all of its pods slow down. Set the
memory request to the same value as the limit, or remove it: without a request, Kubernetes uses the limit as the
request.`,
  sources: [docs.windowsResources],
} satisfies Rule;
