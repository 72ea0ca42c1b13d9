import type { Pod } from '../../kubernetes/pod.ts';
import type { Facts } from '../../kubernetes/questions.ts';
import { minorOf } from '../../kubernetes/version.ts';
import { type Change, type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import { OS_TITLES } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { matchingNodesWithout, type NodeConstraint, nodeConstraint } from '../../windows/node-constraint.ts';
import { imageEvidence } from '../../windows/pod-evidence.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/no-matching-node',
  code: 'KW1152',
  title: 'OS labels that no node can match',
  gate: 'any',
  withoutEvidence: ['nodeSelectorTerms'],
  pod: {
    watches: ['spec'],
    check(spec, { pod, settings, facts, report }) {
      const { nodesByOsLabels, isUndetermined, invalid, cause, evidence } = nodeConstraint(pod, facts);
      // The API server rejects the pod before it is scheduled.
      if (invalid) return;
      // Other causes have their own rules; the rule on builds applies from 1.17, the first release with the label.
      const isReportedHere =
        cause === 'other' || (cause === 'windows-build-with-linux' && minorOf(settings.kubernetesVersion) < 17);
      // nodeName bypasses the scheduler.
      if (nodesByOsLabels !== 'none' || isUndetermined || !isReportedHere || spec.get('nodeName') !== undefined) return;
      const [first] = evidence.flatMap(({ at, text, field }) => ('uri' in at ? [] : { at, text, field }));
      const at = first?.at ?? spec.get('runtimeClassName')?.span;
      if (at === undefined) return;
      report({
        at,
        field: first?.field ?? [...spec.path, 'runtimeClassName'],
        message: message(
          'No node matches all OS labels that this pod requires: {0}.',
          evidence.map(({ text }) => `\`${text}\``).join(', '),
        ),
        fixes: () => removeContradiction(pod, settings, facts, evidence),
        related: evidence
          .filter((related) => related.at !== first?.at)
          .map(({ at: span, text }) => ({ at: span, message: t`Also required: ${text}` })),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The pod stays Pending.',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `A node must match the node selector, the required node affinity and the node selector of the RuntimeClass.
Every node has the label \`kubernetes.io/os\` with the value \`windows\` or \`linux\`, so no node matches both values
or the absence of the label. Remove one of the contradictory constraints.

Only the terms of a node affinity are alternatives.`,
  sources: [
    docs.assignPodNode,
    docs.labels('#kubernetes-io-os'),
    code('kubernetes/component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go GetRequiredNodeAffinity, Match'),
  ],
} satisfies Rule;

/** Removes the constraints that exclude the nodes for `os.name` or the images; not offered if that is not enough. */
function removeContradiction(pod: Pod, settings: Settings, facts: Facts, evidence: NodeConstraint['evidence']): Fix[] {
  const declared = intendedOs(pod);
  const systems = new Set(declared?.exact ? [declared.os] : imageEvidence(pod, settings).map(({ says }) => says));
  const [os, ...others] = systems;
  if ((os !== 'windows' && os !== 'linux') || others.length > 0) return [];
  const excluding = evidence.flatMap(({ says, origin, requirement }) =>
    says === os || says === 'either' || origin === 'runtimeClass' ? [] : (requirement?.field ?? []),
  );
  if (excluding.length === 0 || matchingNodesWithout(pod, facts, excluding) !== os) return [];
  return [
    {
      title: t`Remove constraints that exclude ${OS_TITLES[os]} nodes`,
      safety: 'review',
      changes: withEmptyParents(excluding).map(({ path }): Change => ({ kind: 'remove', path })),
    },
  ];
}

/** The fields to remove, with the lists and mappings of an affinity that would be left empty. */
function withEmptyParents(fields: readonly Field[]): Field[] {
  const removed = [...new Set(fields)];
  const parents = [...new Set(removed.flatMap(({ parent }) => parent ?? []))];
  const empty = parents.find(
    (parent) =>
      AFFINITY.includes(typeof parent.key === 'number' ? 'term' : String(parent.key)) &&
      [...parent.items(), ...parent.entries().map(([, field]) => field)].every((child) => removed.includes(child)),
  );
  if (empty === undefined) return removed;
  return withEmptyParents([...removed.filter(({ parent }) => parent !== empty), empty]);
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
