import { visit } from 'yaml';
import type { Change } from './change.ts';
import { type Document, parse } from './document.ts';
import { Entry } from './layout.ts';
import type { FieldPath } from './path.ts';
import { equals, plainOf, plainOfNode } from './plain.ts';

/** Whole lines of a document that hold one key or list item with all that is below it, read by themselves. */
export interface Part {
  readonly document: Document;
  /** Where it begins in the document around it. */
  readonly start: number;
  /** How many keys of a path lead to it. */
  readonly depth: number;
}

/** The changes in a part, with paths and offsets in it. */
export interface ChangesInPart {
  readonly part: Part;
  readonly changes: readonly Change[];
}

/**
 * The smallest parts of a document in which changes can be made without the rest of it, none in another: what is changed
 * in them is in block style, without anchors, aliases, tags and templates, and no parent is left empty. Undefined where
 * there are none for all of the changes.
 */
export function partsFor(document: Document, changes: readonly Change[]): readonly ChangesInPart[] | undefined {
  const { errors, template, tree } = document;
  if (errors.length > 0 || template !== undefined || tree === undefined) return undefined;
  const root = new Entry(document, tree.contents, undefined);
  const removed = new Set(changes.flatMap(({ kind, path }) => (kind === 'remove' ? JSON.stringify(path) : [])));
  const found = changes.map((change) => holderOf(root, change.path, removed));
  const parts: ChangesInPart[] = [];
  for (const holder of new Set(outermost(found))) {
    const part = holder && partAt(document, holder);
    if (holder === undefined || part === undefined) return undefined;
    const own = changes.filter((_, i) => found[i] !== undefined && isWithin(found[i], holder));
    parts.push({ part, changes: own.map((change) => moved(change, holder, part)) });
  }
  return parts;
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

/** Each holder, or the one around it that others need. */
function outermost(holders: readonly (Holder | undefined)[]): (Holder | undefined)[] {
  const known = new Map(holders.map((one) => [one?.entry.start, one]));
  const all = [...known.values()];
  return all.filter((one) => one === undefined || !all.some((other) => other && other !== one && isWithin(one, other)));
}

function isWithin({ path }: Holder, { path: outer }: Holder): boolean {
  return path.length >= outer.length && outer.every((key, i) => key === path[i]);
}

function moved(change: Change, { path }: Holder, { start }: Part): Change {
  const last = path.at(-1);
  const own = { ...change, path: [typeof last === 'number' ? 0 : (last ?? ''), ...change.path.slice(path.length)] };
  return own.kind === 'comment' ? { ...own, at: own.at - start } : own;
}

/** Those that were read, by the tree of the document and where they begin. */
const PARTS = new WeakMap<NonNullable<Document['tree']>, Map<number, Part | undefined>>();

function partAt(document: Document, holder: Holder): Part | undefined {
  const { tree } = document;
  if (tree === undefined) return undefined;
  const parts = PARTS.get(tree) ?? new Map<number, Part | undefined>();
  PARTS.set(tree, parts);
  const { start } = holder.entry;
  if (!parts.has(start)) parts.set(start, readPart(document, holder));
  return parts.get(start);
}

function readPart({ text }: Document, { entry, path }: Holder): Part | undefined {
  const start = text.lastIndexOf('\n', entry.start - 1) + 1;
  // Something of the first line belongs to another entry, or to the whole document.
  if (start === 0 || !/^ *$/.test(text.slice(start, entry.start))) return undefined;
  const document = parse(text.slice(start, endOf(text, entry, entry.start - start)));
  if (document.errors.length > 0 || document.tree === undefined || document.template !== undefined) return undefined;
  let isPlain = true;
  visit(document.tree, {
    Value: (_, { anchor, tag }) => {
      if (anchor !== undefined || tag !== undefined) isPlain = false;
    },
  });
  const read = plainOf(document);
  const own = entry.value && plainOfNode(entry.value, text);
  const isSame =
    read !== undefined &&
    own !== undefined &&
    (Array.isArray(read)
      ? read.length === 1 && equals(read[0] ?? null, own)
      : read instanceof Map && read.size === 1 && equals(read.get(String(path.at(-1))) ?? null, own));
  return isPlain && isSame ? { document, start, depth: path.length } : undefined;
}

/** Behind the last line of an entry, with the blank lines and deeper comments below it. */
function endOf(text: string, entry: Entry, column: number): number {
  const lineAfter = (at: number) => text.indexOf('\n', at) + 1 || text.length;
  let end = text[entry.end - 1] === '\n' ? entry.end : lineAfter(entry.end);
  for (let next = end; next < text.length; ) {
    const behind = lineAfter(next);
    const line = text.slice(next, behind);
    const isBlank = line.trim() === '';
    if (!isBlank && !(line.trimStart().startsWith('#') && line.search(/\S/) > column)) break;
    next = behind;
    end = behind;
  }
  return end;
}
