import { copied } from '../../text/copied.ts';
import { type Document, documentOf, MAX_DEPTH, parse } from './document.ts';
import { startOfLine } from './lines.ts';
import { mask } from './mask.ts';
import { type Collection, Item, ListNode, MapNode, type Node, Pair, ScalarNode } from './tree.ts';

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
  return changed && documentOf({ text, isItem }, now, changed);
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

/** Whether a node has aliases, anchors, tags or collections as keys: the parser reads them by the text around them. */
function dependsOnContext(node: Node): boolean {
  if (node.kind === 'alias' || node.anchor !== undefined || node.tag !== undefined) return true;
  if (node.kind === 'scalar') return false;
  if (node.kind === 'list') return node.items.some(({ value }) => dependsOnContext(value));
  return node.items.some(
    ({ key, value }) =>
      key.kind !== 'scalar' || dependsOnContext(key) || (value !== undefined && dependsOnContext(value)),
  );
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
  applyTo(node: Node | undefined, end: number, level: number): Collection | undefined {
    if ((node?.kind !== 'map' && node?.kind !== 'list') || node.style !== 'block') return undefined;
    const items: readonly (Item | Pair)[] = node.items;
    const index = items.findLastIndex(({ start }) => start <= this.#start);
    const item = items[index];
    const next = items[index + 1];
    const place = item && this.#placeOf(item);
    const until = next === undefined ? end : this.#placeOf(next)?.line;
    if (item === undefined || place === undefined || until === undefined || until < this.#end) return undefined;
    const inner = this.applyTo(item.value, until, level + 1);
    const replacement =
      inner === undefined ? this.#parse(node, place, until, next === undefined, level) : [withValue(item, inner)];
    if (replacement === undefined) return undefined;
    const behind = items.slice(index + 1).map((other) => moved(other, this.#by));
    return like(node, node.start, node.end + this.#by, [...items.slice(0, index), ...replacement, ...behind]);
  }

  /** The start of an entry's line, and its column; undefined if the entry is not first in its line. */
  #placeOf(item: Item | Pair): Place | undefined {
    const { start } = item;
    const line = startOfLine(this.#old, start);
    const before = this.#old.slice(line, start);
    return /^ *$/.test(before) ? { line, column: before.length } : undefined;
  }

  /** Parses the lines of an entry in the new text, which may now hold several entries. */
  #parse(around: Collection, { line, column }: Place, until: number, isLast: boolean, level: number) {
    // Copied, because the tree is reused many times and must not keep the full text of each change in memory.
    const text = copied(this.#text.slice(line, until + this.#by));
    // A comment or a blank line at the end may belong to a collection around the entry.
    if (!ENDS_WITH_CONTENT.test(text) || (until < this.#old.length && !text.endsWith('\n'))) return undefined;
    if (this.#attempts++ >= MAX_ATTEMPTS) return undefined;
    const { top, template, masked, errors } = parse(text);
    if (errors.length > 0 || template !== undefined || masked !== text || top === undefined) return undefined;
    if (top.kind !== around.kind || top.style !== 'block' || top.start !== column) return undefined;
    if (dependsOnContext(top) || hasEmptyEdge(top)) return undefined;
    // The collections around the last entry must end where it ends.
    if (isLast && (around.end !== until || top.end !== text.length)) return undefined;
    if (level + depthOf(top) > MAX_DEPTH) return undefined;
    return top.items.map((item) => moved(item, line));
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The last line is neither blank nor a comment. */
const ENDS_WITH_CONTENT = /(?:^|\n)[ \t]*[^\s#][^\n]*\n?$/;

/** Whether a key or the last value is empty: the position of an empty node depends on the text around it. */
function hasEmptyEdge(node: Collection): boolean {
  const isEmpty = (child: Node | undefined) => child === undefined || child.start === child.end;
  if (node.kind === 'map' && node.items.some(({ key }) => isEmpty(key))) return true;
  let last: Node | undefined = node;
  while ((last?.kind === 'map' || last?.kind === 'list') && last.style === 'block') last = last.items.at(-1)?.value;
  return isEmpty(last);
}

/** How many levels of collections a node has. */
function depthOf(node: Node | undefined): number {
  if (node?.kind !== 'map' && node?.kind !== 'list') return 0;
  let deepest = 0;
  for (const { value } of node.items) deepest = Math.max(deepest, depthOf(value));
  return 1 + deepest;
}

/** The same entry with another value, which begins at the same offset. */
function withValue(item: Item | Pair, value: Collection): Item | Pair {
  const { start, valueStart } = item;
  return item instanceof Pair ? new Pair(start, valueStart, item.key, value) : new Item(start, valueStart, value);
}

/** A copy of an entry with shifted offsets. */
function moved(item: Item | Pair, by: number): Item | Pair {
  const start = item.start + by;
  const valueStart = item.valueStart === undefined ? undefined : item.valueStart + by;
  if (!(item instanceof Pair)) return new Item(start, valueStart, movedNode(item.value, by));
  const value = item.value && movedNode(item.value, by);
  return new Pair(start, valueStart, movedNode(item.key, by), value);
}

/** `dependsOnContext` leaves no aliases, anchors and tags. */
function movedNode(node: Node, by: number): Node {
  const [start, end] = [node.start + by, node.end + by];
  if (node.kind === 'scalar') return new ScalarNode(start, end, node.value, node.source, node.style);
  if (node.kind === 'alias') return node;
  return like(
    node,
    start,
    end,
    node.items.map((item) => moved(item, by)),
  );
}

function like(node: Collection, start: number, end: number, items: readonly (Item | Pair)[]): Collection {
  return node.kind === 'map'
    ? new MapNode(start, end, node.style, items as readonly Pair[], node.isExplicit)
    : new ListNode(start, end, node.style, items as readonly Item[]);
}
