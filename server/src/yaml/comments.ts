import { CST, Lexer } from 'yaml';
import type { Span } from '../text/span.ts';

export interface Comment {
  /** From the `#` to the end of the line. */
  readonly span: Span;
  /** Without the `#`. */
  readonly text: string;
  /** Whether nothing but blanks stands before it on its line. */
  readonly ownLine: boolean;
}

/** The comments of a text in order, those of broken YAML too. */
export function comments(text: string): Comment[] {
  const found: Comment[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    // These tokens are the lexer's own and have no text in the source.
    if (type === 'doc-mode' || type === 'flow-error-end' || type === 'scalar') continue;
    if (type === 'comment') {
      const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
      const ownLine = /^\uFEFF?[ \t]*$/.test(text.slice(lineStart, offset));
      const content = token.endsWith('\r') ? token.slice(0, -1) : token;
      found.push({ span: { start: offset, end: offset + content.length }, text: content.slice(1), ownLine });
    }
    offset += token.length;
  }
  return found;
}
