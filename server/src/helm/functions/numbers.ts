import { MAX_ITEMS } from '../bounds.ts';
import { Failure } from '../failure.ts';
import { type Call, defined, type FunctionTable, madeText, unknownResult } from '../function.ts';
import { float, int, NIL, type Value } from '../value.ts';
import { numberOf, plain } from './arguments.ts';
import { toFloat, toInteger } from './convert.ts';

/** The functions of `sprig/numeric.go`. */
export const NUMBER_FUNCTIONS: FunctionTable = {
  int: defined('any', (call, [value = NIL]) => converted(call, value, false), 'all'),
  int64: defined('any', (call, [value = NIL]) => converted(call, value, true), 'all'),
  float64: defined(
    'any',
    (call, [value]) => {
      const number = toFloat(value);
      return number === undefined ? unknownResult(call) : float(number, value?.at);
    },
    'all',
  ),
  atoi: defined('text', (call, [value]) => {
    const digits = plain(value);
    if (!/^[-+]?\d+$/.test(digits)) return int(0);
    return Number.isSafeInteger(Number(digits)) ? int(Number(digits), false, value?.at) : unknownResult(call);
  }),
  add: computed('any…', (numbers) => numbers.reduce((sum, next) => sum + next, 0)),
  add1: computed('any', ([number = 0]) => number + 1),
  sub: computed('any any', ([a = 0, b = 0]) => a - b),
  mul: computed('any any…', ([first = 0, ...others]) => others.reduce((product, next) => product * next, first)),
  div: computed('any any', ([a = 0, b = 0]) => Math.trunc(a / divisor(b))),
  mod: computed('any any', ([a = 0, b = 0]) => a % divisor(b)),
  max: computed('any any…', (numbers) => Math.max(...numbers)),
  biggest: computed('any any…', (numbers) => Math.max(...numbers)),
  min: computed('any any…', (numbers) => Math.min(...numbers)),
  maxf: computedFloat('any any…', (numbers) => Math.max(...numbers)),
  minf: computedFloat('any any…', (numbers) => Math.min(...numbers)),
  floor: computedFloat('any', ([number = 0]) => Math.floor(number)),
  ceil: computedFloat('any', ([number = 0]) => Math.ceil(number)),
  round: defined('any int float…', (call, [value, places, on]) => {
    const number = toFloat(value);
    if (number === undefined || on !== undefined) return unknownResult(call);
    const power = 10 ** numberOf(places);
    const digits = power * number;
    return float((digits - Math.trunc(digits) >= 0.5 ? Math.ceil(digits) : Math.floor(digits)) / power);
  }),
  seq: defined('int… > text', seq),
};

function converted(call: Call, value: Value, is64: boolean): Value {
  const number = toInteger(value);
  return number === undefined ? unknownResult(call) : int(number, is64, value.at);
}

/** A function of integers; results that JavaScript does not have exactly are unknown. */
function computed(signature: string, compute: (numbers: readonly number[]) => number) {
  return defined(
    signature,
    (call, args) => {
      const numbers = args.map(toInteger);
      if (numbers.includes(undefined)) return unknownResult(call);
      const result = compute(numbers as number[]);
      return Number.isSafeInteger(result) ? int(result + 0, true) : unknownResult(call);
    },
    'all',
  );
}

function computedFloat(signature: string, compute: (numbers: readonly number[]) => number) {
  return defined(
    signature,
    (call, args) => {
      const numbers = args.map(toFloat);
      return numbers.includes(undefined) ? unknownResult(call) : float(compute(numbers as number[]));
    },
    'all',
  );
}

function divisor(number: number): number {
  if (number === 0) throw new Failure('runtime error: integer divide by zero');
  return number;
}

function seq(call: Call, args: readonly Value[]): Value {
  const numbers = args.map(numberOf);
  const [start, step, end] = rangeOf(numbers);
  if (step === 0 || Math.abs((end - start) / step) > MAX_ITEMS) return unknownResult(call, true);
  const found: number[] = [];
  if (Math.sign(step) === Math.sign(end - start) || start === end) {
    for (let next = start; step > 0 ? next <= end : next >= end; next += step) found.push(next);
  }
  return madeText(call, numbers.length === 0 || numbers.length > 3 ? '' : found.join(' '));
}

function rangeOf([a = 0, b, c]: readonly number[]): readonly [number, number, number] {
  if (b === undefined) return [1, a < 1 ? -1 : 1, a];
  return c === undefined ? [a, b < a ? -1 : 1, b] : [a, b, c];
}
