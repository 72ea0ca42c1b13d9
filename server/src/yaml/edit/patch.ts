import type { TextEdit } from '../../text/edit.ts';
import { type Comment, comments } from '../read/comments.ts';
import type { Document } from '../read/document.ts';
import { firstAfter } from '../read/first-after.ts';
import { startOfLine } from '../read/lines.ts';

/** The reasons for which changes are refused. */
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
 * Collects the deletions and insertions in one text, and knows its lines: all offset arithmetic of edits is here. Pieces may
 * touch and deletions may overlap; `edits` joins them.
 */
export class Patch {
  /** The text. A line break is added if the original does not end with one, so that every line has one. */
  readonly text: string;
  comments: readonly Comment[];
  /** The first reason for a refusal. If it is set, the edits must not be used. */
  refusal: string | undefined;
  /** The offsets of the comments on lines of their own. */
  readonly #ownLines: Set<number>;
  readonly #length: number;
  readonly #pieces: Piece[] = [];
  /** The last line that was asked for: JSON may be a single line with thousands of changes. */
  #line = { start: 0, end: -1 };

  constructor(document: Document) {
    const { text } = document;
    this.text = text.endsWith('\n') ? text : text + (/\r\n.*$/.test(text) ? '\r\n' : '\n');
    this.comments = comments(document);
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

  /** Drops comments on lines of their own that are removed with the entries that they are about. */
  dropComments(comments: readonly Comment[]): void {
    const dropped = new Set(comments);
    this.comments = this.comments.filter((comment) => !dropped.has(comment));
    for (const { start } of comments) this.#ownLines.delete(start);
  }

  /** Replaces a text by another. What both have in common at their ends is not touched. */
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

  /** Deletes the lines between two offsets, except for comment lines. */
  deleteLines(from: number, to: number): void {
    for (let start = this.lineStart(from); start < to; start = this.nextLine(start)) {
      if (!this.isComment(start)) this.delete(start, this.nextLine(start));
    }
  }

  /** Like `deleteLines`. The comments in and directly below the lines get the indentation of the first line. */
  deleteBlock(from: number, to: number): void {
    this.deleteLines(from, to);
    const outer = this.indentation(from);
    const isDeeper = (line: number) => this.isComment(line) && this.indentation(line).length > outer.length;
    for (let line = this.lineStart(from); line < to || isDeeper(line); line = this.nextLine(line)) {
      if (isDeeper(line)) this.replace(line, line + this.indentation(line).length, outer);
    }
  }

  /** Deletes from the middle of a line to another offset, except for comments. */
  deleteRest(from: number, to: number): void {
    const lineEnd = this.lineEnd(from);
    const comment = this.commentsIn(from, lineEnd)[0];
    const end = comment === undefined ? lineEnd : from + this.text.slice(from, comment.start).trimEnd().length;
    this.delete(from, Math.min(to, end));
    this.deleteLines(this.nextLine(from), to);
  }

  /** The start of the line of an offset, behind a byte order mark. */
  lineStart(offset: number): number {
    const { start } = this.#lineAt(offset);
    return start === 0 && this.text.charCodeAt(0) === 0xfeff ? 1 : start;
  }

  /** The offset of the line break of a line. */
  lineEnd(offset: number): number {
    const { end } = this.#lineAt(offset);
    return this.text[end - 1] === '\r' ? end - 1 : end;
  }

  /** The offset behind the line break of a line. */
  nextLine(offset: number): number {
    return this.#lineAt(offset).end + 1 || this.text.length;
  }

  /** The start of the line below some content. */
  lineAfter(end: number): number {
    return this.text[end - 1] === '\n' ? end : this.nextLine(end);
  }

  lineBreak(offset: number): string {
    return this.text.slice(this.lineEnd(offset), this.nextLine(offset));
  }

  /** The text before an offset on its line. */
  prefix(offset: number): string {
    return this.text.slice(this.lineStart(offset), offset);
  }

  /** The indentation of a line. */
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

  /** Whether a line has only a comment. */
  isComment(offset: number): boolean {
    const at = this.lineStart(offset) + this.indentation(offset).length;
    return this.#ownLines.has(at);
  }

  /** The changed lines without duplicates. Lines between which others are only inserted are not included. */
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
   * The edits in order and without overlaps. A text without a line break at its end stays without one, unless the last line
   * is deleted and the text above it needs its line break.
   */
  edits(needsBreak: (offset: number) => boolean): TextEdit[] {
    return this.#joined().map(({ start, end, text }) => {
      if (end <= this.#length) return { span: { start, end }, text };
      const kept = text.replace(/\r?\n$/, '');
      if (start >= this.#length) {
        return { span: { start: this.#length, end: this.#length }, text: this.lineBreak(this.#length) + kept };
      }
      const dropsBreak = text === '' && start > 0 && !needsBreak(start);
      return { span: { start: dropsBreak ? this.lineEnd(start - 1) : start, end: this.#length }, text: kept };
    });
  }

  /** Where a line begins, and the offset of its LF; -1 behind the last one. */
  #lineAt(offset: number): { readonly start: number; readonly end: number } {
    if (offset < this.#line.start || offset > this.#line.end) {
      this.#line = { start: startOfLine(this.text, offset), end: this.text.indexOf('\n', offset) };
    }
    return this.#line;
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
