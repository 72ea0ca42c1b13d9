import { MAX_VALUE_DEPTH } from './bounds.ts';
import { Failure } from './failure.ts';
import type { Dict, Entry, Value } from './value.ts';

/** A copy of a value; changes of maps in it do not change the original. Throws `Failure` if it is too deep. */
export function copy(value: Value, depth = 0): Value {
  if (depth > MAX_VALUE_DEPTH) throw new Failure('values are nested too deeply', true);
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => copy(item, depth + 1)) };
  return value.kind === 'dict' ? copyDict(value, depth) : value;
}

/** A deep copy of a map. */
export function copyDict(value: Dict, depth = 0): Dict {
  const entries = new Map<string, Entry>();
  for (const [key, entry] of value.entries) entries.set(key, { ...entry, value: copy(entry.value, depth + 1) });
  return { ...value, entries };
}
