import { selectorFor } from '../kubernetes/chart-values.ts';
import type { Facts } from '../kubernetes/facts.ts';
import type { Container, Pod } from '../kubernetes/pod.ts';
import { t } from '../text/localize.ts';
import type { Field } from '../yaml/read/field.ts';
import type { Evidence } from './evidence.ts';
import { type ImagePrefixes, imageOs, podImages } from './images.ts';
import { PROVIDERS } from './providers.ts';

// What a pod shows of its operating system beside os.name and labels. Each sign is listed once per wording: ten
// containers with the same image are one sign.

/** `hostProcess: true`, which only Windows pods can have. */
export function hostProcessSigns(pod: Pod): Evidence[] {
  const signs = windowsOptions(pod).flatMap((options) => {
    const field = options.get('hostProcess');
    return field?.boolean === true ? [sign('hostProcess', 'strong', 'windows', 'hostProcess: true', field)] : [];
  });
  return distinct(signs);
}

/**
 * GMSA and user names: they are read on Windows alone, but legal on every pod. What a template writes there, too, and a
 * `hostProcess` that it may set.
 */
export function windowsOptionsSigns(pod: Pod): Evidence[] {
  const signs = windowsOptions(pod).flatMap((options) =>
    ['gmsaCredentialSpecName', 'gmsaCredentialSpec', 'runAsUserName', 'hostProcess'].flatMap((key) => {
      const field = options.get(key);
      const value = field?.outline;
      if (!field || !value || (key === 'hostProcess' && !field.isOpen)) return [];
      const text = key === 'gmsaCredentialSpec' ? key : `${key}: ${value}`;
      return [sign('windowsOptions', 'medium', 'windows', text, field)];
    }),
  );
  return distinct(signs);
}

/** What the images of the containers are built for. */
export function imageSigns(pod: Pod, prefixes?: ImagePrefixes): Evidence[] {
  const signs = podImages(pod).flatMap(({ field, image }) => {
    const os = imageOs(image, prefixes)?.os;
    return os === undefined ? [] : [sign('image', 'medium', os, `image ${image.text}`, field)];
  });
  return distinct(signs);
}

/** What the values of a chart give a template that writes the whole node selector of them; users may give others. */
export function chartValuesSigns(pod: Pod, facts: Facts, chart: string | undefined): Evidence[] {
  const path = chart === undefined ? undefined : pod.spec.chartValue('nodeSelector');
  if (chart === undefined || path === undefined) return [];
  const given = selectorFor(chart, path, facts);
  if (given === undefined) return [];
  const { os, label, at } = given.selector;
  const keys = given.path.slice(1);
  const text = t`values.yaml: ${keys} has ${label}: ${os}`;
  const field = [...keys.split('.'), label];
  return [
    { signal: 'chartValues', strength: 'medium', says: os, text, field, at: { ...given.values.place, span: at } },
  ];
}

/** The name of a RuntimeClass that is not in the workspace, or that selects no operating system there. */
export function runtimeClassNameSign(pod: Pod): Evidence[] {
  const field = pod.spec.get('runtimeClassName');
  const name = field?.string;
  if (field === undefined || name === undefined || !/windows|wcow|ltsc/i.test(name)) return [];
  return [sign('runtimeClass', 'weak', 'windows', `runtimeClassName: ${name}`, field)];
}

/** A toleration permits Windows nodes and attracts none. Without a key it permits everything and says nothing. */
export function tolerationSigns(pod: Pod): Evidence[] {
  const tolerations = pod.spec.get('tolerations')?.items() ?? [];
  const signs = tolerations.filter(isWindowsToleration).map((field) => {
    const text = t`toleration of ${field.get('key')?.string}=${field.get('value')?.string}`;
    return sign('toleration', 'weak', 'windows', text, field);
  });
  return distinct(signs);
}

/** Whether a toleration names Windows: its key the operating system and its value Windows or a release. */
export function isWindowsToleration(toleration: Field): boolean {
  const key = toleration.get('key')?.string ?? '';
  const value = toleration.get('value')?.string ?? '';
  return TAINT_KEYS.includes(key.toLowerCase()) && namesWindows(value);
}

/** Whether the value of a taint is Windows or one of its releases, in any case: `windows`, `win1809`. */
export function namesWindows(value: string): boolean {
  return /^win(?:dows|\d+)?$/i.test(value);
}

/** Commands, arguments and probes that begin with a program of Windows. */
export function commandSigns(pod: Pod): Evidence[] {
  const signs = pod.containers.flatMap((container) =>
    commands(container).flatMap((list) => {
      const program = list.items()[0];
      const text = program?.string;
      if (program === undefined || text === undefined || !WINDOWS_PROGRAM.test(text)) return [];
      return [sign('command', 'weak', 'windows', `${list.key} ${shorten(text)}`, program)];
    }),
  );
  return distinct(signs);
}

/** Drive letters and backslashes in paths; a named pipe is more than a habit of writing. */
export function pathSigns(pod: Pod): Evidence[] {
  const mounts = pod.containers.flatMap(({ field }) => [
    field.get('workingDir'),
    ...(field.get('volumeMounts')?.items() ?? []).map((mount) => mount.get('mountPath')),
  ]);
  const hostPaths = (pod.spec.get('volumes')?.items() ?? []).map((volume) => volume.at('hostPath', 'path'));
  const signs = [...mounts, ...hostPaths].flatMap((field) => {
    const path = field?.string ?? '';
    const isPipe = /^[\\/]{2}\.[\\/]pipe[\\/]/i.test(path);
    if (field === undefined || !(isPipe || /^[a-z]:(?:$|[\\/])|\\/i.test(path))) return [];
    return [sign('path', isPipe ? 'medium' : 'weak', 'windows', `${field.key} ${shorten(path)}`, field)];
  });
  return distinct(signs);
}

/** Fields that mean something on Linux alone. People copy them, so that they are weak signs. */
export function linuxFieldSigns(pod: Pod): Evidence[] {
  const contexts = [pod.spec, ...pod.containers.map(({ field }) => field)].map((one) => one.get('securityContext'));
  const signs = contexts.flatMap((context) =>
    LINUX_FIELDS.flatMap((key) => {
      const field = context?.get(key);
      const isEmpty = field?.boolean === false || (field?.isMapping && field.entries().length === 0);
      return field === undefined || isEmpty
        ? []
        : [sign('linuxField', 'weak', 'linux', `securityContext.${key}`, field)];
    }),
  );
  return distinct(signs);
}

/** Those of the providers, and the label that people take for one. */
const TAINT_KEYS: readonly string[] = [...PROVIDERS.flatMap(({ taint }) => taint?.key ?? []), 'kubernetes.io/os'];

const WINDOWS_PROGRAM = /^(?:[a-z]:[\\/]|(?:powershell|pwsh|cmd)(?:$|\s)|\S+\.exe(?:$|\s))/i;

/** Of the fields that Windows ignores those that people set for a Linux process and whose value does something. */
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
    (one) => one.at('securityContext', 'windowsOptions') ?? [],
  );
}

function commands({ field }: Container): Field[] {
  const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => [probe, 'exec', 'command']);
  const hooks = ['postStart', 'preStop'].map((hook) => ['lifecycle', hook, 'exec', 'command']);
  // Arguments begin the command line only where no command does.
  const entry = field.get('command') === undefined ? ['args'] : ['command'];
  return [entry, ...probes, ...hooks].flatMap((path) => field.at(...path) ?? []);
}

function sign(
  signal: Evidence['signal'],
  strength: Evidence['strength'],
  says: Evidence['says'],
  text: string,
  field: Field,
): Evidence {
  return { signal, strength, says, text, field: field.path, at: field.isScalar ? field.wholeSpan : field.span };
}

function distinct(signs: readonly Evidence[]): Evidence[] {
  const seen = new Set<string>();
  return signs.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** The first line of a text, and of that what a reader needs to recognize it. */
function shorten(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
