import { shiftEdit, type TextEdit } from '../../text/edit.ts';
import { Memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import { type Document, parse } from '../read/document.ts';
import { maskJsonComments } from '../read/json-comments.ts';
import { lineBelow, nextLine, startOfLine } from '../read/lines.ts';
import type { FieldPath } from '../read/path.ts';
import { visit } from '../read/tree.ts';
import type { Change } from './change.ts';
import { Entry } from './layout.ts';
import { equals, Mapping, type Plain, plainOf, plainOfNode } from './plain.ts';

/**
 * Whole lines of a document that hold one key or list item and everything below it, parsed as a document of their own.
 * Lists and mappings beside the changed entries are replaced by short values, and entries far from them are left out.
 */
export interface Excerpt {
  readonly document: Document;
  /** Where the excerpt begins in the full document. */
  readonly start: number;
  readonly omissions: readonly Omission[];
}

/** The span of a short value in an excerpt, and by how many characters the value that it replaces is longer. */
interface Omission extends Span {
  readonly more: number;
}

/** Converts edits of an excerpt to edits of the full document; undefined if they touch what the excerpt leaves out. */
export function editsInDocument(
  { document, start, omissions }: Excerpt,
  edits: readonly TextEdit[],
): TextEdit[] | undefined {
  const column = document.text.search(/[^ ]/);
  const isApart = ({ span }: TextEdit) =>
    span.start > column && !omissions.some((omission) => span.start < omission.end && span.end >= omission.start);
  const before = (at: number) =>
    omissions.reduce((sum, omission) => (omission.end <= at ? sum + omission.more : sum), start);
  return edits.every(isApart) ? edits.map((edit) => shiftEdit(edit, before(edit.span.start))) : undefined;
}

/** An excerpt, and the changes to make in it, with paths and offsets relative to it. */
export interface ChangesInExcerpt {
  readonly excerpt: Excerpt;
  readonly changes: readonly Change[];
}

/**
 * The smallest excerpts of a document in which the changes can be made without the rest of it, inner ones first. The changed
 * entries are in block style without anchors, aliases and tags, and no parent is left empty. No template action is in them or
 * writes beside them. An excerpt leaves out what another one changes. Undefined if any of the changes cannot be made in an excerpt.
 */
export function excerptsFor(document: Document, changes: readonly Change[]): readonly ChangesInExcerpt[] | undefined {
  const { errors, template, top } = document;
  if (errors.length > 0 || top === undefined || changes.some(({ kind }) => kind === 'move')) return undefined;
  if (template !== undefined && !document.doubts.once(isReadable, document, undefined)) return undefined;
  // Block scalars with the indicator `+` own the blank lines below them, which an excerpt may not have.
  if (/[|>]\d?\+/.test(document.text)) return undefined;
  const root = new Entry(document, top, undefined);
  const removed = new Set(changes.flatMap(({ kind, path }) => (kind === 'remove' ? JSON.stringify(path) : [])));
  const groups = new Map<string, { readonly holder: Holder; readonly changes: Change[] }>();
  for (const change of changes) {
    const holder = holderOf(root, change.path, removed);
    if (holder === undefined) return undefined;
    const key = JSON.stringify(holder.path);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { holder, changes: [change] });
    else group.changes.push(change);
  }
  const excerpts: ChangesInExcerpt[] = [];
  for (const { holder, changes: own } of mergeNested([...groups.values()], changes)) {
    const changed = new Set(own.map((change) => keyIn(holder, change.path)));
    const excerpt = excerptAt(document, holder, changed, new Set(own.flatMap(siblingKeys)));
    if (excerpt === undefined) return undefined;
    excerpts.push({ excerpt, changes: own.map((change) => relativeTo(change, holder, excerpt)) });
  }
  // Changes in several branches of a template may be refused together.
  const branches = new Set(excerpts.map(({ excerpt }) => template?.branchAt(excerpt.start)));
  return branches.size > 1 ? undefined : excerpts;
}

/** Whether a template is edited at all: it has no comments of JSON, and all of its data can be read. */
function isReadable(document: Document): boolean {
  return maskJsonComments(document.text) === document.text && plainOf(document) !== undefined;
}

/** The changes below one entry. */
interface Group {
  readonly holder: Holder;
  readonly changes: readonly Change[];
}

/**
 * Merges groups whose entry lies in a value that another group changes. Each group keeps its changes in their original
 * order, and inner groups come first.
 */
function mergeNested(groups: readonly Group[], order: readonly Change[]): readonly Group[] {
  const all = new Map<string, Group>();
  for (const group of groups.toSorted((a, b) => a.holder.path.length - b.holder.path.length)) {
    const { path } = group.holder;
    const around = path
      .map((_, i) => all.get(JSON.stringify(path.slice(0, i))))
      .find((outer) => outer?.changes.some((change) => keyIn(outer.holder, change.path) === keyIn(outer.holder, path)));
    if (around === undefined) all.set(JSON.stringify(path), group);
    else {
      const both = new Set([...around.changes, ...group.changes]);
      const changes = order.filter((change) => both.has(change));
      all.set(JSON.stringify(around.holder.path), { holder: around.holder, changes });
    }
  }
  return [...all.values()].reverse();
}

/** The child key of an entry through which a path leads. */
function keyIn({ path: outer }: Holder, path: FieldPath): string | number | undefined {
  return path[outer.length];
}

/** The keys that a change refers to besides its own. */
function siblingKeys(change: Change): string[] {
  if (change.kind === 'rename') return [change.key];
  const { place } = change.kind === 'insert' || change.kind === 'append' ? change : {};
  if (typeof place !== 'object') return [];
  return ['before' in place ? place.before : place.after];
}

/** An entry above a changed field, and its path. */
interface Holder {
  readonly entry: Entry;
  readonly path: FieldPath;
}

/** The innermost block entry above a field that still has children after the removals. */
function holderOf(root: Entry, path: FieldPath, removed: ReadonlySet<string>): Holder | undefined {
  const ancestors: Holder[] = [];
  for (let entry: Entry | undefined = root, i = 0; entry !== undefined && i < path.length; i++) {
    const key: string | number | undefined = path[i];
    entry = key === undefined || entry.collection?.repeats(key) ? undefined : entry.collection?.get(key);
    if (entry !== undefined) ancestors.push({ entry, path: path.slice(0, i + 1) });
  }
  // The field itself may be replaced as a whole, or may not exist yet.
  const above = ancestors.length === path.length ? ancestors.slice(0, -1) : ancestors;
  return above.findLast(
    ({ entry, path: own }) =>
      entry.collection?.isFlow === false &&
      !removed.has(JSON.stringify(own)) &&
      entry.collection.entries.some(({ key = '' }) => !removed.has(JSON.stringify([...own, key]))),
  );
}

/** The same change, with its path and offset relative to an excerpt. */
function relativeTo(change: Change, { path }: Holder, { start }: Excerpt): Change {
  const last = path.at(-1);
  const own = { ...change, path: [typeof last === 'number' ? 0 : (last ?? ''), ...change.path.slice(path.length)] };
  return own.kind === 'comment' ? { ...own, at: own.at - start } : own;
}

type Keys = ReadonlySet<string | number | undefined>;

/** The excerpt around an entry, from the document's cache if it was made before. */
function excerptAt(document: Document, holder: Holder, changed: Keys, siblings: Keys): Excerpt | undefined {
  const { top } = document;
  if (top === undefined) return undefined;
  const excerpts = document.doubts.once(noExcerpts, top, undefined);
  const key = JSON.stringify([holder.entry.start, [...changed], [...siblings]]);
  if (!excerpts.has(key)) excerpts.set(key, makeExcerpt(document, holder, changed, siblings));
  return excerpts.get(key);
}

/** The initial, empty cache of a document. */
function noExcerpts(): Map<string, Excerpt | undefined> {
  return new Map();
}

function makeExcerpt(
  { text, template }: Document,
  { entry, path }: Holder,
  changed: Keys,
  siblings: Keys,
): Excerpt | undefined {
  const start = startOfLine(text, entry.start);
  const end = endOf(text, entry, entry.start - start);
  // The first line must hold nothing else, must not be that of the document, and the last must have a line break.
  if (start === 0 || !/^ *$/.test(text.slice(start, entry.start)) || text[end - 1] !== '\n') return undefined;
  if (template?.isMasked({ start, end }) || template?.isBesideWriter({ start, end })) return undefined;
  const distant = distantEntries(text, entry, new Set([...changed, ...siblings]));
  const absent = new Set(distant.flatMap(({ entries }) => entries));
  const values = (entry.collection?.entries ?? []).flatMap((child) =>
    changed.has(child.key) || absent.has(child) ? [] : (shortened(text, child) ?? []),
  );
  const replaced = [...distant, ...values].sort((a, b) => a.span.start - b.span.start);
  const omissions: Omission[] = [];
  let short = '';
  let at = start;
  for (const { span, standIn } of replaced) {
    short += text.slice(at, span.start);
    omissions.push({
      start: short.length,
      end: short.length + standIn.length,
      more: span.end - span.start - standIn.length,
    });
    short += standIn;
    at = span.end;
  }
  const parsed = PARSED.of(short + text.slice(at, end), parseExcerpt);
  const isSame = parsed !== null && hasDataOf(parsed.top, text, { entry, path }, { absent, values });
  return isSame ? { document: parsed.document, start, omissions } : undefined;
}

/** A limited number of parsed excerpts, and only of short ones: a tree takes many times the memory of its text. */
const PARSED = new Memo<ParsedExcerpt | null>(300, 500);

/** The text of an excerpt as a document with one entry. */
interface ParsedExcerpt {
  readonly document: Document;
  readonly top: Plain;
}

/** Null for a text that has not exactly one entry, or that anchors, aliases or tags may tie to something outside. */
function parseExcerpt(text: string): ParsedExcerpt | null {
  const document = parse(text);
  if (document.errors.length > 0 || document.top === undefined || document.template !== undefined) return null;
  let isPlain = true;
  visit(document.top, (node) => {
    if (node.kind !== 'alias' && (node.anchor !== undefined || node.tag !== undefined)) isPlain = false;
  });
  const data = plainOf(document);
  const [top, ...others] = Array.isArray(data) ? data : data instanceof Map ? [...data] : [];
  return isPlain && top !== undefined && others.length === 0 ? { document, top } : null;
}

/** How many entries are kept on each side of a changed one and at both ends: they show the layout to follow. */
const MARGIN = 2;

/** Runs of consecutive mapping entries that are far from all changes. */
function distantEntries(text: string, { collection }: Entry, changed: Keys): DistantEntries[] {
  const { entries = [], isFlow, isRegular, node } = collection ?? {};
  if (isFlow !== false || !isRegular || node?.kind !== 'map' || entries.some(({ key }) => key === '<<')) return [];
  const isNear = new Set<number>();
  entries.forEach(({ key }, i) => {
    if (i !== 0 && i !== entries.length - 1 && !changed.has(key)) return;
    for (let near = i - MARGIN; near <= i + MARGIN; near++) isNear.add(near);
  });
  const runs: DistantEntries[] = [];
  for (let i = 0; i < entries.length; i++) {
    const first = i;
    while (i < entries.length && !isNear.has(i)) i++;
    const [from, next] = [entries[first], entries[i]];
    if (i === first || from === undefined || next === undefined) continue;
    const [start, end] = [from, next].map((entry) => startOfLine(text, entry.start));
    runs.push({ entries: entries.slice(first, i), span: { start: start ?? 0, end: end ?? 0 }, standIn: '' });
  }
  return runs;
}

interface DistantEntries extends Pick<ShortenedValue, 'span' | 'standIn'> {
  readonly entries: readonly Entry[];
}

/** A value in flow style or on lines of its own, and the short text that replaces it. */
interface ShortenedValue {
  readonly entry: Entry;
  readonly span: Span;
  readonly standIn: string;
}

/** The short value has the same indentation. Undefined for a scalar, and for a block that shares lines with other text. */
function shortened(text: string, entry: Entry): ShortenedValue | undefined {
  const { keyNode, value, valueStart, collection, end } = entry;
  if (keyNode === undefined || valueStart === undefined || collection === undefined) return undefined;
  const { start: from, end: to } = value ?? { start: 0, end: 0 };
  if (collection.isFlow)
    return { entry, span: { start: from, end: to }, standIn: value?.kind === 'list' ? '[0]' : '{0: 0}' };
  const span = { start: startOfLine(text, from), end: lineBelow(text, end) };
  const indentation = text.slice(span.start, from);
  const lineBreak = /\r?\n$/.exec(text.slice(from, span.end))?.[0];
  if (span.start <= valueStart || !/^ *$/.test(indentation) || lineBreak === undefined) return undefined;
  const standIn = `${indentation}${value?.kind === 'list' ? '- 0' : '0: 0'}${lineBreak}`;
  return { entry, span, standIn };
}

/** Whether the only entry of an excerpt holds the data that the full document has there. */
function hasDataOf(top: Plain, text: string, { entry, path }: Holder, omitted: Omitted): boolean {
  const last = path.at(-1);
  const own = dataOf(entry, text, omitted);
  if (own === undefined) return false;
  return typeof last === 'number'
    ? equals(top, own)
    : Array.isArray(top) && top[0] === last && equals(top[1] ?? null, own);
}

/** What an excerpt lacks: entries that are left out, and values that are replaced by short ones. */
interface Omitted {
  readonly absent: ReadonlySet<Entry>;
  readonly values: readonly ShortenedValue[];
}

function dataOf({ value, collection }: Entry, text: string, { absent, values }: Omitted): Plain | undefined {
  if (value?.kind !== 'map') return plainOfNode(value, text);
  const result = new Mapping();
  const short = new Set(values.map(({ entry }) => entry));
  for (const child of collection?.entries ?? []) {
    if (absent.has(child)) continue;
    const standIn = child.value?.kind === 'list' ? [0] : new Mapping([['0', 0]]);
    const inner = short.has(child) ? standIn : plainOfNode(child.value, text);
    if (child.key === undefined || inner === undefined) return undefined;
    result.set(String(child.key), inner);
  }
  return result;
}

/** A comment that follows more blank lines than this does not belong to the entry above. */
const MAX_BLANK_LINES = 100;

/** The start of the line below an entry and the comments that are indented more than it. */
function endOf(text: string, entry: Entry, column: number): number {
  let end = lineBelow(text, entry.end);
  for (let line = end, blank = 0; line < text.length && blank <= MAX_BLANK_LINES; ) {
    const next = nextLine(text, line);
    const first = text.slice(line, next).search(/\S/);
    if (first === -1) blank++;
    else if (text[line + first] === '#' && first > column) end = next;
    else break;
    line = next;
  }
  return end;
}
