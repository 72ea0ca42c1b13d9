import type { ConfigMapFact, Facts, SecretFact } from '../kubernetes/facts.ts';
import type { Field } from '../yaml/read/field.ts';

/** A file that Kubernetes writes into a volume. */
export interface VolumeFile {
  /** Below the volume's root, with slashes. */
  readonly path: string;
  /** What names it: the path of an item or token, else the reference to the object whose key it is. */
  readonly field: Field;
  /** The object of the workspace whose key it is, where no item gives it a path. */
  readonly source: ConfigMapFact | SecretFact | undefined;
}

/** The files of a ConfigMap, Secret, downward API or projected volume, as far as pod and workspace name them. */
export function volumeFiles(volume: Field, namespace: string | null, facts: Facts): VolumeFile[] {
  return contentsOf(volume).flatMap(([kind, content]) => {
    const items = content.get('items');
    // An empty list is none: all keys become files.
    const given = content.get('path') ?? (items?.items().length ? items : undefined);
    if (given !== undefined) {
      const paths = given.isScalar ? [given] : given.items().flatMap((item) => item.get('path') ?? []);
      return paths.flatMap((field) =>
        isUnknownPath(field.string) ? [] : [{ path: field.string ?? '', field, source: undefined }],
      );
    }
    const field = content.get(kind === 'secret' && volume.get('secret') === content ? 'secretName' : 'name');
    if (field?.string === undefined || (kind !== 'configMap' && kind !== 'secret')) return [];
    const source = facts.named(kind === 'secret' ? 'Secret' : 'ConfigMap', field.string, namespace);
    const keys = source?.keys.filter((key) => !isUnknownPath(key)) ?? [];
    return keys.map((path) => ({ path, field, source }));
  });
}

/**
 * Whether a path in a volume is a file and no folder, for volumes that Kubernetes fills with files; a volume of another
 * kind says nothing. Keys that no item places elsewhere are files directly below the root.
 */
export function isFileIn(volume: Field, path: string): boolean {
  const contents = contentsOf(volume);
  if (contents.length === 0 || isUnknownPath(path)) return false;
  const named = contents.flatMap(([, content]) => [content, ...(content.get('items')?.items() ?? [])]);
  return !named.some((one) => one.get('path')?.string?.startsWith(`${path}/`));
}

/** What a volume is filled with, by the kind of source. */
function contentsOf(volume: Field): [kind: string, content: Field][] {
  const own = ['configMap', 'secret', 'downwardAPI'].flatMap((kind): [string, Field][] => {
    const content = volume.get(kind);
    return content === undefined ? [] : [[kind, content]];
  });
  const projected = volume.at('projected', 'sources')?.items() ?? [];
  return [...own, ...projected.flatMap((source) => source.entries())];
}

/** Brackets and signs that placeholders are made of; file names have more characters than labels. */
function isUnknownPath(path: string | undefined): boolean {
  return path === undefined || path === '' || /[${}<>]/.test(path);
}
