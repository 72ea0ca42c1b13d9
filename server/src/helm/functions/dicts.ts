import { MAX_VALUE_DEPTH } from '../bounds.ts';
import { copy } from '../copy.ts';
import { Failure } from '../failure.ts';
import { type Call, defined, type FunctionTable, unknownResult } from '../function.ts';
import { SourcedText } from '../sourced-text.ts';
import {
  type Dict,
  dict,
  type Entry,
  entryOf,
  isKnown,
  list,
  NIL,
  text,
  truth,
  unordered,
  type Value,
} from '../value.ts';
import { isDict, isText, plain, stringOf } from './arguments.ts';

/** The functions of `sprig/dict.go`. */
export const DICT_FUNCTIONS: FunctionTable = {
  dict: defined('any…', dictOf, 'all'),
  get: defined('dict text', (call, [map, key]) => {
    if (!isDict(map)) return text(SourcedText.EMPTY);
    if (map.entries.has(plain(key)) || map.isOpen) return entryOf(map, plain(key)) ?? unknownResult(call);
    return text(SourcedText.EMPTY);
  }),
  hasKey: defined('dict text', (call, [map, key]) => {
    if (!isDict(map)) return { kind: 'bool', value: false, at: undefined };
    return map.isOpen ? unknownResult(call) : { kind: 'bool', value: map.entries.has(plain(key)), at: undefined };
  }),
  set: defined('dict text any', (call, args) => changed(call, args, args[2] ?? NIL), 'all'),
  unset: defined('dict text', (call, args) => changed(call, args, undefined), 'all'),
  pluck: defined('text dict…', (call, [key, ...maps]) => {
    if (maps.some((map) => isDict(map) && map.isOpen)) return unknownResult(call);
    return list(maps.flatMap((map) => (isDict(map) ? (map.entries.get(plain(key))?.value ?? []) : [])));
  }),
  keys: defined('dict…', (call, maps) => {
    if (!maps.every((map) => isDict(map) && !map.isOpen)) return unknownResult(call);
    const keys = maps.flatMap((map) => (isDict(map) ? [...map.entries] : []));
    const texts = keys.map(([key, { keyAt }]) => text(SourcedText.made(key, keyAt), keyAt));
    return unordered(texts, 'string');
  }),
  values: defined('dict', (call, [map]) => {
    if (!isDict(map) || map.isOpen) return unknownResult(call);
    return unordered(
      [...map.entries.values()].map(({ value }) => value),
      'interface {}',
    );
  }),
  pick: defined('dict text…', (_, [map, ...keys]) => kept(map, (key) => keys.some((wanted) => plain(wanted) === key))),
  omit: defined('dict text…', (_, [map, ...keys]) => kept(map, (key) => !keys.some((other) => plain(other) === key))),
  merge: defined('dict dict…', (call, args) => merged(call, args, false), 'all'),
  mustMerge: defined('dict dict…', (call, args) => merged(call, args, false), 'all'),
  mergeOverwrite: defined('dict dict…', (call, args) => merged(call, args, true), 'all'),
  mustMergeOverwrite: defined('dict dict…', (call, args) => merged(call, args, true), 'all'),
  deepCopy: defined('any', (_, [value = NIL]) => copy(value), 'holes'),
  mustDeepCopy: defined('any', (_, [value = NIL]) => copy(value), 'holes'),
  dig: defined('any any any…', dig),
};

function dictOf(call: Call, args: readonly Value[]): Value {
  const entries: [string, Entry][] = [];
  for (let i = 0; i < args.length; i += 2) {
    const [key = NIL, value] = args.slice(i, i + 2);
    if (key.kind === 'unknown' || !isKnown(key)) return unknownResult(call);
    const name = stringOf(key, call.place).text;
    entries.push([name, { value: value ?? text(SourcedText.EMPTY), keyAt: key.at ?? call.place }]);
  }
  return dict(entries);
}

function changed(call: Call, [map, key]: readonly Value[], value: Value | undefined): Value {
  if (map?.kind === 'nil') throw new Failure('assignment to entry in nil map');
  if (!isDict(map)) return unknownResult(call);
  if (!isText(key) || key.value.hasHoles) call.changes.open(map);
  else call.changes.setEntry(map, plain(key), value && { value, keyAt: key.at ?? call.place });
  return map;
}

function kept(map: Value | undefined, isKept: (key: string) => boolean): Value {
  if (!isDict(map)) return dict([]);
  return { ...dict([...map.entries].filter(([key]) => isKept(key))), isOpen: map.isOpen };
}

function merged(call: Call, [target, ...sources]: readonly Value[], overwrites: boolean): Value {
  if (!isDict(target)) return unknownResult(call);
  for (const source of sources) {
    if (isDict(source)) mergeInto(call, target, source, overwrites, 0);
    else if (source.kind !== 'nil') call.changes.open(target);
  }
  return target;
}

/** Merges a map into another, as `deepMerge` of `dario.cat/mergo/merge.go`. */
function mergeInto(call: Call, target: Dict, source: Dict, overwrites: boolean, depth: number): void {
  if (depth > MAX_VALUE_DEPTH) throw new Failure('maps are nested too deeply', true);
  if (source.isOpen) {
    call.changes.open(target);
    return;
  }
  for (const [key, entry] of source.entries) {
    const own = target.entries.get(key);
    const set = () => call.changes.setEntry(target, key, entry);
    if (own === undefined) {
      if (target.isOpen) call.changes.setEntry(target, key, { ...entry, value: unknownResult(call) });
      else if (entry.value.kind !== 'nil' || overwrites) set();
      continue;
    }
    if (entry.value.kind === 'nil') {
      if (overwrites) set();
      continue;
    }
    const isFilled = truth(own.value);
    if (isDict(entry.value) && isDict(own.value)) {
      if (own.value.entries.size === 0 && !own.value.isOpen) set();
      else mergeInto(call, own.value, entry.value, overwrites, depth + 1);
    } else if (overwrites || isFilled === false) set();
    else if (isFilled === undefined) call.changes.setEntry(target, key, { ...entry, value: unknownResult(call) });
  }
}

function dig(call: Call, args: readonly Value[]): Value {
  const path = args.slice(0, -2);
  const [otherwise = NIL, start = NIL] = args.slice(-2);
  let value = start;
  for (const key of path) {
    if (value.kind === 'unknown') return unknownResult(call);
    if (!isDict(value) || !isText(key)) throw new Failure('interface conversion: not a map');
    const entry = value.entries.get(plain(key));
    if (entry === undefined) return value.isOpen ? unknownResult(call) : otherwise;
    value = entry.value;
  }
  return value;
}
