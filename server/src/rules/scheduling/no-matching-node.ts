import type { Facts } from '../../kubernetes/facts.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { minorOf } from '../../kubernetes/version.ts';
import { OS_TITLES } from '../../lint/operating-system.ts';
import { type Change, type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings.ts';
import { code, docs } from '../../lint/sources.ts';
import { type NodeConstraint, nodeConstraint, nodesLeftWithout } from '../../windows/node-constraint.ts';
import { imageSigns } from '../../windows/signs.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/no-matching-node',
  title: 'No node can satisfy the OS labels that the pod asks for',
  gate: 'any',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, settings, facts }) {
      const { leavesByOsLabels, open, invalid, cause, statements } = nodeConstraint(pod, facts);
      // The API server refuses the pod, and no scheduler sees it.
      if (invalid) return;
      // The other causes have rules of their own, that of builds from the release on in which nodes have the label.
      const isOwn =
        cause === 'other' || (cause === 'windows-build-with-linux' && minorOf(settings.kubernetesVersion) < 17);
      // With nodeName the scheduler is not asked.
      if (leavesByOsLabels !== 'none' || open || !isOwn || spec.get('nodeName') !== undefined) return;
      const [first] = statements.flatMap(({ at, text, field }) => ('uri' in at ? [] : { at, text, field }));
      const at = first?.at ?? spec.get('runtimeClassName')?.span;
      if (at === undefined) return;
      yield {
        at,
        field: first?.field ?? [...spec.path, 'runtimeClassName'],
        message: message(
          'No node satisfies all that this pod asks of its operating system: {0}.',
          statements.map(({ text }) => `\`${text}\``).join(', '),
        ),
        fixes: () => removeContradiction(pod, settings, facts, statements),
        related: statements
          .filter((one) => one.at !== first?.at)
          .map(({ at: place, text }) => ({ at: place, message: `Also asked for: ${text}` })),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The scheduler finds no node for it, so the pod stays Pending.',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `A node must satisfy the node selector, the required node affinity and the selector of the RuntimeClass, all of them; only
the terms of an affinity are alternatives. Each node is either \`windows\` or \`linux\`, and the label is always there, so
asking for both, or for a node without the label, leaves none.`,
  sources: [
    docs.assignPodNode,
    docs.labels('#kubernetes-io-os'),
    code('kubernetes/component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go GetRequiredNodeAffinity, Match'),
  ],
} satisfies Rule;

/** Removes what keeps the pod off the nodes that `os.name` or its images are for; nothing where that is not enough. */
function removeContradiction(
  pod: Pod,
  settings: Settings,
  facts: Facts,
  statements: NodeConstraint['statements'],
): Fix[] {
  const declared = intendedOs(pod);
  const systems = new Set(declared?.exact ? [declared.os] : imageSigns(pod, settings).map(({ says }) => says));
  const [os, ...others] = systems;
  if ((os !== 'windows' && os !== 'linux') || others.length > 0) return [];
  const dropped = statements.flatMap(({ says, origin, requirement }) =>
    says === os || says === 'either' || origin === 'runtimeClass' ? [] : (requirement?.field ?? []),
  );
  if (dropped.length === 0 || nodesLeftWithout(pod, facts, dropped) !== os) return [];
  return [
    {
      title: `Remove what keeps it off ${OS_TITLES[os]} nodes`,
      safety: 'review',
      changes: emptied(dropped).map(({ path }): Change => ({ kind: 'remove', path })),
    },
  ];
}

/** The fields to remove for some to be gone, with the lists and mappings of an affinity that would be left empty. */
function emptied(fields: readonly Field[]): Field[] {
  const removed = [...new Set(fields)];
  const parents = [...new Set(removed.flatMap(({ parent }) => parent ?? []))];
  const empty = parents.find(
    (parent) =>
      AFFINITY.includes(typeof parent.key === 'number' ? 'term' : String(parent.key)) &&
      [...parent.items(), ...parent.entries().map(([, field]) => field)].every((one) => removed.includes(one)),
  );
  if (empty === undefined) return removed;
  return emptied([...removed.filter(({ parent }) => parent !== empty), empty]);
}

const AFFINITY: readonly string[] = [
  'matchExpressions',
  'matchFields',
  'term',
  'nodeSelectorTerms',
  'requiredDuringSchedulingIgnoredDuringExecution',
  'nodeAffinity',
  'affinity',
];
