import type { Field, PodContext } from '../lint/rule.ts';
import { type HostProcess, hostProcess } from '../windows/host-process.ts';
import { type VolumeFile, volumeFiles } from '../windows/volume-files.ts';

// Facts about a whole pod that several rules need for each of its containers, mounts or volumes: use them with `once`.

/** Which containers are HostProcess containers. */
export function hostProcessOf(_: Field, { pod, settings }: PodContext): HostProcess {
  return hostProcess(pod, settings.kubernetesVersion);
}

/** The known files of a volume. */
export function filesIn(volume: Field, { object, facts }: PodContext): readonly VolumeFile[] {
  return volumeFiles(volume, object.namespace, facts);
}

/** The mounts of all containers by the names of their volumes. */
export function mountsByVolume(_: Field, { pod }: PodContext): ReadonlyMap<string, readonly Field[]> {
  const mounts = new Map<string, Field[]>();
  for (const mount of pod.containers.flatMap(({ field }) => field.get('volumeMounts')?.items() ?? [])) {
    const name = mount.get('name')?.string;
    if (name === undefined) continue;
    const others = mounts.get(name);
    if (others === undefined) mounts.set(name, [mount]);
    else others.push(mount);
  }
  return mounts;
}
