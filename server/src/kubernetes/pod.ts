import type { Span } from '../text/span.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import { type Composed, type EmbeddedPod, type EmbeddedPods, embeddedPods } from './embedded-pods.ts';
import type { KubeObject } from './object.ts';
import { workloadKind } from './workloads.ts';

/** The three lists of containers of a pod spec, the main one first. */
export const CONTAINER_LISTS = ['containers', 'initContainers', 'ephemeralContainers'] as const;
export type ContainerList = (typeof CONTAINER_LISTS)[number];

/** Whether a key of a pod spec is one of the lists of containers. */
export function isContainerList(key: string): key is ContainerList {
  return CONTAINER_LISTS.some((list) => list === key);
}

/** A pod, or the template of the pods that an object makes. */
export interface Pod {
  readonly object: KubeObject;
  /** As the API has it; where the object has another shape, a view of its fields (`composed`). */
  readonly spec: Field;
  /** The metadata of the pod or of the pod template. */
  readonly metadata: Field | undefined;
  readonly containers: readonly Container[];
  readonly containersByField: ReadonlyMap<Field, Container>;
  /**
   * Whether more may come to it, from the rest of a Kustomize patch, a controller or a template: nothing is "missing" in
   * it.
   */
  readonly partial: boolean;
  /** Whether the object itself is only a part of one. */
  readonly patch: boolean;
  /** Whether a custom resource holds it: the API server sees the pod only when a controller makes it. */
  readonly embedded: boolean;
  /** What to heed when it is changed, where the object holds no pod spec as the API has it. */
  readonly composed: Composed | undefined;
}

/** An entry of one of the lists; one that is no mapping is none. */
export interface Container {
  readonly list: ContainerList;
  readonly name: string | undefined;
  readonly field: Field;
}

/** The pod that an object of the API's own kinds is or makes; undefined for other kinds and where there is no spec. */
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
 * The pods that an object is or makes, each with a spec. Custom resources hold them at the places of a preset, or at
 * those that are configured for their `group/Kind`.
 */
export function podsOf(object: KubeObject, configured: EmbeddedPods): Pod[] {
  const pod = podOf(object);
  return pod === undefined ? embeddedPods(object, configured).map((one) => podAt(object, one, true)) : [pod];
}

function podAt(object: KubeObject, { spec, metadata, isPartial, composed }: EmbeddedPod, embedded: boolean): Pod {
  const containers = CONTAINER_LISTS.flatMap((list) =>
    (spec.get(list)?.items() ?? [])
      .filter((field) => field.isMapping)
      .map((field): Container => ({ list, field, name: field.get('name')?.string })),
  );
  // No manifest adds ephemeral containers: a pod that has them was read from a cluster and is no patch.
  const patch =
    CONTAINER_LISTS.some((list) => spec.get(list)?.isIncomplete) ||
    containers.every(({ list }) => list === 'initContainers') ||
    (!isWhole(object) && containers.some(({ field }) => field.get('image') === undefined));
  const containersByField = new Map(containers.map((one) => [one.field, one]));
  return {
    object,
    spec,
    metadata,
    containers,
    containersByField,
    partial: patch || isPartial,
    patch,
    embedded,
    composed,
  };
}

/** Whether an object has what no patch of one repeats: the selector that cannot be changed, and the labels for it. */
function isWhole({ kind, field }: KubeObject): boolean {
  const labels = field.at(...(workloadKind(kind)?.template ?? []), 'metadata', 'labels');
  return field.at('spec', 'selector') !== undefined && labels !== undefined;
}

/** A field of a container where it has its own value, else that of the pod: how security contexts are merged. */
export function effective(pod: Pod, container: Container, ...path: FieldPath): Field | undefined {
  return container.field.at('securityContext', ...path) ?? pod.spec.at('securityContext', ...path);
}

/** The container that a field is a part of. */
export function containerAround(pod: Pod, field: Field): Container | undefined {
  return pod.containersByField.get(field) ?? (field.parent && containerAround(pod, field.parent));
}

/** The containers for which a field may count: the one that it is a part of, else all. */
export function containersUnder(pod: Pod, field: Field): readonly Container[] {
  const container = containerAround(pod, field);
  return container === undefined ? pod.containers : [container];
}

/** Where to point at a whole container: its name, or what it begins with. */
export function containerSpan(container: Container): Span {
  return container.field.get('name')?.valueSpan ?? container.field.span;
}

/** Where to point at a whole object: its name, else its kind. */
export function objectSpan(object: KubeObject): Span {
  const name = object.field.at('metadata', 'name') ?? object.field.at('metadata', 'generateName');
  return (name ?? object.field.get('kind'))?.valueSpan ?? object.field.span;
}
