import type { Document } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import type { EmbeddedPods } from './embedded-pods.ts';
import { objects } from './object.ts';
import { type Pod, podsOf } from './pod.ts';

/** The name of a volume in a pod. */
export interface VolumeName {
  readonly field: Field;
  /** Whether the volume is defined there, and not mounted. */
  readonly isOwn: boolean;
}

/**
 * The names of the volume that a field with `isAt` names: where its pod defines it, and where the containers mount it. Empty
 * if no field of a volume's name passes the test.
 */
export function namesOfVolume(
  document: Document,
  configured: EmbeddedPods,
  isAt: (field: Field) => boolean,
): readonly VolumeName[] {
  for (const { root } of document.views) {
    for (const pod of objects(document, root).flatMap((object) => podsOf(object, configured))) {
      const names = volumeNames(pod);
      const found = names.find(({ field }) => isAt(field));
      if (found !== undefined) return names.filter(({ field }) => field.string === found.field.string);
    }
  }
  return [];
}

function volumeNames({ object, spec, containers }: Pod): VolumeName[] {
  const own = [
    ...(spec.get('volumes')?.items() ?? []).map((volume) => volume.get('name')),
    // A StatefulSet creates claims, which are mounted like volumes.
    ...(object.field.at('spec', 'volumeClaimTemplates')?.items() ?? []).map((claim) => claim.at('metadata', 'name')),
  ];
  const mounted = containers.flatMap(({ field }) =>
    ['volumeMounts', 'volumeDevices'].flatMap((key) => (field.get(key)?.items() ?? []).map((use) => use.get('name'))),
  );
  const named = (fields: readonly (Field | undefined)[], isOwn: boolean) =>
    fields.flatMap((field) => (field?.string === undefined ? [] : [{ field, isOwn }]));
  return [...named(own, true), ...named(mounted, false)];
}
