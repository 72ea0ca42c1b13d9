import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Field, type Fix, message, type Report, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { ARCH_LABEL, BETA_ARCH_LABEL } from '../../windows/node-constraint.ts';

const TERMS = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';

export default {
  id: 'scheduling/architecture',
  code: 'KW1140',
  title: 'Windows pod for a non-amd64 architecture',
  gate: 'windows',
  pod: {
    watches: [`spec.nodeSelector[${ARCH_LABEL}]`, `spec.nodeSelector[${BETA_ARCH_LABEL}]`, TERMS],
    check(field, { report }) {
      if (field.isScalar) {
        checkArchitecture(field, report);
        return;
      }
      // Terms are alternatives: one that allows amd64 is enough.
      const terms = field.items();
      const excluding = terms.flatMap((term) => term.get('matchExpressions')?.find(excludesAmd64) ?? []);
      const [first] = excluding;
      if (first !== undefined && excluding.length === terms.length) checkExpression(first, report);
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'Kubernetes supports Windows only on amd64, so the pod stays Pending.',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `Kubernetes supports Windows nodes only on amd64. A Windows pod that selects another architecture stays
Pending. Select \`amd64\`, or remove the label.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

function excludesAmd64(expression: Field): boolean {
  if (![ARCH_LABEL, BETA_ARCH_LABEL].includes(expression.get('key')?.string ?? '')) return false;
  const values =
    expression
      .get('values')
      ?.items()
      .map((value) => value.string ?? '') ?? [];
  switch (expression.get('operator')?.string) {
    case 'In':
      return values.length > 0 && !values.includes('amd64') && !values.some(isPlaceholder);
    case 'NotIn':
      return values.includes('amd64');
    case 'DoesNotExist':
      return values.length === 0;
    default:
      return false;
  }
}

function checkExpression(expression: Field, report: Report): void {
  const operator = expression.get('operator');
  const [value, ...others] = expression.get('values')?.items() ?? [];
  if (operator === undefined) return;
  if (operator.string === 'In' && value !== undefined) {
    checkArchitecture(value, report);
    return;
  }
  const change: Fix = {
    title: 'Change `NotIn` to `In`',
    safety: 'review',
    changes: [{ kind: 'replace', path: operator.path, value: 'In' }],
  };
  report({
    at: operator.valueSpan,
    field: operator.path,
    message: message('This node affinity matches no Windows node because it excludes amd64.'),
    fixes: operator.string === 'NotIn' && others.length === 0 ? [change] : [],
  });
}

function checkArchitecture(field: Field, report: Report): void {
  const value = field.string;
  if (value === undefined || value === 'amd64' || isPlaceholder(value)) return;
  report({
    at: field.valueSpan,
    field: field.path,
    message: message('Architecture `{0}` matches no Windows node.', value),
    fixes: [
      {
        title: t`Change \`${value}\` to \`amd64\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: 'amd64' }],
      },
    ],
  });
}
