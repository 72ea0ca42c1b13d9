import { isMap, isNode, isPair, isScalar, isSeq, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { copied } from '../../text/copied.ts';
import { type Document, MAX_DEPTH, parse } from './document.ts';
import { Doubts } from './doubts.ts';
import { Field } from './field.ts';
import { mask } from './mask.ts';

/**
 * Reads a text that differs in one place from that of a document, as `parse` does, in much less time: only the lines of the
 * key or list item around that place are parsed, and the rest of the tree is taken over. Undefined where that cannot be:
 * in templates, broken documents and flow style, with anchors, aliases and tags, or where a line may belong to another entry.
 */
export function parseAfter(before: Document, text: string): Document | undefined {
  const { top, masked, template, errors, isItem } = before;
  if (top === undefined || template !== undefined || errors.length > 0 || masked !== before.text) return undefined;
  if (text.length > MAX_TEXT || DIRECTIVE.test(text) || isTied(top)) return undefined;
  const now = mask(text);
  if (now.template !== undefined || now.text !== text) return undefined;
  const changed = new Splice(before.text, text).made(top, before.text.length, 0);
  return changed && documentOf(changed, text, isItem);
}

/** In characters: more may be too much for a document. */
const MAX_TEXT = 500_000;

/** It is for the whole document. */
const DIRECTIVE = /^%/m;

/** So many entries around a change are tried before the whole document is parsed: in vain, where a quotation mark is open. */
const MOST_TRIES = 2;

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
    // What is edited needs the tokens, and that is seldom.
    get tree() {
      whole ??= parse(text, isItem);
      return whole.tree;
    },
  };
  document.root = Field.root(document, top, undefined);
  document.views = document.root === undefined ? [] : [{ root: document.root, branch: undefined }];
  return document;
}

/** Whether something in it is tied to another place, or read in another way than it looks. */
function isTied(node: unknown): boolean {
  if (node === null) return false;
  if (isPair(node)) return isTied(node.key) || isTied(node.value);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return true;
  if (node.anchor !== undefined || node.tag !== undefined) return true;
  return !isScalar(node) && node.items.some(isTied);
}

/** A change of a text in one place, made in the tree that was read of it. */
class Splice {
  readonly #old: string;
  readonly #text: string;
  /** Where the texts begin to differ. */
  readonly #start: number;
  /** From where on the old text is the new one again. */
  readonly #end: number;
  /** By how much what is behind it moves. */
  readonly #by: number;
  #tries = 0;

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

  /** The collection with the change in one of its entries; what is behind the last of them begins at `end` of the old text. */
  made(node: unknown, end: number, level: number): Collection | undefined {
    if ((!isMap(node) && !isSeq(node)) || node.flow) return undefined;
    const items: readonly unknown[] = node.items;
    const index = items.findLastIndex((item) => startOf(item) <= this.#start);
    const item = items[index];
    const isLast = index === items.length - 1;
    const place = this.#placeOf(item);
    const until = isLast ? end : this.#placeOf(items[index + 1])?.line;
    if (place === undefined || until === undefined || until < this.#end) return undefined;
    // What is put in front of the next line is no part of this one.
    if (this.#start === until && until < this.#old.length) return undefined;
    const inner = this.made(isPair(item) ? item.value : item, until, level + 1);
    const instead = inner === undefined ? this.#read(node, place, until, isLast, level) : [withValue(item, inner)];
    if (instead === undefined) return undefined;
    const behind = items.slice(index + 1).map((one) => moved(one, this.#by));
    const result = like(node, [...items.slice(0, index), ...instead, ...behind]);
    const [start = 0, last = 0, all = 0] = node.range ?? [];
    result.range = [start, last + this.#by, all + this.#by];
    return result;
  }

  /** Where the line of an entry begins, and its column; undefined where the entry has no line of its own. */
  #placeOf(item: unknown): Place | undefined {
    const start = startOf(item);
    const line = this.#old.lastIndexOf('\n', start - 1) + 1;
    const before = this.#old.slice(line, start);
    if (!(isPair(item) ? /^ *$/ : /^ *- +$/).test(before)) return undefined;
    return { line, column: isPair(item) ? before.length : before.indexOf('-') };
  }

  /** What stands in the new text in place of an entry of a collection. */
  #read(around: Collection, { line, column }: Place, until: number, isLast: boolean, level: number) {
    // The tree will be taken over again and again, and must not hold the texts in which its parts were read.
    const text = copied(this.#text.slice(line, until + this.#by));
    // A comment or a blank line at the end may belong to what is around the entry.
    if (!ENDS_WITH_CONTENT.test(text) || (until < this.#old.length && !text.endsWith('\n'))) return undefined;
    if (this.#tries++ >= MOST_TRIES) return undefined;
    const { top, template, masked, errors } = parse(text);
    if (errors.length > 0 || template !== undefined || masked !== text || isTied(top ?? null)) return undefined;
    if (!(isMap(around) && isMap(top)) && !(isSeq(around) && isSeq(top))) return undefined;
    if (top.flow || top.range?.[0] !== column || isOpen(top)) return undefined;
    // Where the last entry ends, so do the collections around it.
    if (isLast && (around.range?.[1] !== until || top.range[1] !== text.length)) return undefined;
    if (level + depthOf(top) > MAX_DEPTH) return undefined;
    return top.items.map((item: unknown) => moved(item, line));
  }
}

type Collection = YAMLMap | YAMLSeq;

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The last line has more than a comment. */
const ENDS_WITH_CONTENT = /(?:^|\n)[ \t]*[^\s#][^\n]*\n?$/;

function startOf(item: unknown): number {
  const node = isPair(item) ? item.key : item;
  return (isNode(node) && node.range?.[0]) || 0;
}

/** Whether something at its beginning or end is empty: where that stands depends on what is around it. */
function isOpen(node: Collection): boolean {
  const isEmpty = (one: unknown) => !isNode(one) || one.range?.[0] === one.range?.[1];
  if (node.items.some((item: unknown) => isPair(item) && isEmpty(item.key))) return true;
  let last: unknown = node;
  while ((isMap(last) || isSeq(last)) && !last.flow) {
    const item: unknown = last.items.at(-1);
    last = isPair(item) ? item.value : item;
  }
  return isEmpty(last);
}

/** How deep the collections in a node are nested. */
function depthOf(node: unknown): number {
  if (isPair(node)) return Math.max(depthOf(node.key), depthOf(node.value));
  if (!isMap(node) && !isSeq(node)) return 0;
  let deepest = 0;
  for (const item of node.items) deepest = Math.max(deepest, depthOf(item));
  return 1 + deepest;
}

/** An entry with another value, which begins in the same place. */
function withValue(item: unknown, value: Collection): unknown {
  return isPair(item) ? new Pair(item.key, value) : value;
}

/** The same in another place, without the tokens that it was made of. */
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
