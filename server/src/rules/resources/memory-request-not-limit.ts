import { quantityOf } from '../../kubernetes/quantity.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'resources/memory-request-not-limit',
  title: 'Memory request below the limit on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].resources', 'spec.initContainers[*].resources'],
    *check(resources) {
      const requests = resources.get('requests');
      const request = requests?.get('memory');
      const limit = resources.at('limits', 'memory');
      const requested = quantityOf(request);
      const limited = quantityOf(limit);
      if (request === undefined || limit === undefined || requested === undefined || limited === undefined) return;
      if (requested >= limited) return;
      const amount = limit.string ?? limit.number ?? '';
      yield {
        at: request.valueSpan,
        field: request.path,
        message: message(
          'Container `{0}` reserves `{1}` of memory and may use `{2}`; Windows nodes page to disk instead of ending containers.',
          resources.parent?.get('name')?.string ?? '?',
          request.source ?? '',
          limit.source ?? '',
        ),
        fixes: [
          {
            title: `Change the memory request to \`${amount}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: request.path, value: amount }],
          },
          {
            title: 'Remove the memory request, which is then the limit',
            safety: 'review',
            changes: [{ kind: 'remove', path: requests?.entries().length === 1 ? requests.path : request.path }],
          },
        ],
      };
    },
  },
  outcomes: [{ effect: 'advice' }],
  why: `Windows has no killer of processes for the case that memory runs out: a node that promised more than it has pages to
disk, and everything on it becomes slow. Reserve as much as the container may use. Without a request the limit counts as
the request.`,
  sources: [docs.windowsResources],
} satisfies Rule;
