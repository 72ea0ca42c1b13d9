import type { TextEdit } from '../text/edit.ts';
import type { Comment } from './comments.ts';

/**
 * Collects what is to be deleted and written in one text, and knows its lines: all arithmetic on the text of an edit is
 * here. Pieces may touch and deletions overlap; `edits` joins them.
 */
export class Patch {
  /** The text, with a line break at its end even where the original has none, so that every line has one. */
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly #length: number;
  readonly #pieces: { readonly start: number; readonly end: number; readonly text: string }[] = [];

  constructor(text: string, comments: readonly Comment[]) {
    this.text = text.endsWith('\n') ? text : text + (/\r\n.*$/.test(text) ? '\r\n' : '\n');
    this.comments = comments;
    this.#length = text.length;
  }

  insert(at: number, text: string): void {
    this.#pieces.push({ start: at, end: at, text });
  }

  delete(start: number, end: number): void {
    if (start < end) this.#pieces.push({ start, end, text: '' });
  }

  /** Writes a text in place of another; what both have in common at their ends stays untouched. */
  replace(start: number, end: number, text: string): void {
    const old = this.text.slice(start, end);
    const shorter = Math.min(old.length, text.length);
    let before = 0;
    while (before < shorter && old[before] === text[before]) before++;
    let behind = 0;
    while (behind < shorter - before && old.at(-1 - behind) === text.at(-1 - behind)) behind++;
    if (before + behind === old.length && old.length === text.length) return;
    this.#pieces.push({ start: start + before, end: end - behind, text: text.slice(before, text.length - behind) });
  }

  /** Deletes the lines from one offset to another, but no line that holds only a comment. */
  deleteLines(from: number, to: number): void {
    for (let start = this.lineStart(from); start < to; start = this.nextLine(start)) {
      if (!this.isComment(start)) this.delete(start, this.nextLine(start));
    }
  }

  /** Deletes a value that may stretch over several lines; comments behind its first line and on lines of their own stay. */
  deleteValue(from: number, to: number): void {
    const lineEnd = this.lineEnd(from);
    if (to <= lineEnd) {
      this.delete(from, to);
      return;
    }
    const comment = this.comments.find((one) => one.start >= from && one.end <= lineEnd);
    this.delete(from, comment === undefined ? lineEnd : this.trimmed(comment.start));
    this.deleteLines(this.nextLine(from), to);
  }

  /** The offset at which the line of an offset begins; a byte order mark is before it. */
  lineStart(offset: number): number {
    const start = this.text.lastIndexOf('\n', offset - 1) + 1;
    return start === 0 && this.text.charCodeAt(0) === 0xfeff ? 1 : start;
  }

  /** The offset of the line break of a line. */
  lineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return this.text[end - 1] === '\r' ? end - 1 : end;
  }

  /** The offset at which the next line begins; an offset that is already behind a line break stays. */
  lineBehind(offset: number): number {
    return this.text[offset - 1] === '\n' ? offset : this.nextLine(offset);
  }

  nextLine(offset: number): number {
    return this.text.indexOf('\n', offset) + 1 || this.text.length;
  }

  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** What stands before an offset on its line. */
  prefix(offset: number): string {
    return this.text.slice(this.lineStart(offset), offset);
  }

  /** The blanks with which a line begins. */
  indentation(offset: number): string {
    return /^[ \t]*/.exec(this.text.slice(this.lineStart(offset), this.lineEnd(offset)))?.[0] ?? '';
  }

  /** The line break that ends the line of an offset. */
  lineBreak(offset: number): string {
    return this.text[this.text.indexOf('\n', offset) - 1] === '\r' ? '\r\n' : '\n';
  }

  /** An offset drawn back over the blanks before it. */
  trimmed(offset: number): number {
    return this.lineStart(offset) + this.prefix(offset).trimEnd().length;
  }

  /** Whether a line holds only a comment. */
  isComment(offset: number): boolean {
    const at = this.lineStart(offset) + this.indentation(offset).length;
    return this.comments.some((comment) => comment.start === at && comment.alone);
  }

  /** The lines that the patch changes; those between which it only adds others are not among them. */
  touchedLines(): string {
    return this.#joined()
      .filter(({ start, end, text }) => start < end || this.lineStart(start) < start || !text.endsWith('\n'))
      .map(({ start, end }) => this.text.slice(this.lineStart(start), this.lineEnd(Math.max(start, end - 1))))
      .join('\n');
  }

  /** The edits in order, apart from each other. A text without a line break at its end stays so, unless the line before
   *  the deleted end satisfies `needsBreak`. */
  edits(needsBreak: (lineStart: number) => boolean): TextEdit[] {
    return this.#joined().map(({ start, end, text }) => {
      if (end <= this.#length) return { span: { start, end }, text };
      const added = this.text.slice(this.#length);
      const kept = text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text;
      if (start >= this.#length) return { span: { start: this.#length, end: this.#length }, text: added + kept };
      if (text !== '' || needsBreak(start)) return { span: { start, end: this.#length }, text: kept };
      const before = this.lineEnd(Math.max(start - 1, 0));
      return { span: { start: Math.min(before, start), end: this.#length }, text: '' };
    });
  }

  #joined(): { start: number; end: number; text: string }[] {
    const joined: { start: number; end: number; text: string }[] = [];
    for (const piece of this.#pieces.toSorted((a, b) => a.start - b.start)) {
      const last = joined.at(-1);
      if (last === undefined || piece.start > last.end) joined.push({ ...piece });
      else {
        last.end = Math.max(last.end, piece.end);
        last.text += piece.text;
      }
    }
    return joined;
  }
}
