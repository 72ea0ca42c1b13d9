import { Composer, type CST, Lexer, Parser, visit, type YAMLParseError, type Document as YamlDocument } from 'yaml';
import type { Span } from '../../text/span.ts';
import { aliasInItself } from './aliases.ts';
import { brokenPart, brokenRest, unclosedQuote } from './broken-parts.ts';
import { Doubts } from './doubts.ts';
import { type Document, Field } from './field.ts';
import { joinLines, valueOfLines } from './joined-lines.ts';
import { type Masked, mask, maskMore } from './mask.ts';
import { lastEnd } from './nodes.ts';

export type { Document } from './field.ts';

/** No manifest is nested deeper, and the recursion of the parser could overflow the stack. */
export const MAX_DEPTH = 200;

/** More tokens than 10 MB of manifests have. */
const MAX_LEXEMES = 4_000_000;

/**
 * The API server accepts no object of more than 3 MB, and a list in JSON has fewer tokens. The tree takes up to 600 bytes for
 * each token, and a process that runs out of memory ends.
 */
const MAX_LEXEMES_OF_DOCUMENT = 1_500_000;

/** How many errors are masked one by one. */
const MAX_ERRORS = 8;

/**
 * Parses the text of one slice with template actions masked; if the result is not valid YAML, with a more thorough mask. Scalars
 * are those of YAML 1.1, as Kubernetes reads them (`yes` is a boolean). The broken parts of a text with errors are masked as
 * well, so that everything around them is parsed. `isItem` is true for a text that was cut out of a `List`.
 */
export function parse(text: string, isItem = false): Document {
  const source = { text, isItem };
  const masked = mask(text);
  const plain = read(source, masked);
  if (plain.document.errors.length === 0) return plain.document;
  const joined = readJoined(source, masked, plain);
  if (joined !== undefined) return joined;
  if (plain.document.template !== undefined || text.includes('${')) {
    const thorough = read(source, mask(text, true));
    if (thorough.document.errors.length === 0) return thorough.document;
  }
  return recovered(source, masked, plain);
}

type PieceText = Pick<Document, 'text' | 'isItem'>;

interface ReadResult {
  readonly document: Document;
  /** The first error after which the tree is unreliable: neither an invalid escape sequence nor a missing comma. */
  readonly broken: YAMLParseError | undefined;
}

/** Parses the text with the lines of quoted scalars joined; undefined if other errors remain. */
function readJoined(source: PieceText, masked: Masked, plain: ReadResult): Document | undefined {
  let [current, result] = [masked, plain];
  const scalars: Span[] = [];
  for (let i = 0; i < MAX_ERRORS && result.broken !== undefined; i++) {
    const { tree } = result.document;
    const quote = tree && unclosedQuote(current.text, tree, result.broken);
    const line = quote === undefined ? undefined : joinLines(current.text, quote);
    if (line === undefined) return undefined;
    current = { ...current, text: line.text };
    scalars.push(line.joined);
    result = read(source, current);
  }
  const { document, broken } = result;
  if (scalars.length === 0 || broken !== undefined || document.tree === undefined) return undefined;
  visit(document.tree, {
    Scalar(_, scalar) {
      const span = scalars.find(({ start }) => start === scalar.range?.[0]);
      if (span !== undefined) scalar.value = valueOfLines(masked.text.slice(span.start, span.end));
    },
  });
  return document;
}

/** Parses the text without its broken parts: a part of a line for each of the first errors, or everything after the first. */
function recovered(source: PieceText, masked: Masked, plain: ReadResult): Document {
  let [current, result] = [masked, plain];
  const { errors } = plain.document;
  for (let i = 0; i < MAX_ERRORS && result.broken !== undefined && result.document.tree !== undefined; i++) {
    const part = brokenPart(current.text, result.document.tree, result.broken);
    if (current.text.slice(part.start, part.end) === part.masked) break;
    current = maskMore(current, part);
    result = read(source, current, errors);
  }
  if (result.broken === undefined || plain.document.tree === undefined || plain.broken === undefined)
    return result.document;
  return read(source, maskMore(masked, brokenRest(masked.text, plain.document.tree, plain.broken)), errors).document;
}

/** Parses a masked text. `known` are the errors that it had before its broken parts were masked. */
function read(source: PieceText, { text: masked, template }: Masked, known?: Document['errors']): ReadResult {
  const nothing = { root: undefined, views: [], top: undefined, tree: undefined };
  const document = { ...source, masked, template, doubts: new Doubts(), ...nothing };
  const unread = (message: string): ReadResult => {
    return { document: { ...document, errors: [{ at: 0, message, isEscape: false }] }, broken: undefined };
  };
  const tokens = tokensOf(masked);
  if (tokens === 'too many') return unread('The document is too large.');
  if (tokens === 'too deep' || depth(tokens) > MAX_DEPTH) return unread('The document is nested too deeply.');
  // Unique keys are not checked: the parser's check is quadratic, and Kubernetes takes the last of duplicate keys.
  const composer = new Composer({ version: '1.1', uniqueKeys: false, keepSourceTokens: true, prettyErrors: false });
  const [tree, ...others] = composer.compose(tokens, true, masked.length) as Generator<YamlDocument.Parsed>;
  if (tree === undefined) return { document: { ...document, errors: known ?? [] }, broken: undefined };
  const faults = [tree, ...others].flatMap(({ errors: own }) => own);
  const isEscape = ({ code }: YAMLParseError) => code === 'BAD_DQ_ESCAPE';
  const broken = faults
    .filter((fault) => !isEscape(fault) && !fault.message.startsWith('Missing ,'))
    .sort((a, b) => a.pos[0] - b.pos[0])[0];
  const errors = known ?? [
    ...faults.map((fault) => ({ at: fault.pos[0], message: fault.message, isEscape: isEscape(fault) })),
    ...aliasCycles(tree, masked),
  ];
  const result: { -readonly [K in keyof Document]: Document[K] } = { ...document, tree, errors };
  if (tree.contents === null) return { document: result, broken };
  result.top = tree.contents;
  template?.setContent({ start: tree.contents.range[0], end: lastEnd(tree.contents) });
  result.views = [undefined, ...(template?.branches ?? [])].flatMap((branch) => {
    const root = tree.contents && Field.root(result, tree.contents, branch);
    return root ? [{ root, branch }] : [];
  });
  result.root = result.views[0]?.root;
  return { document: result, broken };
}

/** The tree of the first document of a text without templates; undefined if it has errors, or is too large or too deep. */
export function treeOf(text: string): YamlDocument.Parsed | undefined {
  const tokens = tokensOf(text);
  if (typeof tokens === 'string' || depth(tokens) > MAX_DEPTH) return undefined;
  const composer = new Composer({ version: '1.1', uniqueKeys: false, prettyErrors: false });
  const [tree] = composer.compose(tokens, true, text.length) as Generator<YamlDocument.Parsed>;
  return tree === undefined || tree.errors.length > 0 ? undefined : tree;
}

/** The error of an alias that contains itself. */
function aliasCycles(tree: YamlDocument.Parsed, text: string): Document['errors'] {
  const alias = text.includes('&') && text.includes('*') ? aliasInItself(tree) : undefined;
  if (alias === undefined) return [];
  const message = `The value of anchor ${alias.source} contains an alias to itself`;
  return [{ at: alias.range?.[0] ?? 0, message, isEscape: false }];
}

/** Whether a text has too many tokens to be parsed in the available memory, in one document or several. */
export function isTooMuch(text: string): boolean {
  // A character is at most two tokens.
  if (text.length < MAX_LEXEMES / 2) return false;
  let count = 0;
  for (const _ of new Lexer().lex(text)) if (++count > MAX_LEXEMES) return true;
  return false;
}

/** The token tree. Documents that are too large or too deep are detected before it is built. */
function tokensOf(text: string): CST.Token[] | 'too many' | 'too deep' {
  // A character is at most two lexemes, and few texts have that many brackets.
  if (text.length < MAX_LEXEMES_OF_DOCUMENT / 2 && text.split(/[[{]/, MAX_DEPTH + 2).length <= MAX_DEPTH + 1) {
    return [...new Parser().parse(text)];
  }
  const lexemes: string[] = [];
  let level = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === '[' || lexeme === '{') level++;
    else if (lexeme === ']' || lexeme === '}') level--;
    else if (lexeme === FLOW_ERROR_END) level = 0;
    if (level > MAX_DEPTH) return 'too deep';
    if (lexemes.push(lexeme) > MAX_LEXEMES_OF_DOCUMENT) return 'too many';
  }
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of lexemes) tokens.push(...parser.next(lexeme));
  tokens.push(...parser.end());
  return tokens;
}

/** The lexeme that the lexer emits where unclosed brackets end. */
const FLOW_ERROR_END = '\x18';

/** The nesting depth of the token tree, found without recursion. */
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
