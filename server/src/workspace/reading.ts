import { LineIndex, type Position } from '../text/line-index.ts';
import { isTooMuch } from '../yaml/document.ts';

/** What became of reading a file: its text without a byte order mark, as editors have it, or why there is none. */
export type Reading = { readonly text: string; readonly hasMark?: true } | { readonly fault: Fault };

/** Why a file was not read, in a sentence for users. */
export interface Fault {
  readonly kind: 'missing' | 'folder' | 'special' | 'unreadable' | 'binary' | 'too large';
  /** A sentence that does not name the file. */
  readonly message: string;
  /** Where in the file, if it is one place that is wrong. */
  readonly at?: Position;
}

/** More than any manifest has; the parser needs a hundred times as much memory, and more for what is no manifest. */
export const MAX_BYTES = 10_000_000;

export const BYTE_ORDER_MARK = '\uFEFF';

/** The text in the bytes of a file: UTF-8, as manifests have to be. */
export function decode(bytes: Uint8Array): Reading {
  if (bytes.length > MAX_BYTES) return tooLarge();
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return fault('binary', 'The file is encoded in UTF-16. Save it as UTF-8.');
  }
  const text = new TextDecoder().decode(bytes);
  const nul = text.indexOf('\0');
  if (nul !== -1)
    return { fault: { ...binary('it contains a NUL character'), at: new LineIndex(text).positionAt(nul) } };
  if (text.includes('kind') && isTooMuch(text)) return fault('too large', 'The file has too many YAML tokens.');
  const reading: Reading = startsWithMark(bytes) ? { text, hasMark: true } : { text };
  // The decoder puts U+FFFD for what is no UTF-8, and where the file itself has it, it is left after encoding.
  if (!text.includes('\uFFFD')) return reading;
  const wrong = firstDifference(bytes, new TextEncoder().encode(text));
  if (wrong === undefined) return reading;
  const before = new TextDecoder().decode(bytes.subarray(0, wrong));
  return {
    fault: { ...binary('from here on it is not valid UTF-8'), at: new LineIndex(before).positionAt(before.length) },
  };
}

/** Whether a text that is open in an editor would not have been read from a file. */
export function isOverLimit(text: string): boolean {
  // A UTF-16 code unit is up to three bytes.
  if (text.length > MAX_BYTES / 3 && new TextEncoder().encode(text).length > MAX_BYTES) return true;
  return text.includes('kind') && isTooMuch(text);
}

/** The fault of a file that is longer than `MAX_BYTES`. */
export function tooLarge(): Reading {
  return fault('too large', `The file is larger than ${MAX_BYTES / 1_000_000} MB.`);
}

/** A reading that failed. */
export function fault(kind: Fault['kind'], message: string): Reading {
  return { fault: { kind, message } };
}

function binary(why: string): Fault {
  return { kind: 'binary', message: `The file is not text: ${why}.` };
}

/** Where a file differs from what its text encodes to, which begins without a byte order mark. */
function firstDifference(file: Uint8Array, encoded: Uint8Array): number | undefined {
  const mark = startsWithMark(file) ? 3 : 0;
  let at = file.subarray(mark).findIndex((byte, i) => byte !== encoded[i]);
  if (at === -1) return undefined;
  // Back to the first byte of the character that differs.
  while (((encoded[at] ?? 0) & 0xc0) === 0x80) at--;
  return at + mark;
}

function startsWithMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}
