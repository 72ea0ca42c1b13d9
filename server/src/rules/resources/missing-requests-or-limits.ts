import { type Container, containerSpan } from '../../kubernetes/pod.ts';
import { isMillibytes } from '../../kubernetes/quantity.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'resources/missing-requests-or-limits',
  code: 'KW1115',
  title: 'Windows container without a memory limit',
  // Off by default, because it applies to nearly every pod: in real manifests, 331 hints on about 300 pods.
  offByDefault: true,
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(_, { pod, report }) {
      if (pod.partial) return;
      for (const container of pod.containers) {
        if (container.list === 'ephemeralContainers') continue;
        const resources = container.field.get('resources');
        // A template may set the limits.
        if ([resources, resources?.get('limits')].some((field) => field?.isMapping === false)) continue;
        if (resources?.at('limits', 'memory') !== undefined) continue;
        const isBare = resources?.get('requests') === undefined && resources?.get('limits') === undefined;
        report({
          at: containerSpan(container),
          field: [...container.field.path, 'resources'],
          message: message(
            isBare
              ? 'Container `{0}` has no requests and no limits, so its memory usage is not limited.'
              : 'Container `{0}` has no memory limit.',
            container.name ?? '?',
          ),
          fixes: [insertLimits(container)],
        });
      }
    },
  },
  outcomes: [{ effect: 'advice', result: 'An overcommitted Windows node pages to disk and slows down.' }],
  why: `A Windows node that runs out of memory does not terminate containers: it pages to disk and slows down all of
its pods. The scheduler can prevent this only if it knows how much memory each container may use. A limit is
sufficient, because a missing request defaults to the limit.

Start with 1Gi and 500m, then measure and adjust.`,
  sources: [docs.windowsResources],
} satisfies Rule;

/** A memory limit equal to the request; without any resources, initial amounts. */
function insertLimits({ field }: Container): Fix {
  const path = [...field.path, 'resources', 'limits'];
  const resources = field.get('resources');
  if (resources === undefined || resources.entries().length === 0) {
    return {
      title: 'Insert limits',
      safety: 'review',
      changes: [{ kind: 'insert', path, value: { cpu: '500m', memory: '1Gi' }, place: { after: 'image' } }],
    };
  }
  const request = resources.at('requests', 'memory');
  const isUsable = request !== undefined && !isMillibytes(request);
  const amount = (isUsable ? (request.string ?? request.number) : undefined) ?? '1Gi';
  return {
    title: t`Insert a memory limit of \`${amount}\``,
    safety: 'review',
    changes: [{ kind: 'insert', path: [...path, 'memory'], value: amount }],
  };
}
