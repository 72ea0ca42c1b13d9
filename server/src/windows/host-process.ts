import { type Container, containerAround, effective, type Pod } from '../kubernetes/pod.ts';
import { isWithin, type KubernetesVersion } from '../kubernetes/version.ts';
import type { Field } from '../yaml/read/field.ts';

export interface HostProcess {
  /** How many of the containers are HostProcess; of a pod without containers its own value decides. */
  readonly extent: 'all' | 'some' | 'none';
  readonly containers: readonly {
    readonly container: Container;
    readonly isHostProcess: boolean;
    /** Where the value is from: the container's own field, else the pod's; undefined where neither has one. */
    readonly field: Field | undefined;
  }[];
}

/**
 * Which containers are HostProcess in a release: a container's own value counts, else that of the pod. Servers below 1.22
 * drop the field.
 */
export function hostProcess(pod: Pod, version: KubernetesVersion): HostProcess {
  const containers = pod.containers.map((container) => {
    const field = effective(pod, container, 'windowsOptions', 'hostProcess');
    return { container, isHostProcess: isHostProcess(pod, version, container), field };
  });
  const own =
    isWithin(version, '1.22') && pod.spec.at('securityContext', 'windowsOptions', 'hostProcess')?.boolean === true;
  const values = containers.length === 0 ? [own] : containers.map((one) => one.isHostProcess);
  return { extent: values.every(Boolean) ? 'all' : values.some(Boolean) ? 'some' : 'none', containers };
}

/** Whether one container of a pod is HostProcess, as `hostProcess` tells it of all. */
export function isHostProcess(pod: Pod, version: KubernetesVersion, container: Container): boolean {
  return isWithin(version, '1.22') && effective(pod, container, 'windowsOptions', 'hostProcess')?.boolean === true;
}

/** Whether a field is a part of a HostProcess container. */
export function isInHostProcess(pod: Pod, version: KubernetesVersion, field: Field): boolean {
  const container = containerAround(pod, field);
  return container !== undefined && isHostProcess(pod, version, container);
}
