import type { Pod } from '../kubernetes/pod.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Field } from '../yaml/read/field.ts';
import { hostProcess } from './host-process.ts';
import { contextsUnder, type MergedContext } from './merged-context.ts';

/** The accounts of a node that HostProcess containers are documented to run as, spelled as the documents do. */
export const HOST_PROCESS_ACCOUNTS = [
  'NT AUTHORITY\\SYSTEM',
  'NT AUTHORITY\\Local service',
  'NT AUTHORITY\\NetworkService',
] as const;

/** The HostProcess containers for which a field of some `windowsOptions` counts: none where each has its own. */
export function hostProcessContainers(pod: Pod, version: KubernetesVersion, option: Field): MergedContext[] {
  const contexts = contextsUnder(pod, version, option, 'windowsOptions', String(option.key));
  return contexts.filter((one) => one.isHostProcess);
}

/** The field that makes the first HostProcess container one; undefined where there is no such container. */
export function firstHostProcessField(pod: Pod, version: KubernetesVersion): Field | undefined {
  return hostProcess(pod, version).containers.find((one) => one.isHostProcess)?.field;
}

/** What a `hostPath` is, if it is no file or folder: HostProcess containers open both of these by their own path. */
export function hostEndpoint(hostPath: Field): 'named pipe' | 'Unix socket' | undefined {
  const path = hostPath.get('path')?.string ?? '';
  if (/^[\\/]{2}\.[\\/]pipe[\\/]/i.test(path)) return 'named pipe';
  return hostPath.get('type')?.string === 'Socket' || path.endsWith('.sock') ? 'Unix socket' : undefined;
}
