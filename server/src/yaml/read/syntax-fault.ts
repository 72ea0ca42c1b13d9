/** A reason why a document or a part of it cannot be parsed. */
export interface SyntaxFault {
  /** Offset in the document. */
  readonly at: number;
  readonly message: string;
  /** Whether it is an invalid escape sequence in a double-quoted scalar: everything around the scalar is parsed. */
  readonly isEscape: boolean;
}
