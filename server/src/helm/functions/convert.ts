import { parseNumber } from '../go-literals.ts';
import type { Value } from '../value.ts';

/** A value as `cast.ToInt64` reads it; undefined if it is unknown, or too large for JavaScript. */
export function toInteger(value: Value | undefined): number | undefined {
  switch (value?.kind) {
    case 'int':
      return value.value;
    case 'float': {
      const whole = Math.trunc(value.value);
      return Number.isSafeInteger(whole) ? whole + 0 : undefined;
    }
    case 'bool':
      return value.value ? 1 : 0;
    case 'text':
      return value.value.hasHoles ? undefined : integerOf(value.value.text);
    case 'unknown':
      return undefined;
    default:
      return 0;
  }
}

/** A value as `cast.ToFloat64` reads it; undefined if it is unknown. */
export function toFloat(value: Value | undefined): number | undefined {
  if (value?.kind === 'float') return value.value;
  if (value?.kind !== 'text') return toInteger(value);
  if (value.value.hasHoles) return undefined;
  const { text } = value.value;
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) return Number(text);
  // Go also reads hexadecimal numbers, infinities and underscores.
  return /^[-+]?(?:0[xX]|inf|nan)|_/i.test(text) ? undefined : 0;
}

function integerOf(text: string): number | undefined {
  // `1.0` is 1, and `1.5` is an error, which is 0.
  const number = parseNumber(text.replace(/\.0+$/, ''));
  if (number === undefined || !number.isInteger) return 0;
  return number.isSafe ? number.value : undefined;
}
