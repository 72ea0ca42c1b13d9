import type { Span } from './span.ts';

/** A position in a text as editors count it: the line, and the code units before it in the line, both from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** The number of lines by which the lines of a shortened text are shifted in the original, from line `at` on. */
export interface LineSkip {
  readonly at: number;
  readonly by: number;
}

/** The unit in which a position counts within its line: UTF-16 code units or bytes. Offsets are always UTF-16 code units. */
export type PositionEncoding = 'utf-16' | 'utf-8';

/** Converts offsets to positions and back. Lines end in CRLF, LF or CR, as in the Language Server Protocol. */
export class LineIndex {
  readonly #text: string;
  readonly #encoding: PositionEncoding;
  readonly #skips: readonly LineSkip[];
  #cachedStarts: readonly number[] | undefined;
  /** The number of bytes before each block of the text. */
  #cachedBlocks: readonly number[] | undefined;

  /** With `skips`, positions are those in the original of this text; `offsetAt` and `line` must not be used then. */
  constructor(text: string, encoding: PositionEncoding = 'utf-16', skips: readonly LineSkip[] = []) {
    this.#text = text;
    this.#encoding = encoding;
    this.#skips = skips;
  }

  /** The starts of the lines, found on first use: they are never needed for most files. */
  get #starts(): readonly number[] {
    if (this.#cachedStarts !== undefined) return this.#cachedStarts;
    const text = this.#text;
    const starts = [0];
    // Few texts have a lone CR. Searching for line feeds is many times faster than reading each character.
    let [lf, cr] = [text.indexOf('\n'), text.indexOf('\r')];
    while (lf !== -1 || cr !== -1) {
      const isLoneCr = cr !== -1 && cr + 1 !== lf && (lf === -1 || cr < lf);
      const next = (isLoneCr || lf === -1 ? cr : lf) + 1;
      starts.push(next);
      if (lf !== -1 && lf < next) lf = text.indexOf('\n', next);
      if (cr !== -1 && cr < next) cr = text.indexOf('\r', next);
    }
    this.#cachedStarts = starts;
    return starts;
  }

  /**
   * The index of a text in which the lines of a span were replaced, and later offsets are shifted by `by`. The span ends at
   * the end of the text or where a line begins.
   */
  changed(text: string, { start, end }: Span, by: number): LineIndex {
    const result = new LineIndex(text, this.#encoding, this.#skips);
    const known = this.#cachedStarts;
    if (known === undefined) return result;
    const first = lastUpTo(known, start, (lineStart) => lineStart);
    const from = known[first] ?? 0;
    const starts = known.slice(0, first);
    for (const lineStart of new LineIndex(text.slice(from, end + by)).#starts) starts.push(from + lineStart);
    for (let i = lastUpTo(known, end, (lineStart) => lineStart) + 1; i < known.length; i++)
      starts.push((known[i] ?? 0) + by);
    result.#cachedStarts = starts;
    return result;
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  positionAt(offset: number): Position {
    const starts = this.#starts;
    const line = lastUpTo(starts, offset, (start) => start);
    const start = starts[line] ?? 0;
    const skip = this.#skips[lastUpTo(this.#skips, line, ({ at }) => at)];
    const left = skip === undefined || skip.at > line ? 0 : skip.by;
    return {
      line: line + left,
      character: this.#encoding === 'utf-8' ? this.#bytesBefore(offset) - this.#bytesBefore(start) : offset - start,
    };
  }

  /** The offset of a position, at most the end of its line and of the text. */
  offsetAt(position: Position): number {
    const start = this.#starts[position.line];
    if (start === undefined) return this.#text.length;
    const { length } = this.line(position.line);
    if (this.#encoding === 'utf-8') return this.#offsetOf(position.character, start, start + length);
    return start + Math.min(position.character, length);
  }

  /** Cached, because a text may be a single line with many positions. */
  get #blocks(): readonly number[] {
    if (this.#cachedBlocks !== undefined) return this.#cachedBlocks;
    const blocks = [0];
    let bytes = 0;
    for (let at = 0; at < this.#text.length; at++) {
      bytes += bytesAt(this.#text, at);
      if ((at + 1) % BLOCK === 0) blocks.push(bytes);
    }
    this.#cachedBlocks = blocks;
    return blocks;
  }

  /** The number of bytes before an offset; within a character, all bytes of it are included. */
  #bytesBefore(offset: number): number {
    const block = Math.floor(offset / BLOCK);
    let bytes = this.#blocks[block] ?? 0;
    for (let at = block * BLOCK; at < offset; at++) bytes += bytesAt(this.#text, at);
    return bytes;
  }

  /** The last offset of a line that has at most this many bytes of the line before it. */
  #offsetOf(bytes: number, start: number, end: number): number {
    const before = bytes + this.#bytesBefore(start);
    let block = Math.floor(start / BLOCK);
    while ((block + 1) * BLOCK < end && (this.#blocks[block + 1] ?? 0) <= before) block++;
    let at = Math.max(start, block * BLOCK);
    for (let left = before - this.#bytesBefore(at); at < end; at++) {
      left -= bytesAt(this.#text, at);
      if (left < 0) break;
    }
    return at;
  }

  /** The text of a line without its line break; empty beyond the last line. */
  line(line: number): string {
    const start = this.#starts[line];
    if (start === undefined) return '';
    return this.#text.slice(start, this.#starts[line + 1] ?? this.#text.length).replace(/(\r\n|\n|\r)$/, '');
  }
}

/** The index of the last item whose key is at most a limit, of items sorted by key; 0 if there is none. */
function lastUpTo<T>(items: readonly T[], limit: number, keyOf: (item: T) => number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = items[middle];
    if (item !== undefined && keyOf(item) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** In UTF-16 code units. */
const BLOCK = 1024;

/** The bytes of the character that a code unit begins; 0 for the second half of a surrogate pair. */
function bytesAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) return 4;
  return isLowSurrogate(unit) && isHighSurrogate(text.charCodeAt(at - 1)) ? 0 : 3;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
