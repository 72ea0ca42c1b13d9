import type { Facts } from '../../kubernetes/facts.ts';
import { taintOf, tolerate } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { namesWindows } from '../../windows/signs.ts';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

export default {
  id: 'scheduling/taint-value-case',
  title: 'Toleration value with another case',
  gate: 'windows',
  pod: {
    watches: ['spec.tolerations[*].value'],
    *check(field, { pod, settings, facts }) {
      const [key, value] = [field.parent?.get('key')?.string, field.string];
      if (key === undefined || value === undefined) return;
      const isOwn = (other: string) =>
        pod.spec
          .get('tolerations')
          ?.find((one) => one.get('key')?.string === key && one.get('value')?.string === other);
      const set = taintOf(settings.taint);
      const others =
        set?.key === key
          ? { taint: true, values: [set.value] }
          : facts.derived(`taint ${key}, not ${value}`, (all) => otherSpellings(key, value, all));
      const meant = others.values.filter((other) => other !== value && isAlike(value, other));
      // A pod may tolerate both on purpose.
      if (meant.length === 0 || meant.some(isOwn)) return;
      const spelled = meant.map((one) => `\`${one}\``).join(', ');
      const effect = EFFECTS.find((one) => one === field.parent?.get('effect')?.string);
      yield {
        at: field.valueSpan,
        ...(others.taint ? {} : { case: 'other manifests spell it otherwise' }),
        message: others.taint
          ? message('This toleration is for `{0}`, but the taint of the Windows nodes is {1}.', value, spelled)
          : message('This toleration is for `{0}`, but others in this workspace are for {1}.', value, spelled),
        fixes: meant.flatMap((other) => [
          {
            title: `Change \`${value}\` to \`${other}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: other }],
          },
          // Where nobody says which of them the nodes have, both.
          ...(others.taint || effect === undefined ? [] : [tolerate(pod, { key, value: other, effect })]),
        ]),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      case: 'other manifests spell it otherwise',
      result: 'Taints are compared to the letter, so each tolerates another taint.',
    },
    { effect: 'advice', result: 'Taints are compared to the letter, so it does not tolerate that one.' },
  ],
  why: `\`windows\` and \`Windows\` are two taints. The guide of Kubernetes and GKE write the value in lower case, OpenShift and AKS on
Azure Local with a capital, and some clusters name the release, as in \`win1809\`. Which one the cluster has, the setting
\`kubewin.taint\` says, else the Nodes of the workspace.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

/** Whether two values of a taint may be meant for the same nodes. */
function isAlike(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() || (namesWindows(a) && namesWindows(b));
}

/** How the workspace spells the value of a taint for Windows: its Nodes if any have that taint, else other tolerations. */
function otherSpellings(key: string, value: string, facts: Facts): { taint: boolean; values: readonly string[] } {
  const isTaint = (taint: { readonly key: string | undefined; readonly value: string | undefined }) =>
    taint.key === key && namesWindows(taint.value ?? '');
  const nodes = facts.where('Node', null, `taint ${key}`, ({ taints, open }) => open || taints.some(isTaint));
  const tainted = nodes.flatMap(({ taints }) => taints.filter(isTaint)).map((taint) => taint.value);
  // One that a template decides may have any taint.
  if (tainted.includes(value) || nodes.some(({ open }) => open)) return { taint: true, values: [] };
  if (tainted.length > 0) return { taint: true, values: distinct(tainted) };
  const about = `tolerating ${key}`;
  const pods = facts.where('Pod', undefined, about, ({ windowsTolerations }) => windowsTolerations.some(isTaint));
  const classes = facts.where('RuntimeClass', null, about, ({ tolerations }) => tolerations.some(isTaint));
  const tolerated = [
    ...pods.flatMap((pod) => pod.windowsTolerations),
    ...classes.flatMap((one) => one.tolerations),
  ].filter(isTaint);
  return { taint: false, values: distinct(tolerated.map((one) => one.value ?? '')) };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
