import { Composer, type CST, Lexer, Parser, type Document as YamlDocument } from 'yaml';
import { Doubts } from './doubts.ts';
import { type Document, Field, lastEnd } from './field.ts';
import { type Masked, mask } from './template.ts';

export type { Document } from './field.ts';

/** Deeper nesting than any manifest has; the parser's recursion could end the process on the way down. */
const MAX_DEPTH = 200;

/**
 * More words and signs than 10 MB of manifests have. The tree takes up to 500 bytes for each, and where the memory ends
 * the process does.
 */
const MAX_LEXEMES = 4_000_000;

/**
 * Reads the text of one slice, actions of templates masked: the more thorough way where it is no YAML otherwise. Scalars
 * are those of YAML 1.1, as Kubernetes reads them (`yes` is a boolean). `isItem` where it was cut out of a `List`.
 */
export function parse(text: string, isItem = false): Document {
  const document = read(text, mask(text), isItem);
  if (document.errors.length === 0 || (document.template === undefined && !text.includes('${'))) return document;
  const thorough = read(text, mask(text, true), isItem);
  return thorough.errors.length === 0 ? thorough : document;
}

function read(text: string, { text: masked, template }: Masked, isItem: boolean): Document {
  const nothing = { root: undefined, views: [], tree: undefined };
  const document = { text, masked, template, isItem, doubts: new Doubts(), ...nothing };
  const unread = (message: string): Document => ({ ...document, errors: [{ at: 0, message, isEscape: false }] });
  if (isTooMuch(masked)) return unread('The document is too large.');
  const tokens = [...new Parser().parse(masked)];
  if (depth(tokens) > MAX_DEPTH) return unread('The document is nested too deeply.');
  // Unique keys are not checked: the parser's check is quadratic, and of duplicate keys Kubernetes takes the last.
  const composer = new Composer({ version: '1.1', uniqueKeys: false, keepSourceTokens: true, prettyErrors: false });
  const [tree, ...others] = composer.compose(tokens, true, masked.length) as Generator<YamlDocument.Parsed>;
  if (tree === undefined) return { ...document, errors: [] };
  const errors = [tree, ...others]
    .flatMap((one) => one.errors)
    .map(({ pos, message, code }) => ({ at: pos[0], message, isEscape: code === 'BAD_DQ_ESCAPE' }));
  const result: { -readonly [K in keyof Document]: Document[K] } = { ...document, tree, errors };
  if (tree.contents === null) return result;
  template?.frame({ start: tree.contents.range[0], end: lastEnd(tree.contents) });
  result.views = [undefined, ...(template?.branches ?? [])].flatMap((branch) => {
    const root = tree.contents && Field.root(result, tree.contents, branch);
    return root ? [{ root, branch }] : [];
  });
  result.root = result.views[0]?.root;
  return result;
}

/** Whether a text has so many words and signs that there may be no memory for it, in one document or in several. */
export function isTooMuch(text: string): boolean {
  // No text has more than two of them in a character.
  if (text.length < MAX_LEXEMES / 2) return false;
  let count = 0;
  for (const _ of new Lexer().lex(text)) if (++count > MAX_LEXEMES) return true;
  return false;
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
