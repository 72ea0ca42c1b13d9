import { t } from '../text/localize.ts';

/** An escape sequence in a double-quoted string that is invalid or is an invisible character. */
interface Escape {
  readonly kind: 'unknown' | 'incomplete' | 'control';
  /** As written. */
  readonly text: string;
  /** The character, as a noun. */
  readonly meaning: string;
  /** Offset from the opening quotation mark. */
  readonly at: number;
}

/** https://yaml.org/spec/1.2.2/#57-escaped-characters */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['0', 'a null character'],
  ['a', 'a bell'],
  ['b', 'a backspace'],
  ['t', 'a tab'],
  ['n', 'a line break'],
  ['v', 'a vertical tab'],
  ['f', 'a form feed'],
  ['r', 'a carriage return'],
  ['e', 'an escape character'],
  ['N', 'a next-line character'],
  ['_', 'a no-break space'],
  ['L', 'a line separator'],
  ['P', 'a paragraph separator'],
]);

const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\r\n|[\s\S])/g;

/** The escape sequences of a scalar as written, with its quotes, without those of visible characters. */
export function hiddenEscapes(raw: string): Escape[] {
  return [...raw.slice(0, -1).matchAll(ESCAPE)].flatMap(({ index: at, 0: text }): Escape[] => {
    const letter = text.charAt(1);
    const kind = kindOf(letter, text.slice(2));
    return kind === undefined ? [] : [{ kind, text, meaning: t(MEANINGS.get(letter) ?? 'a control character'), at }];
  });
}

/** Whether a backslash escapes the last quotation mark; the parser may accept that. */
export function isUnclosed(raw: string): boolean {
  return /(?<!\\)(?:\\\\)*\\"$/.test(raw);
}

/** The scalar up to the intended closing quotation mark; an open one may run to the end of the manifest. */
export function meantScalar(raw: string): string {
  const isClosed = raw.length > 1 && raw.endsWith('"') && !isUnclosed(raw);
  return (isClosed ? undefined : /^[^\n]*\\"(?=[ \t]*(?:#[^\n]*)?\r?(?:\n|$))/.exec(raw)?.[0]) ?? raw;
}

/** The text with literal backslashes; doubled ones become single ones, except at the beginning. */
export function withBackslashes(raw: string): string {
  return raw.slice(1, -1).replace(/\\(["/])|(?<!^)\\\\/g, (_, character: string | undefined) => character ?? '\\');
}

function kindOf(letter: string, digits: string): Escape['kind'] | undefined {
  if (MEANINGS.has(letter)) return 'control';
  // Kubernetes also accepts \'.
  if (!/[xuU]/.test(letter)) return /[\\"'/\s]/.test(letter) ? undefined : 'unknown';
  if (digits === '') return 'incomplete';
  const number = Number.parseInt(digits, 16);
  return number < 0x20 || (number > 0x7e && number < 0xa1) || number === 0x2028 || number === 0x2029
    ? 'control'
    : undefined;
}
