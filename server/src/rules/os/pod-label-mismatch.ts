import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { selectOs } from '../../lint/pod-fixes.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { OS_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'os/pod-label-mismatch',
  title: 'Pod label kubernetes.io/os is not that of the node',
  gate: 'any',
  pod: {
    watches: [`metadata.labels[${OS_LABEL}]`],
    *check(field, { pod, verdict }) {
      const { os, certainty } = verdict;
      const value = field.string;
      if ((os !== 'windows' && os !== 'linux') || certainty === 'guessed') return;
      if (value === undefined || isPlaceholder(value) || value === os) return;
      const remove = removal(field);
      const change: Fix = {
        title: `Change \`${OS_LABEL}\` to \`${os}\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: os }],
      };
      const move: Fix = {
        title: `Move \`${OS_LABEL}\` to \`nodeSelector\``,
        safety: 'review',
        changes: [...remove.changes, ...selectOs(pod, os).changes],
      };
      const isSelected = pod.spec.at('nodeSelector', OS_LABEL) !== undefined;
      yield {
        at: field.valueSpan,
        message: message('The pod carries the label `{0}: {1}`, but its nodes have `{2}`.', OS_LABEL, value, os),
        // The labels of a selector cannot be changed here alone.
        fixes: isInSelector(pod) ? [] : [...(isSelected ? [] : [move]), change, remove],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.23',
      doubtful: true,
      result: 'The kubelet may refuse it.',
      seen: "PodOSSelectorNodeLabelDoesNotMatch: Failed to admit pod as the `kubernetes.io/os` label doesn't match node label",
    },
  ],
  why: `As a label of the pod itself \`kubernetes.io/os\` chooses no node; that is what \`nodeSelector\` does. But the kubelet
compares it with the label of its node, and fails a pod in which it differs, also in upper and lower case.`,
  sources: [
    docs.labels('#kubernetes-io-os'),
    code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go rejectPodAdmissionBasedOnOSSelector'),
  ],
} satisfies Rule;

/** Whether the workload finds its pods by this label. */
function isInSelector({ object }: Pod): boolean {
  const selector = object.field.at('spec', 'selector');
  const expressions = selector?.get('matchExpressions')?.items() ?? [];
  return (
    selector?.get(OS_LABEL) !== undefined ||
    selector?.at('matchLabels', OS_LABEL) !== undefined ||
    expressions.some((one) => one.get('key')?.string === OS_LABEL)
  );
}
