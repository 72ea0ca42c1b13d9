import type { Field } from '../yaml/read/field.ts';
import type { Container, Pod } from './pod.ts';

/** The volume of a pod with this name. */
export function volumeNamed(pod: Pod, name: string | undefined): Field | undefined {
  if (name === undefined) return undefined;
  return pod.spec.get('volumes')?.find((volume) => volume.get('name')?.string === name);
}

/** The name of the volume to which a field in a pod's `volumes` belongs; `?` if it has none. */
export function volumeNameOf(field: Field): string {
  const isVolume = field.parent?.key === 'volumes' && typeof field.key === 'number';
  if (isVolume || field.parent === undefined) return field.get('name')?.outline ?? '?';
  return volumeNameOf(field.parent);
}

/** The `volumeMounts` of a container for a volume. */
export function mountsOf(container: Container, volume: string): Field[] {
  const mounts = container.field.get('volumeMounts')?.items() ?? [];
  return mounts.filter((mount) => mount.get('name')?.string === volume);
}
