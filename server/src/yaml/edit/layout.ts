import { type CST, isMap, isScalar, isSeq, type Node, type Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Document } from '../read/document.ts';
import { isMerge, keyText } from '../read/nodes.ts';
import type { Change } from './change.ts';
import { Patch } from './patch.ts';
import { Mapping, type Plain } from './plain.ts';

/** How a document is written, and what is to be written in it. */
export class Layout {
  readonly document: Document;
  readonly patch: Patch;
  readonly root: Entry;
  readonly blockScalarEnds = new Set<number>();
  hasAliases = false;
  readonly #around: Document;

  /** `around` is the document that this one is a part of: it shows what is usual in it. */
  constructor(document: Document, around: Document = document) {
    this.document = document;
    this.#around = around;
    this.patch = new Patch(document);
    this.root = new Entry(document, document.tree?.contents, undefined);
    visit(document.tree ?? null, {
      Alias: () => {
        this.hasAliases = true;
      },
      Scalar: (_, { type, range }) => {
        if (type?.startsWith('BLOCK') && range) this.blockScalarEnds.add(range[1]);
      },
    });
  }

  /** How many columns the mappings (or lists) directly in a mapping are indented; if it has none, what is usual. */
  step(owner: Node, ofLists: boolean): number {
    const kind = ofLists ? 'lists' : 'mappings';
    const own = isMap(owner) ? commonest([owner], this.document.text)[kind] : undefined;
    return own ?? usualSteps(this.#around)[kind] ?? (ofLists ? 0 : 2);
  }

  /** Where the comment lines begin that are directly above an entry and in its column: they belong to it. */
  lineAbove(entry: Entry): number {
    const { patch, root } = this;
    let line = patch.lineStart(entry.start);
    // Above the first key of a document stands what is said of the whole.
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

/** By how many columns lists and mappings are indented most often. */
export interface UsualSteps {
  readonly lists: number | undefined;
  readonly mappings: number | undefined;
}

/** What is usual in a document. */
export function usualSteps({ tree, text, doubts }: Document): UsualSteps {
  return tree === undefined ? commonest([], '') : doubts.once(stepsIn, tree, text);
}

function stepsIn(tree: NonNullable<Document['tree']>, text: string): UsualSteps {
  const found: YAMLMap[] = [];
  addMappings(tree.contents, found);
  return commonest(found, text);
}

function addMappings(node: unknown, to: YAMLMap[]): void {
  if (isMap(node)) {
    to.push(node);
    for (const { value } of node.items) addMappings(value, to);
  } else if (isSeq(node)) for (const item of node.items) addMappings(item, to);
}

function commonest(owners: readonly YAMLMap[], text: string): UsualSteps {
  const { lists, mappings } = countsIn(owners, text);
  return { lists: commonestOf(lists), mappings: commonestOf(mappings) };
}

/** How often by how many columns. */
interface Counts {
  readonly lists: Map<number, number>;
  readonly mappings: Map<number, number>;
}

function countsIn(owners: readonly YAMLMap[], text: string): Counts {
  const counts: Counts = { lists: new Map(), mappings: new Map() };
  const ofMark = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const column = (at: number) => at - Math.max(text.lastIndexOf('\n', at - 1) + 1, ofMark);
  for (const { key, value } of owners.flatMap(({ items }) => items)) {
    if (!isScalar(key) || !(isMap(value) || isSeq(value)) || !tokenOf(value)?.type.startsWith('block')) continue;
    const columns = column(value.range?.[0] ?? 0) - column(key.range?.[0] ?? 0);
    const own = isSeq(value) ? counts.lists : counts.mappings;
    if (columns >= (isSeq(value) ? 0 : 1)) own.set(columns, (own.get(columns) ?? 0) + 1);
  }
  return counts;
}

function commonestOf(counts: ReadonlyMap<number, number>): number | undefined {
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

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
  readonly isTagged: boolean;
  readonly #document: Document;
  #collection: Collection | undefined;

  removed = false;
  replacement: Plain | undefined;
  name: string | undefined;
  readonly comments: string[] = [];

  constructor(document: Document, value: unknown, place: Place | undefined) {
    this.#document = document;
    this.parent = place?.parent;
    this.key = place?.key;
    this.keyNode = isScalar(place?.keyNode) ? place.keyNode : undefined;
    this.value = (value ?? undefined) as Node | undefined;
    const { start = [], sep = [] } = place?.token ?? {};
    this.start = start.find(isWritten)?.offset ?? this.keyNode?.range?.[0] ?? this.value?.range?.[0] ?? 0;
    const indicated = [sep, start].find((tokens) => tokens.some((one) => one.type.endsWith('-ind')));
    const last = indicated?.findLast(isWritten);
    this.isTagged = [...start, ...sep].some((one) => one.type === 'tag');
    this.valueStart = last && last.offset + last.source.length;
  }

  /** The collection that is the value; undefined for another value, and for one written in a way that is not edited. */
  get collection(): Collection | undefined {
    const node = this.value;
    if (this.#collection === undefined && (isMap(node) || isSeq(node)) && tokenOf(node) !== undefined) {
      this.#collection = new Collection(this, node, this.#document);
    }
    return this.#collection;
  }

  get isNull(): boolean {
    return this.value === undefined || (isScalar(this.value) && this.value.value === null);
  }

  get isBlock(): boolean {
    return this.collection?.isFlow === false || (isScalar(this.value) && (this.value.type ?? '').startsWith('BLOCK'));
  }

  /** Where it ends, without the blanks, comments and line breaks behind it. */
  get end(): number {
    const last = this.isBlock ? this.collection?.entries.at(-1) : undefined;
    if (last !== undefined) return last.end;
    const [start, end] = this.value?.range ?? [0, 0];
    // In a flow collection the blank behind the colon is a part of it: `{a:}` is another key to some readers.
    const empty = this.parent?.isFlow && this.value !== undefined ? start : this.valueStart;
    if (start === end) return empty ?? this.keyNode?.range?.[1] ?? this.start;
    // The blank lines behind a block scalar are its own only if its header says so.
    const written = this.#document.text.slice(start, end);
    return this.isBlock && !/^.\d?\+/.test(written) ? start + written.trimEnd().length : end;
  }

  /** Whether it or a collection around it is to be removed. */
  get isGone(): boolean {
    return this.removed || this.parent?.holder.isGone === true;
  }
}

/** A mapping or list in block or flow style, and what is to be added to it. */
export class Collection {
  readonly holder: Entry;
  readonly node: YAMLMap | YAMLSeq;
  readonly isFlow: boolean;
  readonly entries: readonly Entry[];
  readonly added = new Mapping();
  readonly appended: Plain[] = [];
  /** Whether every entry is a `key: value` or a `- item`, and no key stands twice but in different branches of a template. */
  readonly isRegular: boolean;
  readonly #slots = new Map<string, number>();
  /** Of keys that stand twice the last counts. */
  readonly #indices: ReadonlyMap<string | number | undefined, number>;

  constructor(holder: Entry, node: YAMLMap | YAMLSeq, document: Document) {
    this.holder = holder;
    this.node = node;
    const token = tokenOf(node);
    this.isFlow = token?.type === 'flow-collection';
    const items = token?.items.filter(isItem) ?? [];
    this.entries = isMap(node)
      ? node.items.map((pair) => {
          const key = isMerge(pair) ? '<<' : keyText(pair.key);
          return new Entry(document, pair.value, { parent: this, key, keyNode: pair.key, token: pair.srcToken });
        })
      : node.items.map((value, key) => new Entry(document, value, { parent: this, key, token: items[key] }));
    this.#indices = new Map(this.entries.map((entry, index) => [entry.key, index]));
    const isExplicit = token?.items.some(({ start }) => start.some((one) => one.type === 'explicit-key-ind'));
    const { template } = document;
    const places =
      template && new Set(this.entries.map(({ key, start }) => `${template.branchAt(start)?.start} ${key}`));
    const isUnique = (places ?? this.#indices).size === this.entries.length;
    this.isRegular = !isExplicit && isUnique;
  }

  get start(): number {
    return this.node.range?.[0] ?? 0;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  /** Whether nothing will be left of what is in it. */
  get isEmptied(): boolean {
    return this.entries.every((entry) => entry.removed) && this.added.size === 0 && this.appended.length === 0;
  }

  get(key: string | number): Entry | undefined {
    return this.entries[this.#indices.get(key) ?? -1];
  }

  /** Whether a key stands twice. */
  repeats(key: string | number): boolean {
    return this.entries.filter((entry) => entry.key === key).length > 1;
  }

  /** Of entries with the same key the one in which an offset lies. */
  getAt(key: string | number, offset: number): Entry | undefined {
    return this.entries.find((entry) => entry.key === key && entry.start <= offset && offset <= entry.end);
  }

  /** Says where an added key goes; what was said first holds. */
  place(key: string, place: (Change & { kind: 'insert' })['place']): void {
    const isBefore = typeof place === 'object' && 'before' in place;
    const sibling = typeof place === 'object' ? this.#indices.get(isBefore ? place.before : place.after) : undefined;
    const slot = place === 'first' ? 0 : sibling !== undefined ? 2 * sibling + (isBefore ? 0 : 1) : undefined;
    if (slot !== undefined && !this.#slots.has(key)) this.#slots.set(key, slot);
  }

  /** What is to be added, in the order in which it is to be written. */
  get additions(): Addition[] {
    const last = 2 * this.entries.length - 1;
    const keys = [...this.added].map(([key, value]) => ({ key, value, slot: this.#slots.get(key) ?? last }));
    const items = this.appended.map((value) => ({ key: undefined, value, slot: last }));
    return [...keys, ...items].toSorted((a, b) => a.slot - b.slot);
  }
}

/** A key or an item that is to be added to a collection, and where in it. */
export interface Addition {
  /** Undefined for a list item. */
  readonly key: string | undefined;
  readonly value: Plain;
  /** Twice the index of the entry that it goes before, or that plus one if it goes behind. */
  readonly slot: number;
}

interface Place {
  readonly parent: Collection;
  readonly key: string | number | undefined;
  readonly keyNode?: unknown;
  readonly token: CST.CollectionItem | undefined;
}

function tokenOf(node: Node): CST.BlockMap | CST.BlockSequence | CST.FlowCollection | undefined {
  const token = node.srcToken;
  const isCollection = token?.type === 'block-map' || token?.type === 'block-seq' || token?.type === 'flow-collection';
  return isCollection ? token : undefined;
}

function isWritten({ type }: CST.SourceToken): boolean {
  return type !== 'space' && type !== 'newline' && type !== 'comment' && type !== 'comma';
}

/** The parser also makes items of the comments or the comma behind the last one. */
function isItem({ key, value, sep, start }: CST.CollectionItem): boolean {
  return Boolean(key ?? value ?? sep) || start.some(isWritten);
}
