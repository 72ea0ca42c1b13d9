import type { Span } from '../../text/span.ts';
import { lineBelow } from './lines.ts';

/**
 * A node of the tree of a document. Offsets count from the start of the document. A node does not refer to its parent, so that
 * it can be a part of several trees (`parse-after`).
 */
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

export class MapNode implements Span {
  readonly kind = 'map';
  readonly start: number;
  /** Behind the brace; in block style, the start of the line below the last value. */
  readonly end: number;
  readonly style: CollectionStyle;
  readonly items: readonly Pair[];
  /** Whether a key has the indicator `?`. */
  readonly isExplicit: boolean;
  readonly anchor: string | undefined;
  readonly tag: string | undefined;

  constructor(
    start: number,
    end: number,
    style: CollectionStyle,
    items: readonly Pair[],
    isExplicit = false,
    anchor?: string,
    tag?: string,
  ) {
    this.start = start;
    this.end = end;
    this.style = style;
    this.items = items;
    this.isExplicit = isExplicit;
    this.anchor = anchor;
    this.tag = tag;
  }
}

export class ListNode implements Span {
  readonly kind = 'list';
  readonly start: number;
  /** Behind the bracket; in block style, the start of the line below the last item. */
  readonly end: number;
  readonly style: CollectionStyle;
  readonly items: readonly Item[];
  readonly anchor: string | undefined;
  readonly tag: string | undefined;

  constructor(
    start: number,
    end: number,
    style: CollectionStyle,
    items: readonly Item[],
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

/** An item of a list. */
export class Item {
  /** The offset of its dash, or in flow style of its value or what precedes that. */
  readonly start: number;
  /** Where a value can be written: behind the dash, and behind an anchor or a tag; undefined in flow style. */
  readonly valueStart: number | undefined;
  readonly value: Node;
  readonly isTagged: boolean;

  constructor(start: number, valueStart: number | undefined, value: Node, isTagged = false) {
    this.start = start;
    this.valueStart = valueStart;
    this.value = value;
    this.isTagged = isTagged;
  }
}

/** A key of a mapping with its value. */
export class Pair {
  /** The offset of its key, or of what precedes that. */
  readonly start: number;
  /** Where a value can be written: behind the colon, and behind an anchor or a tag; undefined without a colon. */
  readonly valueStart: number | undefined;
  readonly key: Node;
  /** Undefined in flow style if there is no colon. */
  readonly value: Node | undefined;
  readonly isTagged: boolean;

  constructor(start: number, valueStart: number | undefined, key: Node, value: Node | undefined, isTagged = false) {
    this.start = start;
    this.valueStart = valueStart;
    this.key = key;
    this.value = value;
    this.isTagged = isTagged;
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
