import type { Document } from '../read/document.ts';
import { startOfLine } from '../read/lines.ts';
import { isMerge, keyText } from '../read/nodes.ts';
import {
  type Collection as CollectionNode,
  type Item,
  type MapNode,
  type Node,
  Pair,
  type ScalarNode,
  visit,
} from '../read/tree.ts';
import type { Change } from './change.ts';
import { Patch } from './patch.ts';
import { Mapping, type Plain } from './plain.ts';

/** The layout of a document, and the changes to be made in it. */
export class Layout {
  readonly document: Document;
  readonly patch: Patch;
  readonly root: Entry;
  readonly blockScalarEnds = new Set<number>();
  hasAliases = false;
  readonly #around: Document;

  /** `around` is the document that this one is an excerpt of: it shows the usual indentation. */
  constructor(document: Document, around: Document = document) {
    this.document = document;
    this.#around = around;
    this.patch = new Patch(document);
    this.root = new Entry(document, document.top, undefined);
    visit(document.top, (node) => {
      if (node.kind === 'alias') this.hasAliases = true;
      else if (node.kind === 'scalar' && node.isBlock) this.blockScalarEnds.add(node.end);
    });
  }

  /** By how many columns the mappings or lists directly in a mapping are indented; the usual number if it has none. */
  step(owner: Node, ofLists: boolean): number {
    const kind = ofLists ? 'lists' : 'mappings';
    const own = owner.kind === 'map' ? commonest([owner], this.document.text)[kind] : undefined;
    return own ?? usualSteps(this.#around)[kind] ?? (ofLists ? 0 : 2);
  }

  /** The start of the comment lines directly above an entry and in its column, which belong to it. */
  lineAbove(entry: Entry): number {
    const { patch, root } = this;
    let line = patch.lineStart(entry.start);
    // Comments above the first key of a document are about the whole document.
    if (entry === root.collection?.entries[0]) return line;
    const before = patch.prefix(entry.start);
    while (line > 0 && patch.isComment(line - 1) && patch.indentation(line - 1) === before) {
      line = patch.lineStart(line - 1);
    }
    return line;
  }

  /** Whether the whole document is JSON or KYAML. */
  get isFlow(): boolean {
    return this.root.collection?.isFlow === true;
  }
}

/** By how many columns lists and mappings are most often indented. */
export interface UsualSteps {
  readonly lists: number | undefined;
  readonly mappings: number | undefined;
}

/** The usual indentation in a document. */
export function usualSteps({ top, text, doubts }: Document): UsualSteps {
  return top === undefined ? commonest([], '') : doubts.once(stepsIn, top, text);
}

function stepsIn(top: Node, text: string): UsualSteps {
  const found: MapNode[] = [];
  addMappings(top, found);
  return commonest(found, text);
}

function addMappings(node: Node | undefined, to: MapNode[]): void {
  if (node?.kind === 'map') to.push(node);
  if (node?.kind === 'map' || node?.kind === 'list') for (const { value } of node.items) addMappings(value, to);
}

function commonest(owners: readonly MapNode[], text: string): UsualSteps {
  const { lists, mappings } = countsIn(owners, text);
  return { lists: commonestOf(lists), mappings: commonestOf(mappings) };
}

/** How many lists and mappings are indented by each number of columns. */
interface Counts {
  readonly lists: Map<number, number>;
  readonly mappings: Map<number, number>;
}

function countsIn(owners: readonly MapNode[], text: string): Counts {
  const counts: Counts = { lists: new Map(), mappings: new Map() };
  const markLength = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const column = (at: number) => at - Math.max(startOfLine(text, at), markLength);
  for (const { key, value } of owners.flatMap(({ items }) => items)) {
    if (key.kind !== 'scalar' || (value?.kind !== 'map' && value?.kind !== 'list') || value.style !== 'block') continue;
    const columns = column(value.start) - column(key.start);
    const isList = value.kind === 'list';
    const own = isList ? counts.lists : counts.mappings;
    if (columns >= (isList ? 0 : 1)) own.set(columns, (own.get(columns) ?? 0) + 1);
  }
  return counts;
}

function commonestOf(counts: ReadonlyMap<number, number>): number | undefined {
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

/** A key with its value, a list item, or the top of a document: its position, and the changes to be made to it. */
export class Entry {
  readonly parent: Collection | undefined;
  readonly key: string | number | undefined;
  readonly keyNode: ScalarNode | undefined;
  readonly value: Node | undefined;
  /** The offset of its key, its dash, or its value. */
  readonly start: number;
  /** Where a value can be written: behind the colon or the dash, and behind an anchor or a tag. */
  readonly valueStart: number | undefined;
  readonly isTagged: boolean;
  readonly #document: Document;
  #collection: Collection | undefined;

  removed = false;
  replacement: Plain | undefined;
  name: string | undefined;
  readonly comments: string[] = [];

  constructor(document: Document, value: Node | undefined, position: Position | undefined) {
    const { parent, key, written } = position ?? {};
    this.#document = document;
    this.parent = parent;
    this.key = key;
    this.keyNode = written instanceof Pair && written.key.kind === 'scalar' ? written.key : undefined;
    this.value = value;
    this.start = written?.start ?? value?.start ?? 0;
    this.isTagged = written?.isTagged ?? false;
    this.valueStart = written?.valueStart;
  }

  /** The value, if it is a collection that can be edited. */
  get collection(): Collection | undefined {
    const node = this.value;
    const isCollection = node?.kind === 'map' || node?.kind === 'list';
    if (this.#collection === undefined && isCollection && node.style !== 'pair') {
      this.#collection = new Collection(this, node, this.#document);
    }
    return this.#collection;
  }

  get isNull(): boolean {
    return this.value === undefined || (this.value.kind === 'scalar' && this.value.value === null);
  }

  get isBlock(): boolean {
    return this.collection?.isFlow === false || (this.value?.kind === 'scalar' && this.value.isBlock);
  }

  /** Where the entry ends, without the blanks, comments and line breaks behind it. */
  get end(): number {
    const last = this.isBlock ? this.collection?.entries.at(-1) : undefined;
    if (last !== undefined) return last.end;
    const { start, end } = this.value ?? { start: 0, end: 0 };
    // In a flow collection, the blank behind the colon is kept: some parsers read `{a:}` as the key `a:`.
    const empty = this.parent?.isFlow && this.value !== undefined ? start : this.valueStart;
    if (start === end) return empty ?? this.keyNode?.end ?? this.start;
    // A block scalar owns the blank lines below it only with the indicator `+`.
    const written = this.#document.text.slice(start, end);
    return this.isBlock && !/^.\d?\+/.test(written) ? start + written.trimEnd().length : end;
  }

  /** Whether the entry or a collection around it is to be removed. */
  get isRemoved(): boolean {
    return this.removed || this.parent?.holder.isRemoved === true;
  }
}

/** A mapping or list in block or flow style, and the additions to be made to it. */
export class Collection {
  readonly holder: Entry;
  readonly node: CollectionNode;
  readonly isFlow: boolean;
  readonly entries: readonly Entry[];
  readonly added = new Mapping();
  readonly appended: Plain[] = [];
  /** Whether there are no `?` keys, and no duplicate keys except in different branches of a template. */
  readonly isRegular: boolean;
  readonly #slots = new Map<string, number>();
  /** The last of duplicate keys counts. */
  readonly #indices: ReadonlyMap<string | number | undefined, number>;

  constructor(holder: Entry, node: CollectionNode, document: Document) {
    this.holder = holder;
    this.node = node;
    this.isFlow = node.style === 'flow';
    this.entries = (node.items as readonly (Item | Pair)[]).map((written, index) => {
      const key = !(written instanceof Pair) ? index : isMerge(written) ? '<<' : keyText(written.key);
      return new Entry(document, written.value, { parent: this, key, written });
    });
    this.#indices = new Map(this.entries.map((entry, index) => [entry.key, index]));
    const isExplicit = node.kind === 'map' && node.isExplicit;
    const { template } = document;
    const places =
      template && new Set(this.entries.map(({ key, start }) => `${template.branchAt(start)?.start} ${key}`));
    const isUnique = (places ?? this.#indices).size === this.entries.length;
    this.isRegular = !isExplicit && isUnique;
  }

  get start(): number {
    return this.node.start;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  /** Whether no entry is left after the changes. */
  get isEmptied(): boolean {
    return this.entries.every((entry) => entry.removed) && this.added.size === 0 && this.appended.length === 0;
  }

  get(key: string | number): Entry | undefined {
    return this.entries[this.#indices.get(key) ?? -1];
  }

  /** Whether a key is a duplicate. */
  repeats(key: string | number): boolean {
    if (this.#indices.size === this.entries.length) return false;
    return this.entries.filter((entry) => entry.key === key).length > 1;
  }

  /** The entry with a key that contains an offset: a key may have several entries in branches of a template. */
  getAt(key: string | number, offset: number): Entry | undefined {
    return this.entries.find((entry) => entry.key === key && entry.start <= offset && offset <= entry.end);
  }

  /** Sets the position of an added key, unless it was set before. */
  place(key: string, place: (Change & { kind: 'insert' })['place']): void {
    const isBefore = typeof place === 'object' && 'before' in place;
    const sibling = typeof place === 'object' ? this.#indices.get(isBefore ? place.before : place.after) : undefined;
    const slot = place === 'first' ? 0 : sibling !== undefined ? 2 * sibling + (isBefore ? 0 : 1) : undefined;
    if (slot !== undefined && !this.#slots.has(key)) this.#slots.set(key, slot);
  }

  /** The additions in the order in which they are written. */
  get additions(): Addition[] {
    const last = 2 * this.entries.length - 1;
    const keys = [...this.added].map(([key, value]) => ({ key, value, slot: this.#slots.get(key) ?? last }));
    const items = this.appended.map((value) => ({ key: undefined, value, slot: last }));
    return [...keys, ...items].toSorted((a, b) => a.slot - b.slot);
  }
}

/** A key or an item to be added to a collection, and its position. */
export interface Addition {
  /** Undefined for a list item. */
  readonly key: string | undefined;
  readonly value: Plain;
  /** Twice the index of the entry that it precedes, or that number plus one if it follows the entry. */
  readonly slot: number;
}

interface Position {
  readonly parent: Collection;
  readonly key: string | number | undefined;
  readonly written: Item | Pair;
}
