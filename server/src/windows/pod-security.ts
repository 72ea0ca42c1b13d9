import type { Facts, NamespaceFact } from '../kubernetes/facts.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import { type Container, effective, type Pod } from '../kubernetes/pod.ts';
import { isWithin, type KubernetesVersion, minorOf } from '../kubernetes/version.ts';
import type { Field } from '../yaml/read/field.ts';

/** What the labels of a namespace ask of its pods in one of the three modes. */
export interface PodSecurityPolicy {
  readonly mode: Mode;
  readonly level: 'baseline' | 'restricted';
  /** The release whose checks are made; one newer than the cluster counts as the cluster's own. */
  readonly version: KubernetesVersion;
  /** As admission writes it: `restricted:latest`. */
  readonly text: string;
}

const MODES = ['enforce', 'warn', 'audit'] as const;
type Mode = (typeof MODES)[number];

/** The label of a namespace: `pod-security.kubernetes.io/enforce-version`. */
export function podSecurityLabel(mode: Mode, what: 'level' | 'version'): string {
  return `pod-security.kubernetes.io/${mode}${what === 'version' ? '-version' : ''}`;
}

/** The policies that forbid something, the enforced one first. A label that cannot be read is none. */
export function podSecurityPolicies(
  labels: Readonly<Record<string, string>>,
  cluster: KubernetesVersion,
): PodSecurityPolicy[] {
  return MODES.flatMap((mode) => {
    const level = labels[podSecurityLabel(mode, 'level')];
    const written = labels[podSecurityLabel(mode, 'version')] ?? 'latest';
    const minor = /^v1\.(0|[1-9]\d{0,2})$/.exec(written)?.[1];
    if ((level !== 'baseline' && level !== 'restricted') || (minor === undefined && written !== 'latest')) return [];
    const version: KubernetesVersion = `1.${Math.min(Number(minor ?? minorOf(cluster)), minorOf(cluster))}`;
    return [{ mode, level, version, text: `${level}:${written}` }];
  });
}

/** A policy together with the namespace that has it. */
export interface NamespacePolicy extends PodSecurityPolicy {
  readonly namespace: NamespaceFact;
}

/** The policies for an object, as far as its namespace is in the workspace. */
export function policiesFor({ namespace }: KubeObject, cluster: KubernetesVersion, facts: Facts): NamespacePolicy[] {
  const found = namespace === null ? undefined : facts.named('Namespace', namespace);
  if (found === undefined || found.isIncomplete) return [];
  return podSecurityPolicies(found.labels, cluster).map((policy) => ({ ...policy, namespace: found }));
}

/** The policy `restricted` that the namespace of an object enforces, as far as the workspace shows it. */
export function enforcedRestricted(
  object: KubeObject,
  cluster: KubernetesVersion,
  facts: Facts,
): NamespacePolicy | undefined {
  return policiesFor(object, cluster, facts).find(({ mode, level }) => mode === 'enforce' && level === 'restricted');
}

/** The words of `restricted` for fields that only Linux has, and the policy versions that have the check. */
const LINUX_REASONS = [
  {
    reason: 'allowPrivilegeEscalation != false',
    since: '1.8',
    holds: ({ containers }) => containers.some(mayEscalate),
  },
  { reason: 'unrestricted capabilities', since: '1.22', holds: ({ containers }) => containers.some(keepsCapabilities) },
  { reason: 'seccompProfile', since: '1.19', holds: lacksSeccompProfile },
] as const satisfies readonly {
  readonly reason: string;
  readonly since: KubernetesVersion;
  readonly holds: (pod: Pod) => boolean;
}[];

/** What `restricted` certainly has against a pod's fields for Linux, before it looks at `os.name`. */
export function linuxReasons(pod: Pod): string[] {
  return LINUX_REASONS.filter(({ holds }) => pod.spec.known(() => holds(pod)) === true).map(({ reason }) => reason);
}

/** Those of the reasons that a policy version knows. */
export function reasonsIn(version: KubernetesVersion, reasons: readonly string[]): string[] {
  return LINUX_REASONS.filter(({ reason, since }) => reasons.includes(reason) && isWithin(version, since)).map(
    ({ reason }) => reason,
  );
}

/** Whether a policy version passes over the fields for Linux where `os.name` is windows. */
export function respectsOsName(version: KubernetesVersion): boolean {
  return isWithin(version, '1.25');
}

/**
 * Why `restricted` may find that a pod runs as root: the first field that says so, else the first container that
 * neither has `runAsNonRoot` nor gets it from the pod. Undefined where all is as it wants it.
 */
export function mayRunAsRoot(
  pod: Pod,
  version: KubernetesVersion,
): { readonly field: Field } | { readonly container: Container } | undefined {
  if (isWithin(version, '1.35') && pod.spec.get('hostUsers')?.boolean === false) return undefined;
  const fields = [pod.spec, ...pod.containers.map((one) => one.field)].flatMap(
    (one) => one.at('securityContext', 'runAsNonRoot') ?? [],
  );
  const field = fields.find((one) => one.boolean === false);
  if (field !== undefined) return { field };
  const container = pod.containers.find((one) => effective(pod, one, 'runAsNonRoot') === undefined);
  return container && { container };
}

/** The first field that makes the pod or a container HostProcess, one that its containers set aside included. */
export function hostProcessField({ spec, containers }: Pod): Field | undefined {
  return [spec, ...containers.map(({ field }) => field)]
    .map((one) => one.at('securityContext', 'windowsOptions', 'hostProcess'))
    .find((field) => field?.boolean === true);
}

// A field of another type is not read: the API server refuses it, or a template makes its value.

function mayEscalate({ field }: Container): boolean {
  const allows = field.at('securityContext', 'allowPrivilegeEscalation');
  return allows === undefined || allows.boolean === true;
}

function keepsCapabilities({ field }: Container): boolean {
  const capabilities = field.at('securityContext', 'capabilities');
  const drop = capabilities?.get('drop');
  const added = capabilities?.get('add')?.strings() ?? [];
  if (added.some((one) => one !== 'NET_BIND_SERVICE')) return true;
  return drop === undefined ? capabilities === undefined || capabilities.isMapping : isListWithout(drop, 'ALL');
}

function isListWithout(list: Field, item: string): boolean {
  return list.isSequence && list.items().every((one) => one.isScalar && one.string !== item);
}

function lacksSeccompProfile(pod: Pod): boolean {
  const profiles = [
    pod.spec.at('securityContext', 'seccompProfile'),
    ...pod.containers.map((one) => effective(pod, one, 'seccompProfile')),
  ];
  const [ofPod, ...ofContainers] = profiles;
  return (
    (ofPod !== undefined && isUnconfined(ofPod)) || ofContainers.some((one) => one === undefined || isUnconfined(one))
  );
}

function isUnconfined(profile: Field): boolean {
  const type = profile.get('type');
  if (type === undefined) return profile.isMapping;
  return type.string !== undefined && type.string !== 'RuntimeDefault' && type.string !== 'Localhost';
}
