import { type Container, containerAround, effective, type Pod } from '../kubernetes/pod.ts';
import { isWithin, type KubernetesVersion } from '../kubernetes/version.ts';
import type { Field } from '../yaml/read/field.ts';
import type { ContainerRuntime } from './container-runtimes.ts';

export interface HostProcess {
  /** How many of the containers are HostProcess; for a pod without containers, its own value decides. */
  readonly extent: 'all' | 'some' | 'none';
  readonly containers: readonly {
    readonly container: Container;
    readonly isHostProcess: boolean;
    /** The field with the value: that of the container, else that of the pod; undefined if neither is set. */
    readonly field: Field | undefined;
  }[];
}

/**
 * Which containers are HostProcess in a release. The value of a container takes precedence over that of the pod. API
 * servers before 1.22 drop the field.
 */
export function hostProcess(pod: Pod, version: KubernetesVersion): HostProcess {
  const containers = pod.containers.map((container) => {
    const field = effective(pod, container, 'windowsOptions', 'hostProcess');
    return { container, isHostProcess: isHostProcess(pod, version, container), field };
  });
  const own =
    isWithin(version, '1.22') && pod.spec.at('securityContext', 'windowsOptions', 'hostProcess')?.boolean === true;
  const values = containers.length === 0 ? [own] : containers.map((container) => container.isHostProcess);
  return { extent: values.every(Boolean) ? 'all' : values.some(Boolean) ? 'some' : 'none', containers };
}

/** Whether one container of a pod is HostProcess. */
export function isHostProcess(pod: Pod, version: KubernetesVersion, container: Container): boolean {
  return isWithin(version, '1.22') && effective(pod, container, 'windowsOptions', 'hostProcess')?.boolean === true;
}

/** Whether a field belongs to a HostProcess container. */
export function isInHostProcess(pod: Pod, version: KubernetesVersion, field: Field): boolean {
  const container = containerAround(pod, field);
  return container !== undefined && isHostProcess(pod, version, container);
}

/**
 * Whether a runtime may start the command lines of HostProcess containers with `cmd /c`: containerd 1.7 and later does where
 * Windows can bind files for one container, on Windows Server 2022 and later.
 * https://github.com/microsoft/hcsshim/blob/00ca088/internal/jobcontainers/jobcontainer.go, `CreateProcess`
 */
export function mayStartWithCmd(runtime: 'auto' | ContainerRuntime): boolean {
  return runtime === 'containerd-1.7' || runtime === 'containerd-2';
}
