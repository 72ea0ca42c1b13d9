import { CST, Lexer } from 'yaml';
import type { Span } from '../../text/span.ts';

/** A comment from its `#` to the end of its line. */
export interface Comment extends Span {
  /** Whether it is on a line of its own. */
  readonly alone: boolean;
}

/** What a document says of its comments. */
interface CommentedText {
  readonly masked: string;
  readonly plainComments: readonly Comment[] | undefined;
}

/** All comments of a document, in order. A `#` in a quoted or block scalar does not begin a comment. */
export function comments({ masked, plainComments }: CommentedText): readonly Comment[] {
  return plainComments ?? lexedComments(masked);
}

/** All comments of a text, as the lexer of `yaml` finds them. */
export function lexedComments(text: string): Comment[] {
  const found: Comment[] = [];
  let offset = 0;
  let alone = true;
  let inScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const type: CST.TokenType | undefined | null = inScalar ? undefined : CST.tokenType(lexeme);
    inScalar = type === 'scalar';
    // These lexemes have no text.
    if (type === 'scalar' || type === 'doc-mode' || type === 'flow-error-end') continue;
    if (type === 'comment') found.push({ start: offset, end: offset + lexeme.length, alone });
    if (type !== 'space' && type !== 'byte-order-mark') alone = lexeme.endsWith('\n');
    offset += lexeme.length;
  }
  return found;
}
