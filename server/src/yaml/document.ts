import { Composer, type CST, Lexer, Parser, type Document as YamlDocument } from 'yaml';
import { Field } from './field.ts';

/** Deeper nesting than any manifest has; the parser's recursion could end the process on the way down. */
const MAX_DEPTH = 200;

/**
 * More words and signs than 10 MB of manifests have. The tree takes up to 500 bytes for each, and where the memory ends
 * the process does.
 */
const MAX_LEXEMES = 4_000_000;

/**
 * One parsed document. All offsets in it count from the start of its own text, so that it stays valid when the
 * documents before it in the file change. Parsing never fails: what could be read is there.
 */
export interface Document {
  readonly text: string;
  /** The top of what was read; undefined where there is nothing (empty, nested too deeply, a broken stream). */
  readonly root: Field | undefined;
  /** Why the text is no clean YAML; empty for a clean document. In a broken one only what is broken is edited. */
  readonly errors: readonly SyntaxFault[];
  /** The parser's own tree, for `yaml/` alone. */
  readonly tree: YamlDocument.Parsed | undefined;
}

export interface SyntaxFault {
  /** Offset in the document. */
  readonly at: number;
  readonly message: string;
  /** Whether it is an escape in a scalar in double quotes, so that what is around the scalar was read nevertheless. */
  readonly isEscape: boolean;
}

/** Reads the text of one slice. Scalars are those of YAML 1.1, as Kubernetes reads them (`yes` is a boolean). */
export function parse(text: string): Document {
  if (isTooMuch(text)) return unread(text, 'The document is too large.');
  const tokens = [...new Parser().parse(text)];
  if (depth(tokens) > MAX_DEPTH) return unread(text, 'The document is nested too deeply.');
  // Unique keys are not checked: the parser's check is quadratic, and of duplicate keys Kubernetes takes the last.
  const composer = new Composer({ version: '1.1', uniqueKeys: false, keepSourceTokens: true, prettyErrors: false });
  const [tree, ...others] = composer.compose(tokens, true, text.length) as Generator<YamlDocument.Parsed>;
  if (tree === undefined) return { text, root: undefined, tree, errors: [] };
  const errors = [tree, ...others]
    .flatMap((one) => one.errors)
    .map(({ pos, message, code }) => ({ at: pos[0], message, isEscape: code === 'BAD_DQ_ESCAPE' }));
  const document: { -readonly [K in keyof Document]: Document[K] } = { text, root: undefined, tree, errors };
  if (tree.contents !== null) document.root = Field.root(document, tree.contents);
  return document;
}

/** Whether a text has so many words and signs that there may be no memory for it, in one document or in several. */
export function isTooMuch(text: string): boolean {
  // No text has more than two of them in a character.
  if (text.length < MAX_LEXEMES / 2) return false;
  let count = 0;
  for (const _ of new Lexer().lex(text)) if (++count > MAX_LEXEMES) return true;
  return false;
}

function unread(text: string, message: string): Document {
  return { text, root: undefined, tree: undefined, errors: [{ at: 0, message, isEscape: false }] };
}

/** How deep collections are nested in the token tree, found without recursion. */
function depth(tokens: readonly CST.Token[]): number {
  let deepest = 0;
  const stack: { token: CST.Token; level: number }[] = tokens.map((token) => ({ token, level: 0 }));
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { token, level } = top;
    if (level > deepest) deepest = level;
    if (token.type === 'document') {
      if (token.value) stack.push({ token: token.value, level });
    } else if ('items' in token) {
      for (const item of token.items) {
        if (item.key) stack.push({ token: item.key, level: level + 1 });
        if (item.value) stack.push({ token: item.value, level: level + 1 });
      }
    }
  }
  return deepest;
}
