import type { Span } from '../../text/span.ts';
import { lineBelow } from './lines.ts';

/** A node of the tree of a document. Offsets count from the start of the document. */
export type Node = ScalarNode | MapNode | ListNode | AliasNode;
export type Collection = MapNode | ListNode;

/** How a scalar is written. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

export class ScalarNode implements Span {
  readonly kind = 'scalar';
  readonly start: number;
  /** Behind the quotes; for a block scalar, behind the line breaks that belong to it. */
  readonly end: number;
  /** As Kubernetes reads it: a date or a sexagesimal number of YAML 1.1 is a string. */
  readonly value: string | number | boolean | null;
  /** The text of the scalar, without quotes, escape sequences and indentation. */
  readonly source: string;
  readonly style: ScalarStyle;
  readonly anchor: string | undefined;
  readonly tag: string | undefined;

  constructor(
    start: number,
    end: number,
    value: ScalarNode['value'],
    source: string,
    style: ScalarStyle,
    anchor?: string,
    tag?: string,
  ) {
    this.start = start;
    this.end = end;
    this.value = value;
    this.source = source;
    this.style = style;
    this.anchor = anchor;
    this.tag = tag;
  }

  get isBlock(): boolean {
    return this.style === 'literal' || this.style === 'folded';
  }
}

export class AliasNode implements Span {
  readonly kind = 'alias';
  readonly start: number;
  readonly end: number;
  /** The name of the anchor. */
  readonly name: string;

  constructor(start: number, end: number, name: string) {
    this.start = start;
    this.end = end;
    this.name = name;
  }
}

/** How a collection is written. A `pair` is a mapping with one key in a flow list, without braces. */
export type CollectionStyle = 'block' | 'flow' | 'pair';

/** What mappings and lists have in common. */
class CollectionNode<Entry> implements Span {
  readonly start: number;
  /** Behind the brace or bracket; in block style, the start of the line below the last value. */
  readonly end: number;
  readonly style: CollectionStyle;
  readonly items: readonly Entry[];
  readonly anchor: string | undefined;
  readonly tag: string | undefined;

  constructor(
    start: number,
    end: number,
    style: CollectionStyle,
    items: readonly Entry[],
    anchor?: string,
    tag?: string,
  ) {
    this.start = start;
    this.end = end;
    this.style = style;
    this.items = items;
    this.anchor = anchor;
    this.tag = tag;
  }
}

export class MapNode extends CollectionNode<Pair> {
  readonly kind = 'map';
  /** Whether a key has the indicator `?`. */
  readonly isExplicit: boolean;

  constructor(
    start: number,
    end: number,
    style: CollectionStyle,
    items: readonly Pair[],
    isExplicit = false,
    anchor?: string,
    tag?: string,
  ) {
    super(start, end, style, items, anchor, tag);
    this.isExplicit = isExplicit;
  }
}

export class ListNode extends CollectionNode<Item> {
  readonly kind = 'list';
}

/** What keys and list items have in common. */
class EntryNode<Value extends Node | undefined> {
  /** The offset of its key or dash, or in a flow list of its value, or of what precedes that. */
  readonly start: number;
  /** Where a value can be written: behind the colon or dash, and behind an anchor or a tag; undefined without either. */
  readonly valueStart: number | undefined;
  readonly value: Value;
  readonly isTagged: boolean;

  constructor(start: number, valueStart: number | undefined, value: Value, isTagged = false) {
    this.start = start;
    this.valueStart = valueStart;
    this.value = value;
    this.isTagged = isTagged;
  }
}

/** An item of a list. */
export class Item extends EntryNode<Node> {}

/** A key of a mapping with its value, which is undefined in flow style if there is no colon. */
export class Pair extends EntryNode<Node | undefined> {
  readonly key: Node;

  constructor(start: number, valueStart: number | undefined, key: Node, value: Node | undefined, isTagged = false) {
    super(start, valueStart, value, isTagged);
    this.key = key;
  }
}

/** Where a collection in block style ends: on the line below its last entry. */
export function blockEnd(text: string, last: Item | Pair): number {
  const { value, valueStart } = last;
  const end = value !== undefined ? value.end : (valueStart ?? (last as Pair).key.end);
  return lineBelow(text, end);
}

/** Calls a function for a node and for all nodes in it, keys before their values. */
export function visit(node: Node | undefined, see: (node: Node) => void): void {
  if (node === undefined) return;
  see(node);
  if (node.kind === 'list') for (const { value } of node.items) visit(value, see);
  if (node.kind === 'map') {
    for (const { key, value } of node.items) {
      visit(key, see);
      visit(value, see);
    }
  }
}
