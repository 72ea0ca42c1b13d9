/** The text of a string of Go in its quotes; undefined if it is not valid. As `strconv.Unquote` reads it. */
export function unquoted(literal: string): string | undefined {
  const inner = literal.slice(1, -1);
  if (literal.startsWith('`')) return inner.replaceAll('\r', '');
  if (!inner.includes('\\')) return inner;
  let isValid = true;
  const text = inner.replace(ESCAPE, (sequence) => {
    const character = unescaped(sequence);
    isValid &&= character !== undefined && !(sequence === "\\'" && literal.startsWith('"'));
    return character ?? '';
  });
  return isValid ? text : undefined;
}

/** The number of a character of Go in its quotes. */
export function characterCode(literal: string): number | undefined {
  const text = unquoted(literal) ?? '';
  const code = text.codePointAt(0);
  return code !== undefined && String.fromCodePoint(code).length === text.length ? code : undefined;
}

const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{3}|[\s\S]?)/g;

const SIMPLE = new Map([
  ['\\a', '\x07'],
  ['\\b', '\b'],
  ['\\f', '\f'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
  ['\\v', '\v'],
  ['\\\\', '\\'],
  ["\\'", "'"],
  ['\\"', '"'],
]);

/** The character of an escape sequence. Bytes that are not ASCII are not supported: they need not be characters. */
function unescaped(sequence: string): string | undefined {
  const simple = SIMPLE.get(sequence);
  if (simple !== undefined || sequence.length < 4) return simple;
  const isOctal = /\\[0-7]/.test(sequence);
  const code = Number.parseInt(isOctal ? sequence.slice(1) : sequence.slice(2), isOctal ? 8 : 16);
  const isByte = isOctal || sequence[1] === 'x';
  const isValid = isByte ? code < 0x80 : code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isValid ? String.fromCodePoint(code) : undefined;
}

export interface GoNumber {
  readonly value: number;
  readonly isInteger: boolean;
  /** Whether JavaScript has the same number: integers of Go have 64 bits. */
  readonly isSafe: boolean;
}

/** A number of Go; undefined if it is not valid, or imaginary. */
export function parseNumber(literal: string): GoNumber | undefined {
  if (literal.endsWith('i') || !isUnderscoreValid(literal)) return undefined;
  const text = literal.replaceAll('_', '');
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/.exec(text) ?? [];
  const factor = sign === '-' ? -1 : 1;
  const based = /^0[xX][\da-fA-F]+$|^0[oO][0-7]+$|^0[bB][01]+$/.test(digits) ? digits : undefined;
  const octal = /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : undefined;
  const decimal = /^(?:0|[1-9]\d*)$/.test(digits) ? digits : undefined;
  const integer = based ?? octal ?? decimal;
  if (integer !== undefined) {
    const value = factor * Number(integer.toLowerCase());
    return { value: value === 0 ? 0 : value, isInteger: true, isSafe: Number.isSafeInteger(value) };
  }
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(digits) || !/[.eE]/.test(digits)) return undefined;
  return { value: factor * Number(digits), isInteger: false, isSafe: true };
}

/** Underscores separate the digits of integers, and may follow the prefix of a base. */
function isUnderscoreValid(literal: string): boolean {
  return !literal.includes('_') || /^[-+]?(?:0[xXoObB]_?)?[\da-fA-F]+(?:_[\da-fA-F]+)*$/.test(literal);
}
