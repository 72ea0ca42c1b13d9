import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import { isContainerList } from './pod.ts';

/** A value that several documents together make: plain data that can be compared. */
export interface Joined {
  readonly value: Scalar | { readonly [key: string]: Joined } | readonly Joined[];
  /** All that say so. */
  readonly from: readonly Origin[];
}

type Scalar = string | number | boolean;

/** Where a value is written with its key: which of the documents, and offsets in it. */
export type Origin = readonly [source: number, start: number, end: number];

/** Tells where a field of a document is written. */
export type OriginOf = (field: Field) => Origin;

/** The value of a field by itself, without what is a directive to a merge. */
export function joined(field: Field, originOf: OriginOf): Joined {
  const from = [originOf(field)];
  if (field.isMapping) {
    const entries = field.entries().filter(([key]) => !isDirective(key));
    return mapping(
      entries.flatMap(([key, child]) => (isDeletion(child) ? [] : [[key, joined(child, originOf)] as const])),
      from,
    );
  }
  if (!field.isSequence) return { value: scalar(field), from };
  const items = field.items().filter((item) => directiveOf(item) === undefined);
  return { value: items.map((item) => joined(item, originOf)), from };
}

/** What becomes of lists: those of the API's own kinds are merged where they have a merge key, other kinds have no schema. */
export type Lists = 'merged' | 'replaced';

/**
 * A value after a strategic merge patch: mappings are merged, null deletes, lists with a merge key are merged by it.
 * Undefined where the patch deletes it.
 */
export function merge(base: Joined | undefined, patch: Field, originOf: OriginOf, lists: Lists): Joined | undefined {
  if (isDeletion(patch)) return undefined;
  if (base === undefined || directiveOf(patch) === 'replace') return joined(patch, originOf);
  const { value } = base;
  const from = [...base.from, originOf(patch)];
  if (patch.isMapping && isMapping(value)) {
    const merged = new Map(Object.entries(value));
    for (const key of patch.emptyKeys) merged.delete(key);
    for (const [key, child] of patch.entries()) {
      const result = isDirective(key) ? undefined : merge(merged.get(key), child, originOf, lists);
      if (result !== undefined) merged.set(key, result);
      else if (!isDirective(key)) merged.delete(key);
    }
    return mapping(merged, from);
  }
  if (patch.isSequence && isList(value) && lists === 'merged') return mergeLists(value, patch, from, originOf);
  return patch.isScalar && value === scalar(patch) ? { value, from } : joined(patch, originOf);
}

/** A value after a JSON 6902 patch; undefined where an operation of it does not fit or is not known here. */
export function applyOperations(base: Joined, patch: Field, originOf: OriginOf): Joined | undefined {
  let result: Joined | undefined = base;
  for (const operation of patch.items()) {
    const kind = operation.get('op')?.string;
    const [root, ...path] = operation.get('path')?.string?.split('/') ?? [];
    const from = operation.get('from')?.string?.split('/');
    const value = operation.get('value');
    if (kind === 'test') continue;
    if (result === undefined || root !== '' || path.length === 0) return undefined;
    if (kind === 'copy' || kind === 'move') {
      const source: Joined | undefined = from && joinedAt(result, from.slice(1).map(unescaped));
      const rest: Joined | undefined =
        kind === 'move' && from ? operate(result, from.slice(1).map(unescaped), 'remove', undefined) : result;
      result = source && rest && operate(rest, path.map(unescaped), 'add', source);
    } else {
      const isKnown = kind === 'remove' || kind === 'add' || kind === 'replace';
      const hasValue = value !== undefined || operation.emptyKeys.includes('value');
      if (!isKnown || (kind !== 'remove' && !hasValue)) return undefined;
      const put = kind === 'remove' || value === undefined ? undefined : joined(value, originOf);
      result = operate(result, path.map(unescaped), kind, put);
    }
  }
  return result;
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A value that is not known, written as what a template writes. */
export const UNKNOWN = '{{ … }}';

/** A value that may have been changed to another one: what differs is unknown. */
export function perhaps(before: Joined | undefined, after: Joined | undefined): Joined | undefined {
  if (before !== undefined && after !== undefined) {
    if (isMapping(before.value) && isMapping(after.value)) {
      const keys = new Set([...Object.keys(before.value), ...Object.keys(after.value)]);
      const [one, other] = [before.value, after.value];
      const entries = [...keys].map((key) => [key, perhaps(own(one, key), own(other, key))] as const);
      return mapping(
        entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
        before.from,
      );
    }
    if (JSON.stringify(plain(before)) === JSON.stringify(plain(after))) return before;
  }
  const { from } = after ?? before ?? { from: [] };
  return from.length === 0 ? undefined : { value: UNKNOWN, from };
}

/** A value of which something else decides what stands at a path, also where nothing does so far. */
export function unknownAt(root: Joined, path: readonly string[], from: Origin): Joined {
  const [first = '', ...rest] = path;
  const put = { value: UNKNOWN, from: [from] };
  if (path.length === 0) return put;
  const { value } = root;
  if (isList(value)) {
    const [name = '', wanted] = first.split('=');
    const isMeant = (item: Joined, i: number) =>
      wanted === undefined ? ['*', '-', String(i)].includes(first) : joinedAt(item, [name])?.value === wanted;
    return { value: value.map((item, i) => (isMeant(item, i) ? unknownAt(item, rest, from) : item)), from: root.from };
  }
  if (!isMapping(value)) return root;
  return mapping(new Map(Object.entries(value)).set(first, unknownAt(own(value, first) ?? put, rest, from)), root.from);
}

/** An object after a patch with what tells which one it is: a patch does not change that, whatever it has there. */
export function identified(patched: Joined, base: Joined): Joined {
  return IDENTITY.reduce((result, path) => {
    const value = joinedAt(base, path);
    return operate(result, path, value === undefined ? 'remove' : 'add', value) ?? result;
  }, patched);
}

const IDENTITY = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']];

/** The value that keys and indices lead to. */
export function joinedAt(root: Joined, path: FieldPath): Joined | undefined {
  let found: Joined | undefined = root;
  for (const key of path) {
    const value: Joined['value'] | undefined = found?.value;
    found = isList(value) ? value[Number(key)] : isMapping(value) ? own(value, String(key)) : undefined;
  }
  return found;
}

/** The value with the images of containers as a function has them; the same value where none is another one. */
export function withImages(root: Joined, change: (image: string) => Joined | undefined, isContainer = false): Joined {
  const { value, from } = root;
  if (isList(value)) {
    const items = value.map((item) => withImages(item, change, isContainer));
    return items.every((item, i) => item === value[i]) ? root : { value: items, from };
  }
  if (!isMapping(value)) return root;
  const entries = Object.entries(value).map(([key, child]) => {
    const isImage = isContainer && key === 'image' && typeof child.value === 'string';
    if (isImage) return [key, change(String(child.value)) ?? child] as const;
    return [key, withImages(child, change, isContainerList(key))] as const;
  });
  return entries.every(([key, child]) => child === own(value, key)) ? root : mapping(entries, from);
}

/** The data alone. */
export function plain({ value }: Joined): unknown {
  if (isList(value)) return value.map(plain);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plain(child)]));
}

/** The lists of a pod that are merged, and by which key of their items; the others are replaced. */
const MERGE_KEYS: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  volumes: ['name'],
  env: ['name'],
  imagePullSecrets: ['name'],
  resourceClaims: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  // A container's, a Service's.
  ports: ['containerPort', 'port'],
  hostAliases: ['ip'],
  topologySpreadConstraints: ['topologyKey'],
};

function mergeLists(
  base: readonly Joined[],
  patch: Field,
  from: readonly Origin[],
  originOf: OriginOf,
): Joined | undefined {
  const name = String(patch.key);
  const keys = Object.hasOwn(MERGE_KEYS, name) ? MERGE_KEYS[name] : undefined;
  const key = keys?.find((one) => patch.items().every((item) => item.get(one) !== undefined)) ?? keys?.[0];
  const isReplaced = patch.items().some((item) => directiveOf(item) === 'replace');
  if (key === undefined || isReplaced) return joined(patch, originOf);
  // The patch's items come first, in its order.
  const rest = [...base];
  const first = patch.items().flatMap((item) => {
    const id = item.get(key);
    const index = id === undefined ? -1 : rest.findIndex((one) => joinedAt(one, [key])?.value === scalar(id));
    const [before] = index === -1 ? [] : rest.splice(index, 1);
    return merge(before, item, originOf, 'merged') ?? [];
  });
  return { value: [...first, ...rest], from };
}

function operate(
  { value, from }: Joined,
  [key = '', ...rest]: readonly string[],
  kind: 'add' | 'replace' | 'remove',
  put: Joined | undefined,
): Joined | undefined {
  const isDeeper = rest.length > 0;
  const items = put === undefined ? [] : [put];
  if (isList(value)) {
    const isIndex = /^-?\d{1,6}$/.test(key);
    const index =
      key === '-' && kind === 'add'
        ? value.length
        : isIndex
          ? Number(key) + (key.startsWith('-') ? value.length : 0)
          : -1;
    const before = value[index];
    const inner = isDeeper && before !== undefined ? operate(before, rest, kind, put) : undefined;
    const fits = isDeeper ? inner !== undefined : before !== undefined || (kind === 'add' && index === value.length);
    if (!fits) return undefined;
    if (inner !== undefined) return { value: value.toSpliced(index, 1, inner), from };
    return { value: value.toSpliced(index, kind === 'add' ? 0 : 1, ...items), from };
  }
  if (!isMapping(value)) return undefined;
  const entries = new Map(Object.entries(value));
  const before = entries.get(key);
  if (isDeeper) {
    const inner = before === undefined ? undefined : operate(before, rest, kind, put);
    return inner === undefined ? undefined : mapping(entries.set(key, inner), from);
  }
  if (before === undefined && kind !== 'add') return undefined;
  if (put === undefined) entries.delete(key);
  else entries.set(key, put);
  return mapping(entries, from);
}

/** Made so that no key, not even `__proto__`, does anything but be a key. */
function mapping(entries: Iterable<readonly [string, Joined]>, from: readonly Origin[]): Joined {
  return { value: Object.fromEntries(entries), from };
}

function own(value: { readonly [key: string]: Joined }, key: string): Joined | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function scalar(field: Field): Scalar {
  return field.string ?? field.boolean ?? field.number ?? field.source ?? '';
}

function directiveOf(field: Field): string | undefined {
  return field.get('$patch')?.string;
}

function isDeletion(field: Field): boolean {
  return directiveOf(field) === 'delete';
}

function isDirective(key: string): boolean {
  return key.startsWith('$');
}

function isList(value: Joined['value'] | undefined): value is readonly Joined[] {
  return Array.isArray(value);
}

function isMapping(value: Joined['value'] | undefined): value is { readonly [key: string]: Joined } {
  return typeof value === 'object' && !isList(value);
}
