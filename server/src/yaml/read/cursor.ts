import {
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  HASH,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  SPACE,
  TAB,
} from './characters.ts';
import type { Comment } from './comments.ts';
import { endOfLine, firstInLine, isBlankAt, isDash, markerAt, nextLine, startOfLine } from './lines.ts';

/** Thrown for what the reader of plain YAML leaves to `yaml`. It has no stack trace, because it is thrown often. */
export const NOT_PLAIN = Symbol('not plain YAML');

/** A position in a text, and the moves between values that plain YAML allows. */
export class Cursor {
  readonly text: string;
  /** The comments that were passed. */
  readonly comments: Comment[] = [];
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Moves to the next line with content, and returns the column of the content; -1 at the end of the text. */
  skipToContent(): number {
    const text = this.text;
    for (;;) {
      const lineStart = this.at;
      this.skipSpaces();
      const code = text.charCodeAt(this.at);
      if (code === HASH) this.#passComment();
      else if (!isBlankAt(text, this.at)) {
        if (code === TAB) throw NOT_PLAIN;
        return this.at - lineStart;
      }
      if (this.at >= text.length) return -1;
      this.at = nextLine(text, this.at);
    }
  }

  /** Moves from the first content of a line back to its start: a collection around the current one reads it. */
  backToLine(column: number): void {
    this.at -= Math.max(column, 0);
  }

  skipSpaces(): void {
    this.at = firstInLine(this.text, this.at);
  }

  /** Moves to the line below; only blanks and a comment may follow. */
  endLine(): void {
    const text = this.text;
    const before = this.at;
    if (!this.atLineEnd()) throw NOT_PLAIN;
    // A comment follows a blank.
    const isComment = text.charCodeAt(this.at) === HASH;
    if (isComment && this.at === before && text.charCodeAt(before - 1) !== SPACE) throw NOT_PLAIN;
    if (isComment) this.#passComment();
    this.at = nextLine(text, this.at);
  }

  /** Moves to the end of the line. In brackets, a comment may be passed twice. */
  #passComment(): void {
    const { text, at, comments } = this;
    const last = comments[comments.length - 1];
    const lineEnd = endOfLine(text, at);
    const end = text.charCodeAt(lineEnd - 1) === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
    const alone = firstInLine(text, startOfLine(text, at)) === at;
    if (last === undefined || last.start < at) comments.push({ start: at, end, alone });
    this.at = lineEnd;
  }

  /** Whether nothing but blanks and a comment follows in the line. Moves behind the blanks. */
  atLineEnd(): boolean {
    this.skipSpaces();
    return isBlankAt(this.text, this.at) || this.text.charCodeAt(this.at) === HASH;
  }

  /** Whether a line with `---` or `...` begins here. */
  isMarker(): boolean {
    const { text, at } = this;
    return (at === 0 || text.charCodeAt(at - 1) === LINE_FEED) && markerAt(text, at) !== undefined;
  }

  /** Whether a collection in flow style begins here. */
  isFlow(): boolean {
    const code = this.text.charCodeAt(this.at);
    return code === OPEN_BRACE || code === OPEN_BRACKET;
  }

  isDash(): boolean {
    return isDash(this.text, this.at);
  }

  /** Skips blanks, comments and line breaks in brackets. */
  skipInFlow(outer: number): void {
    const text = this.text;
    for (;;) {
      const before = this.at;
      this.skipSpaces();
      if (text.charCodeAt(this.at) === HASH) {
        if (before === this.at && text.charCodeAt(before - 1) !== SPACE) throw NOT_PLAIN;
        this.#passComment();
      }
      if (!isBlankAt(text, this.at)) break;
      if (this.at >= text.length) throw NOT_PLAIN;
      const lineStart = text.indexOf('\n', this.at) + 1;
      this.at = lineStart;
      this.skipSpaces();
      const column = this.at - lineStart;
      if (isBlankAt(text, this.at) || text.charCodeAt(this.at) === HASH) continue;
      if (column <= outer || (column === 0 && this.isMarker())) throw NOT_PLAIN;
    }
    if (text.charCodeAt(this.at) === TAB) throw NOT_PLAIN;
  }
}

/** Whether a character ends a plain scalar in brackets. */
export function isFlowIndicator(code: number): boolean {
  return (
    code === COMMA || code === OPEN_BRACE || code === CLOSE_BRACE || code === OPEN_BRACKET || code === CLOSE_BRACKET
  );
}
