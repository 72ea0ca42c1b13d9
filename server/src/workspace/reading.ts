import { LineIndex, type Position } from '../text/line-index.ts';
import { isTooMuch } from '../yaml/read/document.ts';

/**
 * The result of reading a file: its text without a byte order mark, as in editors, or a fault. Without an encoding, the
 * file is UTF-8 without a mark.
 */
export type ReadResult =
  | {
      readonly text: string;
      readonly encoding?: Encoding;
    }
  | { readonly fault: Fault };

/** The text of a file, or why there is none. */
export type ReadText = Pick<Extract<ReadResult, { readonly text: string }>, 'text'> | { readonly fault: Fault };

/** The encoding that a byte order mark indicates. PowerShell writes UTF-16. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Why a file was not read. */
export interface Fault {
  readonly kind: 'missing' | 'folder' | 'special' | 'unreadable' | 'binary' | 'too large';
  /** A sentence for users that does not name the file. */
  readonly message: string;
  /** The position in the file, if there is one. */
  readonly at?: Position;
}

/** The faults of a file that does not exist. */
export const NOT_THERE: readonly Fault['kind'][] = ['missing', 'folder'];

/** Larger than any manifest. The parser needs a hundred times as much memory, and more for other texts. */
export const MAX_BYTES = 10_000_000;

export const BYTE_ORDER_MARK = '\uFEFF';

/** Decodes a file: UTF-8, or UTF-16 with a byte order mark. */
export function decode(bytes: Uint8Array): ReadResult {
  if (bytes.length > MAX_BYTES) return tooLarge();
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const nul = text.indexOf('\0');
  if (nul !== -1)
    return { fault: { ...binary('it contains a NUL character'), at: new LineIndex(text).positionAt(nul) } };
  if (text.includes('kind') && isTooMuch(text)) return fault('too large', 'The file has too many YAML tokens.');
  const result: ReadResult = encoding === undefined ? { text } : { text, encoding };
  // The decoder replaces invalid bytes by U+FFFD. Encoding the text again shows whether the file itself contains it.
  if (!text.includes('\uFFFD')) return result;
  const wrong = firstDifference(bytes, encode(text, encoding), isUtf16(encoding) ? 2 : 1);
  if (wrong === undefined) return result;
  const before = new TextDecoder(encoding).decode(bytes.subarray(0, wrong));
  const name = isUtf16(encoding) ? 'UTF-16' : 'UTF-8';
  return {
    fault: { ...binary(`from here on it is not valid ${name}`), at: new LineIndex(before).positionAt(before.length) },
  };
}

/** Encodes the text of a file. With an encoding, the bytes begin with a byte order mark. */
export function encode(text: string, encoding: Encoding | undefined): Uint8Array {
  if (encoding === undefined) return new TextEncoder().encode(text);
  const marked = BYTE_ORDER_MARK + text;
  if (encoding === 'utf-8') return new TextEncoder().encode(marked);
  const bytes = new DataView(new ArrayBuffer(2 * marked.length));
  for (let i = 0; i < marked.length; i++) bytes.setUint16(2 * i, marked.charCodeAt(i), encoding === 'utf-16le');
  return new Uint8Array(bytes.buffer);
}

/** Whether a text that is open in an editor is too large to be read from a file. */
export function isOverLimit(text: string): boolean {
  // A UTF-16 code unit has up to three bytes in UTF-8.
  if (text.length > MAX_BYTES / 3 && new TextEncoder().encode(text).length > MAX_BYTES) return true;
  return text.includes('kind') && isTooMuch(text);
}

/** The fault of a file with more than `MAX_BYTES`. */
export function tooLarge(): { readonly fault: Fault } {
  return fault('too large', `The file is larger than ${MAX_BYTES / 1_000_000} MB.`);
}

/** The result of a failed read. */
export function fault(kind: Fault['kind'], message: string): { readonly fault: Fault } {
  return { fault: { kind, message } };
}

function binary(why: string): Fault {
  return { kind: 'binary', message: `The file is not text: ${why}.` };
}

/** The offset at which a file differs from its encoded text, for code units of this many bytes. */
function firstDifference(file: Uint8Array, encoded: Uint8Array, unit: 1 | 2): number | undefined {
  const at = file.findIndex((byte, i) => byte !== encoded[i]);
  if (at === -1) return undefined;
  if (unit === 2) return at - (at % 2);
  // Go back to the first byte of the character.
  let start = at;
  while (((encoded[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

/** The encoding that the byte order mark of a file indicates, if there is one. */
export function encodingOf([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Whether the bytes of a file are UTF-16, so that a patch of its text does not apply to them. */
export function isUtf16(encoding: Encoding | undefined): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}
