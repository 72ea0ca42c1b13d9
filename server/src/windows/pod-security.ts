import type { NamespaceFact } from '../kubernetes/facts.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import { type Container, effective, type Pod } from '../kubernetes/pod.ts';
import { type Facts, named } from '../kubernetes/questions.ts';
import { isWithin, type KubernetesVersion, minorOf } from '../kubernetes/version.ts';
import type { Field } from '../yaml/read/field.ts';

/** The Pod Security policy of a namespace in one of the three modes. */
export interface PodSecurityPolicy {
  readonly mode: Mode;
  readonly level: 'baseline' | 'restricted';
  /** The release whose checks apply, at most that of the cluster. */
  readonly version: KubernetesVersion;
  /** As in messages of the admission controller: `restricted:latest`. */
  readonly text: string;
}

const MODES = ['enforce', 'warn', 'audit'] as const;
type Mode = (typeof MODES)[number];

/** The label of a namespace: `pod-security.kubernetes.io/enforce-version`. */
export function podSecurityLabel(mode: Mode, what: 'level' | 'version'): string {
  return `pod-security.kubernetes.io/${mode}${what === 'version' ? '-version' : ''}`;
}

/** The policies with restrictions, the enforced one first. Invalid labels are ignored. */
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

/** A policy with its namespace. */
export interface NamespacePolicy extends PodSecurityPolicy {
  readonly namespace: NamespaceFact;
}

/** The policies for an object, if its namespace is in the workspace. */
export function policiesFor({ namespace }: KubeObject, cluster: KubernetesVersion, facts: Facts): NamespacePolicy[] {
  const found = namespace === null ? undefined : facts.ask(named('Namespace', namespace));
  if (found === undefined || found.isIncomplete) return [];
  return podSecurityPolicies(found.labels, cluster).map((policy) => ({ ...policy, namespace: found }));
}

/** The policy `restricted` that the namespace of an object enforces, if it is in the workspace. */
export function enforcedRestricted(
  object: KubeObject,
  cluster: KubernetesVersion,
  facts: Facts,
): NamespacePolicy | undefined {
  return policiesFor(object, cluster, facts).find(({ mode, level }) => mode === 'enforce' && level === 'restricted');
}

/** The reasons of `restricted` for fields that only apply to Linux, and the first policy version with each check. */
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

/** The reasons for which `restricted` certainly rejects the Linux fields of a pod, regardless of `os.name`. */
export function linuxReasons(pod: Pod): string[] {
  return LINUX_REASONS.filter(({ holds }) => pod.spec.known(() => holds(pod)) === true).map(({ reason }) => reason);
}

/** The reasons that exist in a policy version. */
export function reasonsIn(version: KubernetesVersion, reasons: readonly string[]): string[] {
  return LINUX_REASONS.filter(({ reason, since }) => reasons.includes(reason) && isWithin(version, since)).map(
    ({ reason }) => reason,
  );
}

/**
 * Whether `restricted` may admit a pod that does not declare Windows, so that it may depend on the Linux fields of the pod.
 * The namespace, and with it the policy, is often not in the workspace.
 */
export function mayPassRestricted(pod: Pod, version: KubernetesVersion): boolean {
  const holds = (violates: () => boolean) => pod.spec.known(violates) === true;
  if (holds(() => hostProcessField(pod) !== undefined)) return false;
  // What seems to be missing may be added to a partial pod.
  return pod.partial || (linuxReasons(pod).length === 0 && !holds(() => mayRunAsRoot(pod, version) !== undefined));
}

/** Whether a policy version does not check Linux fields if `os.name` is `windows`. */
export function respectsOsName(version: KubernetesVersion): boolean {
  return isWithin(version, '1.25');
}

/**
 * Why `restricted` rejects a pod that may run as root: the first field that allows it, else the first container without an
 * effective `runAsNonRoot`. Undefined if the pod passes.
 */
export function mayRunAsRoot(
  pod: Pod,
  version: KubernetesVersion,
): { readonly field: Field } | { readonly container: Container } | undefined {
  if (isWithin(version, '1.35') && pod.spec.get('hostUsers')?.boolean === false) return undefined;
  const fields = [pod.spec, ...pod.containers.map((container) => container.field)].flatMap(
    (owner) => owner.at('securityContext', 'runAsNonRoot') ?? [],
  );
  const field = fields.find((value) => value.boolean === false);
  if (field !== undefined) return { field };
  const container = pod.containers.find((other) => effective(pod, other, 'runAsNonRoot') === undefined);
  return container && { container };
}

/** The first field that makes the pod or a container HostProcess, even if all containers override that of the pod. */
export function hostProcessField({ spec, containers }: Pod): Field | undefined {
  return [spec, ...containers.map(({ field }) => field)]
    .map((owner) => owner.at('securityContext', 'windowsOptions', 'hostProcess'))
    .find((field) => field?.boolean === true);
}

// Fields of the wrong type are not read: the API server rejects them, or a template determines the value.

function mayEscalate({ field }: Container): boolean {
  const allows = field.at('securityContext', 'allowPrivilegeEscalation');
  return allows === undefined || allows.boolean === true;
}

function keepsCapabilities({ field }: Container): boolean {
  const capabilities = field.at('securityContext', 'capabilities');
  const drop = capabilities?.get('drop');
  const added = capabilities?.get('add')?.strings() ?? [];
  if (added.some((capability) => capability !== 'NET_BIND_SERVICE')) return true;
  return drop === undefined ? capabilities === undefined || capabilities.isMapping : isListWithout(drop, 'ALL');
}

function isListWithout(list: Field, item: string): boolean {
  return list.isSequence && list.items().every((element) => element.isScalar && element.string !== item);
}

function lacksSeccompProfile(pod: Pod): boolean {
  const profiles = [
    pod.spec.at('securityContext', 'seccompProfile'),
    ...pod.containers.map((container) => effective(pod, container, 'seccompProfile')),
  ];
  const [ofPod, ...ofContainers] = profiles;
  return (
    (ofPod !== undefined && isUnconfined(ofPod)) ||
    ofContainers.some((profile) => profile === undefined || isUnconfined(profile))
  );
}

function isUnconfined(profile: Field): boolean {
  const type = profile.get('type');
  if (type === undefined) return profile.isMapping;
  return type.string !== undefined && type.string !== 'RuntimeDefault' && type.string !== 'Localhost';
}
