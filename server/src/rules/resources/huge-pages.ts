import { containerAround } from '../../kubernetes/pod.ts';
import { quantityOf } from '../../kubernetes/quantity.ts';
import { type Change, type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { inLastingContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

const LISTS = ['requests', 'limits'];

export default {
  id: 'resources/huge-pages',
  code: 'KW1111',
  title: 'Huge pages on a Windows pod',
  gate: 'windows',
  pod: {
    watches: inLastingContainers(...LISTS.map((list) => `resources.${list}[hugepages-*]`)),
    check(field, context) {
      const amount = quantityOf(field);
      if (amount === undefined || amount <= 0) return;
      context.report({
        at: field.span,
        message: message(
          '`{1}` of container `{0}` {effect}: Windows nodes do not provide huge pages.',
          containerAround(context.pod, field)?.name ?? '?',
          String(field.key),
        ),
        fixes: () => [
          { title: t`Remove \`${String(field.key)}\``, safety: 'review', changes: removals(field, context) },
        ],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      phrase: 'keeps the pod Pending',
      seen: 'Insufficient hugepages',
    },
  ],
  why: `Large pages require a privilege that Windows containers cannot get, so Windows nodes do not provide huge pages.
The scheduler does not find a node, and the pod stays Pending. Request only \`memory\`.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** The API server requires requests equal to limits, and rejects huge page volumes that no container requests. */
function removals(field: Field, { pod }: PodContext): Change[] {
  const resources = field.parent?.parent;
  const entries = LISTS.flatMap((list) => resources?.at(list, String(field.key)) ?? []);
  const mediums = (pod.spec.get('volumes')?.items() ?? []).flatMap((volume) => volume.at('emptyDir', 'medium') ?? []);
  const onHugePages = mediums.filter((medium) => medium.string?.startsWith('HugePages'));
  return [...entries, ...onHugePages].map(({ path }) => ({ kind: 'remove', path }));
}
