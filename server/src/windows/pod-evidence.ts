import { selectorFor } from '../kubernetes/chart-values.ts';
import type { Container, Pod } from '../kubernetes/pod.ts';
import { quantityOf } from '../kubernetes/quantity.ts';
import type { Facts } from '../kubernetes/questions.ts';
import { t } from '../text/localize.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import type { Evidence } from './evidence.ts';
import { type ImagePrefixes, imageOs, podImages } from './images.ts';
import { misplacedFields } from './misplaced-fields.ts';
import { PROVIDERS } from './providers.ts';

// The evidence in a pod other than `os.name` and node selection. Evidence with the same text is listed once: ten containers
// with the same image are one piece of evidence.

/** `hostProcess: true`, which only Windows pods can set. */
export function hostProcessEvidence(pod: Pod): readonly Evidence[] {
  const evidence = windowsOptions(pod).flatMap((options) => {
    const field = options.get('hostProcess');
    return field?.boolean === true ? [evidenceAt('hostProcess', 'strong', 'windows', 'hostProcess: true', field)] : [];
  });
  return distinct(evidence);
}

/**
 * GMSA and user names, which are allowed on every pod but have an effect only on Windows. A value that a template writes
 * counts, too, and so does a `hostProcess` that a template may set to true.
 */
export function windowsOptionsEvidence(pod: Pod): readonly Evidence[] {
  const evidence = windowsOptions(pod).flatMap((options) =>
    ['gmsaCredentialSpecName', 'gmsaCredentialSpec', 'runAsUserName', 'hostProcess'].flatMap((key) => {
      const field = options.get(key);
      const value = field?.outline;
      if (!field || !value || (key === 'hostProcess' && !field.isIncomplete)) return [];
      const text = key === 'gmsaCredentialSpec' ? key : `${key}: ${value}`;
      return [evidenceAt('windowsOptions', 'medium', 'windows', text, field)];
    }),
  );
  return distinct(evidence);
}

/** Requests for devices that only Windows nodes have. */
export function resourceEvidence(pod: Pod): readonly Evidence[] {
  const amounts = pod.containers
    .flatMap(({ field }) => ['limits', 'requests'].flatMap((list) => field.at('resources', list) ?? []))
    .flatMap((list) => DIRECTX_RESOURCES.flatMap((name) => list.get(name) ?? []))
    .filter((amount) => (quantityOf(amount) ?? 0) > 0);
  return distinct(
    amounts.map((amount) => evidenceAt('resource', 'medium', 'windows', `${amount.key}: ${amount.source}`, amount)),
  );
}

/**
 * The resources of device plug-ins for DirectX, which exist only for Windows nodes.
 * https://learn.microsoft.com/en-us/azure/aks/use-windows-gpu, https://github.com/aarnaud/k8s-directx-device-plugin
 * https://github.com/TensorWorks/DirectX-Device-Plugins
 */
export const DIRECTX_RESOURCES: readonly string[] = [
  'microsoft.com/directx',
  'directx.microsoft.com/compute',
  'directx.microsoft.com/display',
];

/** Windows fields where the API does not have them: without effect, but they show what was meant. */
export function misplacedFieldEvidence(pod: Pod): readonly Evidence[] {
  const evidence = misplacedFields(pod).flatMap(({ field, key }) => {
    if (key === 'runAsNonRoot' || field.boolean === false) return [];
    const value = key === 'gmsaCredentialSpec' ? undefined : (field.outline ?? field.source);
    const text = value ? `${field.key}: ${value}` : String(field.key);
    return [evidenceAt('windowsOptions', 'weak', 'windows', text, field)];
  });
  return distinct(evidence);
}

/** The operating systems for which the images of the containers are built. */
export function imageEvidence(pod: Pod, prefixes?: ImagePrefixes): readonly Evidence[] {
  const evidence = podImages(pod).flatMap(({ field, image }) => {
    const { os, from } = imageOs(image, prefixes) ?? {};
    if (os === undefined) return [];
    if (from !== 'registry') return [evidenceAt('image', 'medium', os, `image ${image.text}`, field)];
    const text = t`every variant of the image ${image.text} is for ${os === 'windows' ? 'Windows' : 'Linux'}`;
    return [evidenceAt('registry', 'medium', os, text, field)];
  });
  return distinct(evidence);
}

/** The default values of a chart whose template writes the whole node selector from them. Users may override them. */
export function chartValuesEvidence(pod: Pod, facts: Facts, chart: string | undefined): readonly Evidence[] {
  const path = chart === undefined ? undefined : pod.spec.chartValue('nodeSelector');
  if (chart === undefined || path === undefined) return [];
  const found = selectorFor(chart, path, facts);
  if (found === undefined) return [];
  const { os, label, at } = found.selector;
  const keys = found.path.slice(1);
  const text = t`values.yaml: ${keys} has ${label}: ${os}`;
  const field = [...keys.split('.'), label];
  return [
    { kind: 'chartValues', strength: 'medium', says: os, text, field, at: { ...found.values.location, span: at } },
  ];
}

/** The name of a RuntimeClass, for one that is not in the workspace or has no node selector for an operating system. */
export function runtimeClassNameEvidence(pod: Pod): readonly Evidence[] {
  const field = pod.spec.get('runtimeClassName');
  const name = field?.string;
  if (field === undefined || name === undefined || !/windows|wcow|ltsc/i.test(name)) return [];
  return [evidenceAt('runtimeClass', 'weak', 'windows', `runtimeClassName: ${name}`, field)];
}

/** Tolerations that name Windows. They allow Windows nodes but do not select them; without a key, they match any taint. */
export function tolerationEvidence(pod: Pod): readonly Evidence[] {
  const tolerations = pod.spec.get('tolerations')?.items() ?? [];
  const evidence = tolerations.filter(isWindowsToleration).map((field) => {
    const text = t`toleration of ${field.get('key')?.string}=${field.get('value')?.string}`;
    return evidenceAt('toleration', 'weak', 'windows', text, field);
  });
  return distinct(evidence);
}

/** Whether a toleration names Windows: its key is one for the operating system, and its value is Windows or a release. */
export function isWindowsToleration(toleration: Field): boolean {
  const key = toleration.get('key')?.string ?? '';
  const value = toleration.get('value')?.string ?? '';
  return TAINT_KEYS.includes(key.toLowerCase()) && namesWindows(value);
}

/** Whether the value of a taint is Windows or one of its releases, ignoring case: `windows`, `win1809`. */
export function namesWindows(value: string): boolean {
  return /^win(?:dows|\d+)?$/i.test(value);
}

/** Commands, arguments, probes and hooks that start with a Windows program. */
export function commandEvidence(pod: Pod): readonly Evidence[] {
  const evidence = pod.containers.flatMap((container) =>
    commands(container).flatMap((list) => {
      const program = list.items()[0];
      const text = program?.string;
      if (program === undefined || text === undefined || !WINDOWS_PROGRAM.test(text)) return [];
      return [evidenceAt('command', 'weak', 'windows', `${list.key} ${shorten(text)}`, program)];
    }),
  );
  return distinct(evidence);
}

/** Drive letters and backslashes in paths are weak evidence; named pipes are medium, because only Windows has them. */
export function pathEvidence(pod: Pod): readonly Evidence[] {
  const mounts = pod.containers.flatMap(({ field }) => [
    field.get('workingDir'),
    ...(field.get('volumeMounts')?.items() ?? []).map((mount) => mount.get('mountPath')),
  ]);
  const hostPaths = (pod.spec.get('volumes')?.items() ?? []).map((volume) => volume.at('hostPath', 'path'));
  const evidence = [...mounts, ...hostPaths].flatMap((field) => {
    const path = field?.string ?? '';
    if (field === undefined || !WINDOWS_PATH.test(path)) return [];
    const isPipe = NAMED_PIPE.test(path);
    return [evidenceAt('path', isPipe ? 'medium' : 'weak', 'windows', `${field.key} ${shorten(path)}`, field)];
  });
  return distinct(evidence);
}

/** Fields that only have an effect on Linux. They are weak evidence, because they are often copied to Windows pods. */
export function linuxFieldEvidence(pod: Pod): readonly Evidence[] {
  const owners = [pod.spec, ...pod.containers.map(({ field }) => field)];
  const contexts = owners.map((owner) => owner.get('securityContext'));
  const evidence = contexts.flatMap((context) =>
    LINUX_FIELDS.flatMap((key) => {
      const field = context?.get(key);
      const isEmpty = field?.boolean === false || (field?.isMapping && field.entries().length === 0);
      return field === undefined || isEmpty
        ? []
        : [evidenceAt('linuxField', 'weak', 'linux', `securityContext.${key}`, field)];
    }),
  );
  return distinct(evidence);
}

/** The taints of the providers, and the label that is often used as a taint. */
const TAINT_KEYS: readonly string[] = [...PROVIDERS.flatMap(({ taint }) => taint?.key ?? []), 'kubernetes.io/os'];

const WINDOWS_PATH = /\\|^[a-z]:(?:$|\/)|^\/\/\.\/pipe\//i;
const NAMED_PIPE = /^[\\/]{2}\.[\\/]pipe[\\/]/i;

const WINDOWS_PROGRAM = /^(?:[a-z]:[\\/]|(?:powershell|pwsh|cmd)(?:$|\s)|\S+\.exe(?:$|\s))/i;

/** The fields without effect on Windows that are set on purpose for Linux processes. */
const LINUX_FIELDS: readonly string[] = [
  'runAsUser',
  'runAsGroup',
  'fsGroup',
  'supplementalGroups',
  'sysctls',
  'capabilities',
  'privileged',
  'seLinuxOptions',
  'seccompProfile',
  'appArmorProfile',
  'procMount',
];

function windowsOptions(pod: Pod): Field[] {
  return [pod.spec, ...pod.containers.map(({ field }) => field)].flatMap(
    (owner) => owner.at('securityContext', 'windowsOptions') ?? [],
  );
}

function commands({ field }: Container): Field[] {
  // `args` starts the command line only without a `command`.
  const own = field.get('command') ?? field.get('args');
  return [own, ...OTHER_COMMANDS.map((path) => field.at(...path))].filter((list) => list !== undefined);
}

const OTHER_COMMANDS: readonly FieldPath[] = [
  ...['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => [probe, 'exec', 'command']),
  ...['postStart', 'preStop'].map((hook) => ['lifecycle', hook, 'exec', 'command']),
];

function evidenceAt(
  kind: Evidence['kind'],
  strength: Evidence['strength'],
  says: Evidence['says'],
  text: string,
  field: Field,
): Evidence {
  return { kind, strength, says, text, field: field.path, at: field.isScalar ? field.wholeSpan : field.span };
}

function distinct(evidence: readonly Evidence[]): readonly Evidence[] {
  if (evidence.length < 2) return evidence;
  const seen = new Set<string>();
  return evidence.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** The beginning of the first line, enough to recognize the text. */
function shorten(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
