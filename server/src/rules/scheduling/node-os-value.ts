import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { type Field, type Fix, message, type Problem, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { BETA_OS_LABEL, nodeConstraint, OS_LABEL } from '../../windows/node-constraint.ts';

const SYSTEMS = ['windows', 'linux'];
const TERMS = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[*]';

export default {
  id: 'scheduling/node-os-value',
  title: 'Unknown value of kubernetes.io/os',
  gate: 'any',
  pod: {
    watches: [
      `spec.nodeSelector[${OS_LABEL}]`,
      `spec.nodeSelector[${BETA_OS_LABEL}]`,
      `${TERMS}.matchExpressions[*].values`,
    ],
    *check(field, { pod, facts }) {
      if (field.isScalar) yield* wrongValue(field, String(field.key), pod);
      const key = field.parent?.get('key')?.string;
      const isOs = key === OS_LABEL || key === BETA_OS_LABEL;
      const [only, ...others] = field.items();
      if (!isOs || only === undefined || others.length > 0 || field.parent?.get('operator')?.string !== 'In') return;
      // Another term of the affinity may still match a node.
      if (nodeConstraint(pod, facts).leaves === 'none') yield* wrongValue(only, key, pod);
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: '`nodeName` is set',
      result: 'The kubelet of the node in `nodeName` does not admit the pod.',
    },
    {
      effect: 'fails',
      result: 'The pod stays Pending.',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `The kubelet labels its node \`kubernetes.io/os: windows\` or \`kubernetes.io/os: linux\`. Label values are
case-sensitive, so \`Windows\` with a capital letter matches no node. Use \`windows\` in lower case.`,
  sources: [docs.labels('#kubernetes-io-os')],
} satisfies Rule;

function* wrongValue(field: Field, label: string, { spec }: Pod): Iterable<Problem> {
  const value = field.string;
  if (value === undefined || SYSTEMS.includes(value) || isPlaceholder(value)) return;
  const lower = value.toLowerCase();
  const fix: Fix = {
    title: `Change \`${value}\` to \`${lower}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: lower }],
  };
  yield {
    at: field.valueSpan,
    ...(spec.get('nodeName') === undefined ? {} : { case: '`nodeName` is set' }),
    message: message('`{0}: {1}` matches no node: the value must be `windows` or `linux`.', label, value),
    fixes: SYSTEMS.includes(lower) ? [fix] : [],
  };
}
