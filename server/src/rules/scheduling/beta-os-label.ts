import { type Field, type Fix, message, type Report, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { nodesSelected } from '../../windows/node-constraint.ts';

const LABELS = ['os', 'arch'];
const AFFINITY = 'spec.affinity.nodeAffinity';

export default {
  id: 'scheduling/beta-os-label',
  code: 'KW1141',
  title: 'Deprecated label beta.kubernetes.io/os',
  gate: 'windows',
  pod: {
    watches: [
      ...LABELS.map((label) => `spec.nodeSelector[beta.kubernetes.io/${label}]`),
      `${AFFINITY}.*.nodeSelectorTerms[*].matchExpressions[*].key`,
      `${AFFINITY}.*[*].preference.matchExpressions[*].key`,
    ],
    check: (field, { report }) => checkLabel(field, report),
  },
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: LABELS.map((label) => `scheduling.nodeSelector[beta.kubernetes.io/${label}]`),
      check(field, { report }) {
        const selector = field.parent?.stringMap() ?? {};
        if (nodesSelected(selector) === 'windows') checkLabel(field, report);
      },
    },
  ],
  outcomes: [
    {
      effect: 'advice',
      seen: 'Warning: spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
    },
  ],
  why: `\`kubernetes.io/os\` and \`kubernetes.io/arch\` replaced the beta labels in Kubernetes 1.14. Use the new
labels.

The kubelet still sets the beta labels, but the API server warns about them in 1.19 and later, and a later release may
remove them.`,
  sources: [
    docs.labels('#beta-kubernetes-io-os'),
    code('kubernetes/kubernetes pkg/api/node/util.go'),
    code('kubernetes/kubernetes pkg/api/pod/warnings.go'),
  ],
} satisfies Rule;

function checkLabel(field: Field, report: Report): void {
  // In an affinity, the label is the value of `key`, in a selector it is the key itself.
  const inAffinity = field.key === 'key';
  const label = inAffinity ? (field.string ?? '') : String(field.key);
  if (!LABELS.some((name) => label === `beta.kubernetes.io/${name}`)) return;
  const newLabel = label.slice('beta.'.length);
  const replacement = inAffinity ? undefined : field.parent?.get(newLabel);
  const rename: Fix = {
    title: t`Rename to \`${newLabel}\``,
    safety: 'review',
    changes: [
      inAffinity
        ? { kind: 'replace', path: field.path, value: newLabel }
        : { kind: 'rename', path: field.path, key: newLabel },
    ],
  };
  const remove: Fix = {
    title: t`Remove \`${label}\``,
    safety: 'review',
    changes: [{ kind: 'remove', path: field.path }],
  };
  const isSame = replacement?.text !== undefined && replacement.text === field.text;
  report({
    at: inAffinity ? field.valueSpan : field.span,
    message: message('`{0}` is deprecated: use `{1}` instead.', label, newLabel),
    fixes: replacement === undefined ? [rename] : isSame ? [remove] : [],
  });
}
