import type { Field } from '../yaml/read/field.ts';
import { type EmbeddedPod, SCHEDULING_KEYS } from './embedded-pod.ts';

// Objects with fields of a pod and fields of its main container side by side, from which an operator creates the pod.

/** Where the fields of a pod spec or of a container are written, as paths: `{ dnsConfig: 'podDnsConfig' }`. */
type Places = Readonly<Record<string, string>>;

/** A flat kind. All paths are from one field of the object. */
interface FlatKind {
  /** The mapping that has most fields of the pod. */
  readonly base: string;
  readonly pod: Places;
  readonly main: { readonly name: string; readonly base: string; readonly fields: Places };
  /** Lists of containers beside the main one. */
  readonly others: readonly string[];
  readonly isPartial: boolean;
}

function inPlace(base: string, ...keys: readonly string[]): Places {
  return Object.fromEntries(keys.map((key) => [key, `${base}.${key}`.replace(/^\./, '')]));
}

// https://github.com/actions/actions-runner-controller, `RunnerSpec` in apis/actions.summerwind.net/v1alpha1 and `newPod`
// in controllers/actions.summerwind.net/runner_controller.go.

const RUNNER: FlatKind = {
  base: '',
  pod: inPlace(
    '',
    ...SCHEDULING_KEYS,
    'securityContext',
    'volumes',
    'initContainers',
    'ephemeralContainers',
    'runtimeClassName',
    'serviceAccountName',
    'automountServiceAccountToken',
    'enableServiceLinks',
    'imagePullSecrets',
    'priorityClassName',
    'terminationGracePeriodSeconds',
    'topologySpreadConstraints',
    'hostAliases',
    'dnsPolicy',
    'dnsConfig',
  ),
  main: {
    name: 'runner',
    base: '',
    fields: inPlace('', 'image', 'imagePullPolicy', 'env', 'envFrom', 'resources', 'volumeMounts'),
  },
  others: ['sidecarContainers'],
  isPartial: false,
};

/** The pods of a runner or of the template of one. With `containers`, which fields apply to which of them is not evaluated. */
function runnerPods(template: Field | undefined): EmbeddedPod[] {
  const spec = template?.get('spec');
  const containers = spec?.get('containers');
  const kind = containers === undefined ? RUNNER : { ...RUNNER, others: ['containers', ...RUNNER.others] };
  return flatPods(spec, kind, { metadata: template?.get('metadata'), hasMain: containers === undefined });
}

// https://github.com/open-telemetry/opentelemetry-operator, `OpenTelemetryCommonFields` in apis/v1beta1/common.go, and
// https://github.com/aws/amazon-cloudwatch-agent-operator, apis/v1alpha1/amazoncloudwatchagent_types.go; in both,
// internal/manifests/collector. `args` and `ports` are not those of a container.

const COLLECTOR: FlatKind = {
  base: '',
  pod: {
    ...inPlace(
      '',
      ...SCHEDULING_KEYS,
      'volumes',
      'initContainers',
      'hostNetwork',
      'shareProcessNamespace',
      'priorityClassName',
      'terminationGracePeriodSeconds',
      'topologySpreadConstraints',
    ),
    securityContext: 'podSecurityContext',
    dnsConfig: 'podDnsConfig',
    serviceAccountName: 'serviceAccount',
  },
  main: {
    name: 'otc-container',
    base: '',
    fields: inPlace(
      '',
      'image',
      'imagePullPolicy',
      'env',
      'envFrom',
      'resources',
      'volumeMounts',
      'lifecycle',
      'securityContext',
    ),
  },
  others: ['additionalContainers'],
  isPartial: false,
};

const CLOUDWATCH_AGENT: FlatKind = {
  ...COLLECTOR,
  main: { ...COLLECTOR.main, fields: { ...COLLECTOR.main.fields, workingDir: 'workingDir' } },
};

/** As a sidecar, it has no pod of its own, and fields of the pod have no effect. */
function collectorPods(spec: Field | undefined, kind: FlatKind): EmbeddedPod[] {
  return spec?.get('mode')?.string === 'sidecar' ? [] : flatPods(spec, kind);
}

/**
 * https://github.com/grafana/alloy, operations/helm/charts/alloy: the `spec` is the values of this chart. It combines the
 * image of several values, and adds a container that reloads the configuration.
 */
const ALLOY: FlatKind = {
  base: 'controller',
  pod: {
    ...inPlace(
      'controller',
      ...SCHEDULING_KEYS,
      'initContainers',
      'hostNetwork',
      'hostPID',
      'dnsPolicy',
      'priorityClassName',
      'terminationGracePeriodSeconds',
      'topologySpreadConstraints',
    ),
    volumes: 'controller.volumes.extra',
    securityContext: 'global.podSecurityContext',
    hostAliases: 'alloy.hostAliases',
  },
  main: {
    name: 'alloy',
    base: 'alloy',
    fields: {
      ...inPlace('alloy', 'envFrom', 'resources', 'lifecycle', 'livenessProbe', 'securityContext'),
      env: 'alloy.extraEnv',
      volumeMounts: 'alloy.mounts.extra',
    },
  },
  others: ['controller.extraContainers'],
  isPartial: true,
};

/** The pod of a flat object: one, or none without the mapping that has its fields. */
function flatPods(
  from: Field | undefined,
  kind: FlatKind,
  { metadata, hasMain = true }: { metadata?: Field | undefined; hasMain?: boolean } = {},
): EmbeddedPod[] {
  const base = from && fieldAt(from, kind.base);
  if (from === undefined || base?.isMapping !== true) return [];
  const read = (places: Places) => Object.entries(places).map(([key, path]) => [key, fieldAt(from, path)] as const);
  const mainBase = hasMain ? fieldAt(from, kind.main.base) : undefined;
  const mainFields = read(kind.main.fields);
  const main = mainBase && {
    name: kind.main.name,
    field: mainBase.withFields(Object.fromEntries(mainFields)),
    parts: mainFields.flatMap(([, field]) => field ?? []),
    keys: addableKeys(kind.main.base, kind),
  };
  const others = kind.others.flatMap((path) => fieldAt(from, path)?.items() ?? []);
  return [
    {
      spec: base.withFields({
        ...Object.fromEntries(read(kind.pod)),
        containers: [...(main === undefined ? [] : [main.field]), ...others],
      }),
      metadata,
      isPartial: kind.isPartial,
      composed: { keys: addableKeys(kind.base, kind), shared: [], ...(main && { main }) },
    },
  ];
}

/**
 * The fields that have their usual names in a mapping. If it has those of the pod and of the container, it is not clear
 * from the name to which of them a security context belongs.
 */
function addableKeys(base: string, { base: podBase, pod, main, others }: FlatKind): string[] {
  const isMixed = podBase === main.base;
  const places = [...(base === podBase ? [pod] : []), ...(base === main.base ? [main.fields] : [])];
  const named = places.flatMap((fields) =>
    Object.keys(fields).filter((key) => fields[key] === inPlace(base, key)[key]),
  );
  const lists = others.flatMap((path) => path.split('.').slice(-1));
  return [...named.filter((key) => !isMixed || key !== 'securityContext'), ...lists];
}

function fieldAt(from: Field, path: string): Field | undefined {
  return path === '' ? from : from.at(...path.split('.'));
}

/** Flat kinds, as `group/Kind`. */
export const FLAT: Readonly<Record<string, (object: Field) => EmbeddedPod[]>> = {
  'actions.summerwind.dev/RunnerDeployment': (object) => runnerPods(object.at('spec', 'template')),
  'actions.summerwind.dev/RunnerReplicaSet': (object) => runnerPods(object.at('spec', 'template')),
  'actions.summerwind.dev/Runner': runnerPods,
  'opentelemetry.io/OpenTelemetryCollector': (object) => collectorPods(object.get('spec'), COLLECTOR),
  'cloudwatch.aws.amazon.com/AmazonCloudWatchAgent': (object) => collectorPods(object.get('spec'), CLOUDWATCH_AGENT),
  'collectors.grafana.com/Alloy': (object) => flatPods(object.get('spec'), ALLOY),
};
