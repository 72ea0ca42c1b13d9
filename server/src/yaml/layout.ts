import { type CST, isMap, isScalar, isSeq, type Node, type Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Document } from './document.ts';
import { isMerge, keyText } from './field.ts';
import type { Patch } from './patch.ts';
import { Mapping, type Plain } from './plain.ts';

/** A key with its value, a list item, or the top of a document: where it is written, and what is to become of it. */
export class Entry {
  readonly parent: Collection | undefined;
  readonly key: string | number | undefined;
  readonly keyNode: Scalar | undefined;
  readonly value: Node | undefined;
  /** Where it begins: at its key, its dash, or its value. */
  readonly start: number;
  /** Where a value can be written: behind the colon or the dash, and behind an anchor or a tag. */
  readonly valueStart: number | undefined;
  readonly #text: string;
  #collection: Collection | undefined;

  removed = false;
  replacement: Plain | undefined;
  name: string | undefined;
  readonly comments: string[] = [];

  private constructor(
    text: string,
    value: unknown,
    place?: { parent: Collection; key: string | number | undefined; keyNode?: unknown; token: CST.CollectionItem },
  ) {
    this.#text = text;
    this.parent = place?.parent;
    this.key = place?.key;
    this.keyNode = isScalar(place?.keyNode) ? place.keyNode : undefined;
    this.value = (value as Node | null) ?? undefined;
    const token = place?.token;
    const first = token?.start.find(isWritten);
    this.start = first?.offset ?? this.keyNode?.range?.[0] ?? this.value?.range?.[0] ?? 0;
    const indicator = (token?.sep?.some(isColon) ? token.sep : token?.start.some(isDash) ? token.start : []).findLast(
      isWritten,
    );
    this.valueStart = indicator === undefined ? undefined : indicator.offset + indicator.source.length;
  }

  static root(document: Document): Entry {
    return new Entry(document.text, document.tree?.contents);
  }

  static all(collection: Collection, text: string): Entry[] {
    const { node: parent } = collection;
    if (isMap(parent)) {
      return parent.items.map((pair) => {
        const { key: keyNode, value, srcToken: token = { start: [] } } = pair;
        const key = isMerge(pair) ? undefined : keyText(keyNode);
        return new Entry(text, value, { parent: collection, key, keyNode, token });
      });
    }
    const tokens = tokenOf(parent)?.items.filter(isItem) ?? [];
    return parent.items.map((value, key) => {
      return new Entry(text, value, { parent: collection, key, token: tokens[key] ?? { start: [] } });
    });
  }

  /** The collection that is the value; undefined for other values, and for one that is written in a way we do not edit. */
  get collection(): Collection | undefined {
    const node = this.value;
    if ((isMap(node) || isSeq(node)) && tokenOf(node) !== undefined) {
      this.#collection ??= new Collection(this, node, this.#text);
    }
    return this.#collection;
  }

  /** Where it ends, without the blanks, comments and line breaks behind it. */
  get end(): number {
    const last = this.collection?.flow === false ? this.collection.entries.at(-1) : undefined;
    if (last !== undefined) return last.end;
    const [start, end] = this.value?.range ?? [0, 0];
    if (start === end) return this.valueStart ?? this.keyNode?.range?.[1] ?? this.start;
    if (!this.isBlockScalar || this.blockScalarHeader.includes('+')) return end;
    return start + this.#text.slice(start, end).trimEnd().length;
  }

  get isBlockScalar(): boolean {
    return isScalar(this.value) && (this.value.type === 'BLOCK_LITERAL' || this.value.type === 'BLOCK_FOLDED');
  }

  get blockScalarHeader(): string {
    const start = this.value?.range?.[0] ?? 0;
    return /^[|>][-+0-9]*/.exec(this.#text.slice(start, start + 4))?.[0] ?? '';
  }

  /** Whether it or a collection around it is to be removed. */
  get isGone(): boolean {
    return this.removed || (this.parent?.holder.isGone ?? false);
  }
}

/** A mapping or list in block or flow style. */
export class Collection {
  readonly holder: Entry;
  readonly node: YAMLMap | YAMLSeq;
  readonly flow: boolean;
  readonly entries: readonly Entry[];

  /** Keys to be added, and where: at twice the index of the entry they go before, or that plus one to go behind it. */
  readonly added = new Mapping();
  readonly slots = new Map<string, number>();
  readonly appended: Plain[] = [];

  constructor(holder: Entry, node: YAMLMap | YAMLSeq, text: string) {
    this.holder = holder;
    this.node = node;
    this.flow = tokenOf(node)?.type === 'flow-collection';
    this.entries = Entry.all(this, text);
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  get isEmptied(): boolean {
    return this.entries.every((entry) => entry.removed) && this.added.size === 0 && this.appended.length === 0;
  }

  /** Of keys that stand twice the last counts. */
  get(key: string | number): Entry | undefined {
    return this.entries.findLast((entry) => entry.key === key);
  }

  /** Whether every entry is a plain `key: value` or `- item`, and no key stands twice. */
  get isRegular(): boolean {
    const keys = this.entries.map((entry) => entry.key ?? '<<');
    if (new Set(keys).size < keys.length) return false;
    return !tokenOf(this.node)?.items.some((item) => item.start.some(isExplicit));
  }
}

/** How many columns the mappings (or lists) directly in a mapping are indented; if it has none, what is usual. */
export function indentation(document: Document, patch: Patch): (owner: Node, ofLists: boolean) => number {
  const steps: { owner: Node; ofLists: boolean; columns: number }[] = [];
  visit(document.tree ?? null, {
    Map(_, owner) {
      for (const { key, value } of owner.items) {
        if (!isScalar(key) || !(isMap(value) || isSeq(value)) || tokenOf(value)?.type === 'flow-collection') continue;
        const [from, to] = [key.range?.[0], value.range?.[0]];
        if (from === undefined || to === undefined || tokenOf(value) === undefined) continue;
        steps.push({ owner, ofLists: isSeq(value), columns: patch.column(to) - patch.column(from) });
      }
    },
  });
  return (owner, ofLists) => {
    const alike = steps.filter((step) => step.ofLists === ofLists);
    const own = alike.filter((step) => step.owner === owner);
    return commonest((own.length > 0 ? own : alike).map((step) => step.columns)) ?? (ofLists ? 0 : 2);
  };
}

type CollectionToken = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

function tokenOf(node: Node): CollectionToken | undefined {
  const token = node.srcToken;
  return token?.type === 'block-map' || token?.type === 'block-seq' || token?.type === 'flow-collection'
    ? token
    : undefined;
}

function isWritten(token: CST.SourceToken): boolean {
  return token.type !== 'space' && token.type !== 'newline' && token.type !== 'comment' && token.type !== 'comma';
}

function isColon(token: CST.SourceToken): boolean {
  return token.type === 'map-value-ind';
}

function isDash(token: CST.SourceToken): boolean {
  return token.type === 'seq-item-ind';
}

function isExplicit(token: CST.SourceToken): boolean {
  return token.type === 'explicit-key-ind';
}

/** The parser also makes items of the comments or the comma behind the last one. */
function isItem(item: CST.CollectionItem): boolean {
  return Boolean(item.key ?? item.value ?? item.sep) || item.start.some(isWritten);
}

function commonest(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
