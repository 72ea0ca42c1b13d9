import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';
import { isContainerList } from './pod.ts';

/** A value that is merged from several documents: plain data that can be compared. */
export interface MergedValue {
  readonly value: Scalar | { readonly [key: string]: MergedValue } | readonly MergedValue[];
  /** Everywhere that it is written. */
  readonly from: readonly Origin[];
}

type Scalar = string | number | boolean;

/** Where a key with its value is written: the index of the source document, and offsets in it. */
export type Origin = readonly [source: number, start: number, end: number];

/** Returns where a field is written. */
export type OriginOf = (field: Field) => Origin;

/** The value of a field, without the directives of a merge patch. */
export function mergedValueOf(field: Field, originOf: OriginOf): MergedValue {
  const from = [originOf(field)];
  if (field.isMapping) {
    const entries = field.entries().filter(([key]) => !isDirective(key));
    return mapping(
      entries.flatMap(([key, child]) => (isDeletion(child) ? [] : [[key, mergedValueOf(child, originOf)] as const])),
      from,
    );
  }
  if (!field.isSequence) return { value: scalar(field), from };
  const items = field.items().filter((item) => directiveOf(item) === undefined);
  return { value: items.map((item) => mergedValueOf(item, originOf)), from };
}

/** How lists are patched: built-in kinds have merge keys; in custom resources, which have no schema, lists are replaced. */
export type ListStrategy = 'merged' | 'replaced';

/**
 * A value after a strategic merge patch: mappings are merged, null deletes a key, and lists with a merge key are merged by
 * that key. Undefined if the patch deletes the value.
 */
export function merge(
  base: MergedValue | undefined,
  patch: Field,
  originOf: OriginOf,
  lists: ListStrategy,
): MergedValue | undefined {
  if (isDeletion(patch)) return undefined;
  if (base === undefined || directiveOf(patch) === 'replace') return mergedValueOf(patch, originOf);
  const { value } = base;
  const from = [...base.from, originOf(patch)];
  if (patch.isMapping && isMapping(value)) {
    const merged = new Map(Object.entries(value));
    for (const key of patch.emptyKeys.keys()) merged.delete(key);
    for (const [key, child] of patch.entries()) {
      const result = isDirective(key) ? undefined : merge(merged.get(key), child, originOf, lists);
      if (result !== undefined) merged.set(key, result);
      else if (!isDirective(key)) merged.delete(key);
    }
    return mapping(merged, from);
  }
  if (patch.isSequence && isList(value) && lists === 'merged') return mergeLists(value, patch, from, originOf);
  return patch.isScalar && value === scalar(patch) ? { value, from } : mergedValueOf(patch, originOf);
}

/** A value after a JSON patch (RFC 6902); undefined if an operation cannot be applied or is not supported here. */
export function applyOperations(base: MergedValue, patch: Field, originOf: OriginOf): MergedValue | undefined {
  let result: MergedValue | undefined = base;
  for (const operation of patch.items()) {
    const kind = operation.get('op')?.string;
    const [root, ...path] = operation.get('path')?.string?.split('/') ?? [];
    const from = operation.get('from')?.string?.split('/');
    const value = operation.get('value');
    if (kind === 'test') continue;
    if (result === undefined || root !== '' || path.length === 0) return undefined;
    if (kind === 'copy' || kind === 'move') {
      const source: MergedValue | undefined = from && valueAt(result, from.slice(1).map(unescaped));
      const rest: MergedValue | undefined =
        kind === 'move' && from ? applyOperation(result, from.slice(1).map(unescaped), 'remove', undefined) : result;
      result = source && rest && applyOperation(rest, path.map(unescaped), 'add', source);
    } else {
      const isKnown = kind === 'remove' || kind === 'add' || kind === 'replace';
      const hasValue = value !== undefined || operation.emptyKeys.has('value');
      if (!isKnown || (kind !== 'remove' && !hasValue)) return undefined;
      const put = kind === 'remove' || value === undefined ? undefined : mergedValueOf(value, originOf);
      result = applyOperation(result, path.map(unescaped), kind, put);
    }
  }
  return result;
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** An unknown value, written like the output of a template. */
export const UNKNOWN_VALUE = '{{ … }}';

/** A value that may have changed: all that differs becomes unknown. */
export function possiblyChanged(
  before: MergedValue | undefined,
  after: MergedValue | undefined,
): MergedValue | undefined {
  if (before !== undefined && after !== undefined) {
    if (isMapping(before.value) && isMapping(after.value)) {
      const keys = new Set([...Object.keys(before.value), ...Object.keys(after.value)]);
      const [old, changed] = [before.value, after.value];
      const entries = [...keys].map(
        (key) => [key, possiblyChanged(ownValue(old, key), ownValue(changed, key))] as const,
      );
      return mapping(
        entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
        before.from,
      );
    }
    if (JSON.stringify(plainData(before)) === JSON.stringify(plainData(after))) return before;
  }
  const { from } = after ?? before ?? { from: [] };
  return from.length === 0 ? undefined : { value: UNKNOWN_VALUE, from };
}

/** A value with an unknown value at a path, which is added if it does not exist. */
export function unknownAt(root: MergedValue, path: readonly string[], from: Origin): MergedValue {
  const [first = '', ...rest] = path;
  const put = { value: UNKNOWN_VALUE, from: [from] };
  if (path.length === 0) return put;
  const { value } = root;
  if (isList(value)) {
    const [name = '', wanted] = first.split('=');
    const isMeant = (item: MergedValue, i: number) =>
      wanted === undefined ? ['*', '-', String(i)].includes(first) : valueAt(item, [name])?.value === wanted;
    return { value: value.map((item, i) => (isMeant(item, i) ? unknownAt(item, rest, from) : item)), from: root.from };
  }
  if (!isMapping(value)) return root;
  return mapping(
    new Map(Object.entries(value)).set(first, unknownAt(ownValue(value, first) ?? put, rest, from)),
    root.from,
  );
}

/** A patched object with the API version, kind, name and namespace of the original, which patches do not change. */
export function withIdentity(patched: MergedValue, base: MergedValue): MergedValue {
  return IDENTITY.reduce((result, path) => {
    const value = valueAt(base, path);
    return applyOperation(result, path, value === undefined ? 'remove' : 'add', value) ?? result;
  }, patched);
}

const IDENTITY = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']];

/** The value at a path of keys and indices. */
export function valueAt(root: MergedValue, path: FieldPath): MergedValue | undefined {
  let found: MergedValue | undefined = root;
  for (const key of path) {
    const value: MergedValue['value'] | undefined = found?.value;
    found = isList(value) ? value[Number(key)] : isMapping(value) ? ownValue(value, String(key)) : undefined;
  }
  return found;
}

/** The value with changed images of containers; the same value if no image changes. */
export function withImages(
  root: MergedValue,
  change: (image: string) => MergedValue | undefined,
  isContainer = false,
): MergedValue {
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
  return entries.every(([key, child]) => child === ownValue(value, key)) ? root : mapping(entries, from);
}

/** The data without origins. */
export function plainData({ value }: MergedValue): unknown {
  if (isList(value)) return value.map(plainData);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plainData(child)]));
}

/** The merge keys of the lists in pods and Services. Other lists are replaced. */
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
  // In containers and in Services.
  ports: ['containerPort', 'port'],
  hostAliases: ['ip'],
  topologySpreadConstraints: ['topologyKey'],
};

function mergeLists(
  base: readonly MergedValue[],
  patch: Field,
  from: readonly Origin[],
  originOf: OriginOf,
): MergedValue | undefined {
  const name = String(patch.key);
  const keys = Object.hasOwn(MERGE_KEYS, name) ? MERGE_KEYS[name] : undefined;
  const isInAll = (key: string) => patch.items().every((item) => item.get(key) !== undefined);
  const key = keys?.find(isInAll) ?? keys?.[0];
  const isReplaced = patch.items().some((item) => directiveOf(item) === 'replace');
  if (key === undefined || isReplaced) return mergedValueOf(patch, originOf);
  // The items of the patch come first, in its order.
  const rest = [...base];
  const first = patch.items().flatMap((item) => {
    const id = item.get(key);
    const index = id === undefined ? -1 : rest.findIndex((other) => valueAt(other, [key])?.value === scalar(id));
    const [before] = index === -1 ? [] : rest.splice(index, 1);
    return merge(before, item, originOf, 'merged') ?? [];
  });
  return { value: [...first, ...rest], from };
}

function applyOperation(
  { value, from }: MergedValue,
  [key = '', ...rest]: readonly string[],
  kind: 'add' | 'replace' | 'remove',
  put: MergedValue | undefined,
): MergedValue | undefined {
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
    const inner = isDeeper && before !== undefined ? applyOperation(before, rest, kind, put) : undefined;
    const fits = isDeeper ? inner !== undefined : before !== undefined || (kind === 'add' && index === value.length);
    if (!fits) return undefined;
    if (inner !== undefined) return { value: value.toSpliced(index, 1, inner), from };
    return { value: value.toSpliced(index, kind === 'add' ? 0 : 1, ...items), from };
  }
  if (!isMapping(value)) return undefined;
  const entries = new Map(Object.entries(value));
  const before = entries.get(key);
  if (isDeeper) {
    const inner = before === undefined ? undefined : applyOperation(before, rest, kind, put);
    return inner === undefined ? undefined : mapping(entries.set(key, inner), from);
  }
  if (before === undefined && kind !== 'add') return undefined;
  if (put === undefined) entries.delete(key);
  else entries.set(key, put);
  return mapping(entries, from);
}

/** `Object.fromEntries` takes every key as it is, even `__proto__`. */
function mapping(entries: Iterable<readonly [string, MergedValue]>, from: readonly Origin[]): MergedValue {
  return { value: Object.fromEntries(entries), from };
}

function ownValue(value: { readonly [key: string]: MergedValue }, key: string): MergedValue | undefined {
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

function isList(value: MergedValue['value'] | undefined): value is readonly MergedValue[] {
  return Array.isArray(value);
}

function isMapping(value: MergedValue['value'] | undefined): value is { readonly [key: string]: MergedValue } {
  return typeof value === 'object' && !isList(value);
}
