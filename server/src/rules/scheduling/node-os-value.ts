import { isLabelValue } from '../../kubernetes/labels.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { type Field, type Fix, message, type Report, type Rule } from '../../lint/rule.ts';
import { INVALID_LABEL_VALUE, LABEL_VALUES_SOURCE, NOT_A_LABEL_VALUE } from '../../rule-kit/label-values.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { BETA_OS_LABEL, nodeConstraint, OS_LABEL } from '../../windows/node-constraint.ts';

const AFFINITY_VALUES_SOURCE =
  'kubernetes/kubernetes pkg/apis/core/validation/validation.go ValidateNodeSelectorRequirement (label values since 1.32)';

const SYSTEMS = ['windows', 'linux'];
const TERMS = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[*]';

export default {
  id: 'scheduling/node-os-value',
  code: 'KW1155',
  title: 'Unknown value of kubernetes.io/os',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: [
      `spec.nodeSelector[${OS_LABEL}]`,
      `spec.nodeSelector[${BETA_OS_LABEL}]`,
      `${TERMS}.matchExpressions[*].values`,
    ],
    check(field, { pod, facts, report }) {
      if (field.isScalar) checkValue(field, String(field.key), pod, report);
      const key = field.parent?.get('key')?.string;
      const isOs = key === OS_LABEL || key === BETA_OS_LABEL;
      const [value, ...others] = field.items();
      if (!isOs || value === undefined || others.length > 0 || field.parent?.get('operator')?.string !== 'In') return;
      // Another term of the affinity may still match a node.
      if (nodeConstraint(pod, facts).nodes === 'none') checkValue(value, key, pod, report);
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      case: 'a value in `nodeSelector` is not a valid label value',
      result: NOT_A_LABEL_VALUE,
      seen: INVALID_LABEL_VALUE,
    },
    {
      effect: 'rejected',
      case: 'a value in node affinity is not a valid label value',
      since: '1.32',
      result: NOT_A_LABEL_VALUE,
      seen: INVALID_LABEL_VALUE,
    },
    {
      effect: 'fails',
      case: '`nodeName` is set',
      phrase: 'matches no node',
      result: 'The kubelet of the node in `nodeName` does not admit the pod.',
    },
    {
      effect: 'fails',
      phrase: 'matches no node',
      result: 'The pod stays Pending.',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `The kubelet labels its node \`kubernetes.io/os: windows\` or \`kubernetes.io/os: linux\`. Label values are
case-sensitive, so \`Windows\` with a capital letter matches no node. Use \`windows\` or \`linux\` in lower case.

The API server rejects a value that no label can have, such as \`"windows "\` with a blank.`,
  sources: [docs.labels('#kubernetes-io-os'), code(LABEL_VALUES_SOURCE), code(AFFINITY_VALUES_SOURCE)],
} satisfies Rule;

function checkValue(field: Field, label: string, { spec }: Pod, report: Report): void {
  const value = field.string;
  if (value === undefined || SYSTEMS.includes(value) || isPlaceholder(value)) return;
  const lower = value.trim().toLowerCase();
  const isValid = isLabelValue(value);
  const shown = isValid ? value : JSON.stringify(value);
  const fix: Fix = {
    title: t`Change \`${shown}\` to \`${lower}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: lower }],
  };
  const isInSelector = field.parent?.key === 'nodeSelector';
  const invalid = {
    case: `a value in ${isInSelector ? '`nodeSelector`' : 'node affinity'} is not a valid label value`,
    // The API server reports the values of a node selector on the whole selector.
    field: isInSelector ? field.path.slice(0, -1) : field.path,
  };
  report({
    at: field.valueSpan,
    ...(spec.get('nodeName') === undefined ? {} : { case: '`nodeName` is set' }),
    ...(isValid ? {} : invalid),
    message: message('`{0}: {1}` {effect}: the value must be `windows` or `linux`.', label, shown),
    fixes: SYSTEMS.includes(lower) ? [fix] : [],
  });
}
