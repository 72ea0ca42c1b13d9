/** A place in a text as editors count it: line and UTF-16 code units in it, both from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Turns offsets into positions and back. Lines end in CRLF, LF or CR, as the Language Server Protocol has it. */
export class LineIndex {
  readonly #text: string;
  #found: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
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
    return { line: low, character: offset - (starts[low] ?? 0) };
  }

  /** The offset of a position; one beyond the end of its line or of the text is drawn back to it. */
  offsetAt(position: Position): number {
    const start = this.#starts[position.line];
    if (start === undefined) return this.#text.length;
    return start + Math.min(position.character, this.line(position.line).length);
  }

  /** The text of a line without its line break; empty beyond the last one. */
  line(line: number): string {
    const start = this.#starts[line];
    if (start === undefined) return '';
    return this.#text.slice(start, this.#starts[line + 1] ?? this.#text.length).replace(/(\r\n|\n|\r)$/, '');
  }
}
