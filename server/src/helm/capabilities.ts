import { isWithin, type KubernetesVersion, minorOf } from '../kubernetes/version.ts';
import { struct } from './objects.ts';
import { NOWHERE } from './source.ts';
import { SourcedText } from './sourced-text.ts';
import { bool, type Special, text, type Value } from './value.ts';

/** `.Capabilities` of a cluster. `apiVersions` are all that it has; by default, only those of Kubernetes are known. */
export function capabilitiesObject(release: KubernetesVersion, apiVersions: readonly string[] | undefined): Special {
  return struct('*chartutil.Capabilities', (name) => {
    switch (name) {
      case 'KubeVersion':
        return kubernetesVersion(release);
      case 'APIVersions':
        return struct('chartutil.VersionSet', (method, [wanted]) => {
          if (method !== 'Has' || wanted?.kind !== 'text' || wanted.value.hasHoles) return 'unknown';
          const has = apiVersions?.includes(wanted.value.text) ?? isServed(wanted.value.text, release);
          return has === undefined ? 'unknown' : bool(has);
        });
      case 'HelmVersion':
        return 'unknown';
      default:
        return undefined;
    }
  });
}

function kubernetesVersion(release: KubernetesVersion): Special {
  const made = (value: string): Value => text(SourcedText.made(value, NOWHERE));
  const version = `v${release}.0`;
  const fields: ReadonlyMap<string, Value> = new Map([
    ['Version', made(version)],
    ['GitVersion', made(version)],
    ['String', made(version)],
    ['Major', made('1')],
    ['Minor', made(String(minorOf(release)))],
  ]);
  return struct('chartutil.KubeVersion', (name) => fields.get(name), version);
}

/**
 * Whether Kubernetes serves an API version, or a kind in it; undefined for those of other projects and those that are not in
 * all releases and configurations.
 */
function isServed(apiVersion: string, release: KubernetesVersion): boolean | undefined {
  const version = apiVersion
    .split('/')
    .slice(0, apiVersion.startsWith('v1') ? 1 : 2)
    .join('/');
  const span = SERVED.get(version);
  if (span === undefined) return undefined;
  const isNow = isWithin(release, span.since, span.until);
  // Whether it has the kind is not known.
  return version === apiVersion || !isNow ? isNow : undefined;
}

interface Served {
  readonly since?: KubernetesVersion;
  readonly until?: KubernetesVersion;
}

/** https://kubernetes.io/docs/reference/using-api/deprecation-guide/ */
const SERVED: ReadonlyMap<string, Served> = new Map<string, Served>([
  ['v1', {}],
  ['apps/v1', {}],
  ['batch/v1', {}],
  ['autoscaling/v1', {}],
  ['autoscaling/v2', { since: '1.23' }],
  ['networking.k8s.io/v1', {}],
  ['rbac.authorization.k8s.io/v1', {}],
  ['storage.k8s.io/v1', {}],
  ['admissionregistration.k8s.io/v1', { since: '1.16' }],
  ['apiextensions.k8s.io/v1', { since: '1.16' }],
  ['policy/v1', { since: '1.21' }],
  ['scheduling.k8s.io/v1', {}],
  ['coordination.k8s.io/v1', {}],
  ['extensions/v1beta1', { until: '1.21' }],
  ['apps/v1beta1', { until: '1.15' }],
  ['apps/v1beta2', { until: '1.15' }],
  ['networking.k8s.io/v1beta1', { until: '1.21' }],
  ['policy/v1beta1', { until: '1.24' }],
  ['batch/v1beta1', { until: '1.24' }],
  ['rbac.authorization.k8s.io/v1beta1', { until: '1.21' }],
  ['apiextensions.k8s.io/v1beta1', { until: '1.21' }],
  ['autoscaling/v2beta1', { until: '1.24' }],
  ['autoscaling/v2beta2', { until: '1.25' }],
]);
