import { Composer, type CST, Lexer, Parser, visit, type YAMLParseError, type Document as YamlDocument } from 'yaml';
import type { Span } from '../../text/span.ts';
import { aliasInItself } from './aliases.ts';
import { brokenPart, brokenRest, unclosedQuote } from './broken-parts.ts';
import { Doubts } from './doubts.ts';
import { type Document, Field } from './field.ts';
import { fromYaml } from './from-yaml.ts';
import { joinLines, valueOfLines } from './joined-lines.ts';
import { type Masked, mask, maskMore } from './mask.ts';
import { lastEnd } from './nodes.ts';
import { type PlainDocument, readPlain } from './plain-reader.ts';
import type { Node } from './tree.ts';

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

/** How many errors the attempts to mask one more may find in total. A text is parsed as a whole for each attempt. */
const MAX_FAULTS = 20_000;

/**
 * Parses the text of one slice with template actions masked; if the result is not valid YAML, with a more thorough mask. Scalars
 * are those of YAML 1.1, as Kubernetes reads them (`yes` is a boolean). The broken parts of a text with errors are masked as
 * well, so that everything around them is parsed. `isItem` is true for a text that was cut out of a `List`.
 */
export function parse(text: string, isItem = false): Document {
  const source = { text, isItem };
  const masked = mask(text);
  const found = plainDocument(masked.text);
  if (found !== undefined)
    return withTop({ ...emptyDocument(source, masked), plainComments: found.comments }, found.top);
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
  /** The tree of `yaml`; undefined for a text that is not read. */
  readonly tree: YamlDocument.Parsed | undefined;
  /** The first error after which the tree is unreliable: neither an invalid escape sequence nor a mere missing comma. */
  readonly broken: YAMLParseError | undefined;
  /** The number of errors. */
  readonly faults: number;
}

/** Parses the text with the lines of quoted scalars joined; undefined if other errors remain. */
function readJoined(source: PieceText, masked: Masked, plain: ReadResult): Document | undefined {
  let [current, result] = [masked, plain];
  const scalars: Span[] = [];
  let { faults } = plain;
  for (let i = 0; i < MAX_ERRORS && faults < MAX_FAULTS && result.broken !== undefined; i++) {
    const { tree } = result;
    const quote = tree && unclosedQuote(current.text, tree, result.broken);
    const line = quote === undefined ? undefined : joinLines(current.text, quote);
    if (line === undefined) return undefined;
    current = { ...current, text: line.text };
    scalars.push(line.joined);
    result = read(source, current);
    faults += result.faults;
  }
  const { document, tree, broken } = result;
  if (scalars.length === 0 || broken !== undefined || tree === undefined) return undefined;
  visit(tree, {
    Scalar(_, scalar) {
      const span = scalars.find(({ start }) => start === scalar.range?.[0]);
      if (span !== undefined) scalar.value = valueOfLines(masked.text.slice(span.start, span.end));
    },
  });
  const top = fromYaml(tree.contents, current.text);
  return top === undefined ? document : withTop(document, top);
}

/** Parses the text without its broken parts: a part of a line for each of the first errors, or everything after the first. */
function recovered(source: PieceText, masked: Masked, plain: ReadResult): Document {
  let [current, result] = [masked, plain];
  const { errors } = plain.document;
  let { faults } = plain;
  for (let i = 0; i < MAX_ERRORS && faults < MAX_FAULTS; i++) {
    if (result.broken === undefined || result.tree === undefined) break;
    const part = brokenPart(current.text, result.tree, result.broken);
    if (current.text.slice(part.start, part.end) === part.masked) break;
    current = maskMore(current, part);
    result = read(source, current, errors);
    faults += result.faults;
  }
  if (result.broken === undefined || plain.tree === undefined || plain.broken === undefined) return result.document;
  return read(source, maskMore(masked, brokenRest(masked.text, plain.tree, plain.broken)), errors).document;
}

/** Parses a masked text with `yaml`. `known` are the errors that it had before its broken parts were masked. */
function read(source: PieceText, masked: Masked, known?: Document['errors']): ReadResult {
  const { text } = masked;
  const document = emptyDocument(source, masked);
  const unread = (message: string): ReadResult => {
    return {
      document: { ...document, errors: [{ at: 0, message, isEscape: false }] },
      tree: undefined,
      broken: undefined,
      faults: 1,
    };
  };
  const tokens = tokensOf(text);
  if (tokens === 'too many') return unread('The document is too large.');
  if (tokens === 'too deep' || depth(tokens) > MAX_DEPTH) return unread('The document is nested too deeply.');
  const [tree, ...others] = compose(tokens, text);
  if (tree === undefined) return { document: { ...document, errors: known ?? [] }, tree, broken: undefined, faults: 0 };
  const faults = [tree, ...others].flatMap(({ errors: own }) => own);
  const isEscape = ({ code }: YAMLParseError) => code === 'BAD_DQ_ESCAPE';
  // With a quote directly before it or behind a colon, a quote may be missing or may have been typed by mistake.
  const isMissingComma = ({ message, pos }: YAMLParseError) =>
    message.startsWith('Missing ,') && !/["']$|:["'][ \t]*$/.test(text.slice(Math.max(0, pos[0] - 100), pos[0]));
  const broken = faults
    .filter((fault) => !isEscape(fault) && !isMissingComma(fault))
    .sort((a, b) => a.pos[0] - b.pos[0])[0];
  const top = fromYaml(tree.contents, text);
  const unclosed = faults.find(({ message }) => message.startsWith('Missing closing'));
  const errors = known ?? [
    ...faults.map((fault) => ({
      // A quote that stays open is reported at the end of the text.
      at: (fault === unclosed ? unclosedQuote(text, tree, fault) : undefined) ?? fault.pos[0],
      message: fault.message,
      isEscape: isEscape(fault),
    })),
    ...aliasCycles(top, text),
  ];
  const result = { ...document, errors };
  return { document: top === undefined ? result : withTop(result, top), tree, broken, faults: faults.length };
}

/** The documents of a text. Unique keys are not checked: that is quadratic, and Kubernetes takes the last of duplicate keys. */
function compose(tokens: readonly CST.Token[], text: string): readonly YamlDocument.Parsed[] {
  const composer = new Composer({ version: '1.1', uniqueKeys: false, keepSourceTokens: true, prettyErrors: false });
  const { stackTraceLimit } = Error;
  // Each syntax error is an `Error`: the stacks of thousands of them take longer than the parsing.
  Error.stackTraceLimit = 0;
  try {
    return [...composer.compose(tokens, true, text.length)] as YamlDocument.Parsed[];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A text that this package reads itself; undefined for one that `yaml` has to read. */
function plainDocument(text: string): PlainDocument | undefined {
  return hasMoreLexemes(text, MAX_LEXEMES_OF_DOCUMENT) ? undefined : readPlain(text, MAX_DEPTH);
}

function emptyDocument(source: PieceText, { text: masked, template }: Masked): Document {
  return {
    ...source,
    masked,
    template,
    doubts: new Doubts(),
    errors: [],
    root: undefined,
    views: [],
    top: undefined,
    plainComments: undefined,
  };
}

/** A document with its tree. */
function withTop(document: Document, top: Node): Document {
  const result: { -readonly [K in keyof Document]: Document[K] } = { ...document, top };
  const { template } = document;
  template?.setContent({ start: top.start, end: lastEnd(top) });
  result.views = [undefined, ...(template?.branches ?? [])].flatMap((branch) => {
    const root = Field.root(result, top, branch);
    return root ? [{ root, branch }] : [];
  });
  result.root = result.views[0]?.root;
  return result;
}

/** The tree of the first document of a text without templates; undefined if it has errors, or is too large or too deep. */
export function treeOf(text: string): Node | 'empty' | undefined {
  const plain = plainDocument(text);
  if (plain !== undefined) return plain.top;
  const tokens = tokensOf(text);
  if (typeof tokens === 'string' || depth(tokens) > MAX_DEPTH) return undefined;
  const [tree] = compose(tokens, text);
  if (tree === undefined || tree.errors.length > 0) return undefined;
  return tree.contents === null ? 'empty' : fromYaml(tree.contents, text);
}

/** The error of an alias that contains itself. */
function aliasCycles(top: Node | undefined, text: string): Document['errors'] {
  const alias = top && text.includes('&') && text.includes('*') ? aliasInItself(top) : undefined;
  if (alias === undefined) return [];
  const message = `The value of anchor ${alias.name} contains an alias to itself`;
  return [{ at: alias.start, message, isEscape: false }];
}

/** Whether a text has too many tokens to be parsed in the available memory, in one document or several. */
export function isTooMuch(text: string): boolean {
  return hasMoreLexemes(text, MAX_LEXEMES);
}

function hasMoreLexemes(text: string, limit: number): boolean {
  // The lexer takes longer than reading the text.
  if (text.length < limit / 2 || 2 * undividedParts(text) + 2 <= limit) return false;
  let count = 0;
  for (const _ of new Lexer().lex(text)) if (++count > limit) return true;
  return false;
}

/** The number of parts of a text that the lexer does not divide: there are at most twice as many tokens and two more. */
export function undividedParts(text: string): number {
  let count = 0;
  for (UNDIVIDED.lastIndex = 0; UNDIVIDED.test(text); ) count++;
  return count;
}

/** Spaces, a word, or any other character. */
const UNDIVIDED = / +|\w+|[^ ]/g;

/** The token tree. Documents that are too large or too deep are detected before it is built. */
function tokensOf(text: string): CST.Token[] | 'too many' | 'too deep' {
  // A character is at most two lexemes, and few texts have that many brackets.
  if (text.length < MAX_LEXEMES_OF_DOCUMENT / 2 && text.split(/[[{]/, MAX_DEPTH + 2).length <= MAX_DEPTH + 1) {
    return tokensFrom(new Lexer().lex(text));
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
  return tokensFrom(lexemes);
}

/** The parser closes nested collections by recursion. It opens some without brackets, and in broken texts one in the other. */
function tokensFrom(lexemes: Iterable<string>): CST.Token[] | 'too deep' {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of lexemes) {
    tokens.push(...parser.next(lexeme));
    // The collections, in a document, and a scalar in the innermost one.
    if (parser.stack.length > MAX_DEPTH + 2) return 'too deep';
  }
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
