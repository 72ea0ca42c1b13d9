import { aliasTargets } from '../read/aliases.ts';
import type { Document } from '../read/document.ts';
import { isMerge, keyText } from '../read/nodes.ts';
import type { FieldPath } from '../read/path.ts';
import type { AliasNode, MapNode, Node, ScalarNode } from '../read/tree.ts';
import type { Change, Value } from './change.ts';
import { EMPTIED_PARENTS } from './change.ts';

/** The data of a document, independent of its text. */
export type Plain = null | string | number | boolean | Plain[] | Mapping;

/** A mapping as plain data. Unlike an object, it keeps the order of all keys, including numbers. */
export class Mapping extends Map<string, Plain> {
  /** The keys that changes added: their position is not compared. */
  readonly added = new Set<string>();
}

/** The maximum number of values with aliases resolved; a document with more of them is an attack. */
const MAX_VALUES = 200_000;
const MAX_DEPTH = 500;

/** The data as Kubernetes reads it, with aliases and merge keys resolved; undefined if that fails or exceeds a limit. */
export function plainOf({ top, text, errors }: Document): Plain | undefined {
  if (top === undefined) return errors.length === 0 ? null : undefined;
  return plainOfNode(top, text, aliasTargets(top));
}

/** Like `plainOf` for one node of a document with this text. Without `targets`, aliases are not resolved. */
export function plainOfNode(
  top: Node | undefined,
  text: string,
  targets?: ReadonlyMap<AliasNode, Node>,
): Plain | undefined {
  let budget = MAX_VALUES;
  let complete = true;

  const read = (node: Node | undefined, depth: number): Plain => {
    if (node?.kind === 'alias') {
      const target = targets?.get(node);
      if (target === undefined) complete = false;
      return read(target, depth);
    }
    if (--budget < 0 || depth > MAX_DEPTH) {
      complete = false;
      budget = 0;
      return null;
    }
    if (node === undefined) return null;
    if (node.kind === 'scalar') return scalar(node, text);
    return node.kind === 'map' ? mapping(node, depth) : node.items.map(({ value }) => read(value, depth + 1));
  };

  const mapping = (node: MapNode, depth: number): Mapping => {
    const result = new Mapping();
    for (const pair of node.items) {
      if (!isMerge(pair)) continue;
      const value = read(pair.value, depth + 1);
      for (const source of Array.isArray(value) ? value.toReversed() : [value]) {
        if (source instanceof Mapping) for (const [key, inner] of source) result.set(key, inner);
      }
    }
    for (const pair of node.items) {
      if (isMerge(pair)) continue;
      const key = keyText(pair.key);
      if (key === undefined) complete = false;
      else result.set(key, read(pair.value, depth + 1));
    }
    return result;
  };

  const result = read(top, 0);
  return complete ? result : undefined;
}

/** The plain data of a value to be written. */
export function plainOfValue(value: Value): Plain {
  if (typeof value !== 'object') return value;
  if (isList(value)) return value.map(plainOfValue);
  return new Mapping(Object.entries(value).map(([key, inner]) => [key, plainOfValue(inner)]));
}

/** Applies changes to the data. They must be possible. */
export function changePlain(data: Plain, changes: readonly Change[]): void {
  const renames = changes.flatMap((change) =>
    change.kind === 'rename'
      ? [{ mapping: at(data, change.path.slice(0, -1)), from: change.path.at(-1), to: change.key }]
      : [],
  );
  for (const change of changes) {
    if (change.kind === 'replace') put(at(data, change.path.slice(0, -1)), change.path, plainOfValue(change.value));
    if (change.kind === 'insert') graft(data, change.path, plainOfValue(change.value));
    if (change.kind === 'append') graft(data, change.path, [plainOfValue(change.value)], true);
  }
  for (const change of changes) {
    if (change.kind === 'move') graft(data, change.to, at(data, change.path) ?? null);
  }
  const removed = changes.filter(({ kind }) => kind === 'remove' || kind === 'move').map(({ path }) => path);
  // Later items of a list and inner fields are removed first, so that the other paths stay valid.
  for (const path of removed.toSorted(lastFirst)) remove(data, path);
  for (const { mapping, from, to } of renames) {
    if (!(mapping instanceof Mapping)) continue;
    const entries = [...mapping];
    mapping.clear();
    for (const [key, value] of entries) mapping.set(key === from ? to : key, value);
  }
}

/**
 * Adds a value at a path, and creates missing mappings above it. With `append`, lists are joined. False if there already is
 * another value.
 */
export function graft(into: Plain | undefined, path: FieldPath, value: Plain, append = false): boolean {
  const [key, ...rest] = path;
  const existing = child(into, key);
  if (existing === undefined || existing === null) {
    const created = rest.reduceRight<Plain>((inner, name) => new Mapping([[String(name), inner]]), value);
    return put(into, path.slice(0, 1), created);
  }
  if (rest.length > 0) return graft(existing, rest, value, append);
  if (append && Array.isArray(existing) && Array.isArray(value)) {
    existing.push(...value);
    return true;
  }
  if (existing instanceof Mapping && value instanceof Mapping && value.size > 0) {
    return [...value].every(([name, inner]) => graft(existing, [name], inner));
  }
  return equals(existing, value);
}

/** Whether both have the same data in the same order; keys that were added to `expected` may have any position. */
export function equals(actual: Plain, expected: Plain): boolean {
  if (Array.isArray(actual)) {
    if (!Array.isArray(expected) || actual.length !== expected.length) return false;
    return actual.every((item, index) => equals(item, expected[index] ?? null));
  }
  if (!(actual instanceof Mapping)) return Object.is(actual, expected);
  if (!(expected instanceof Mapping) || actual.size !== expected.size) return false;
  const old = (key: string) => !expected.added.has(key);
  const order = [...expected.keys()].filter(old);
  if (![...actual.keys()].filter(old).every((key, index) => key === order[index])) return false;
  return [...actual].every(([key, value]) => expected.has(key) && equals(value, expected.get(key) ?? null));
}

function scalar({ value, end, isBlock }: ScalarNode, text: string): Plain {
  // A block scalar without a line break at the end of the text has none in its value, but the parser adds one.
  const isUnterminated = isBlock && end === text.length && !text.endsWith('\n');
  return isUnterminated && typeof value === 'string' && value.endsWith('\n') ? value.slice(0, -1) : value;
}

function remove(data: Plain, path: FieldPath): void {
  const parent = at(data, path.slice(0, -1));
  const key = path.at(-1);
  if (Array.isArray(parent) && typeof key === 'number') parent.splice(key, 1);
  if (!(parent instanceof Mapping) || !parent.delete(String(key))) return;
  if (parent.size === 0 && EMPTIED_PARENTS.includes(String(path.at(-2)))) remove(data, path.slice(0, -1));
}

function lastFirst(a: FieldPath, b: FieldPath): number {
  const index = a.findIndex((key, i) => key !== b[i]);
  if (index === -1) return b.length - a.length;
  const [keyOfA, keyOfB] = [a[index], b[index]];
  if (keyOfB === undefined) return -1;
  if (typeof keyOfA === 'number' && typeof keyOfB === 'number') return keyOfB - keyOfA;
  return String(keyOfA) < String(keyOfB) ? -1 : 1;
}

function at(data: Plain | undefined, path: FieldPath): Plain | undefined {
  return path.reduce<Plain | undefined>(child, data);
}

function child(parent: Plain | undefined, key: string | number | undefined): Plain | undefined {
  if (parent instanceof Mapping && typeof key === 'string') return parent.get(key);
  return Array.isArray(parent) && typeof key === 'number' ? parent[key] : undefined;
}

function put(parent: Plain | undefined, path: FieldPath, value: Plain): boolean {
  const key = path.at(-1);
  if (Array.isArray(parent) && typeof key === 'number' && key < parent.length) parent[key] = value;
  else if (parent instanceof Mapping && typeof key === 'string') {
    if (!parent.has(key)) parent.added.add(key);
    parent.set(key, value);
  } else return false;
  return true;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
