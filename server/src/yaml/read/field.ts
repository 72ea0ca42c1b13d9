import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  YAMLSeq,
  type Document as YamlDocument,
} from 'yaml';
import { copied } from '../../text/copied.ts';
import type { Span } from '../../text/span.ts';
import { Aliases } from './aliases.ts';
import type { Doubts } from './doubts.ts';
import type { FieldPath } from './path.ts';
import { isCode, placeholdersIn } from './placeholder.ts';
import type { Branch, Template } from './template.ts';

/**
 * One parsed document. All offsets in it count from the start of its own text, so that it stays valid when the
 * documents before it in the file change. Parsing never fails: what could be read is there.
 */
export interface Document {
  readonly text: string;
  /** What was read: the text with the actions of its template and the comments of JSON masked, of the same length. */
  readonly masked: string;
  /** The actions of a template, and what of a broken document cannot be read; undefined where there is neither. */
  readonly template: Template | undefined;
  /** What readers asked for that is not known yet. */
  readonly doubts: Doubts;
  /**
   * The top of what was read; undefined where there is nothing (empty, nested too deeply, a broken stream). Of a
   * template it is what stands there when none of its branches is taken.
   */
  readonly root: Field | undefined;
  /** All that may stand there: without any branch first, then with each of them and those around it. */
  readonly views: readonly View[];
  /** Why the text is no clean YAML; empty for a clean document. In a broken one only what is broken is edited. */
  readonly errors: readonly SyntaxFault[];
  /** Whether it is a sequence of one item that was cut out of a `List`. */
  readonly isItem: boolean;
  /** The parser's node of `root`, for `yaml/` alone. */
  readonly top: Node | undefined;
  /** The parser's own tree with its tokens, for `yaml/` alone. */
  readonly tree: YamlDocument.Parsed | undefined;
}

/** A document as it is when one branch of its template and those around it are taken and no others. */
export interface View {
  readonly root: Field;
  readonly branch: Branch | undefined;
}

/** Why a document, or a part of it, cannot be read. */
export interface SyntaxFault {
  /** Offset in the document. */
  readonly at: number;
  readonly message: string;
  /** Whether it is an escape in a scalar in double quotes, so that what is around the scalar was read nevertheless. */
  readonly isEscape: boolean;
}

/** How long a scalar may be for rules to search in it, in characters. What they search for is found in short texts. */
export const MAX_SEARCHED = 4_096;

type Key = string | number;

/**
 * A value in a document together with where it stands: a view of the parser's tree for readers.
 * A null value is no field (`securityContext:` is as good as absent), of duplicate keys the last counts, aliases and
 * merge keys are followed. What has another shape than it is asked for is undefined, and so is what a template decides.
 */
export class Field {
  readonly document: Document;
  readonly parent: Field | undefined;
  /** The mapping key or list index under which it stands; undefined at the root. */
  readonly key: Key | undefined;
  /** Whether it was reached through an alias or a merge key: its text belongs to other places too. */
  readonly shared: boolean;
  readonly #node: Node;
  readonly #keyNode: unknown;
  readonly #aliases: Aliases;
  readonly #branch: Branch | undefined;
  private readonly depth: number;
  #children: ReadonlyMap<Key, Field> | undefined;
  /** What a template may write between its entries: any key, or those that other branches have. */
  #gaps: 'any' | ReadonlySet<Key | undefined> | undefined;
  /** Itself, or the field that it is another view of. */
  #written: Field = this;
  #emptyKeys: Set<string> | undefined;
  /** Whether something that aliases and merge keys lead to is left out, for there is too much of it. */
  #isCut = false;
  #open: boolean | undefined;
  #unfilled: boolean | undefined;

  private constructor(
    document: Document,
    node: Node,
    aliases: Aliases,
    branch: Branch | undefined,
    place: { parent: Field; key: Key; keyNode: unknown; shared: boolean } | undefined,
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

  /** The field of a document's top node, with one branch of its template taken. For `yaml/read/document` alone. */
  static root(document: Document, contents: Node, branch: Branch | undefined): Field | undefined {
    const aliases = new Aliases(document);
    const node = resolve(aliases, contents);
    return node === undefined ? undefined : new Field(document, node.node, aliases, branch, undefined);
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
    return isMap(this.#node);
  }

  get isSequence(): boolean {
    this.#noteDoubts();
    return isSeq(this.#node);
  }

  /** A placeholder is one too, for it seldom stands for a collection. */
  get isScalar(): boolean {
    this.#noteUnknown();
    return isScalar(this.#node);
  }

  /** Whether a template writes the value or a part of it: nothing is known of it but that it is there. */
  get isUnknown(): boolean {
    const { template } = this.document;
    if (template === undefined || !isScalar(this.#node)) return false;
    return template.isMasked(this.valueSpan) || !this.#isThere(this.#node) || this.#isWritten(template);
  }

  /** Whether the value or a part of it is a placeholder, which stands for anything. */
  get isUnfilled(): boolean {
    const value = isScalar(this.#node) ? this.#node.value : undefined;
    this.#unfilled ??= typeof value === 'string' && placeholdersIn(value).some((one) => !isCode(one, this.path));
    return this.#unfilled;
  }

  /** Whether a template or a placeholder may stand for more keys or items than can be seen, or for all of it. */
  get isIncomplete(): boolean {
    this.#open ??= this.isUnknown || this.isUnfilled || this.#hasGaps();
    return this.#open;
  }

  /** The string with `{{…}}` in place of what a template writes. For readers that know what to make of its parts. */
  get outline(): string | undefined {
    const node = this.#node;
    if (!this.isUnknown) return this.text;
    return isScalar(node) && typeof node.value === 'string' ? node.value.replace(/\${4,}/g, '{{…}}') : undefined;
  }

  /**
   * The path below `.Values` of what an action writes as all of the value under a key, in whatever branch that stands:
   * `.agent.nodeSelector`. Undefined where anything else may be written there.
   */
  chartValue(key: string): string | undefined {
    const { template, text } = this.document;
    if (template === undefined || !isMap(this.#node)) return undefined;
    const [pair, ...others] = this.#node.items.filter((one) => keyText(one.key) === key);
    const span = nodeSpan(pair?.key);
    const isEmpty = isScalar(pair?.value) && pair.value.value === null;
    return span === undefined || !isEmpty || others.length > 0 ? undefined : template.chartValueBehind(span, text);
  }

  /** The conditions of a template under which it is written; undefined for one that stands before its document. */
  get conditions(): readonly (string | undefined)[] {
    const { template, text } = this.document;
    return template?.conditionsAround(this.wholeSpan.start, text) ?? [];
  }

  /** Whether actions of a template stand in it anywhere. */
  get holdsActions(): boolean {
    return (
      this.document.template?.mayWriteIn(this.wholeSpan) || this.document.template?.isMasked(this.wholeSpan) === true
    );
  }

  /** The string, where the value is one to Kubernetes; a number or boolean that is not quoted is none. */
  get string(): string | undefined {
    this.#noteUnfilled();
    return this.text;
  }

  /** The same for readers that know what to make of a placeholder in it. */
  get text(): string | undefined {
    const node = this.#node;
    if (!isScalar(node) || this.#noteUnknown()) return undefined;
    if (typeof node.value === 'string') return detached(node.value);
    // Dates and sexagesimal numbers are strings to the YAML reader of Kubernetes, whatever YAML 1.1 says.
    const source = node.source;
    if (source === undefined) return undefined;
    if (node.value instanceof Date) return source;
    return typeof node.value === 'number' && source.includes(':') ? source : undefined;
  }

  /** The string for rules that search in it; undefined for one that is too long for that. */
  get searchable(): string | undefined {
    return this.isTooLong ? undefined : this.string;
  }

  /** Whether it is a scalar in which no rule searches, because it is too long. */
  get isTooLong(): boolean {
    return isScalar(this.#node) && String(this.#node.value).length > MAX_SEARCHED;
  }

  get boolean(): boolean | undefined {
    const node = this.#node;
    if (!isScalar(node) || this.#noteDoubts()) return undefined;
    return typeof node.value === 'boolean' ? node.value : undefined;
  }

  get number(): number | undefined {
    const node = this.#node;
    if (!isScalar(node) || this.#noteDoubts() || typeof node.value !== 'number') return undefined;
    return this.text === undefined ? node.value : undefined;
  }

  /** A scalar as it is written, without quotes, whatever its type, and with the actions of a template. */
  get source(): string | undefined {
    const node = this.#node;
    if (!isScalar(node)) return undefined;
    if (this.#noteUnknown()) return this.raw.replace(/^(["'])(.*)\1$/s, '$2');
    return detached(typeof node.value === 'string' ? node.value : (node.source ?? String(node.value)));
  }

  /** The value as it is written, with its quotes. */
  get raw(): string {
    const { start, end } = this.valueSpan;
    return this.document.text.slice(start, end);
  }

  /** How a scalar is written; undefined for a collection. */
  get quoting(): 'plain' | 'single' | 'double' | 'block' | undefined {
    if (!isScalar(this.#node)) return undefined;
    switch (this.#node.type) {
      case 'QUOTE_SINGLE':
        return 'single';
      case 'QUOTE_DOUBLE':
        return 'double';
      case 'BLOCK_FOLDED':
      case 'BLOCK_LITERAL':
        return 'block';
      default:
        return 'plain';
    }
  }

  /** Where the key is written; for a list item and the root, where the value begins: its first key or its scalar. */
  get span(): Span {
    const key = nodeSpan(this.#keyNode);
    if (key !== undefined) return key;
    let field = this.#written;
    while (field.key === undefined || typeof field.key === 'number') {
      const first = field.all().values().next().value;
      if (first === undefined) break;
      const firstKey = nodeSpan(first.#keyNode);
      if (firstKey !== undefined) return firstKey;
      field = first;
    }
    return field.valueSpan;
  }

  /** Where the value is written, without comments and line ends around it. */
  get valueSpan(): Span {
    return nodeSpan(this.#node) ?? { start: 0, end: 0 };
  }

  /** Where key and value are written together. */
  get wholeSpan(): Span {
    const value = this.valueSpan;
    const key = nodeSpan(this.#keyNode);
    return key === undefined || key.start > value.start ? value : { start: key.start, end: value.end };
  }

  /** The value under a key of this mapping; undefined where there is none, it is null, or this is no mapping. */
  get(key: string): Field | undefined {
    return isMap(this.#node) || this.isUnknown || this.isUnfilled ? this.child(key) : undefined;
  }

  /** The value that several keys and indices lead to. */
  at(...path: FieldPath): Field | undefined {
    let field: Field | undefined = this;
    for (const key of path) field = field?.child(key);
    return field;
  }

  /** The values of this list that are not null; empty for anything else. */
  items(): Field[] {
    this.#noteOpen();
    return isSeq(this.#node) ? [...this.all().values()] : [];
  }

  /** The first value of this list that passes a test; what a template may add besides is of no account to it. */
  find(test: (item: Field) => boolean): Field | undefined {
    const found = isSeq(this.#node) ? [...this.all().values()].find(test) : undefined;
    if (found === undefined) this.#noteOpen();
    return found;
  }

  /** The values of this mapping by key, null ones left out; empty for anything else. */
  entries(): [string, Field][] {
    this.#noteOpen();
    return isMap(this.#node) ? ([...this.all()] as [string, Field][]) : [];
  }

  /** The keys of this mapping that have no value or null: in a patch they delete. */
  get emptyKeys(): readonly string[] {
    this.all();
    return [...(this.#emptyKeys ?? [])];
  }

  /** What is read in this document; undefined where that rests on something unknown. */
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
   * This field as a mapping of other fields of the document, and of lists that are put together from them. The fields
   * keep their own paths and places; what is read at the field itself is still what is written there.
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
        const list = new Field(document, new YAMLSeq(), this.#aliases, this.#branch, inside);
        list.#children = new Map(value.entries());
        children.set(key, list);
      }
    }
    result.#children = children;
    result.#written = this;
    return result;
  }

  /** Whether nothing is written for a key but actions of a template. */
  #isWritten(template: Template): boolean {
    const key = nodeSpan(this.#keyNode);
    const isNull = isScalar(this.#node) && this.#node.value === null;
    return isNull && template.mayWriteIn({ start: key?.end ?? this.valueSpan.start, end: this.valueSpan.end });
  }

  /**
   * Whether a template may write something between the entries of a collection, or has some in other branches; with a
   * key, only what may be written under it.
   */
  #hasGaps(key?: Key): boolean {
    // Rules ask for many keys of one mapping.
    this.#gaps ??= this.#mayHaveAny() ? 'any' : this.#keysElsewhere();
    if (this.#gaps === 'any') return true;
    return key === undefined ? this.#gaps.size > 0 : this.#gaps.has(key);
  }

  /** The keys that a mapping has in other branches. */
  #keysElsewhere(): ReadonlySet<Key | undefined> {
    const pairs = isMap(this.#node) ? this.#node.items.filter((pair) => !this.#isThere(pair.key)) : [];
    return new Set(pairs.map((pair) => keyText(pair.key)));
  }

  /** Whether a template may write any key or item. */
  #mayHaveAny(): boolean {
    const { template } = this.document;
    const node = this.#node;
    if (template === undefined || isScalar(node)) return false;
    const own = nodeSpan(this.#keyNode);
    const { start, end } = this.valueSpan;
    if (template.isTorn({ start: own?.start ?? start, end })) return true;
    let behind = own !== undefined && own.end <= start ? own.end : start;
    const isAny = (pair: Pair) => this.#isMasked(pair.key) || (isMerge(pair) && !this.#isThere(pair.key));
    if (isMap(node) && node.items.some(isAny)) return true;
    if (isSeq(node) && node.items.some((item) => !this.#isThere(item))) return true;
    // What is indented more than its entries belongs to the one before it, if that can have more, and behind a key to it.
    const column = start - (this.document.masked.lastIndexOf('\n', start - 1) + 1);
    let limit: number | undefined;
    const entries = isMap(node) ? node.items.flatMap(({ key, value }) => [key, value]) : isSeq(node) ? node.items : [];
    for (const [index, entry] of entries.entries()) {
      const span = isNode(entry) && entry.range;
      if (!span || span[0] < behind) continue;
      const until = isSeq(node) && isScalar(entry) ? span[1] : span[0];
      if (template.mayWriteBetween(behind, until, limit)) return true;
      behind = lastEnd(entry);
      const canHaveMore = isScalar(entry) ? entry.value === null : !isAlias(entry) && !entry.flow;
      const isKey = isMap(node) && index % 2 === 0;
      limit = canHaveMore || isKey ? column : undefined;
    }
    return template.mayWriteIn({ start: behind, end: isMap(node) || isSeq(node) ? behind : end }, limit);
  }

  private child(key: Key): Field | undefined {
    const child = this.all().get(key);
    // What cannot be read may have stood anywhere, and what stands twice may have stood in two mappings.
    const isBroken = this.document.errors.length > 0;
    const isOpen =
      child === undefined && (this.#isCut || (this.isIncomplete && (this.isUnknown || isBroken || this.#hasGaps(key))));
    if (isOpen || (isBroken && this.#isTwice(key))) this.document.doubts.note();
    return child;
  }

  #isTwice(key: Key): boolean {
    return isMap(this.#node) && this.#node.items.filter((pair) => keyText(pair.key) === key).length > 1;
  }

  /** Notes that a template decides what was asked for. */
  #noteUnknown(): boolean {
    const { isUnknown } = this;
    if (isUnknown) this.document.doubts.note();
    return isUnknown;
  }

  #noteUnfilled(): void {
    if (this.isUnfilled) this.document.doubts.note();
  }

  /** Notes both, and says whether a template decides it. */
  #noteDoubts(): boolean {
    this.#noteUnfilled();
    return this.#noteUnknown();
  }

  #noteOpen(): void {
    // Only then it shows whether something is left out.
    this.all();
    if (this.isIncomplete || this.#isCut) this.document.doubts.note();
  }

  private all(): ReadonlyMap<Key, Field> {
    this.#children ??= this.#read();
    return this.#children;
  }

  #read(): Map<Key, Field> {
    const children = new Map<Key, Field>();
    // An alias can lead into the collection that holds it: below this depth such a cycle is cut.
    if (this.depth > 100) {
      this.#isCut = true;
      return children;
    }
    if (isSeq(this.#node)) {
      this.#node.items.forEach((item, index) => {
        if (this.#isThere(item)) this.#add(children, index, undefined, item, this.shared);
      });
    } else if (isMap(this.#node)) {
      this.#addPairs(children, this.#node, this.shared, []);
    }
    return children;
  }

  #addPairs(children: Map<Key, Field>, map: YAMLMap, shared: boolean, around: readonly YAMLMap[]): void {
    for (const pair of map.items) {
      if (isMerge(pair) && this.#isThere(pair.key)) this.#merge(children, pair, [...around, map]);
    }
    for (const pair of map.items) {
      if (isMerge(pair) || !this.#isThere(pair.key) || this.#isMasked(pair.key)) continue;
      const key = keyText(pair.key);
      if (key === undefined) continue;
      children.delete(key);
      this.#add(children, key, pair.key, pair.value, shared);
      if (children.has(key)) this.#emptyKeys?.delete(key);
      else {
        this.#emptyKeys ??= new Set();
        this.#emptyKeys.add(key);
      }
    }
  }

  #isMasked(key: unknown): boolean {
    const span = this.document.template && nodeSpan(key);
    return span !== undefined && this.document.template?.isMasked(span) === true;
  }

  /** `around` are the mappings into which it is merged. */
  #merge(children: Map<Key, Field>, pair: Pair, around: readonly YAMLMap[]): void {
    const value = resolve(this.#aliases, pair.value)?.node;
    // Of several merged mappings the first wins, so that it is read last.
    const sources = isSeq(value) ? [...value.items].reverse() : [value];
    for (const source of sources) {
      // Mappings that are merged again and again may be more than there is time for, without one field in them.
      if (around.length > MOST_MERGES || !this.#aliases.spend()) {
        this.#isCut = true;
        return;
      }
      const map = resolve(this.#aliases, source)?.node;
      if (isMap(map) && !around.includes(map)) this.#addPairs(children, map, true, around);
    }
  }

  #add(children: Map<Key, Field>, key: Key, keyNode: unknown, value: unknown, shared: boolean): void {
    const resolved = resolve(this.#aliases, value);
    if (resolved === undefined) return;
    const place = { parent: this, key, keyNode, shared: shared || resolved.aliased };
    const field = new Field(this.document, resolved.node, this.#aliases, this.#branch, place);
    if (isScalar(resolved.node) && resolved.node.value === null && !field.isUnknown) return;
    if (place.shared && !this.#aliases.spend()) this.#isCut = true;
    else children.set(key, field);
  }

  /** Whether a key or list item stands in no branch of a template but those that are taken. */
  #isThere(node: unknown): boolean {
    const { template } = this.document;
    if (template === undefined || !isNode(node) || !node.range) return true;
    return template.isTaken(node.range[0], this.#branch);
  }
}

/** The text of a mapping key as Kubernetes sees it; undefined for a key that is no scalar. */
export function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  // YAML 1.1 makes booleans of keys such as `n`; what is written is what the API's field names are compared with.
  return detached(typeof key.value === 'string' ? key.value : ((key as Scalar).source ?? String(key.value)));
}

/** A value that may be remembered, so that it does not keep the text of its file. One that is longer than names is not. */
function detached(value: string): string {
  return value.length > LONG ? value : copied(value);
}

/** In characters. */
const LONG = 300;

/** No one merges mappings into mappings as often. */
const MOST_MERGES = 10;

/** Whether a pair merges other mappings into its own (`<<: *base`). */
export function isMerge(pair: Pair): boolean {
  return isScalar(pair.key) && pair.key.source === '<<' && pair.key.type === 'PLAIN';
}

/** Where the last scalar in a value ends: the lines behind it are no part of it. */
export function lastEnd(node: unknown): number {
  let last = node;
  while (isMap(last) || isSeq(last)) {
    const item: unknown = last.items.at(-1);
    const inner = isPair(item) ? (item.value ?? item.key) : item;
    if (last.flow || !isNode(inner)) break;
    last = inner;
  }
  return isNode(last) ? (last.range?.[1] ?? 0) : 0;
}

function resolve(aliases: Aliases, value: unknown): { node: Node; aliased: boolean } | undefined {
  if (isAlias(value)) {
    const target = aliases.target(value);
    return target === undefined || isAlias(target) ? undefined : { node: target, aliased: true };
  }
  return isScalar(value) || isMap(value) || isSeq(value) ? { node: value, aliased: false } : undefined;
}

function nodeSpan(node: unknown): Span | undefined {
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return undefined;
  const range = node.range;
  return range ? { start: range[0], end: range[1] } : undefined;
}
