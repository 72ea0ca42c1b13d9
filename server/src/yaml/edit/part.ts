import { isMap, isSeq, visit } from 'yaml';
import { shiftEdit, type TextEdit } from '../../text/edit.ts';
import { Memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import { type Document, parse } from '../read/document.ts';
import type { FieldPath } from '../read/path.ts';
import type { Change } from './change.ts';
import { Entry } from './layout.ts';
import { equals, Mapping, type Plain, plainOf, plainOfNode } from './plain.ts';

/**
 * Whole lines of a document that hold one key or list item with what is below it, read by themselves. Lists and mappings
 * beside what is changed are left out, with a short one in place of each, and so are entries far from it.
 */
export interface Part {
  readonly document: Document;
  /** Where it begins in the document around it. */
  readonly start: number;
  readonly gaps: readonly Gap[];
}

/** Where a short value stands in a part, and how many characters the long one has more. */
interface Gap extends Span {
  readonly more: number;
}

/** Edits of a part as those of the document around it; undefined where they do not leave alone what it leaves out. */
export function editsAround({ document, start, gaps }: Part, edits: readonly TextEdit[]): TextEdit[] | undefined {
  const column = document.text.search(/[^ ]/);
  const isApart = ({ span }: TextEdit) =>
    span.start > column && !gaps.some((gap) => span.start < gap.end && span.end >= gap.start);
  const before = (at: number) => gaps.reduce((sum, gap) => (gap.end <= at ? sum + gap.more : sum), start);
  return edits.every(isApart) ? edits.map((edit) => shiftEdit(edit, before(edit.span.start))) : undefined;
}

/** The changes in a part, with paths and offsets in it. */
export interface ChangesInPart {
  readonly part: Part;
  readonly changes: readonly Change[];
}

/**
 * The smallest parts of a document in which changes can be made without the rest of it, the inner ones first: what is
 * changed in them is in block style, without anchors, aliases, tags and templates, and no parent is left empty. What one
 * of them changes the others leave out. Undefined where there are none for all of the changes.
 */
export function partsFor(document: Document, changes: readonly Change[]): readonly ChangesInPart[] | undefined {
  const { errors, template, tree } = document;
  if (errors.length > 0 || template !== undefined || tree === undefined) return undefined;
  // To these the blank lines below them belong, whatever stood between.
  if (/[|>]\d?\+/.test(document.text)) return undefined;
  const root = new Entry(document, tree.contents, undefined);
  const removed = new Set(changes.flatMap(({ kind, path }) => (kind === 'remove' ? JSON.stringify(path) : [])));
  const groups = new Map<string, Group>();
  for (const change of changes) {
    const holder = holderOf(root, change.path, removed);
    if (holder === undefined) return undefined;
    const key = JSON.stringify(holder.path);
    groups.set(key, { holder, changes: [...(groups.get(key)?.changes ?? []), change] });
  }
  const parts: ChangesInPart[] = [];
  for (const { holder, changes: own } of united([...groups.values()], changes)) {
    const changed = new Set(own.map((change) => keyIn(holder, change.path)));
    const part = partAt(document, holder, changed, new Set(own.flatMap(keysBeside)));
    if (part === undefined) return undefined;
    parts.push({ part, changes: own.map((change) => moved(change, holder, part)) });
  }
  return parts;
}

/** The changes below an entry. */
interface Group {
  readonly holder: Holder;
  readonly changes: readonly Change[];
}

/** Those in a value that is changed around them belong to that; the changes of each stay in order. The inner ones first. */
function united(groups: readonly Group[], order: readonly Change[]): readonly Group[] {
  const all = new Map<string, Group>();
  for (const group of groups.toSorted((a, b) => a.holder.path.length - b.holder.path.length)) {
    const { path } = group.holder;
    const around = path
      .map((_, i) => all.get(JSON.stringify(path.slice(0, i))))
      .find((one) => one?.changes.some((change) => keyIn(one.holder, change.path) === keyIn(one.holder, path)));
    if (around === undefined) all.set(JSON.stringify(path), group);
    else {
      const both = new Set([...around.changes, ...group.changes]);
      const changes = order.filter((change) => both.has(change));
      all.set(JSON.stringify(around.holder.path), { holder: around.holder, changes });
    }
  }
  return [...all.values()].reverse();
}

/** The key of an entry below which a path leads. */
function keyIn({ path: outer }: Holder, path: FieldPath): string | number | undefined {
  return path[outer.length];
}

/** The keys that a change goes by beside its own. */
function keysBeside(change: Change): string[] {
  if (change.kind === 'rename') return [change.key];
  const { place } = change.kind === 'insert' || change.kind === 'append' ? change : {};
  if (typeof place !== 'object') return [];
  return ['before' in place ? place.before : place.after];
}

/** An entry on the way to a field, and the path to it. */
interface Holder {
  readonly entry: Entry;
  readonly path: FieldPath;
}

/** The innermost entry above a field of which something is left, on lines of its own. */
function holderOf(root: Entry, path: FieldPath, removed: ReadonlySet<string>): Holder | undefined {
  const way: Holder[] = [];
  for (let entry: Entry | undefined = root, i = 0; entry !== undefined && i < path.length; i++) {
    const key: string | number | undefined = path[i];
    entry = key === undefined || entry.collection?.repeats(key) ? undefined : entry.collection?.get(key);
    if (entry !== undefined) way.push({ entry, path: path.slice(0, i + 1) });
  }
  // The field itself may be changed as a whole, or not be there yet.
  const above = way.length === path.length ? way.slice(0, -1) : way;
  return above.findLast(
    ({ entry, path: own }) =>
      entry.collection?.isFlow === false &&
      !removed.has(JSON.stringify(own)) &&
      entry.collection.entries.some(({ key = '' }) => !removed.has(JSON.stringify([...own, key]))),
  );
}

function moved(change: Change, { path }: Holder, { start }: Part): Change {
  const last = path.at(-1);
  const own = { ...change, path: [typeof last === 'number' ? 0 : (last ?? ''), ...change.path.slice(path.length)] };
  return own.kind === 'comment' ? { ...own, at: own.at - start } : own;
}

type Keys = ReadonlySet<string | number | undefined>;

function partAt(document: Document, holder: Holder, changed: Keys, beside: Keys): Part | undefined {
  const { tree } = document;
  if (tree === undefined) return undefined;
  const parts = document.doubts.once(noParts, tree, undefined);
  const key = JSON.stringify([holder.entry.start, [...changed], [...beside]]);
  if (!parts.has(key)) parts.set(key, readPart(document, holder, changed, beside));
  return parts.get(key);
}

/** Those of a tree that were read, by what they hold: none at first. */
function noParts(): Map<string, Part | undefined> {
  return new Map();
}

function readPart({ text }: Document, { entry, path }: Holder, changed: Keys, beside: Keys): Part | undefined {
  const start = text.lastIndexOf('\n', entry.start - 1) + 1;
  const end = endOf(text, entry, entry.start - start);
  // Something of the first line belongs to another entry, or to the whole document, or the last line is none.
  if (start === 0 || !/^ *$/.test(text.slice(start, entry.start)) || text[end - 1] !== '\n') return undefined;
  const stretches = stretchesIn(text, entry, new Set([...changed, ...beside]));
  const apart = new Set(stretches.flatMap(({ entries }) => entries));
  const values = (entry.collection?.entries ?? []).flatMap((one) =>
    changed.has(one.key) || apart.has(one) ? [] : (leftOut(text, one) ?? []),
  );
  const omitted = [...stretches, ...values].sort((a, b) => a.span.start - b.span.start);
  const gaps: Gap[] = [];
  let short = '';
  let at = start;
  for (const { span, instead } of omitted) {
    short += text.slice(at, span.start);
    gaps.push({
      start: short.length,
      end: short.length + instead.length,
      more: span.end - span.start - instead.length,
    });
    short += instead;
    at = span.end;
  }
  const alone = ALONE.of(short + text.slice(at, end), readAlone);
  const isSame = alone !== null && says(alone.top, text, { entry, path }, { apart, values });
  return isSame ? { document: alone.document, start, gaps } : undefined;
}

/** The trees of a few short parts: many times as large as the texts. */
const ALONE = new Memo<Alone | null>(300, 500);

/** One key or item, read by itself. */
interface Alone {
  readonly document: Document;
  readonly top: Plain;
}

/** Null for a text that is something else, or tied to something outside. */
function readAlone(text: string): Alone | null {
  const document = parse(text);
  if (document.errors.length > 0 || document.tree === undefined || document.template !== undefined) return null;
  let isPlain = true;
  visit(document.tree, {
    Value: (_, { anchor, tag }) => {
      if (anchor !== undefined || tag !== undefined) isPlain = false;
    },
  });
  const read = plainOf(document);
  const [top, ...others] = Array.isArray(read) ? read : read instanceof Map ? [...read] : [];
  return isPlain && top !== undefined && others.length === 0 ? { document, top } : null;
}

/** So many entries beside one that is changed, and at both ends, show where something stands. */
const MARGIN = 2;

/** Entries of a mapping in a row, far from what is changed. */
function stretchesIn(text: string, { collection }: Entry, changed: Keys): Stretch[] {
  const { entries = [], isFlow, isRegular, node } = collection ?? {};
  if (isFlow !== false || !isRegular || !isMap(node) || entries.some(({ key }) => key === '<<')) return [];
  const isNear = new Set<number>();
  entries.forEach(({ key }, i) => {
    if (i !== 0 && i !== entries.length - 1 && !changed.has(key)) return;
    for (let near = i - MARGIN; near <= i + MARGIN; near++) isNear.add(near);
  });
  const stretches: Stretch[] = [];
  for (let i = 0; i < entries.length; i++) {
    const first = i;
    while (i < entries.length && !isNear.has(i)) i++;
    const [from, next] = [entries[first], entries[i]];
    if (i === first || from === undefined || next === undefined) continue;
    const [start, end] = [from, next].map((one) => text.lastIndexOf('\n', one.start - 1) + 1);
    stretches.push({ entries: entries.slice(first, i), span: { start: start ?? 0, end: end ?? 0 }, instead: '' });
  }
  return stretches;
}

interface Stretch extends Pick<LeftOut, 'span' | 'instead'> {
  readonly entries: readonly Entry[];
}

/** A value in lines of its own or in flow style, and what stands for it. */
interface LeftOut {
  readonly entry: Entry;
  readonly span: Span;
  readonly instead: string;
}

/** What stands for the value of a key is as much indented; undefined where a block is not in lines of its own. */
function leftOut(text: string, entry: Entry): LeftOut | undefined {
  const { keyNode, value, valueStart, collection, end } = entry;
  if (keyNode === undefined || valueStart === undefined || collection === undefined) return undefined;
  const [from = 0, to = 0] = value?.range ?? [];
  if (collection.isFlow) return { entry, span: { start: from, end: to }, instead: isSeq(value) ? '[0]' : '{0: 0}' };
  const span = { start: text.lastIndexOf('\n', from - 1) + 1, end: lineAfter(text, end) };
  const indentation = text.slice(span.start, from);
  const lineBreak = /\r?\n$/.exec(text.slice(from, span.end))?.[0];
  if (span.start <= valueStart || !/^ *$/.test(indentation) || lineBreak === undefined) return undefined;
  const instead = `${indentation}${isSeq(value) ? '- 0' : '0: 0'}${lineBreak}`;
  return { entry, span, instead };
}

/** Whether a part says what the document says there. */
function says(top: Plain, text: string, { entry, path }: Holder, omitted: Omitted): boolean {
  const last = path.at(-1);
  const own = dataOf(entry, text, omitted);
  if (own === undefined) return false;
  return typeof last === 'number'
    ? equals(top, own)
    : Array.isArray(top) && top[0] === last && equals(top[1] ?? null, own);
}

/** What a part is without: entries, and the values of others. */
interface Omitted {
  readonly apart: ReadonlySet<Entry>;
  readonly values: readonly LeftOut[];
}

function dataOf({ value, collection }: Entry, text: string, { apart, values }: Omitted): Plain | undefined {
  if (!isMap(value)) return plainOfNode(value, text);
  const result = new Mapping();
  const without = new Set(values.map(({ entry }) => entry));
  for (const one of collection?.entries ?? []) {
    if (apart.has(one)) continue;
    const isLeftOut = without.has(one);
    const inner = isLeftOut ? (isSeq(one.value) ? [0] : new Mapping([['0', 0]])) : plainOfNode(one.value ?? null, text);
    if (one.key === undefined || inner === undefined) return undefined;
    result.set(String(one.key), inner);
  }
  return result;
}

function lineAfter(text: string, at: number): number {
  return text[at - 1] === '\n' ? at : text.indexOf('\n', at) + 1 || text.length;
}

/** So many lines apart a comment belongs to nothing above it. */
const MOST_BLANK_LINES = 100;

/** Behind the last line of an entry, with the deeper comments below it. */
function endOf(text: string, entry: Entry, column: number): number {
  let end = lineAfter(text, entry.end);
  for (let next = end, blank = 0; next < text.length && blank <= MOST_BLANK_LINES; ) {
    const behind = text.indexOf('\n', next) + 1 || text.length;
    const line = text.slice(next, behind);
    const first = line.search(/\S/);
    if (first === -1) blank++;
    else if (line[first] === '#' && first > column) end = behind;
    else break;
    next = behind;
  }
  return end;
}
