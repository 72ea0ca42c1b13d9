import { defineDerivation, defineFilter, derived, type Facts, matching } from '../../kubernetes/questions.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { type Settings, taintOf } from '../../lint/settings/settings.ts';
import { docs } from '../../rule-kit/sources.ts';
import { tolerate } from '../../rule-kit/tolerate.ts';
import { t } from '../../text/localize.ts';
import { namesWindows } from '../../windows/pod-evidence.ts';
import { PROVIDERS, providerOf } from '../../windows/providers.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

export default {
  id: 'scheduling/taint-value-case',
  code: 'KW1158',
  title: 'Toleration value that does not match the taint',
  gate: 'windows',
  pod: {
    watches: ['spec.tolerations[*].value'],
    check(field, { pod, settings, facts, report }) {
      const [key, value] = [field.parent?.get('key')?.string, field.string];
      if (key === undefined || value === undefined) return;
      const isTolerated = (spelling: string) =>
        pod.spec
          .get('tolerations')
          ?.find((toleration) => toleration.get('key')?.string === key && toleration.get('value')?.string === spelling);
      const taint = taintOf(settings.taint);
      const { isOfNodes, alike, spellings } =
        taint?.key === key
          ? ofNodes(value, [taint.value])
          : facts.ask(derived(otherSpellings, { key, value, ofProvider: valueOfProvider(settings, key) ?? null }));
      // A pod may tolerate both on purpose.
      if (spellings.length === 0 || alike.some(isTolerated)) return;
      const list = spellings.map((spelling) => `\`${spelling}\``).join(', ');
      const effect = EFFECTS.find((known) => known === field.parent?.get('effect')?.string);
      report({
        at: field.valueSpan,
        ...(isOfNodes ? {} : { case: 'other manifests use a different value' }),
        message: isOfNodes
          ? message(
              'Toleration value `{0}` does not match the taint value of the Windows nodes, which is {1}.',
              value,
              list,
            )
          : message(
              'Toleration value `{0}` differs from other tolerations in the workspace, which use {1}.',
              value,
              list,
            ),
        fixes: spellings.flatMap((spelling) => [
          {
            title: t`Change \`${value}\` to \`${spelling}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: spelling }],
          },
          // If the taint of the nodes is unknown, offer both.
          ...(isOfNodes || effect === undefined ? [] : [tolerate(pod, { key, value: spelling, effect })]),
        ]),
      });
    },
  },
  outcomes: [
    {
      effect: 'advice',
      case: 'other manifests use a different value',
      result: 'Taint values are case-sensitive and must match exactly.',
    },
    { effect: 'advice', result: 'Taint values are case-sensitive and must match exactly.' },
  ],
  why: `\`windows\` and \`Windows\` are different taint values. The Kubernetes documentation and GKE use lower case,
OpenShift and AKS on Azure Local use a capital letter. Kubewin takes the taint of your nodes from the setting
\`kubewin.taint\`, or else from the Nodes in the workspace.

Some clusters name the release, for example \`win1809\`.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

/** Whether two values of a taint may refer to the same nodes. */
function isAlike(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() || (namesWindows(a) && namesWindows(b));
}

/** The most frequent values, if they are more frequent than that of the pod. If they are equally frequent, that of the provider. */
function preferred(
  values: readonly string[],
  own: string,
  counts: Readonly<Record<string, number>>,
  ofProvider: string | null,
): readonly string[] {
  const countOf = (value: string) => counts[value] ?? 0;
  const most = Math.max(...values.map(countOf));
  if (most > countOf(own)) return values.filter((value) => countOf(value) === most);
  return values.filter((value) => value === ofProvider && countOf(value) === countOf(own));
}

/** The value that the taint of a provider's Windows nodes has by convention. */
function valueOfProvider(settings: Settings, key: string): string | undefined {
  const taint = PROVIDERS.find(({ id }) => id === providerOf(settings))?.taint;
  return taint?.key === key ? taint.value : undefined;
}

interface Spellings {
  /** Whether they are those of the taint of Nodes, and not of other tolerations. */
  readonly isOfNodes: boolean;
  /** The values that may refer to the same nodes. */
  readonly alike: readonly string[];
  /** Those of them that the toleration probably means. */
  readonly spellings: readonly string[];
}

function ofNodes(value: string, taints: readonly string[]): Spellings {
  const alike = distinct(taints).filter((taint) => taint !== value && isAlike(value, taint));
  return { isOfNodes: true, alike, spellings: alike };
}

/** How the value of a Windows taint is written in the workspace: on its Nodes if any have the taint, or else in tolerations. */
const otherSpellings = defineDerivation('rules/scheduling/taint-value-case otherSpellings', spellingsOf);

function spellingsOf(
  facts: Facts,
  { key, value, ofProvider }: { readonly key: string; readonly value: string; readonly ofProvider: string | null },
): Spellings {
  const nodes = facts.ask(matching(nodesWithTaint, key, { namespace: null }));
  const tainted = nodes
    .flatMap(({ taints }) => taints.filter((taint) => isTaint(taint, key)))
    .map((taint) => taint.value);
  // A Node that depends on a template can have any taint.
  if (tainted.includes(value) || nodes.some(({ isIncomplete }) => isIncomplete)) return ofNodes(value, []);
  if (tainted.length > 0) return ofNodes(value, tainted);
  const counts = facts.ask(derived(countsOfValues, key));
  const alike = Object.keys(counts).filter((other) => other !== value && isAlike(value, other));
  return { isOfNodes: false, alike, spellings: preferred(alike, value, counts, ofProvider) };
}

/** The number of pods and RuntimeClasses that tolerate each value of a Windows taint, by value in alphabetical order. */
const countsOfValues = defineDerivation('rules/scheduling/taint-value-case countsOfValues', (facts, key: string) => {
  const pods = facts.ask(matching(toleratingPods, key));
  const classes = facts.ask(matching(toleratingClasses, key, { namespace: null }));
  const lists = [...pods.map((pod) => pod.windowsTolerations), ...classes.map(({ tolerations }) => tolerations)];
  // A pod may tolerate the same value with several effects.
  const values = lists.flatMap((tolerations) =>
    distinct(tolerations.flatMap((toleration) => (isTaint(toleration, key) ? (toleration.value ?? '') : []))),
  );
  const counts: Record<string, number> = Object.create(null);
  for (const tolerated of values.sort()) counts[tolerated] = (counts[tolerated] ?? 0) + 1;
  return counts;
});

/** Whether a taint or toleration has this key and a value for Windows. */
function isTaint(
  taint: { readonly key: string | undefined; readonly value: string | undefined },
  key: string,
): boolean {
  return taint.key === key && namesWindows(taint.value ?? '');
}

const nodesWithTaint = defineFilter(
  'rules/scheduling/taint-value-case nodesWithTaint',
  'Node',
  ({ taints, isIncomplete }, key: string) => isIncomplete === true || taints.some((taint) => isTaint(taint, key)),
);

const toleratingPods = defineFilter(
  'rules/scheduling/taint-value-case toleratingPods',
  'Pod',
  ({ windowsTolerations }, key: string) => windowsTolerations.some((toleration) => isTaint(toleration, key)),
);

const toleratingClasses = defineFilter(
  'rules/scheduling/taint-value-case toleratingClasses',
  'RuntimeClass',
  ({ tolerations }, key: string) => tolerations.some((toleration) => isTaint(toleration, key)),
);

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
