import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { CLOUD_OS_LABELS, cloudOsLabel } from '../../windows/providers.ts';

export default {
  id: 'scheduling/cloud-label-value',
  title: 'Cloud-specific Windows label with unknown value',
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
          ? message('`{0}` is a number here, but the value of a label is a string.', value)
          : message('No node has `{0}: {1}`: the value is spelled `{2}`.', label, value, meant),
        fixes: [fix],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the value is a number',
      doubtful: true,
      result: 'The API server cannot read the object.',
      seen: 'cannot unmarshal number into Go struct field PodSpec.nodeSelector of type string',
    },
    { effect: 'fails', doubtful: true, result: 'The scheduler finds no node, so the pod stays Pending.' },
  ],
  why: `Clouds label their nodes with the kind of Windows on them: AKS with \`kubernetes.azure.com/os-sku: Windows2022\`, GKE with
\`cloud.google.com/gke-os-distribution: windows_ltsc\` and \`cloud.google.com/gke-windows-os-version: "2022"\`. Label values are
strings and are compared to the letter; a bare \`2022\` is a number to YAML and has to be quoted.`,
  sources: [docs.windowsGuide],
} satisfies Rule;

function letters(value: string): string {
  return value.toLowerCase().replace(/[\s_-]/g, '');
}
