import { type Container, containerSpan } from '../../kubernetes/pod.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'resources/missing-requests-or-limits',
  title: 'Windows container without a memory limit',
  // In real manifests it is true of nearly every pod: 331 hints on some 300 of them.
  offByDefault: true,
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(_, { pod }) {
      if (pod.partial) return;
      for (const container of pod.containers) {
        if (container.list === 'ephemeralContainers') continue;
        const resources = container.field.get('resources');
        // A template may fill in all of them.
        if ([resources, resources?.get('limits')].some((field) => field?.isMapping === false)) continue;
        if (resources?.at('limits', 'memory') !== undefined) continue;
        const isBare = resources?.get('requests') === undefined && resources?.get('limits') === undefined;
        yield {
          at: containerSpan(container),
          field: [...container.field.path, 'resources'],
          message: message(
            isBare
              ? 'Container `{0}` has neither requests nor limits, so nothing bounds its memory.'
              : 'Container `{0}` has no memory limit.',
            container.name ?? '?',
          ),
          fixes: [insertion(container)],
        };
      }
    },
  },
  outcomes: [{ effect: 'advice' }],
  why: `A Windows node that runs out of memory pages to disk and slows down all of its pods; it ends no container to get memory
back. The scheduler keeps that from happening only if it knows what every container may use. A limit is enough, for a
request that is missing takes its value; 1Gi and 500m are a start to be measured and corrected.`,
  sources: [docs.windowsResources],
} satisfies Rule;

/** A memory limit of what is requested; where nothing is said amounts to begin with. */
function insertion({ field }: Container): Fix {
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
  const amount = request?.string ?? request?.number ?? '1Gi';
  return {
    title: `Insert a memory limit of \`${amount}\``,
    safety: 'review',
    changes: [{ kind: 'insert', path: [...path, 'memory'], value: amount }],
  };
}
