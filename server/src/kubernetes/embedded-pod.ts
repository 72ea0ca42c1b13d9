import type { Field } from '../yaml/read/field.ts';

/** A pod in a custom resource. */
export interface EmbeddedPod {
  readonly spec: Field;
  readonly metadata: Field | undefined;
  /** Whether its controller may add node selection or relevant containers. */
  readonly isPartial: boolean;
  /** Whether its controller adds fields that the API server rejects beside `os.name: windows`. */
  readonly getsLinuxFields?: boolean;
  readonly composed?: Composition;
}

/** How a pod can be changed that is composed of fields in several places. */
export interface Composition {
  /** The fields of a pod spec that can be added where the view is. */
  readonly keys: readonly string[];
  /** Fields that also apply to other pods of the object. */
  readonly shared: readonly Field[];
  /** The container whose fields are written beside those of the pod, or in a mapping that is not a container. */
  readonly main?: MainContainer;
}

/** A container of a flat object: its operator creates it from fields of the object. */
export interface MainContainer {
  /** The name that the operator gives it. */
  readonly name: string;
  /** A view of its fields. */
  readonly field: Field;
  /** The fields themselves. */
  readonly parts: readonly Field[];
  /** The fields of a container that can be added where the view is. */
  readonly keys: readonly string[];
}

/** The fields of a pod spec that select nodes. */
export const SCHEDULING_KEYS: readonly string[] = ['nodeSelector', 'affinity', 'tolerations'];
