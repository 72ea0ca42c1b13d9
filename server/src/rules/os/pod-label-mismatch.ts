import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { OS_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'os/pod-label-mismatch',
  code: 'KW1085',
  title: 'Pod label kubernetes.io/os that differs from the node label',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: [`metadata.labels[${OS_LABEL}]`],
    check(field, { pod, verdict, report }) {
      const { os, certainty } = verdict;
      const value = field.string;
      if ((os !== 'windows' && os !== 'linux') || certainty === 'guessed') return;
      if (value === undefined || isPlaceholder(value) || value === os) return;
      const remove = removal(field);
      const change: Fix = {
        title: t`Change \`${OS_LABEL}\` to \`${os}\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: os }],
      };
      const move: Fix = {
        title: t`Move \`${OS_LABEL}\` to \`nodeSelector\``,
        safety: 'review',
        changes: [...remove.changes, ...selectOs(pod, os).changes],
      };
      const isSelected = pod.spec.at('nodeSelector', OS_LABEL) !== undefined;
      report({
        at: field.valueSpan,
        message: message('Pod label `{0}: {1}` {effect}: the nodes have the value `{2}`.', OS_LABEL, value, os),
        // A label that the selector uses cannot be changed only here.
        fixes: isInSelector(pod) ? [] : [...(isSelected ? [] : [move]), change, remove],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.23',
      doubtful: true,
      seen: "PodOSSelectorNodeLabelDoesNotMatch: Failed to admit pod as the `kubernetes.io/os` label doesn't match node label",
    },
  ],
  why: `As a label of the pod itself, \`kubernetes.io/os\` does not select a node. However, the kubelet compares it
with the label of its node and does not admit the pod if the values differ, even only in case. Move the label to
\`nodeSelector\`, or remove it.`,
  sources: [
    docs.labels('#kubernetes-io-os'),
    code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go rejectPodAdmissionBasedOnOSSelector'),
  ],
} satisfies Rule;

/** Whether the selector of the workload uses this label. */
function isInSelector({ object }: Pod): boolean {
  const selector = object.field.at('spec', 'selector');
  const expressions = selector?.get('matchExpressions')?.items() ?? [];
  return (
    selector?.get(OS_LABEL) !== undefined ||
    selector?.at('matchLabels', OS_LABEL) !== undefined ||
    expressions.some((expression) => expression.get('key')?.string === OS_LABEL)
  );
}
