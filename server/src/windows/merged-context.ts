import { type Container, containersUnder, effective, type Pod } from '../kubernetes/pod.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import { hasGmsa } from './gmsa.ts';
import { isHostProcess } from './host-process.ts';

/** A container with the effective values of its security context and that of the pod. */
export interface MergedContext {
  readonly container: Container;
  readonly runAsUserName: Field | undefined;
  readonly isHostProcess: boolean;
  readonly hasGmsa: boolean;
}

/**
 * The containers to which a field of a security context applies. A field of the pod does not apply to containers that set
 * it themselves. `path` is the path of the field in the security context.
 */
export function contextsUnder(pod: Pod, version: KubernetesVersion, field: Field, ...path: FieldPath): MergedContext[] {
  return containersUnder(pod, field).flatMap((container) =>
    effective(pod, container, ...path) === field
      ? [
          {
            container,
            isHostProcess: isHostProcess(pod, version, container),
            runAsUserName: effective(pod, container, 'windowsOptions', 'runAsUserName'),
            hasGmsa: hasGmsa(pod, container),
          },
        ]
      : [],
  );
}
