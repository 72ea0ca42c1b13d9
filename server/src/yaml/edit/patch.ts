import type { TextEdit } from '../../text/edit.ts';
import { type Comment, comments } from '../read/comments.ts';
import type { Document } from '../read/document.ts';
import { firstAfter } from '../read/first-after.ts';

/** Why changes cannot be made. */
export const REFUSALS = {
  broken: 'The document has syntax errors.',
  unreadable: 'The document contains a key or an alias that cannot be resolved.',
  absent: 'The field does not exist in the document.',
  present: 'The field already exists in the document.',
  other: 'The field exists with a value of another type.',
  shared: 'The field is part of a YAML anchor, alias or merge key.',
  irregular: 'The field is in a mapping with a duplicate key or a `?` key.',
  contradiction: 'The changes contradict each other.',
  template: 'A line of the change contains a template expression.',
  notation: 'The YAML notation of the field cannot be edited automatically.',
  json: 'JSON does not support comments.',
  jsonComments: 'JSON with comments cannot be edited automatically.',
  unproved: 'The edit would change more than this field.',
} as const;

/**
 * Collects what is to be deleted and written in one text, and knows its lines: all arithmetic on the text of an edit is
 * here. Pieces may touch and deletions overlap; `edits` joins them.
 */
export class Patch {
  /** The text, with a line break at its end even where the original has none, so that every line has one. */
  readonly text: string;
  comments: readonly Comment[];
  /** The first reason that was met; the edits are of no use then. */
  refusal: string | undefined;
  /** Where the comments on lines of their own start. */
  readonly #ownLines: Set<number>;
  readonly #length: number;
  readonly #pieces: Piece[] = [];

  constructor({ text, masked }: Document) {
    this.text = text.endsWith('\n') ? text : text + (/\r\n.*$/.test(text) ? '\r\n' : '\n');
    this.comments = comments(masked);
    this.#ownLines = new Set(this.comments.flatMap(({ alone, start }) => (alone ? [start] : [])));
    this.#length = text.length;
  }

  refuse(reason: keyof typeof REFUSALS): undefined {
    this.refusal ??= REFUSALS[reason];
  }

  insert(at: number, text: string): void {
    this.#pieces.push({ start: at, end: at, text });
  }

  /** Writes lines above the line that begins at an offset. */
  insertLines(at: number, lines: readonly string[], indentation: string): void {
    const lineBreak = this.lineBreak(Math.max(at - 1, 0));
    for (const line of lines) this.insert(at, indentation + line + lineBreak);
  }

  delete(start: number, end: number): void {
    if (start < end) this.#pieces.push({ start, end, text: '' });
  }

  /** Deletes comments on lines of their own together with what is around them. */
  forget(comments: readonly Comment[]): void {
    const gone = new Set(comments);
    this.comments = this.comments.filter((comment) => !gone.has(comment));
    for (const { start } of comments) this.#ownLines.delete(start);
  }

  /** Writes a text in place of another; what both have in common at their ends stays untouched. */
  replace(start: number, end: number, text: string): void {
    const old = this.text.slice(start, end);
    const shorter = Math.min(old.length, text.length);
    let before = 0;
    while (before < shorter && old[before] === text[before]) before++;
    let behind = 0;
    while (behind < shorter - before && old.at(-1 - behind) === text.at(-1 - behind)) behind++;
    if (old === text) return;
    this.#pieces.push({ start: start + before, end: end - behind, text: text.slice(before, text.length - behind) });
  }

  /** Deletes the lines from one offset to another but those that hold only a comment. */
  deleteLines(from: number, to: number): void {
    for (let start = this.lineStart(from); start < to; start = this.nextLine(start)) {
      if (!this.isComment(start)) this.delete(start, this.nextLine(start));
    }
  }

  /** Deletes lines likewise, and draws the comments in them and directly behind them out to their indentation. */
  deleteBlock(from: number, to: number): void {
    this.deleteLines(from, to);
    const outer = this.indentation(from);
    const isDeeper = (line: number) => this.isComment(line) && this.indentation(line).length > outer.length;
    for (let line = this.lineStart(from); line < to || isDeeper(line); line = this.nextLine(line)) {
      if (isDeeper(line)) this.replace(line, line + this.indentation(line).length, outer);
    }
  }

  /** Deletes from within a line; what follows on that line stays, and so do comments on it and on lines of their own. */
  deleteRest(from: number, to: number): void {
    const lineEnd = this.lineEnd(from);
    const comment = this.commentsIn(from, lineEnd)[0];
    const end = comment === undefined ? lineEnd : from + this.text.slice(from, comment.start).trimEnd().length;
    this.delete(from, Math.min(to, end));
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

  /** The offset behind the line break of a line. */
  nextLine(offset: number): number {
    return this.text.indexOf('\n', offset) + 1 || this.text.length;
  }

  /** The line below what ends at an offset. */
  lineAfter(end: number): number {
    return this.text[end - 1] === '\n' ? end : this.nextLine(end);
  }

  lineBreak(offset: number): string {
    return this.text.slice(this.lineEnd(offset), this.nextLine(offset));
  }

  /** What stands before an offset on its line. */
  prefix(offset: number): string {
    return this.text.slice(this.lineStart(offset), offset);
  }

  /** The blanks with which a line begins. */
  indentation(offset: number): string {
    return /^[ \t]*/.exec(this.text.slice(this.lineStart(offset), this.lineEnd(offset)))?.[0] ?? '';
  }

  /** The comments between two offsets. */
  commentsIn(from: number, to: number): readonly Comment[] {
    const first = firstAfter(this.comments, ({ start }) => start >= from);
    return this.comments.slice(
      first,
      firstAfter(this.comments, ({ end }) => end > to),
    );
  }

  /** Whether a line holds only a comment. */
  isComment(offset: number): boolean {
    const at = this.lineStart(offset) + this.indentation(offset).length;
    return this.#ownLines.has(at);
  }

  /** The lines that are changed, each once; those between which only others are added are not among them. */
  touchedLines(): string {
    const lines: string[] = [];
    let behind = 0;
    for (const { start, end, text } of this.#joined()) {
      if (start === end && this.lineStart(start) === start && text.endsWith('\n')) continue;
      const from = Math.max(behind, this.lineStart(start));
      behind = Math.max(behind, this.lineEnd(Math.max(start, end - 1)));
      lines.push(this.text.slice(from, behind));
    }
    return lines.join('\n');
  }

  /**
   * The edits in order, apart from each other. A text without a line break at its end stays so, unless what ends at the
   * start of a deleted last line needs its line break.
   */
  edits(needsBreak: (offset: number) => boolean): TextEdit[] {
    return this.#joined().map(({ start, end, text }) => {
      if (end <= this.#length) return { span: { start, end }, text };
      const kept = text.replace(/\r?\n$/, '');
      if (start >= this.#length) {
        return { span: { start: this.#length, end: this.#length }, text: this.lineBreak(this.#length) + kept };
      }
      const isOpen = text === '' && start > 0 && !needsBreak(start);
      return { span: { start: isOpen ? this.lineEnd(start - 1) : start, end: this.#length }, text: kept };
    });
  }

  #joined(): Piece[] {
    const joined: Piece[] = [];
    for (const piece of this.#pieces.toSorted((a, b) => a.start - b.start)) {
      const last = joined.at(-1);
      if (last === undefined || piece.start > last.end) joined.push(piece);
      else {
        const end = Math.max(last.end, piece.end);
        joined[joined.length - 1] = { start: last.start, end, text: last.text + piece.text };
      }
    }
    return joined;
  }
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
