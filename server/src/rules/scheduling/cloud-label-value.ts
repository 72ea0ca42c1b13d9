import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { CLOUD_OS_LABELS, cloudOsLabel } from '../../windows/providers.ts';

export default {
  id: 'scheduling/cloud-label-value',
  title: 'Unknown value of a cloud-specific Windows label',
  gate: 'any',
  pod: {
    watches: CLOUD_OS_LABELS.map(({ key }) => `spec.nodeSelector[${key}]`),
    *check(field) {
      const label = String(field.key);
      const value = field.source;
      const known = [...(cloudOsLabel(label)?.values.keys() ?? [])];
      const meant = known.find((one) => letters(one) === letters(value ?? ''));
      if (value === undefined || meant === undefined || field.string === meant) return;
      const isNumber = field.number !== undefined;
      const fix: Fix = {
        title: isNumber ? `Quote \`${value}\`` : `Change \`${value}\` to \`${meant}\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: meant }],
      };
      yield {
        at: field.valueSpan,
        ...(isNumber ? { case: 'the value is a number' } : {}),
        message: isNumber
          ? message('`{0}` is a number, but label values must be strings.', value)
          : message('`{0}: {1}` matches no node: the value is spelled `{2}`.', label, value, meant),
        fixes: [fix],
      };
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
    { effect: 'fails', doubtful: true, result: 'The pod stays Pending.' },
  ],
  why: `Cloud providers add their own labels to Windows nodes: AKS \`kubernetes.azure.com/os-sku: Windows2022\`, GKE
\`cloud.google.com/gke-os-distribution: windows_ltsc\` and \`cloud.google.com/gke-windows-os-version: "2022"\`. Label
values are case-sensitive strings. Quote \`2022\`; otherwise, YAML reads it as a number.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

function letters(value: string): string {
  return value.toLowerCase().replace(/[\s_-]/g, '');
}
