import { typeOf, type Value } from '../value.ts';

/** Whether two known values are deeply equal, as `reflect.DeepEqual`. */
export function deepEqual(a: Value, b: Value): boolean {
  if (typeOf(a) !== typeOf(b)) return false;
  switch (a.kind) {
    case 'text':
      return b.kind === 'text' && a.value.text === b.value.text;
    case 'bool':
    case 'int':
    case 'float':
      return b.kind === a.kind && a.value === b.value;
    case 'list':
      return (
        b.kind === 'list' && a.items.length === b.items.length && a.items.every((item, i) => isPair(item, b.items[i]))
      );
    case 'dict': {
      if (b.kind !== 'dict' || a.entries.size !== b.entries.size) return false;
      return [...a.entries].every(([key, { value }]) => isPair(value, b.entries.get(key)?.value));
    }
    default:
      return a.kind === b.kind;
  }
}

function isPair(a: Value, b: Value | undefined): boolean {
  return b !== undefined && deepEqual(a, b);
}
