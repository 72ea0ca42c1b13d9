import type { Span } from '../text/span.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import type { Composition, EmbeddedPod } from './embedded-pod.ts';
import { type EmbeddedPods, embeddedPods } from './embedded-pods.ts';
import type { KubeObject } from './object.ts';
import { workloadKind } from './workloads.ts';

/** The lists of containers in a pod spec, the main one first. */
export const CONTAINER_LISTS = ['containers', 'initContainers', 'ephemeralContainers'] as const;
export type ContainerList = (typeof CONTAINER_LISTS)[number];

/** Whether a key of a pod spec is one of the lists of containers. */
export function isContainerList(key: string): key is ContainerList {
  return CONTAINER_LISTS.some((list) => list === key);
}

/** A pod, or the template of the pods that an object creates. */
export interface Pod {
  readonly object: KubeObject;
  /** The pod spec; for an object with another shape, a view of its fields (`composed`). */
  readonly spec: Field;
  /** The metadata of the pod or of the pod template. */
  readonly metadata: Field | undefined;
  readonly containers: readonly Container[];
  readonly containersByField: ReadonlyMap<Field, Container>;
  /** Whether a Kustomize patch, controller or template may add to it. Rules do not report missing fields then. */
  readonly partial: boolean;
  /** Whether the object itself is only a patch. */
  readonly patch: boolean;
  /** Whether it is in a custom resource: the API server sees the pod only when the controller creates it. */
  readonly embedded: boolean;
  /** Whether its controller adds fields that the API server rejects beside `os.name: windows`. */
  readonly getsLinuxFields: boolean;
  /** How it can be changed, if the object does not contain a standard pod spec. */
  readonly composed: Composition | undefined;
}

/** An entry of a list of containers that is a mapping. */
export interface Container {
  readonly list: ContainerList;
  readonly name: string | undefined;
  readonly field: Field;
}

/** The pod that an object of a built-in kind is or creates; undefined for other kinds and without a spec. */
export function podOf(object: KubeObject): Pod | undefined {
  const workload = workloadKind(object.kind);
  if (!workload?.groups.includes(object.group)) return undefined;
  const template = object.field.at(...workload.template);
  const spec = template?.get('spec');
  return spec?.isMapping
    ? podAt(object, { spec, metadata: template?.get('metadata'), isPartial: false }, false)
    : undefined;
}

/**
 * The pods that an object is or creates. In custom resources, they are at the paths of a preset or at those configured for
 * their `group/Kind`.
 */
export function podsOf(object: KubeObject, configured: EmbeddedPods): Pod[] {
  const pod = podOf(object);
  return pod === undefined ? embeddedPods(object, configured).map((embedded) => podAt(object, embedded, true)) : [pod];
}

function podAt(object: KubeObject, embeddedPod: EmbeddedPod, embedded: boolean): Pod {
  const { spec, metadata, isPartial, getsLinuxFields = false, composed } = embeddedPod;
  const main = composed?.main;
  const nameOf = (field: Field) => (field === main?.field ? main.name : field.get('name')?.string);
  const containers = CONTAINER_LISTS.flatMap((list) =>
    (spec.get(list)?.items() ?? [])
      .filter((field) => field.isMapping)
      .map((field): Container => ({ list, field, name: nameOf(field) })),
  );
  // Manifests cannot add ephemeral containers. A pod with them was read from a cluster and is not a patch.
  const patch =
    CONTAINER_LISTS.some((list) => spec.get(list)?.isIncomplete) ||
    containers.every(({ list }) => list === 'initContainers') ||
    (!isWhole(object) && containers.some(({ field }) => field.get('image') === undefined));
  const containersByField = new Map(
    containers.flatMap((container) => {
      const parts = container.field === main?.field ? main.parts : [];
      return [container.field, ...parts].map((field) => [field, container] as const);
    }),
  );
  return {
    object,
    spec,
    metadata,
    containers,
    containersByField,
    partial: patch || isPartial,
    patch,
    embedded,
    getsLinuxFields,
    composed,
  };
}

/** Whether an object has a selector and the labels for it, which patches do not repeat because they are immutable. */
function isWhole({ kind, field }: KubeObject): boolean {
  const labels = field.at(...(workloadKind(kind)?.template ?? []), 'metadata', 'labels');
  return field.at('spec', 'selector') !== undefined && labels !== undefined;
}

/** Whether a pod can have `os.name: windows`: its kind has the field, and its controller adds nothing that contradicts it. */
export function canDeclareWindows({ composed, getsLinuxFields }: Pick<Pod, 'composed' | 'getsLinuxFields'>): boolean {
  return !getsLinuxFields && (composed?.keys.includes('os') ?? true);
}

/** The field of a container's security context, or that of the pod if the container does not set it. */
export function effective(pod: Pod, container: Container, ...path: FieldPath): Field | undefined {
  return container.field.at('securityContext', ...path) ?? pod.spec.at('securityContext', ...path);
}

/** The container to which a field belongs. */
export function containerAround(pod: Pod, field: Field): Container | undefined {
  return pod.containersByField.get(field) ?? (field.parent && containerAround(pod, field.parent));
}

/** The containers to which a field may apply: the one that contains it, else all. */
export function containersUnder(pod: Pod, field: Field): readonly Container[] {
  const container = containerAround(pod, field);
  return container === undefined ? pod.containers : [container];
}

/** The span for findings about a whole container: its name, or its first key. */
export function containerSpan(container: Container): Span {
  return container.field.get('name')?.valueSpan ?? container.field.span;
}

/** The span for findings about a whole object: its name, else its kind. */
export function objectSpan(object: KubeObject): Span {
  const name = object.field.at('metadata', 'name') ?? object.field.at('metadata', 'generateName');
  return (name ?? object.field.get('kind'))?.valueSpan ?? object.field.span;
}
