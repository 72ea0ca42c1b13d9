/** The type and value of a plain scalar to the YAML reader of Kubernetes and Helm. */
export type ResolvedScalar =
  | { readonly kind: 'null' | 'string' | 'timestamp' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer' | 'float'; readonly value: number };

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);
const NULLS = ['', '~', 'null', 'Null', 'NULL'];
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const INFINITY = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;
const INTEGER = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[oO]?([0-7]+)|0[bB]([01]+)|(0|[1-9]\d*))$/;

/** Resolves a plain scalar as `resolve.go` of `go.yaml.in/yaml/v2`. */
export function resolveScalar(text: string): ResolvedScalar {
  const first = text[0] ?? '~';
  if (!/[-+.\dyYnNtTfFoO~]/.test(first)) return { kind: 'string' };
  const boolean = BOOLEANS.get(text);
  if (boolean !== undefined) return { kind: 'boolean', value: boolean };
  if (NULLS.includes(text)) return { kind: 'null' };
  if (NOT_A_NUMBER.test(text)) return { kind: 'float', value: Number.NaN };
  if (INFINITY.test(text)) {
    return { kind: 'float', value: first === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY };
  }
  if (first === '.') return FLOAT.test(text) ? { kind: 'float', value: Number(text) } : { kind: 'string' };
  if (!/[-+\d]/.test(first)) return { kind: 'string' };
  if (isTimestamp(text)) return { kind: 'timestamp' };
  const digits = text.replaceAll('_', '');
  const [integer, sign, hexadecimal, octal, binary, decimal] = INTEGER.exec(digits) ?? [];
  if (integer !== undefined) {
    const [base, number] =
      hexadecimal !== undefined ? ['0x', hexadecimal] : octal !== undefined ? ['0o', octal] : ['0b', binary];
    const value = Number(decimal ?? `${base}${number}`);
    if (value < 2 ** 64) return { kind: 'integer', value: sign === '-' ? 0 - value : value };
  }
  return FLOAT.test(digits) ? { kind: 'float', value: Number(digits) } : { kind: 'string' };
}

/** Dates, with or without a time, as `parseTimestamp` accepts them. */
function isTimestamp(text: string): boolean {
  const [, year = '', month = '', day = '', time = ''] = DATE.exec(text) ?? [];
  return year !== '' && isDate(Number(year), Number(month), Number(day)) && (time === '' || isTime(time));
}

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})([Tt ].*)?$/;

function isDate(year: number, month: number, day: number): boolean {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

/** A time behind a blank, or behind a `T` and with a time zone. */
function isTime(text: string): boolean {
  const [, separator, hour, minute, second, zone] =
    /^([Tt ])(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(Z|[-+]\d\d:\d\d)?$/.exec(text) ?? [];
  const isInRange = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  return isInRange && (separator === ' ') === (zone === undefined);
}
