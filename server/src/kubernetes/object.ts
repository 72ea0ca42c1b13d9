import type { Document } from '../yaml/document.ts';
import type { Field } from '../yaml/field.ts';

/** A Kubernetes object: a document, or an item of a `List` in one. */
export interface KubeObject {
  /** The API group, empty for the core one. */
  readonly group: string;
  /** The version within the group, such as `v1beta1`. */
  readonly version: string;
  readonly kind: string;
  readonly name: string | null;
  readonly namespace: string | null;
  readonly field: Field;
}

/** The objects of a document; none where it is not Kubernetes, which its `apiVersion` and `kind` decide. */
export function objects(document: Document): KubeObject[] {
  return document.root === undefined ? [] : objectsIn(document.root, undefined, 0);
}

function objectsIn(
  field: Field,
  assumed: { apiVersion: string; kind: string } | undefined,
  lists: number,
): KubeObject[] {
  const apiVersion = field.get('apiVersion')?.string ?? assumed?.apiVersion;
  const kind = field.get('kind')?.string ?? assumed?.kind;
  if (apiVersion === undefined || kind === undefined) return [];
  const items = field.get('items');
  if (kind.endsWith('List') && items?.isSequence && lists < 5) {
    // Items of a typed list such as a PodList leave out what its own kind says.
    const item = kind === 'List' ? undefined : { apiVersion, kind: kind.slice(0, -'List'.length) };
    return items.items().flatMap((one) => objectsIn(one, item, lists + 1));
  }
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const metadata = field.get('metadata');
  const name = metadata?.get('name')?.string ?? metadata?.get('generateName')?.string ?? null;
  return [{ group, version, kind, name, namespace: metadata?.get('namespace')?.string ?? null, field }];
}
