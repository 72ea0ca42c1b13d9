import { type Container, containerAround, effective, type Pod } from '../kubernetes/pod.ts';
import type { Field } from '../yaml/field.ts';

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

/** Which containers are HostProcess: a container's own value counts, else that of the pod. */
export function hostProcess(pod: Pod): HostProcess {
  const containers = pod.containers.map((container) => {
    const field = effective(pod, container, 'windowsOptions', 'hostProcess');
    return { container, isHostProcess: field?.boolean === true, field };
  });
  const own = pod.spec.at('securityContext', 'windowsOptions', 'hostProcess')?.boolean === true;
  const values = containers.length === 0 ? [own] : containers.map((one) => one.isHostProcess);
  return { extent: values.every(Boolean) ? 'all' : values.some(Boolean) ? 'some' : 'none', containers };
}

/** Whether a field is a part of a HostProcess container. */
export function isInHostProcess(pod: Pod, field: Field): boolean {
  const container = containerAround(pod, field);
  return hostProcess(pod).containers.some((one) => one.isHostProcess && one.container === container);
}
