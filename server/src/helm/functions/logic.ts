import { Failure } from '../failure.ts';
import { type Call, defined, type FunctionTable, holeAt, madeText, unknownResult } from '../function.ts';
import { bool, compareBytes, kindOf, NIL, truth, typeOf, unknown, type Value } from '../value.ts';
import { isText, plain } from './arguments.ts';
import { deepEqual } from './deep-equal.ts';

/** Comparisons of `text/template/funcs.go`, and the functions of `sprig/defaults.go` and `sprig/reflect.go`. */
export const LOGIC_FUNCTIONS: FunctionTable = {
  not: decided('any', ([value]) => {
    const isTrue = value && truth(value);
    return isTrue === undefined ? undefined : !isTrue;
  }),
  eq: decided('any any…', equals),
  ne: decided('any any', (args) => {
    const isEqual = equals(args);
    return isEqual === undefined ? undefined : !isEqual;
  }),
  lt: ordered((order) => order < 0),
  le: ordered((order) => order <= 0),
  gt: ordered((order) => order > 0),
  ge: ordered((order) => order >= 0),

  default: defined(
    'any any…',
    (call, [otherwise = NIL, given]) => {
      const isTrue = given === undefined ? false : truth(given);
      if (isTrue === undefined) return eitherOf(call, otherwise);
      return isTrue && given !== undefined ? given : otherwise;
    },
    'all',
  ),
  coalesce: defined(
    'any…',
    (call, args) => {
      for (const arg of args) {
        const isTrue = truth(arg);
        if (isTrue === undefined) return unknownResult(call);
        if (isTrue) return arg;
      }
      return NIL;
    },
    'all',
  ),
  ternary: defined(
    'any any bool',
    (call, [yes = NIL, no = NIL, choice]) => {
      return choice?.kind === 'bool' ? (choice.value ? yes : no) : unknownResult(call);
    },
    'all',
  ),
  empty: decided('any', ([value]) => {
    const isTrue = value && truth(value);
    return isTrue === undefined ? undefined : !isTrue;
  }),
  all: decided('any…', (args) => everyTrue(args)),
  any: decided('any…', (args) => {
    if (args.some((arg) => truth(arg) === true)) return true;
    return args.some((arg) => truth(arg) === undefined) ? undefined : false;
  }),

  required: defined(
    'text any',
    (_, [message, value = NIL]) => {
      if (value.kind === 'nil' || (isText(value) && value.value.text === '')) throw new Failure(plain(message));
      return value;
    },
    'all',
  ),
  fail: defined(
    'text',
    (_, [message]) => {
      throw new Failure(plain(message));
    },
    'all',
  ),

  typeOf: described(typeOf),
  kindOf: described(kindOf),
  typeIs: decided('text any', ([type, value]) => isDescribed(type, value && typeOf(value))),
  typeIsLike: decided('text any', ([type, value]) => {
    const own = value && typeOf(value);
    return own === undefined ? undefined : plain(type) === own || `*${plain(type)}` === own;
  }),
  kindIs: decided('text any', ([type, value]) => isDescribed(type, value && kindOf(value))),
  deepEqual: defined('any any', (_, [a = NIL, b = NIL]) => bool(deepEqual(a, b)), 'deep'),
};

/** A function whose result is a boolean; undefined if it is unknown. */
function decided(signature: string, test: (args: readonly Value[]) => boolean | undefined) {
  return defined(
    signature,
    (call, args) => {
      const result = test(args);
      return result === undefined ? unknownResult(call) : bool(result);
    },
    'all',
  );
}

/** The result of `default` if it is unknown whether it is that: it is true if the default is. */
function eitherOf(call: Call, otherwise: Value): Value {
  const result = unknown(holeAt(call.place));
  return truth(otherwise) === true ? { ...result, isTrue: true } : result;
}

function everyTrue(args: readonly Value[]): boolean | undefined {
  if (args.some((arg) => truth(arg) === false)) return false;
  return args.some((arg) => truth(arg) === undefined) ? undefined : true;
}

function isDescribed(wanted: Value | undefined, own: string | undefined): boolean | undefined {
  return own === undefined || !isText(wanted) || wanted.value.hasHoles ? undefined : wanted.value.text === own;
}

function described(describe: (value: Value) => string | undefined) {
  return defined(
    'any > text',
    (call, [value = NIL]) => {
      const description = describe(value);
      return description === undefined ? unknownResult(call, true) : madeText(call, description);
    },
    'all',
  );
}

/** `eq`: whether the first argument equals one of the others. Undefined if it is unknown. */
function equals([first, ...others]: readonly Value[]): boolean | undefined {
  if (others.length === 0) throw new Failure('missing argument for comparison');
  let isKnown = true;
  for (const other of others) {
    const isEqual = first && equal(first, other);
    if (isEqual === true) return isKnown ? true : undefined;
    if (isEqual === undefined) isKnown = false;
  }
  return isKnown ? false : undefined;
}

function equal(a: Value, b: Value): boolean | undefined {
  if (a.kind === 'unknown' || b.kind === 'unknown' || a.kind === 'special' || b.kind === 'special') return undefined;
  if (a.kind === 'text' && b.kind === 'text') {
    return a.value.hasHoles || b.value.hasHoles ? undefined : a.value.text === b.value.text;
  }
  if (isScalar(a) && isScalar(b) && a.kind === b.kind) return a.value === b.value;
  // Lists and maps can be compared with nil alone, and are not equal to it.
  if (a.kind === 'nil' || b.kind === 'nil') return a.kind === b.kind;
  if (isComparable(a) || isComparable(b)) {
    throw new Failure(`incompatible types for comparison: ${typeOf(a)} and ${typeOf(b)}`);
  }
  throw new Failure(`non-comparable type ${typeOf(b)}`);
}

function isScalar(value: Value) {
  return value.kind === 'bool' || value.kind === 'int' || value.kind === 'float';
}

function isComparable(value: Value): boolean {
  return value.kind === 'text' || isScalar(value);
}

function ordered(test: (order: number) => boolean) {
  return defined('any any', (_, [a = NIL, b = NIL]) => bool(test(order(a, b))));
}

function order(a: Value, b: Value): number {
  if (a.kind === 'text' && b.kind === 'text') return compareBytes(a.value.text, b.value.text);
  if ((a.kind === 'int' && b.kind === 'int') || (a.kind === 'float' && b.kind === 'float')) return a.value - b.value;
  throw new Failure(`incompatible types for comparison: ${typeOf(a)} and ${typeOf(b)}`);
}
