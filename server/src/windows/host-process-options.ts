import type { Pod } from '../kubernetes/pod.ts';
import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { Field } from '../yaml/read/field.ts';
import { hostProcess } from './host-process.ts';
import { contextsUnder, type MergedContext } from './merged-context.ts';

/** The accounts for HostProcess containers, as the documentation spells them. */
export const HOST_PROCESS_ACCOUNTS = [
  'NT AUTHORITY\\SYSTEM',
  'NT AUTHORITY\\Local service',
  'NT AUTHORITY\\NetworkService',
] as const;

/** The HostProcess containers to which a field of `windowsOptions` applies; none if each sets it itself. */
export function hostProcessContainers(pod: Pod, version: KubernetesVersion, option: Field): MergedContext[] {
  const contexts = contextsUnder(pod, version, option, 'windowsOptions', String(option.key));
  return contexts.filter(({ isHostProcess }) => isHostProcess);
}

/** The field that makes the first HostProcess container one; undefined where there is no such container. */
export function firstHostProcessField(pod: Pod, version: KubernetesVersion): Field | undefined {
  return hostProcess(pod, version).containers.find(({ isHostProcess }) => isHostProcess)?.field;
}

/** The kind of a `hostPath` that is not a file or folder. HostProcess containers can open both without a volume. */
export function hostEndpoint(hostPath: Field): 'named pipe' | 'Unix socket' | undefined {
  const path = hostPath.get('path')?.string ?? '';
  if (/^[\\/]{2}\.[\\/]pipe[\\/]/i.test(path)) return 'named pipe';
  return hostPath.get('type')?.string === 'Socket' || path.endsWith('.sock') ? 'Unix socket' : undefined;
}
