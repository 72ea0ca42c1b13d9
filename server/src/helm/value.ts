import { MAX_VALUE_DEPTH } from './bounds.ts';
import type { HelmRelease } from './helm-release.ts';
import { NOWHERE, type Place } from './source.ts';
import { SourcedText } from './sourced-text.ts';

/** A value of a template as Go sees it. Those from values files know where they are written. */
export type Value = Nil | Bool | Int | Float | Text | List | Dict | Unknown | Special;

interface Placed {
  readonly at: Place | undefined;
}

export interface Nil extends Placed {
  readonly kind: 'nil';
  /** Whether it is an element of a list or map: reading a field of it is an error. */
  readonly isElement: boolean;
}

export interface Bool extends Placed {
  readonly kind: 'bool';
  readonly value: boolean;
}

/** An `int` or `int64` that JavaScript has exactly. */
export interface Int extends Placed {
  readonly kind: 'int';
  readonly value: number;
  readonly is64: boolean;
}

/** A `float64`: the numbers of values files, which Helm reads as JSON. */
export interface Float extends Placed {
  readonly kind: 'float';
  readonly value: number;
}

/** A `string`. */
export interface Text extends Placed {
  readonly kind: 'text';
  readonly value: SourcedText;
}

/** A slice. Never changed. */
export interface List extends Placed {
  readonly kind: 'list';
  readonly items: readonly Value[];
  readonly of: 'interface {}' | 'string' | 'int' | '[]interface {}';
  /** Whether Go does not say in which order the items are. */
  readonly isUnordered: boolean;
}

/** A map with strings as keys. Functions such as `set` change it. */
export interface Dict extends Placed {
  readonly kind: 'dict';
  readonly entries: Map<string, Entry>;
  readonly type: 'map[string]interface {}' | 'chartutil.Values' | 'common.Values' | 'map[string]string';
  /** Whether it may have other entries, or lack some of these. */
  isOpen: boolean;
}

export interface Entry {
  readonly value: Value;
  /** Where its key is written. */
  readonly keyAt: Place;
}

/** Any value. */
export interface Unknown extends Placed {
  readonly kind: 'unknown';
  /** The expression whose value it is. */
  readonly hole: SourcedText;
  /** What it is to `if`; undefined if that is unknown as well. */
  readonly isTrue?: boolean;
}

/** An object of Helm with fields and methods, such as `.Files`. */
export interface Special extends Placed {
  readonly kind: 'special';
  readonly type: string;
  /** The value of a field or a method with its arguments; undefined if there is none of this name. */
  readonly member: (name: string, args: readonly Value[]) => Value | 'unknown' | undefined;
  /** What an action writes; undefined if it is unknown. */
  readonly text: SourcedText | undefined;
}

export const NIL: Nil = { kind: 'nil', isElement: false, at: undefined };
const NIL_ELEMENT: Nil = { kind: 'nil', isElement: true, at: undefined };

export function bool(value: boolean, at?: Place): Bool {
  return { kind: 'bool', value, at };
}

export function int(value: number, is64 = false, at?: Place): Int {
  return { kind: 'int', value, is64, at };
}

export function float(value: number, at?: Place): Float {
  return { kind: 'float', value, at };
}

export function text(value: SourcedText, at?: Place): Text {
  return { kind: 'text', value, at };
}

export function list(items: readonly Value[], of: List['of'] = 'interface {}', at?: Place): List {
  return { kind: 'list', items, of, at, isUnordered: false };
}

/** The keys or values of a map, which Go has in random order. */
export function unordered(items: readonly Value[], of: List['of']): List {
  return { ...list(items, of), isUnordered: items.length > 1 };
}

export function dict(
  entries: Iterable<readonly [string, Entry]>,
  type: Dict['type'] = 'map[string]interface {}',
  at?: Place,
): Dict {
  return { kind: 'dict', entries: new Map(entries), type, at, isOpen: false };
}

/** The type of `.Values`. */
export function valuesType(release: HelmRelease): Dict['type'] {
  return release === 3 ? 'chartutil.Values' : 'common.Values';
}

/** The same map as `.Values`, which has a type of its own. */
export function asChartValues(values: Dict, release: HelmRelease): Dict {
  return {
    ...values,
    type: valuesType(release),
    get isOpen() {
      return values.isOpen;
    },
    set isOpen(isOpen) {
      values.isOpen = isOpen;
    },
  };
}

/** Entries that no file contains. */
export function entries(values: Readonly<Record<string, Value>>): [string, Entry][] {
  return Object.entries(values).map(([key, value]) => [key, { value, keyAt: NOWHERE }]);
}

export function unknown(hole: SourcedText): Unknown {
  return { kind: 'unknown', hole, at: undefined };
}

/** A value as an element of a list or map, where nil is a nil interface. */
export function asElement(value: Value): Value {
  return value.kind !== 'nil' ? value : value.at === undefined ? NIL_ELEMENT : { ...value, isElement: true };
}

/** A value as the result of a pipeline, which is no longer in an interface. */
export function asResult(value: Value): Value {
  return value.kind === 'nil' && value.isElement ? NIL : value;
}

/** The value at a key; what Go makes of a missing key; undefined if it is unknown. */
export function entryOf({ entries, type, isOpen }: Dict, key: string): Value | undefined {
  const entry = entries.get(key);
  if (entry !== undefined) return asElement(entry.value);
  if (isOpen) return undefined;
  return type === 'map[string]string' ? text(SourcedText.EMPTY) : NIL_ELEMENT;
}

/** The entries in the order in which Go ranges over them: by the bytes of the keys. */
export function sortedEntries({ entries }: Dict): [string, Entry][] {
  return [...entries].sort(([a], [b]) => compareBytes(a, b));
}

/** Compares two strings by their bytes in UTF-8, as Go does. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x === y) continue;
    // Surrogates stand for characters behind all others.
    return (x >= 0xd800 && x < 0xe000 ? x + 0x10000 : x) - (y >= 0xd800 && y < 0xe000 ? y + 0x10000 : y);
  }
  return a.length - b.length;
}

/** Whether a value is true to `if` and `and`: not the zero value of its type. Undefined if it is unknown. */
export function truth(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'nil':
      return false;
    case 'bool':
      return value.value;
    case 'int':
    case 'float':
      return value.value !== 0;
    case 'text':
      return isNotEmpty(value.value);
    case 'list':
      return value.items.length > 0;
    case 'dict':
      if (value.isOpen) return undefined;
      return value.entries.size > 0;
    case 'unknown':
      return value.isTrue;
    case 'special':
      return true;
  }
}

function isNotEmpty({ text, pieces }: SourcedText): boolean | undefined {
  if (text === '') return false;
  return pieces.some(({ kind, isName }) => kind !== 'hole' || isName) ? true : undefined;
}

/** The type of a value as `%T` writes it; undefined if it is unknown. */
export function typeOf(value: Value): string | undefined {
  switch (value.kind) {
    case 'nil':
      return '<nil>';
    case 'bool':
      return 'bool';
    case 'int':
      return value.is64 ? 'int64' : 'int';
    case 'float':
      return 'float64';
    case 'text':
      return 'string';
    case 'list':
      return `[]${value.of}`;
    case 'dict':
      return value.type;
    case 'special':
      return value.type;
    case 'unknown':
      return undefined;
  }
}

/** The kind of a value as `reflect.Kind` writes it; undefined if it is unknown. */
export function kindOf(value: Value): string | undefined {
  switch (value.kind) {
    case 'nil':
      return 'invalid';
    case 'list':
      return 'slice';
    case 'dict':
      return 'map';
    case 'special':
      return /^(?:engine\.files|map)/.test(value.type) ? 'map' : value.type.startsWith('*') ? 'ptr' : 'struct';
    default:
      return typeOf(value);
  }
}

/** Whether a value and all that is in it are known. */
export function isKnown(value: Value, depth = 0): boolean {
  switch (value.kind) {
    case 'unknown':
      return false;
    case 'text':
      return !value.value.hasHoles;
    case 'list':
      return !value.isUnordered && depth < MAX_VALUE_DEPTH && value.items.every((item) => isKnown(item, depth + 1));
    case 'dict':
      if (value.isOpen || depth >= MAX_VALUE_DEPTH) return false;
      return [...value.entries.values()].every((entry) => isKnown(entry.value, depth + 1));
    default:
      return true;
  }
}
