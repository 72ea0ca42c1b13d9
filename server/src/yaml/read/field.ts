import type { Span } from '../../text/span.ts';
import { Aliases } from './aliases.ts';
import type { Branch } from './branches.ts';
import type { Comment } from './comments.ts';
import type { Doubts } from './doubts.ts';
import { isMerge, isRepeated, keyText, keyWithoutValue } from './nodes.ts';
import type { FieldPath } from './path.ts';
import { isCode, placeholdersIn } from './placeholder.ts';
import { MAX_SEARCHED, sourceOf, stringOf } from './scalars.ts';
import type { SyntaxFault } from './syntax-fault.ts';
import type { Template } from './template.ts';
import { gapsIn, isKeyMasked, isRendered, isWrittenByActions } from './template-gaps.ts';
import { ListNode, type MapNode, type Node, type Pair, type ScalarStyle } from './tree.ts';

/**
 * One parsed document. All offsets count from the start of its own text, so that it stays valid when the documents before
 * it in the file change. Parsing never fails: everything that can be read is available.
 */
export interface Document {
  readonly text: string;
  /** The text that was parsed: of the same length, with template actions, JSON comments and broken parts masked. */
  readonly masked: string;
  /** The actions of a template, and the broken parts of a document with errors; undefined if there are neither. */
  readonly template: Template | undefined;
  /** Counts the reads of unknown values. */
  readonly doubts: Doubts;
  /**
   * The top field; undefined if there is none (an empty document, one that is nested too deeply, a broken stream). In a
   * template, the document as it is when no branch is taken.
   */
  readonly root: Field | undefined;
  /** The document without any branch, and then once for each branch, with the branches around it. */
  readonly views: readonly View[];
  /** The syntax errors. In a document with errors, only these are edited. */
  readonly errors: readonly SyntaxFault[];
  /** Whether it is a sequence with one item that was cut out of a `List`. */
  readonly isItem: boolean;
  /** The node of `root`. Only for `yaml/`. */
  readonly top: Node | undefined;
  /** The comments of plain YAML; undefined if `yaml` reads the text. Only for `comments`. */
  readonly plainComments: readonly Comment[] | undefined;
}

/** A document as it is when only one branch of its template and the branches around it are taken. */
export interface View {
  readonly root: Field;
  readonly branch: Branch | undefined;
}

type Key = string | number;

/**
 * A value in a document and its position: a view of its node. A null value is not a field, because Kubernetes
 * treats it as absent. The last of duplicate keys counts, and aliases and merge keys are followed. Reading a value as
 * another type returns undefined, and so does reading a value that a template determines.
 */
export class Field {
  readonly document: Document;
  readonly parent: Field | undefined;
  /** The mapping key or list index; undefined at the root. */
  readonly key: Key | undefined;
  /** Whether it was reached through an alias or a merge key: its text also belongs to other fields. */
  readonly shared: boolean;
  readonly #node: Node;
  readonly #keyNode: Node | undefined;
  readonly #aliases: Aliases;
  readonly #branch: Branch | undefined;
  private readonly depth: number;
  #children: ReadonlyMap<Key, Field> | undefined;
  /** What a template may add to a collection: any entry, or the keys that other branches have. */
  #gaps: 'any' | ReadonlySet<Key | undefined> | undefined;
  /** The field that is written there: itself, or the field that it is another view of. */
  #written: Field = this;
  #emptyKeys: Map<string, Span> | undefined;
  /** Whether fields that aliases and merge keys lead to are missing because there are too many. */
  #isCut = false;
  #isIncomplete: boolean | undefined;
  #isUnfilled: boolean | undefined;

  private constructor(
    document: Document,
    node: Node,
    aliases: Aliases,
    branch: Branch | undefined,
    place: { parent: Field; key: Key; keyNode: Node | undefined; shared: boolean } | undefined,
  ) {
    this.document = document;
    this.#branch = branch;
    this.#node = node;
    this.#aliases = aliases;
    this.parent = place?.parent;
    this.key = place?.key;
    this.shared = place?.shared ?? false;
    this.#keyNode = place?.keyNode;
    this.depth = (place?.parent.depth ?? 0) + 1;
  }

  /** The field of a document's top node, with one branch of its template taken. Only for `yaml/read`. */
  static root(document: Document, contents: Node, branch: Branch | undefined): Field | undefined {
    const aliases = new Aliases(contents);
    const resolved = aliases.resolve(contents);
    return resolved && new Field(document, resolved.node, aliases, branch, undefined);
  }

  get path(): FieldPath {
    const path: Key[] = [];
    for (let field: Field = this; field.parent !== undefined && field.key !== undefined; field = field.parent) {
      path.push(field.key);
    }
    return path.reverse();
  }

  get isMapping(): boolean {
    this.#noteDoubts();
    return this.#node.kind === 'map';
  }

  get isSequence(): boolean {
    this.#noteDoubts();
    return this.#node.kind === 'list';
  }

  /** Also true for a placeholder, because few of them are replaced by a collection. */
  get isScalar(): boolean {
    this.#noteUnknown();
    return this.#node.kind === 'scalar';
  }

  /** Whether a template writes the value or a part of it: only its presence is known. */
  get isUnknown(): boolean {
    const { template } = this.document;
    if (template === undefined || this.#node.kind !== 'scalar') return false;
    if (template.isMasked(this.valueSpan) || !isRendered(this.#node, template, this.#branch)) return true;
    return isWrittenByActions(this.#node, this.#keyNode, template);
  }

  /** Whether the value or a part of it is a placeholder, which any value can replace. */
  get isUnfilled(): boolean {
    const node = this.#node;
    const value = node.kind === 'scalar' ? node.value : undefined;
    this.#isUnfilled ??= typeof value === 'string' && placeholdersIn(value).some((text) => !isCode(text, this.path));
    return this.#isUnfilled;
  }

  /** Whether a template or a placeholder may add keys or items, or may be the whole value. */
  get isIncomplete(): boolean {
    this.#isIncomplete ??= this.isUnknown || this.isUnfilled || this.#hasGaps();
    return this.#isIncomplete;
  }

  /** The string with `{{…}}` in place of the output of actions. For readers that only need the rest. */
  get outline(): string | undefined {
    const node = this.#node;
    if (!this.isUnknown) return this.text;
    return node.kind === 'scalar' && typeof node.value === 'string'
      ? node.value.replace(/\${4,}/g, '{{…}}')
      : undefined;
  }

  /**
   * The path below `.Values` of the value that an action writes under a key, in any branch: `.agent.nodeSelector`.
   * Undefined if anything else may be written there.
   */
  chartValue(key: string): string | undefined {
    const { template, text } = this.document;
    if (template === undefined || this.#node.kind !== 'map') return undefined;
    const span = keyWithoutValue(this.#node, key);
    return span && template.chartValueBehind(span, text);
  }

  /** The template actions on which the field depends, outermost first; undefined for one before the document. */
  get conditions(): readonly (string | undefined)[] {
    const { template, text } = this.document;
    return template?.conditionsAround(this.wholeSpan.start, text) ?? [];
  }

  /** Whether it contains template actions. */
  get holdsActions(): boolean {
    const { template } = this.document;
    return template !== undefined && (template.mayWriteIn(this.wholeSpan) || template.isMasked(this.wholeSpan));
  }

  /** The value, if it is a string to Kubernetes: an unquoted number or boolean is not. */
  get string(): string | undefined {
    if (this.isUnfilled) this.document.doubts.note();
    return this.text;
  }

  /** Like `string`, for readers that handle placeholders. */
  get text(): string | undefined {
    const node = this.#node;
    return node.kind !== 'scalar' || this.#noteUnknown() ? undefined : stringOf(node);
  }

  /** The string for rules that search in it; undefined if it is too long for that. */
  get searchable(): string | undefined {
    return this.isTooLong ? undefined : this.string;
  }

  /** Whether it is a scalar that is too long for rules to search in it. */
  get isTooLong(): boolean {
    return this.#node.kind === 'scalar' && String(this.#node.value).length > MAX_SEARCHED;
  }

  get boolean(): boolean | undefined {
    const node = this.#node;
    if (node.kind !== 'scalar' || this.#noteDoubts()) return undefined;
    return typeof node.value === 'boolean' ? node.value : undefined;
  }

  get number(): number | undefined {
    const node = this.#node;
    if (node.kind !== 'scalar' || this.#noteDoubts()) return undefined;
    return typeof node.value === 'number' ? node.value : undefined;
  }

  /** A scalar of any type as it is written, without quotes and with the actions of a template. */
  get source(): string | undefined {
    const node = this.#node;
    if (node.kind !== 'scalar') return undefined;
    if (this.#noteUnknown()) return this.raw.replace(/^(["'])(.*)\1$/s, '$2');
    return sourceOf(node);
  }

  /** The value as it is written, with its quotes. */
  get raw(): string {
    const { start, end } = this.valueSpan;
    return this.document.text.slice(start, end);
  }

  /** How a scalar is written; undefined for a collection. */
  get quoting(): ScalarStyle | undefined {
    return this.#node.kind === 'scalar' ? this.#node.style : undefined;
  }

  /** The span of the key; for a list item and the root, of its first key or its scalar. */
  get span(): Span {
    if (this.#keyNode !== undefined) return spanOf(this.#keyNode);
    let field = this.#written;
    while (field.key === undefined || typeof field.key === 'number') {
      const first = field.all().values().next().value;
      if (first === undefined) break;
      if (first.#keyNode !== undefined) return spanOf(first.#keyNode);
      field = first;
    }
    return field.valueSpan;
  }

  /** The span of the value, without comments and line ends around it. */
  get valueSpan(): Span {
    return spanOf(this.#node);
  }

  /** The span from the key to the end of the value. */
  get wholeSpan(): Span {
    const value = this.valueSpan;
    const key = this.#keyNode;
    return key === undefined || key.start > value.start ? value : { start: key.start, end: value.end };
  }

  /** The value of a key; undefined if the key is absent, the value is null, or this is not a mapping. */
  get(key: string): Field | undefined {
    return this.#node.kind === 'map' || this.isUnknown || this.isUnfilled ? this.child(key) : undefined;
  }

  /** The value at a path of keys and indices. */
  at(...path: FieldPath): Field | undefined {
    let field: Field | undefined = this;
    for (const key of path) field = field?.child(key);
    return field;
  }

  /** The items of this list that are not null; empty for anything else. */
  items(): Field[] {
    this.#noteOpen();
    return this.#node.kind === 'list' ? [...this.all().values()] : [];
  }

  /** The first item of this list that passes a test, whatever a template may add to the list. */
  find(test: (item: Field) => boolean): Field | undefined {
    const found = this.#node.kind === 'list' ? [...this.all().values()].find(test) : undefined;
    if (found === undefined) this.#noteOpen();
    return found;
  }

  /** The keys and values of this mapping without null values; empty for anything else. */
  entries(): [string, Field][] {
    this.#noteOpen();
    return this.#node.kind === 'map' ? ([...this.all()] as [string, Field][]) : [];
  }

  /** The keys of this mapping whose value is empty or null, with their spans: in a patch they delete fields. */
  get emptyKeys(): ReadonlyMap<string, Span> {
    this.all();
    return this.#emptyKeys ?? NO_KEYS;
  }

  /** The result of reading this document; undefined if it depends on an unknown value. */
  known<T>(read: () => T): T | undefined {
    const { value, isKnown } = this.document.doubts.aside(read);
    return isKnown ? value : undefined;
  }

  /** The strings of this list; items of another type are left out. */
  strings(): string[] {
    return this.items().flatMap((item) => item.string ?? []);
  }

  /** The string entries of this mapping, such as labels. */
  stringMap(): Record<string, string> {
    const result: Record<string, string> = Object.create(null);
    for (const [key, value] of this.entries()) {
      const text = value.string;
      if (text !== undefined) result[key] = text;
    }
    return result;
  }

  /**
   * This field as a mapping of other fields of the document, and of lists composed of them. These fields keep their own
   * paths and spans, and so does this field.
   */
  withFields(fields: Readonly<Record<string, Field | readonly Field[] | undefined>>): Field {
    const { document, parent, key: own, shared } = this;
    const place = parent && own !== undefined ? { parent, key: own, keyNode: this.#keyNode, shared } : undefined;
    const result = new Field(document, this.#node, this.#aliases, this.#branch, place);
    const children = new Map<Key, Field>();
    for (const [key, value] of Object.entries(fields)) {
      if (value instanceof Field) children.set(key, value);
      else if (value !== undefined) {
        const inside = { parent: result, key, keyNode: undefined, shared: false };
        const list = new Field(document, NO_ITEMS, this.#aliases, this.#branch, inside);
        list.#children = new Map(value.entries());
        children.set(key, list);
      }
    }
    result.#children = children;
    result.#written = this;
    return result;
  }

  /** Whether a template may add entries to a collection, or has some in other branches; with a key, only under that key. */
  #hasGaps(key?: Key): boolean {
    // Cached, because rules ask for many keys of the same mapping.
    this.#gaps ??= gapsIn(this.document, this.#node, this.#keyNode, this.#branch);
    if (this.#gaps === 'any') return true;
    return key === undefined ? this.#gaps.size > 0 : this.#gaps.has(key);
  }

  private child(key: Key): Field | undefined {
    const child = this.all().get(key);
    // Broken parts may belong anywhere, and a key that is repeated around them may belong to another mapping.
    const isBroken = this.document.errors.length > 0;
    const mayExist =
      child === undefined && (this.#isCut || (this.isIncomplete && (this.isUnknown || isBroken || this.#hasGaps(key))));
    if (mayExist || (isBroken && isRepeated(this.#node, key))) this.document.doubts.note();
    return child;
  }

  /** Notes a doubt if a template writes the value. */
  #noteUnknown(): boolean {
    const { isUnknown } = this;
    if (isUnknown) this.document.doubts.note();
    return isUnknown;
  }

  /** Notes a doubt if a template or a placeholder writes the value; returns whether a template does. */
  #noteDoubts(): boolean {
    if (this.isUnfilled) this.document.doubts.note();
    return this.#noteUnknown();
  }

  #noteOpen(): void {
    // Reading all children sets `#isCut`.
    this.all();
    if (this.isIncomplete || this.#isCut) this.document.doubts.note();
  }

  private all(): ReadonlyMap<Key, Field> {
    this.#children ??= this.#read();
    return this.#children;
  }

  #read(): Map<Key, Field> {
    const children = new Map<Key, Field>();
    // An alias can refer to a collection that contains it: such a cycle is cut at this depth.
    if (this.depth > 100) {
      this.#isCut = true;
      return children;
    }
    if (this.#node.kind === 'list') {
      this.#node.items.forEach(({ value }, index) => {
        if (this.#isRendered(value)) this.#add(children, index, undefined, value, this.shared);
      });
    } else if (this.#node.kind === 'map') {
      this.#addPairs(children, this.#node, this.shared, []);
    }
    return children;
  }

  #addPairs(children: Map<Key, Field>, map: MapNode, shared: boolean, around: readonly MapNode[]): void {
    for (const pair of map.items) {
      if (isMerge(pair) && this.#isRendered(pair.key)) this.#merge(children, pair, [...around, map]);
    }
    for (const pair of map.items) {
      if (isMerge(pair) || !this.#isRendered(pair.key) || isKeyMasked(pair.key, this.document.template)) continue;
      const key = keyText(pair.key);
      if (key === undefined) continue;
      children.delete(key);
      this.#add(children, key, pair.key, pair.value, shared);
      if (children.has(key)) this.#emptyKeys?.delete(key);
      else {
        this.#emptyKeys ??= new Map();
        this.#emptyKeys.set(key, spanOf(pair.key));
      }
    }
  }

  /** `around` are the mappings into which the pair is merged. */
  #merge(children: Map<Key, Field>, pair: Pair, around: readonly MapNode[]): void {
    for (const map of this.#aliases.mergeSources(pair, around)) {
      if (map === 'too many') this.#isCut = true;
      else this.#addPairs(children, map, true, around);
    }
  }

  #add(children: Map<Key, Field>, key: Key, keyNode: Node | undefined, value: Node | undefined, shared: boolean): void {
    const resolved = this.#aliases.resolve(value);
    if (resolved === undefined) return;
    const place = { parent: this, key, keyNode, shared: shared || resolved.isAliased };
    const field = new Field(this.document, resolved.node, this.#aliases, this.#branch, place);
    if (resolved.node.kind === 'scalar' && resolved.node.value === null && !field.isUnknown) return;
    if (place.shared && !this.#aliases.spend()) this.#isCut = true;
    else children.set(key, field);
  }

  #isRendered(node: Node): boolean {
    return isRendered(node, this.document.template, this.#branch);
  }
}

const NO_KEYS: ReadonlyMap<string, Span> = new Map();

/** The node of lists that are composed of other fields. */
const NO_ITEMS = new ListNode(0, 0, 'block', []);

/** A span that does not keep a whole node in memory. */
function spanOf({ start, end }: Node): Span {
  return { start, end };
}
