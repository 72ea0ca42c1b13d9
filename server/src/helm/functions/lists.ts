import { MAX_ITEMS } from '../bounds.ts';
import { Failure } from '../failure.ts';
import { type Call, defined, type FunctionTable, holeAt, unknownResult } from '../function.ts';
import {
  asElement,
  bool,
  compareBytes,
  int,
  isKnown,
  type List,
  list,
  NIL,
  text,
  truth,
  unknown,
  type Value,
} from '../value.ts';
import { numberOf, stringsOf } from './arguments.ts';
import { toInteger } from './convert.ts';
import { deepEqual } from './deep-equal.ts';

/** The functions of `sprig/list.go`, and those of `sprig/numeric.go` that make lists. */
export const LIST_FUNCTIONS: FunctionTable = {
  list: defined('any…', (_, args) => list(args), 'all'),
  tuple: defined('any…', (_, args) => list(args), 'all'),
  ...both('first', 'any', (items) => items[0] ?? NIL),
  ...both('last', 'any', (items) => items.at(-1) ?? NIL),
  ...both('rest', 'any', (items, _, call) => (items.length === 0 ? nilSlice(call) : list(items.slice(1)))),
  ...both('initial', 'any', (items, _, call) => (items.length === 0 ? nilSlice(call) : list(items.slice(0, -1)))),
  ...both('reverse', 'any', (items) => list([...items].reverse())),
  ...both('append', 'any any', (items, [, added = NIL]) => list([...items, added])),
  ...both('push', 'any any', (items, [, added = NIL]) => list([...items, added])),
  ...both('prepend', 'any any', (items, [, added = NIL]) => list([added, ...items])),
  ...both('compact', 'any', (items) => {
    const kept = items.filter((item) => truth(item) !== false);
    return kept.every((item) => truth(item) === true) ? list(kept) : undefined;
  }),
  ...both('uniq', 'any', (items) => {
    if (!items.every(isKnown)) return undefined;
    return list(items.filter((item, i) => items.findIndex((other) => deepEqual(other, item)) === i));
  }),
  ...both('without', 'any any…', (items, [, ...omitted]) => {
    if (![...items, ...omitted].every(isKnown)) return undefined;
    return list(items.filter((item) => !omitted.some((other) => deepEqual(other, item))));
  }),
  has: hasFunction(),
  mustHas: hasFunction(),
  slice: defined('any any…', sliceOf),
  mustSlice: defined('any any…', sliceOf),
  concat: defined(
    'any…',
    (call, args) => {
      const lists = args.map((arg) => itemsOf(call, arg));
      return lists.includes(undefined)
        ? unknownResult(call)
        : limited(
            call,
            lists.flatMap((items) => items ?? []),
          );
    },
    'all',
  ),
  chunk: defined('int any', (call, [size, value]) => chunks(call, numberOf(size), value)),
  mustChunk: defined('int any', (call, [size, value]) => chunks(call, numberOf(size), value)),
  sortAlpha: defined('any', (call, [value]) => {
    const texts = stringsOf(value, call.place);
    if (texts === undefined || texts.some(({ hasHoles }) => hasHoles)) return unknownResult(call);
    return list(
      texts.sort((a, b) => compareBytes(a.text, b.text)).map((item) => text(item)),
      'string',
    );
  }),
  until: defined('int', (_, [count]) => steps(0, numberOf(count), numberOf(count) < 0 ? -1 : 1)),
  untilStep: defined('int int int', (_, [start, stop, step]) => steps(numberOf(start), numberOf(stop), numberOf(step))),
};

/** A function of a list and the same with `must` in front of its name. Its result is undefined if it is unknown. */
function both(
  name: string,
  signature: string,
  run: (items: readonly Value[], args: readonly Value[], call: Call) => Value | undefined,
): FunctionTable {
  const own = defined(
    signature,
    (call, args) => {
      const items = itemsOf(call, args[0]);
      return (items && run(items, args, call)) ?? unknownResult(call);
    },
    'all',
  );
  return { [name]: own, [`must${name.replace(/^./, (first) => first.toUpperCase())}`]: own };
}

/** The items of a list; undefined if it is unknown. */
function itemsOf({ name }: Call, value: Value | undefined): readonly Value[] | undefined {
  if (value?.kind === 'unknown') return undefined;
  if (value?.kind !== 'list') throw new Failure(`Cannot find ${name} on type ${value?.kind}`);
  return value.items;
}

function hasFunction() {
  return defined(
    'any any',
    (call, [needle = NIL, haystack]) => {
      if (haystack?.kind === 'nil') return bool(false);
      const items = itemsOf(call, haystack);
      if (items === undefined || needle.kind === 'unknown') return unknownResult(call);
      if (isKnown(needle) && items.some((item) => isKnown(item) && deepEqual(item, needle))) return bool(true);
      return isKnown(needle) && items.every(isKnown) ? bool(false) : unknownResult(call);
    },
    'all',
  );
}

function sliceOf(call: Call, [value, ...indices]: readonly Value[]): Value {
  const items = itemsOf(call, value);
  if (items === undefined) return unknownResult(call);
  if (items.length === 0) return NIL;
  const [start = 0, end = items.length] = indices.map((index) => toInteger(index));
  if (start === undefined || end === undefined) return unknownResult(call);
  if (start < 0 || end > items.length || start > end) throw new Failure('slice index out of bounds');
  return { ...(value as List), items: items.slice(start, end) };
}

function chunks(call: Call, size: number, value: Value | undefined): Value {
  const items = itemsOf(call, value);
  if (items === undefined || size < 1 || items.length === 0) return unknownResult(call);
  const found: Value[] = [];
  for (let at = 0; at < items.length; at += size) found.push(list(items.slice(at, at + size)));
  return list(found, '[]interface {}');
}

function steps(start: number, stop: number, step: number): Value {
  const isDown = stop < start;
  if (isDown ? step >= 0 : step <= 0) return list([], 'int');
  const count = Math.ceil(Math.abs((stop - start) / step));
  if (count > MAX_ITEMS) throw new Failure('the list is too long', true);
  return list(
    Array.from({ length: count }, (_, i) => int(start + i * step)),
    'int',
  );
}

/** A slice that is nil: it is as empty as any other, but null in YAML and JSON. */
function nilSlice({ place }: Call): Value {
  return { ...unknown(holeAt(place)), isTrue: false };
}

function limited(call: Call, items: readonly Value[]): Value {
  if (items.length === 0) return nilSlice(call);
  if (items.length > MAX_ITEMS) throw new Failure('the list is too long', true);
  return list(items.map(asElement));
}
