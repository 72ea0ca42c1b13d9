import type { ConfigMapFact, SecretFact } from '../kubernetes/facts.ts';
import { type Facts, named } from '../kubernetes/questions.ts';
import type { Field } from '../yaml/read/field.ts';

/** A file that Kubernetes writes into a volume. */
export interface VolumeFile {
  /** Relative to the root of the volume, with slashes. */
  readonly path: string;
  /** The field with its path in an item or token, else the reference to the object that has the key. */
  readonly field: Field;
  /** The object in the workspace that has the key, if the path is not from an item. */
  readonly source: ConfigMapFact | SecretFact | undefined;
}

/** The known files of a ConfigMap, Secret, downward API or projected volume. */
export function volumeFiles(volume: Field, namespace: string | null, facts: Facts): VolumeFile[] {
  return contentsOf(volume).flatMap(([kind, content]) => {
    const items = content.get('items');
    // With an empty list, all keys become files.
    const listed = content.get('path') ?? (items?.items().length ? items : undefined);
    if (listed !== undefined) {
      const paths = listed.isScalar ? [listed] : listed.items().flatMap((item) => item.get('path') ?? []);
      return paths.flatMap((field) =>
        isUnknownPath(field.string) ? [] : [{ path: field.string ?? '', field, source: undefined }],
      );
    }
    const field = content.get(kind === 'secret' && volume.get('secret') === content ? 'secretName' : 'name');
    if (field?.string === undefined || (kind !== 'configMap' && kind !== 'secret')) return [];
    const source = facts.ask(named(kind === 'secret' ? 'Secret' : 'ConfigMap', field.string, namespace));
    const keys = source?.keys.filter((key) => !isUnknownPath(key)) ?? [];
    return keys.map((path) => ({ path, field, source }));
  });
}

/**
 * Whether a path in a volume is known to be a file, for volumes that Kubernetes fills with files. Keys without an item are
 * files directly below the root.
 */
export function isFileIn(volume: Field, path: string): boolean {
  const contents = contentsOf(volume);
  if (contents.length === 0 || isUnknownPath(path)) return false;
  const named = contents.flatMap(([, content]) => [content, ...(content.get('items')?.items() ?? [])]);
  return !named.some((field) => field.get('path')?.string?.startsWith(`${path}/`));
}

/** The sources of a volume with their kinds. */
function contentsOf(volume: Field): [kind: string, content: Field][] {
  const own = ['configMap', 'secret', 'downwardAPI'].flatMap((kind): [string, Field][] => {
    const content = volume.get(kind);
    return content === undefined ? [] : [[kind, content]];
  });
  const projected = volume.at('projected', 'sources')?.items() ?? [];
  return [...own, ...projected.flatMap((source) => source.entries())];
}

/** Whether a path is empty or may contain a placeholder. `isPlaceholder` does not fit: file names can have more characters. */
function isUnknownPath(path: string | undefined): boolean {
  return path === undefined || path === '' || /[${}<>]/.test(path);
}
