import { RULES } from '../../server/src/rules/index.ts';
import { pageOf } from '../rules/page.ts';
import type { Data } from '../rules/server-values.ts';
import { randomImage } from './images.ts';
import { type Random, randomFrom } from './random.ts';
import { EXPRESSED, mayBeOpen, podSpecIn, workloadsIn } from './subjects.ts';

/**
 * Workloads that combine parts of the examples of rules, so that many have each watched field, with values that are reported
 * and others. Equal seeds give equal workloads.
 */
export function generatedPods(count: number, seed: number): Data[] {
  const parts = material();
  return Array.from({ length: count }, (_, i) => workload(parts, randomFrom(seed * 100_003 + i)));
}

const LISTS: readonly string[] = ['containers', 'initContainers', 'ephemeralContainers', 'volumes'];

interface Parts {
  readonly containers: readonly Data[];
  readonly volumes: readonly Data[];
  /** Other keys of pod specs with their values. */
  readonly keys: readonly (readonly [string, unknown])[];
  readonly annotations: readonly (readonly [string, unknown])[];
}

function material(): Parts {
  const rules = RULES.filter(({ id }) => EXPRESSED.includes(id));
  const objects = rules.flatMap(({ id }) => pageOf(id).examples.flatMap(({ text }) => workloadsIn(text)));
  const specs = objects
    .flatMap((object): Data[] => {
      const spec = podSpecIn(object);
      return spec === undefined ? [] : [spec];
    })
    .filter((spec) => JSON.stringify(spec).length < 3_000);
  const lists = (name: string) =>
    specs
      .flatMap((spec) => (Array.isArray(spec[name]) ? (spec[name] as Data[]) : []))
      .filter((part) => !mayBeOpen(part));
  const entries = (all: readonly (Data | undefined)[]) =>
    all.flatMap((map) => Object.entries(map ?? {})).filter(([, value]) => !mayBeOpen(value));
  return {
    containers: [...lists('containers'), ...lists('initContainers')],
    volumes: lists('volumes'),
    keys: entries(specs).filter(([key]) => !LISTS.includes(key)),
    annotations: entries(
      objects.map((object) => (object['metadata'] as Data | undefined)?.['annotations'] as Data | undefined),
    ),
  };
}

function workload(parts: Parts, random: Random): Data {
  const { chance, pick, some } = random;
  const spec: Data = {};
  const system = pick(['os', 'os', 'selector', 'selector', 'affinity', 'none', 'linux']);
  // Example keys first: later keys determine the operating system.
  for (const [key, value] of some(parts.keys, 0, 4)) spec[key] = value;
  // A pod has only one of the build labels, because policies do not compare different ones.
  const about = pick(BUILD_LABELS);
  if (chance(0.7)) {
    for (const key of ['os', 'nodeSelector', 'affinity', 'nodeName']) delete spec[key];
    if (chance(0.4)) spec['nodeSelector'] = { [about.key]: pick(about.values) };
    if (chance(0.05)) spec['nodeSelector'] = { ...(spec['nodeSelector'] as Data), type: 'virtual-kubelet' };
  }
  if (chance(0.05)) spec['runtimeClassName'] = 'isolated';
  if (chance(0.1)) {
    const windowsOptions = { hostProcess: chance(0.8), runAsUserName: 'NT AUTHORITY\\SYSTEM' };
    spec['securityContext'] = { ...(spec['securityContext'] as Data), windowsOptions };
    spec['hostNetwork'] = true;
  }
  if (system === 'os') spec['os'] = { name: 'windows' };
  if (system === 'selector')
    spec['nodeSelector'] = { ...(spec['nodeSelector'] as Data), 'kubernetes.io/os': 'windows' };
  if (system === 'linux') spec['nodeSelector'] = { ...(spec['nodeSelector'] as Data), 'kubernetes.io/os': 'linux' };
  if (system === 'affinity') spec['affinity'] = affinity(about, random);
  spec['containers'] = some(parts.containers, 1, 3).map((example, i) => container(example, `c${i}`, parts, random));
  if (chance(0.3)) {
    spec['initContainers'] = some(parts.containers, 1, 2).map((example, i) =>
      container(example, `i${i}`, parts, random),
    );
  }
  if (chance(0.6)) {
    spec['volumes'] = some(parts.volumes, 1, 3).map((volume, i) => ({
      ...volume,
      name: chance(0.7) ? volume['name'] : `v${i}`,
    }));
  }
  const kind = chance(0.5) ? 'Pod' : pick(Object.keys(KINDS));
  const metadata: Data = chance(0.1) ? { annotations: Object.fromEntries(some(parts.annotations, 1, 2)) } : {};
  if (kind === 'Pod') return { apiVersion: 'v1', kind, metadata: { name: 'web', ...metadata }, spec };
  const labels = { app: 'web' };
  const { apiVersion, content } = KINDS[kind] as (typeof KINDS)[string];
  return { apiVersion, kind, metadata: { name: 'web' }, ...content({ metadata: { ...metadata, labels }, spec }) };
}

/** A container of an example, often with fields of another one or a random image. */
function container(example: Data, name: string, parts: Parts, random: Random): Data {
  const { chance, pick } = random;
  const other = chance(0.6) ? pick(parts.containers) : {};
  const context = { ...(other['securityContext'] as Data), ...(example['securityContext'] as Data) };
  return {
    image: 'registry.example/web:1.0',
    ...other,
    ...example,
    ...(chance(0.6) ? { image: randomImage(random) } : {}),
    ...(chance(0.1) ? { resources: { limits: { memory: pick(MEMORY) } } } : {}),
    name,
    ...(Object.keys(context).length > 0 ? { securityContext: context } : {}),
  };
}

const MEMORY = ['0', '32Mi', '50Mi', '64Mi', '100Mi', '60M', '100M', '1023m', '200Mi'];

interface BuildLabel {
  readonly key: string;
  readonly values: readonly string[];
}

const KUBERNETES_LABEL: BuildLabel = {
  key: 'node.kubernetes.io/windows-build',
  values: ['10.0.17763', '10.0.20348', '10.0.26100', '10.0.22621'],
};
const BUILD_LABELS: readonly BuildLabel[] = [
  KUBERNETES_LABEL,
  KUBERNETES_LABEL,
  {
    key: 'kubernetes.azure.com/os-sku',
    values: ['Windows2019', 'Windows2022', 'Windows2025', 'WindowsAnnual', 'Ubuntu'],
  },
  { key: 'cloud.google.com/gke-windows-os-version', values: ['2019', '2022'] },
];

function affinity(about: BuildLabel, { chance, pick, some }: Random): Data {
  const requirement = () => {
    const key = pick([
      'kubernetes.io/os',
      'kubernetes.io/os',
      'beta.kubernetes.io/os',
      'kubernetes.io/arch',
      'pool',
      'type',
      about.key,
      about.key,
    ]);
    const operator = pick(['In', 'In', 'In', 'NotIn', 'Exists', 'DoesNotExist']);
    const values = key.endsWith('/os')
      ? ['windows', 'linux', 'freebsd']
      : key === about.key
        ? about.values
        : key === 'type'
          ? ['virtual-kubelet', 'virtual-kubelet', 'a']
          : ['amd64', 'a', 'b'];
    return operator.endsWith('In') ? { key, operator, values: some(values, 1, 2) } : { key, operator };
  };
  const nodeSelectorTerms = Array.from({ length: chance(0.7) ? 1 : 2 }, () => ({
    matchExpressions: Array.from({ length: chance(0.6) ? 1 : 2 }, requirement),
  }));
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } };
}

const KINDS: Readonly<Record<string, { apiVersion: string; content: (template: Data) => Data }>> = {
  Deployment: { apiVersion: 'apps/v1', content: selected },
  DaemonSet: { apiVersion: 'apps/v1', content: selected },
  ReplicaSet: { apiVersion: 'apps/v1', content: selected },
  StatefulSet: { apiVersion: 'apps/v1', content: selected },
  Job: { apiVersion: 'batch/v1', content: (template) => ({ spec: { template } }) },
  CronJob: {
    apiVersion: 'batch/v1',
    content: (template) => ({ spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template } } } }),
  },
  ReplicationController: { apiVersion: 'v1', content: (template) => ({ spec: { template } }) },
  PodTemplate: { apiVersion: 'v1', content: (template) => ({ template }) },
};

function selected(template: Data): Data {
  return { spec: { selector: { matchLabels: { app: 'web' } }, template } };
}
