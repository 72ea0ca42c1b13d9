/** An escape in a text in double quotes that is an error, or that stands for a character that nobody sees. */
interface Escape {
  readonly kind: 'unknown' | 'incomplete' | 'control';
  /** As it is written. */
  readonly text: string;
  /** What it stands for, as a noun. */
  readonly meaning: string;
  /** Offset in the text, counted from its first quotation mark on. */
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

/** The escapes of a scalar as it is written, quotes included, without those that stand for what can be seen. */
export function hiddenEscapes(raw: string): Escape[] {
  return [...raw.slice(0, -1).matchAll(ESCAPE)].flatMap(({ index: at, 0: text }): Escape[] => {
    const letter = text.charAt(1);
    const meaning = MEANINGS.get(letter) ?? 'a control character';
    const kind = kindOf(letter, text.slice(2));
    return kind === undefined ? [] : [{ kind, text, meaning, at }];
  });
}

/** Whether a backslash before the last quotation mark makes it a part of the text; the parser may let that pass. */
export function isOpen(raw: string): boolean {
  return /(?<!\\)(?:\\\\)*\\"$/.test(raw);
}

/** The scalar up to the quotation mark that was to end it: one that is open may run on to the end of the manifest. */
export function meantScalar(raw: string): string {
  const isClosed = raw.length > 1 && raw.endsWith('"') && !isOpen(raw);
  return (isClosed ? undefined : /^[^\n]*\\"(?=[ \t]*(?:#[^\n]*)?\r?(?:\n|$))/.exec(raw)?.[0]) ?? raw;
}

/** The text with its backslashes as they are; those that were doubled, but for the two at its beginning, once. */
export function withBackslashes(raw: string): string {
  return raw.slice(1, -1).replace(/\\(["/])|(?<!^)\\\\/g, (_, character: string | undefined) => character ?? '\\');
}

function kindOf(letter: string, digits: string): Escape['kind'] | undefined {
  if (MEANINGS.has(letter)) return 'control';
  // Kubernetes reads \' too.
  if (!/[xuU]/.test(letter)) return /[\\"'/\s]/.test(letter) ? undefined : 'unknown';
  if (digits === '') return 'incomplete';
  const number = Number.parseInt(digits, 16);
  return number < 0x20 || (number > 0x7e && number < 0xa1) || number === 0x2028 || number === 0x2029
    ? 'control'
    : undefined;
}
