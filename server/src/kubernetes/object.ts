import type { Document } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import { workloadKind } from './workloads.ts';

/** A Kubernetes object: a document, or an item of a `List` in one. */
export interface KubeObject {
  /** The API group, empty for the core one. */
  readonly group: string;
  /** The version within the group, such as `v1beta1`. */
  readonly version: string;
  readonly kind: string;
  readonly name: string | null;
  /** If a template writes it, the text of the expression: different expressions may be different namespaces. */
  readonly namespace: string | null;
  readonly field: Field;
}

/**
 * The objects of a document, or of another view of it; none if it is not a manifest with `apiVersion` and `kind`. For a
 * workload whose `apiVersion` a template writes, the current version is assumed.
 */
export function objects({ root: own, isItem }: Document, root: Field | undefined = own): KubeObject[] {
  if (root === undefined) return [];
  return (isItem ? root.items() : [root]).flatMap((field) => objectsIn(field, undefined, isItem ? 1 : 0));
}

function objectsIn(
  field: Field,
  assumed: { apiVersion: string; kind: string } | undefined,
  lists: number,
): KubeObject[] {
  const kind = field.get('kind')?.string ?? assumed?.kind;
  const apiVersion = apiVersionOf(field, kind) ?? assumed?.apiVersion;
  if (apiVersion === undefined || kind === undefined) return [];
  const items = field.get('items');
  if (kind.endsWith('List') && items?.isSequence && lists < 5) {
    // Items of a typed list such as a PodList may omit their own `apiVersion` and `kind`.
    const item = kind === 'List' ? undefined : { apiVersion, kind: kind.slice(0, -'List'.length) };
    return items.items().flatMap((element) => objectsIn(element, item, lists + 1));
  }
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const metadata = field.get('metadata');
  const name = metadata?.get('name')?.outline ?? metadata?.get('generateName')?.outline ?? null;
  return [{ group, version, kind, name, namespace: namespaceOf(metadata?.get('namespace')), field }];
}

function namespaceOf(field: Field | undefined): string | null {
  const written = field?.isUnknown ? field.source : field?.string;
  return written?.replace(/\{\{-?\s*/g, '{{ ').replace(/(?<!\s)\s*-?\}\}/g, ' }}') ?? null;
}

function apiVersionOf(field: Field, kind: string | undefined): string | undefined {
  const written = field.get('apiVersion');
  if (written !== undefined && !written.isUnknown) return written.string;
  // A key that is in several branches of a template is not visible here.
  const mayBeWritten = written !== undefined || field.isIncomplete;
  return mayBeWritten && kind !== undefined ? workloadKind(kind)?.apiVersion : undefined;
}

/** In characters: `DNS1123SubdomainMaxLength` of k8s.io/apimachinery. */
export const MAX_NAME_LENGTH = 253;

/** Whether a name is a DNS subdomain, which most objects require. */
export function isObjectName(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(name)
  );
}
