import { quantityOf } from '../../kubernetes/quantity.ts';
import { type Change, type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

const LISTS = ['containers', 'initContainers'];
const AMOUNTS = ['requests', 'limits'];

export default {
  id: 'resources/huge-pages',
  title: 'Huge pages on Windows',
  gate: 'windows',
  pod: {
    watches: LISTS.flatMap((list) => AMOUNTS.map((amounts) => `spec.${list}[*].resources.${amounts}[hugepages-*]`)),
    *check(field, context) {
      const amount = quantityOf(field);
      if (amount === undefined || amount <= 0) return;
      yield {
        at: field.span,
        message: message(
          'Container `{0}` wants `{1}`, and Windows nodes have no huge pages to give.',
          field.parent?.parent?.parent?.get('name')?.string ?? '?',
          String(field.key),
        ),
        fixes: () => [
          { title: `Remove \`${String(field.key)}\``, safety: 'review', changes: removals(field, context) },
        ],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The scheduler finds no node for it, so the pod stays Pending.',
      seen: 'Insufficient hugepages',
    },
  ],
  why: `Large pages of memory need a privilege that Windows containers cannot get, so Windows nodes offer none and the pod
waits for a node for ever. Ask for \`memory\` alone.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** The server wants requests and limits of huge pages equal, and refuses volumes on pages that no container asks for. */
function removals(field: Field, { pod }: PodContext): Change[] {
  const resources = field.parent?.parent;
  const entries = AMOUNTS.flatMap((amounts) => resources?.at(amounts, String(field.key)) ?? []);
  const mediums = (pod.spec.get('volumes')?.items() ?? []).flatMap((volume) => volume.at('emptyDir', 'medium') ?? []);
  const onHugePages = mediums.filter((medium) => medium.string?.startsWith('HugePages'));
  return [...entries, ...onHugePages].map(({ path }) => ({ kind: 'remove', path }));
}
