import { isMap, isNode, isPair, isScalar, isSeq, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { copied } from '../../text/copied.ts';
import { type Document, MAX_DEPTH, parse } from './document.ts';
import { Doubts } from './doubts.ts';
import { Field } from './field.ts';
import { startOfLine } from './lines.ts';
import { mask } from './mask.ts';

/**
 * Parses a text that differs from that of a document in one place. The result is that of `parse`, in much less time: only
 * the lines of the key or list item around the change are parsed, and the rest of the tree is reused. Undefined where this
 * is not possible: in templates, in documents with errors, in flow style, with anchors, aliases and tags, and where a line
 * may belong to another entry.
 */
export function parseAfter(before: Document, text: string): Document | undefined {
  const { top, masked, template, errors, isItem } = before;
  if (top === undefined || template !== undefined || errors.length > 0 || masked !== before.text) return undefined;
  if (text.length > MAX_TEXT || DIRECTIVE.test(text) || dependsOnContext(top)) return undefined;
  const now = mask(text);
  if (now.template !== undefined || now.text !== text) return undefined;
  const changed = new Splice(before.text, text).applyTo(top, before.text.length, 0);
  return changed && documentOf(changed, text, isItem);
}

/** In characters. A longer text may have more tokens than a document may have. */
const MAX_TEXT = 500_000;

/** A YAML directive applies to the whole document. */
const DIRECTIVE = /^%/m;

/**
 * How many entries around a change are parsed before the whole document is: with an unclosed quote, none of them can be
 * parsed.
 */
const MAX_ATTEMPTS = 2;

function documentOf(top: Node, text: string, isItem: boolean): Document {
  let whole: Document | undefined;
  const document: { -readonly [K in keyof Document]: Document[K] } = {
    text,
    masked: text,
    template: undefined,
    doubts: new Doubts(),
    root: undefined,
    views: [],
    errors: [],
    isItem,
    top,
    // Only edits need the tokens, so the text is parsed for them when they are requested.
    get tree() {
      whole ??= parse(text, isItem);
      return whole.tree;
    },
  };
  document.root = Field.root(document, top, undefined);
  document.views = document.root === undefined ? [] : [{ root: document.root, branch: undefined }];
  return document;
}

/** Whether a node has aliases, anchors, tags or collections as keys: the parser reads them by the text around them. */
function dependsOnContext(node: unknown): boolean {
  if (node === null) return false;
  if (isPair(node)) return isCollection(node.key) || dependsOnContext(node.key) || dependsOnContext(node.value);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return true;
  if (node.anchor !== undefined || node.tag !== undefined) return true;
  return !isScalar(node) && node.items.some(dependsOnContext);
}

/** A change in one place of a text, applied to the tree of the old text. */
class Splice {
  readonly #old: string;
  readonly #text: string;
  /** The first offset at which the texts differ. */
  readonly #start: number;
  /** The offset in the old text from which on both are the same again. */
  readonly #end: number;
  /** By how much the offsets behind the change shift. */
  readonly #by: number;
  #attempts = 0;

  constructor(old: string, text: string) {
    const shorter = Math.min(old.length, text.length);
    let start = 0;
    while (start < shorter && old.charCodeAt(start) === text.charCodeAt(start)) start++;
    let same = 0;
    while (same < shorter - start && old.charCodeAt(old.length - same - 1) === text.charCodeAt(text.length - same - 1))
      same++;
    this.#old = old;
    this.#text = text;
    this.#start = start;
    this.#end = old.length - same;
    this.#by = text.length - old.length;
  }

  /** A copy of a collection with the change in one of its entries. Its last entry ends at `end` of the old text. */
  applyTo(node: unknown, end: number, level: number): Collection | undefined {
    if (!isCollection(node) || node.flow) return undefined;
    const items: readonly unknown[] = node.items;
    const index = items.findLastIndex((item) => startOf(item) <= this.#start);
    const item = items[index];
    const isLast = index === items.length - 1;
    const place = this.#placeOf(item);
    const until = isLast ? end : this.#placeOf(items[index + 1])?.line;
    if (place === undefined || until === undefined || until < this.#end) return undefined;
    const inner = this.applyTo(isPair(item) ? item.value : item, until, level + 1);
    const replacement = inner === undefined ? this.#parse(node, place, until, isLast, level) : [withValue(item, inner)];
    if (replacement === undefined) return undefined;
    const behind = items.slice(index + 1).map((next) => moved(next, this.#by));
    const result = like(node, [...items.slice(0, index), ...replacement, ...behind]);
    const [start = 0, last = 0, all = 0] = node.range ?? [];
    result.range = [start, last + this.#by, all + this.#by];
    return result;
  }

  /** The start of an entry's line, and its column; undefined if the entry is not first in its line. */
  #placeOf(item: unknown): Place | undefined {
    const start = startOf(item);
    const line = startOfLine(this.#old, start);
    const before = this.#old.slice(line, start);
    if (!(isPair(item) ? /^ *$/ : /^ *- +$/).test(before)) return undefined;
    return { line, column: isPair(item) ? before.length : before.indexOf('-') };
  }

  /** Parses the lines of an entry in the new text, which may now hold several entries. */
  #parse(around: Collection, { line, column }: Place, until: number, isLast: boolean, level: number) {
    // Copied, because the tree is reused many times and must not keep the full text of each change in memory.
    const text = copied(this.#text.slice(line, until + this.#by));
    // A comment or a blank line at the end may belong to a collection around the entry.
    if (!ENDS_WITH_CONTENT.test(text) || (until < this.#old.length && !text.endsWith('\n'))) return undefined;
    if (this.#attempts++ >= MAX_ATTEMPTS) return undefined;
    const { top, template, masked, errors } = parse(text);
    if (errors.length > 0 || template !== undefined || masked !== text || dependsOnContext(top ?? null))
      return undefined;
    if (!(isMap(around) && isMap(top)) && !(isSeq(around) && isSeq(top))) return undefined;
    if (top.flow || top.range?.[0] !== column || hasEmptyEdge(top)) return undefined;
    // The collections around the last entry must end where it ends.
    if (isLast && (around.range?.[1] !== until || top.range[1] !== text.length)) return undefined;
    if (level + depthOf(top) > MAX_DEPTH) return undefined;
    return top.items.map((item: unknown) => moved(item, line));
  }
}

type Collection = YAMLMap | YAMLSeq;

function isCollection(node: unknown): node is Collection {
  return isMap(node) || isSeq(node);
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The last line is neither blank nor a comment. */
const ENDS_WITH_CONTENT = /(?:^|\n)[ \t]*[^\s#][^\n]*\n?$/;

function startOf(item: unknown): number {
  const node = isPair(item) ? item.key : item;
  return (isNode(node) && node.range?.[0]) || 0;
}

/** Whether a key or the last value is empty: the position of an empty node depends on the text around it. */
function hasEmptyEdge(node: Collection): boolean {
  const isEmpty = (child: unknown) => !isNode(child) || child.range?.[0] === child.range?.[1];
  if (node.items.some((item: unknown) => isPair(item) && isEmpty(item.key))) return true;
  let last: unknown = node;
  while (isCollection(last) && !last.flow) {
    const item: unknown = last.items.at(-1);
    last = isPair(item) ? item.value : item;
  }
  return isEmpty(last);
}

/** How many levels of collections a node has. */
function depthOf(node: unknown): number {
  if (isPair(node)) return Math.max(depthOf(node.key), depthOf(node.value));
  if (!isMap(node) && !isSeq(node)) return 0;
  let deepest = 0;
  for (const item of node.items) deepest = Math.max(deepest, depthOf(item));
  return 1 + deepest;
}

/** The same entry with another value, which begins at the same offset. */
function withValue(item: unknown, value: Collection): unknown {
  return isPair(item) ? new Pair(item.key, value) : value;
}

/** A copy with shifted offsets and without source tokens. */
function moved(node: unknown, by: number): unknown {
  if (isPair(node)) return new Pair(moved(node.key, by), moved(node.value, by));
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return node;
  const result = isScalar(node)
    ? scalarLike(node)
    : like(
        node,
        node.items.map((item: unknown) => moved(item, by)),
      );
  const [start = 0, end = 0, all = 0] = node.range ?? [];
  result.range = [start + by, end + by, all + by];
  return result;
}

function scalarLike({ value, source, type }: Scalar): Scalar {
  const result = new Scalar(value);
  if (source !== undefined) result.source = source;
  if (type !== undefined) result.type = type;
  return result;
}

function like(node: Collection, items: unknown[]): Collection {
  const result = isMap(node) ? new YAMLMap() : new YAMLSeq();
  if (node.flow !== undefined) result.flow = node.flow;
  result.items = items as never[];
  return result;
}
