import { type Container, containersUnder, effective, type Pod } from '../kubernetes/pod.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import { hasGmsa } from './gmsa.ts';
import { isHostProcess } from './host-process.ts';

/** A container with what counts for it of its own security context and the pod's. */
export interface MergedContext {
  readonly container: Container;
  readonly runAsUserName: Field | undefined;
  readonly isHostProcess: boolean;
  readonly hasGmsa: boolean;
}

/**
 * The containers for which a field of some security context counts: none of those that have it themselves where it is
 * the pod's. `path` leads to it from the security context.
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
