import type { Span } from './span.ts';

/** A place in a text as editors count it: line and code units in it, both from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** From a line of a text on, how many lines of the text that it was taken from are not in it. */
export interface LineSkip {
  readonly at: number;
  readonly by: number;
}

/** What a position counts in its line: UTF-16 code units, or bytes. Offsets are always UTF-16 code units. */
export type PositionEncoding = 'utf-16' | 'utf-8';

/** Turns offsets into positions and back. Lines end in CRLF, LF or CR, as the Language Server Protocol has it. */
export class LineIndex {
  readonly #text: string;
  readonly #encoding: PositionEncoding;
  readonly #skips: readonly LineSkip[];
  #found: readonly number[] | undefined;
  /** How many bytes are before each block of the text. */
  #counted: readonly number[] | undefined;

  /** With `skips`, positions are those in the text that this one was taken from; then `offsetAt` and `line` are not to be asked. */
  constructor(text: string, encoding: PositionEncoding = 'utf-16', skips: readonly LineSkip[] = []) {
    this.#text = text;
    this.#encoding = encoding;
    this.#skips = skips;
  }

  /** Found when they are first asked for: most files are never asked. */
  get #starts(): readonly number[] {
    if (this.#found !== undefined) return this.#found;
    const text = this.#text;
    const starts = [0];
    // Almost no text has a lone CR: looking for line feeds is many times faster than looking at each character.
    let [lf, cr] = [text.indexOf('\n'), text.indexOf('\r')];
    while (lf !== -1 || cr !== -1) {
      const isAlone = cr !== -1 && cr + 1 !== lf && (lf === -1 || cr < lf);
      const next = (isAlone || lf === -1 ? cr : lf) + 1;
      starts.push(next);
      if (lf !== -1 && lf < next) lf = text.indexOf('\n', next);
      if (cr !== -1 && cr < next) cr = text.indexOf('\r', next);
    }
    this.#found = starts;
    return starts;
  }

  /**
   * The same for a text in which other lines stand in place of those in a span, at a text's end or in front of a line, and
   * what is behind them has moved so far.
   */
  changed(text: string, { start, end }: Span, by: number): LineIndex {
    const result = new LineIndex(text, this.#encoding, this.#skips);
    const known = this.#found;
    if (known === undefined) return result;
    const starts = known.slice(
      0,
      lastUpTo(known, start, (one) => one),
    );
    for (const one of new LineIndex(text.slice(start, end + by)).#starts) starts.push(start + one);
    for (let i = lastUpTo(known, end, (one) => one) + 1; i < known.length; i++) starts.push((known[i] ?? 0) + by);
    result.#found = starts;
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

  /** The offset of a position; one beyond the end of its line or of the text is drawn back to it. */
  offsetAt(position: Position): number {
    const start = this.#starts[position.line];
    if (start === undefined) return this.#text.length;
    const { length } = this.line(position.line);
    if (this.#encoding === 'utf-8') return this.#offsetOf(position.character, start, start + length);
    return start + Math.min(position.character, length);
  }

  /** Counted once: a text may be a single line in which many places are asked for. */
  get #blocks(): readonly number[] {
    if (this.#counted !== undefined) return this.#counted;
    const blocks = [0];
    let bytes = 0;
    for (let at = 0; at < this.#text.length; at++) {
      bytes += bytesAt(this.#text, at);
      if ((at + 1) % BLOCK === 0) blocks.push(bytes);
    }
    this.#counted = blocks;
    return blocks;
  }

  /** How many bytes are before an offset; within a character all of its own. */
  #bytesBefore(offset: number): number {
    const block = Math.floor(offset / BLOCK);
    let bytes = this.#blocks[block] ?? 0;
    for (let at = block * BLOCK; at < offset; at++) bytes += bytesAt(this.#text, at);
    return bytes;
  }

  /** The last offset of a line with no more than so many bytes before it. */
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

  /** The text of a line without its line break; empty beyond the last one. */
  line(line: number): string {
    const start = this.#starts[line];
    if (start === undefined) return '';
    return this.#text.slice(start, this.#starts[line + 1] ?? this.#text.length).replace(/(\r\n|\n|\r)$/, '');
  }
}

/** The place of the last of some in order that is not beyond a number; 0 where all are. */
function lastUpTo<T>(all: readonly T[], number: number, of: (one: T) => number): number {
  let low = 0;
  let high = all.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const one = all[middle];
    if (one !== undefined && of(one) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** In UTF-16 code units. */
const BLOCK = 1024;

/** The bytes of the character that a code unit begins, 0 for the second half of one. */
function bytesAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) return 4;
  return isLow(unit) && isHigh(text.charCodeAt(at - 1)) ? 0 : 3;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
