import { isLabelValue } from '../../kubernetes/labels.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { INVALID_LABEL_VALUE, LABEL_VALUES_SOURCE, NOT_A_LABEL_VALUE } from '../../rule-kit/label-values.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { CLOUD_OS_LABELS, cloudOsLabel } from '../../windows/providers.ts';

export default {
  id: 'scheduling/cloud-label-value',
  code: 'KW1142',
  title: 'Wrong value of a cloud-specific Windows label',
  gate: 'any',
  pod: {
    watches: CLOUD_OS_LABELS.map(({ key }) => `spec.nodeSelector[${key}]`),
    check(field, { report }) {
      const label = String(field.key);
      const value = field.source;
      const known = [...(cloudOsLabel(label)?.values.keys() ?? [])];
      const intended = known.find((candidate) => letters(candidate) === letters(value ?? ''));
      if (value === undefined || intended === undefined || field.string === intended) return;
      const isNumber = field.number !== undefined;
      const isValid = isLabelValue(value);
      const shown = isValid ? value : JSON.stringify(value);
      const fix: Fix = {
        title: isNumber ? t`Quote \`${value}\`` : t`Change \`${shown}\` to \`${intended}\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: intended }],
      };
      report({
        at: field.valueSpan,
        ...(isNumber ? { case: 'the value is a number' } : {}),
        ...(isValid ? {} : { case: 'the value is not a valid label value', field: field.path.slice(0, -1) }),
        message: isNumber
          ? message('`{0}` is a number, but label values must be strings.', value)
          : message('`{0}: {1}` {effect}: the value is spelled `{2}`.', label, shown, intended),
        fixes: [fix],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the value is a number',
      doubtful: true,
      result: 'The API server cannot decode the object.',
      seen: 'cannot unmarshal number into Go struct field PodSpec.nodeSelector of type string',
    },
    {
      effect: 'rejected',
      case: 'the value is not a valid label value',
      result: NOT_A_LABEL_VALUE,
      seen: INVALID_LABEL_VALUE,
    },
    { effect: 'fails', doubtful: true, phrase: 'matches no node', result: 'The pod stays Pending.' },
  ],
  why: `Cloud providers add their own labels to Windows nodes: AKS \`kubernetes.azure.com/os-sku: Windows2022\`, GKE
\`cloud.google.com/gke-os-distribution: windows_ltsc\` and \`cloud.google.com/gke-windows-os-version: "2022"\`. Label
values are case-sensitive strings. Quote \`2022\`; otherwise, YAML reads it as a number.`,
  sources: [docs.windowsGuide, code(LABEL_VALUES_SOURCE)],
} satisfies Rule;

function letters(value: string): string {
  return value.toLowerCase().replace(/[\s_-]/g, '');
}
