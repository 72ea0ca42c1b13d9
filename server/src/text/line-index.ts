/** A place in a text as editors count it: line and code units in it, both from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** What a position counts in its line: UTF-16 code units, or bytes. Offsets are always UTF-16 code units. */
export type PositionEncoding = 'utf-16' | 'utf-8';

/** Turns offsets into positions and back. Lines end in CRLF, LF or CR, as the Language Server Protocol has it. */
export class LineIndex {
  readonly #text: string;
  readonly #encoding: PositionEncoding;
  #found: readonly number[] | undefined;
  /** The last place whose bytes were counted, from which a later one in the same line goes on. */
  #counted = { start: 0, offset: 0, bytes: 0 };

  constructor(text: string, encoding: PositionEncoding = 'utf-16') {
    this.#text = text;
    this.#encoding = encoding;
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

  get lineCount(): number {
    return this.#starts.length;
  }

  positionAt(offset: number): Position {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = starts[low] ?? 0;
    return { line: low, character: this.#encoding === 'utf-8' ? this.#bytes(start, offset) : offset - start };
  }

  /** The offset of a position; one beyond the end of its line or of the text is drawn back to it. */
  offsetAt(position: Position): number {
    const start = this.#starts[position.line];
    if (start === undefined) return this.#text.length;
    const { length } = this.line(position.line);
    if (this.#encoding === 'utf-8') return this.#offsetOf(position.character, start, start + length);
    return start + Math.min(position.character, length);
  }

  #bytes(start: number, offset: number): number {
    const last = this.#counted;
    const isBehind = last.start === start && last.offset <= offset;
    let bytes = isBehind ? last.bytes : 0;
    for (let at = isBehind ? last.offset : start; at < offset; ) {
      const code = this.#text.codePointAt(at) ?? 0;
      at += unitsOf(code);
      // Half of a character is none.
      if (at > offset) return bytes;
      bytes += bytesOf(code);
    }
    this.#counted = { start, offset, bytes };
    return bytes;
  }

  #offsetOf(bytes: number, start: number, end: number): number {
    let at = start;
    for (let left = bytes; at < end; ) {
      const code = this.#text.codePointAt(at) ?? 0;
      left -= bytesOf(code);
      if (left < 0) break;
      at += unitsOf(code);
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

function unitsOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}

function bytesOf(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code <= 0xffff ? 3 : 4;
}
