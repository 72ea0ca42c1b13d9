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

/** Deeper nesting than any manifest has; the parser's recursion could end the process on the way down. */
export const MAX_DEPTH = 200;

/** More words and signs than 10 MB of manifests have. */
const MAX_LEXEMES = 4_000_000;

/**
 * Those of one document: the API server takes no object of more than 3 MB, and a list in JSON has fewer. The tree takes up
 * to 600 bytes for each, and where the memory ends the process does.
 */
const MAX_LEXEMES_OF_DOCUMENT = 1_500_000;

/** How many errors are looked at one by one. */
const MOST_ERRORS = 8;

/**
 * Reads the text of one slice, actions of templates masked: the more thorough way where it is no YAML otherwise. Scalars
 * are those of YAML 1.1, as Kubernetes reads them (`yes` is a boolean). What is broken in a text with errors is masked as
 * well, so that all around it is read. `isItem` where the text was cut out of a `List`.
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

type Source = Pick<Document, 'text' | 'isItem'>;

interface Reading {
  readonly document: Document;
  /** The first error behind which nothing may be what it seems: neither an escape nor a comma that is missing. */
  readonly broken: YAMLParseError | undefined;
}

/** What is read where the lines of quoted scalars are joined; undefined where there are other errors. */
function readJoined(source: Source, masked: Masked, plain: Reading): Document | undefined {
  let [current, reading] = [masked, plain];
  const scalars: Span[] = [];
  for (let i = 0; i < MOST_ERRORS && reading.broken !== undefined; i++) {
    const { tree } = reading.document;
    const quote = tree && unclosedQuote(current.text, tree, reading.broken);
    const line = quote === undefined ? undefined : joinLines(current.text, quote);
    if (line === undefined) return undefined;
    current = { ...current, text: line.text };
    scalars.push(line.joined);
    reading = read(source, current);
  }
  const { document, broken } = reading;
  if (scalars.length === 0 || broken !== undefined || document.tree === undefined) return undefined;
  visit(document.tree, {
    Scalar(_, scalar) {
      const span = scalars.find(({ start }) => start === scalar.range?.[0]);
      if (span !== undefined) scalar.value = valueOfLines(masked.text.slice(span.start, span.end));
    },
  });
  return document;
}

/** What is read without what is broken: the part of a line for each of a few errors, or all behind the first. */
function recovered(source: Source, masked: Masked, plain: Reading): Document {
  let [current, reading] = [masked, plain];
  const { errors } = plain.document;
  for (let i = 0; i < MOST_ERRORS && reading.broken !== undefined && reading.document.tree !== undefined; i++) {
    const part = brokenPart(current.text, reading.document.tree, reading.broken);
    if (current.text.slice(part.start, part.end) === part.masked) break;
    current = maskMore(current, part);
    reading = read(source, current, errors);
  }
  if (reading.broken === undefined || plain.document.tree === undefined || plain.broken === undefined)
    return reading.document;
  return read(source, maskMore(masked, brokenRest(masked.text, plain.document.tree, plain.broken)), errors).document;
}

/** A text as it is masked, with the errors that it had before more of it was. */
function read(source: Source, { text: masked, template }: Masked, known?: Document['errors']): Reading {
  const nothing = { root: undefined, views: [], top: undefined, tree: undefined };
  const document = { ...source, masked, template, doubts: new Doubts(), ...nothing };
  const unread = (message: string): Reading => {
    return { document: { ...document, errors: [{ at: 0, message, isEscape: false }] }, broken: undefined };
  };
  const tokens = tokensOf(masked);
  if (tokens === 'too many') return unread('The document is too large.');
  if (tokens === 'too deep' || depth(tokens) > MAX_DEPTH) return unread('The document is nested too deeply.');
  // Unique keys are not checked: the parser's check is quadratic, and of duplicate keys Kubernetes takes the last.
  const composer = new Composer({ version: '1.1', uniqueKeys: false, keepSourceTokens: true, prettyErrors: false });
  const [tree, ...others] = composer.compose(tokens, true, masked.length) as Generator<YamlDocument.Parsed>;
  if (tree === undefined) return { document: { ...document, errors: known ?? [] }, broken: undefined };
  const faults = [tree, ...others].flatMap((one) => one.errors);
  const isEscape = ({ code }: YAMLParseError) => code === 'BAD_DQ_ESCAPE';
  const broken = faults
    .filter((one) => !isEscape(one) && !one.message.startsWith('Missing ,'))
    .sort((a, b) => a.pos[0] - b.pos[0])[0];
  const errors = known ?? [
    ...faults.map((one) => ({ at: one.pos[0], message: one.message, isEscape: isEscape(one) })),
    ...endless(tree, masked),
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

/** The error of an alias that contains itself. */
function endless(tree: YamlDocument.Parsed, text: string): Document['errors'] {
  const alias = text.includes('&') && text.includes('*') ? aliasInItself(tree) : undefined;
  if (alias === undefined) return [];
  const message = `The value of anchor ${alias.source} contains an alias to itself`;
  return [{ at: alias.range?.[0] ?? 0, message, isEscape: false }];
}

/** Whether a text has so many words and signs that there may be no memory for it, in one document or in several. */
export function isTooMuch(text: string): boolean {
  // No text has more than two of them in a character.
  if (text.length < MAX_LEXEMES / 2) return false;
  let count = 0;
  for (const _ of new Lexer().lex(text)) if (++count > MAX_LEXEMES) return true;
  return false;
}

/** The token tree; what is too much for it is seen before any of it is made. */
function tokensOf(text: string): CST.Token[] | 'too many' | 'too deep' {
  // No text has more than two lexemes in a character, and few have so many brackets.
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

/** What the lexer says where something ends brackets that are open. */
const FLOW_ERROR_END = '\x18';

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
