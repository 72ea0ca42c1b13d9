import { isLabelValue } from '../../kubernetes/labels.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Field, type Fix, message, type Report, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import { INVALID_LABEL_VALUE, LABEL_VALUES_SOURCE, NOT_A_LABEL_VALUE } from '../../rule-kit/label-values.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { buildOfLabel, labelOfBuild, supportedBuilds, WINDOWS_BUILDS, windowsBuild } from '../../windows/builds.ts';

export default {
  id: 'scheduling/windows-build-value',
  code: 'KW1163',
  title: 'Invalid value of node.kubernetes.io/windows-build',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec.nodeSelector[node.kubernetes.io/windows-build]'],
    check: (field, { settings, report }) => checkBuild(field, settings, report),
  },
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: ['scheduling.nodeSelector[node.kubernetes.io/windows-build]'],
      check: (field, { settings, report }) => checkBuild(field, settings, report),
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      case: 'the value is a number',
      since: '1.17',
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
    {
      effect: 'fails',
      since: '1.17',
      doubtful: true,
      phrase: 'is not a valid build',
      result: 'Pods stay Pending unless nodes are labeled manually.',
    },
  ],
  why: `The label contains the major, minor and build number without the patch: \`10.0.20348\` is Windows Server 2022,
\`10.0.26100\` is Windows Server 2025. Kubernetes never supported nodes with Windows Server 2016 or other releases
before 1809. Use the label value of your nodes, which \`kubectl get nodes -L node.kubernetes.io/windows-build\` shows.`,
  sources: [docs.labels('#nodekubernetesiowindows-build'), docs.windowsGuide, code(LABEL_VALUES_SOURCE)],
} satisfies Rule;

function checkBuild(field: Field, settings: Settings, report: Report): void {
  const value = field.source;
  if (value === undefined || isPlaceholder(value)) return;
  const build = buildOfLabel(value);
  const known = build === undefined ? undefined : windowsBuild(build);
  if (build !== undefined && (known === undefined || known.label !== undefined)) return;
  const number = /^(?:10\.0\.)?(\d{5})(?:\.\d+)?$/.exec(value.trim())?.[1];
  const named = WINDOWS_BUILDS.filter((release) => release.label !== undefined && String(release.build) === number);
  const isNumber = field.number !== undefined;
  const isValid = isLabelValue(value);
  const shown = isValid ? value : JSON.stringify(value);
  report({
    at: field.valueSpan,
    ...(isNumber ? { case: 'the value is a number' } : {}),
    ...(isValid ? {} : { case: 'the value is not a valid label value', field: field.path.slice(0, -1) }),
    message: isNumber
      ? message('`{0}` is a number, but label values must be strings.', value)
      : known === undefined
        ? message('`{0}` {effect}: the label has the form `10.0.<build>`.', shown)
        : message('`{0}` is not a supported build: Kubernetes never supported nodes with {1}.', value, known.product),
    fixes: (named.length > 0 ? named : supportedBuilds(settings)).map(
      (release): Fix => ({
        title: t`Change to \`${labelOfBuild(release.build)}\` (${release.product})`,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: labelOfBuild(release.build) }],
      }),
    ),
  });
}
