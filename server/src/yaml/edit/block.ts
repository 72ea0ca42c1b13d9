import type { Addition, Collection, Entry, Layout } from './layout.ts';
import { Mapping, type Plain } from './plain.ts';
import { emptyText, isFilled, scalarText } from './scalar.ts';

/** Writes the changes to the entries of a block collection. */
export function writeBlock(layout: Layout, collection: Collection): undefined {
  const { patch } = layout;
  const { entries, holder, additions } = collection;
  const [first] = entries;
  if (first === undefined) return;
  const prefix = patch.prefix(first.start);
  if (!/^[ -]*$/.test(prefix)) return patch.refuse('notation');
  const empty = collection.node.kind === 'map' ? '{}' : '[]';
  const isBehindDash = prefix.trim() !== '';
  if (collection.isEmptied && !isBehindDash && holder.valueStart !== undefined) {
    return writeBehind(layout, holder, ` ${empty}`);
  }
  const pad = ' '.repeat(prefix.length);
  const kept = entries.findIndex((entry) => !entry.removed);
  const next = entries[kept];
  let [untouched, rest] = [0, additions];
  if (first.removed && (isBehindDash || collection.isEmptied)) {
    // The line of the first entry also holds a dash or the parent's key, so another entry must take its place.
    const onTop = additions.filter(({ slot }) => next === undefined || slot <= 2 * kept);
    const lines = collection.isEmptied ? [empty] : onTop.flatMap((addition) => linesOf(layout, collection, addition));
    if (lines.length > 0) {
      patch.insert(first.start, lines.join(patch.lineBreak(first.start) + pad));
      patch.delete(first.start, patch.lineEnd(first.start));
      patch.deleteLines(patch.nextLine(first.start), first.end);
      untouched = 1;
    } else if (next !== undefined) {
      moveUp(layout, first, next);
      untouched = kept;
    }
    rest = additions.slice(onTop.length);
  }
  for (const entry of entries.slice(untouched)) if (entry.removed) patch.deleteBlock(entry.start, entry.end);
  for (const addition of rest) {
    const entry: Entry = entries[addition.slot >> 1] ?? first;
    const lines = linesOf(layout, collection, addition);
    if (addition.slot % 2 === 1) patch.insertLines(patch.lineAfter(entry.end), lines, pad);
    else if (entry !== first || !isBehindDash) patch.insertLines(layout.lineAbove(entry), lines, pad);
    else patch.insert(first.start, lines.map((line) => line + patch.lineBreak(first.start) + pad).join(''));
  }
}

/** Replaces the value of an entry by a non-empty collection in block style. */
export function writeBlockValue(layout: Layout, entry: Entry, value: Plain[] | Mapping): undefined {
  const { patch } = layout;
  const { parent, valueStart } = entry;
  const prefix = patch.prefix(parent?.entries[0]?.start ?? 0);
  if (parent === undefined || valueStart === undefined || !/^[ -]*$/.test(prefix)) return patch.refuse('notation');
  const pad = ' '.repeat(prefix.length);
  const lines = valueLines(layout, parent, value);
  if (entry.keyNode === undefined) {
    return writeBehind(layout, entry, ` ${lines.join(`${patch.lineBreak(entry.start)}${pad}  `)}`);
  }
  patch.deleteRest(valueStart, entry.end);
  patch.insertLines(
    patch.nextLine(valueStart),
    lines,
    pad + ' '.repeat(layout.step(parent.node, Array.isArray(value))),
  );
}

/** Replaces the value of an entry by a text directly behind its colon or dash. */
export function writeBehind({ patch }: Layout, { valueStart, end }: Entry, text: string): undefined {
  if (valueStart === undefined) return patch.refuse('notation');
  patch.insert(valueStart, text);
  patch.deleteRest(valueStart, end);
}

/** Moves an entry to the place of the first one, and the comments between them above the dash. */
function moveUp({ patch }: Layout, first: Entry, next: Entry): void {
  const between = patch.commentsIn(first.start, next.start).filter(({ alone }) => alone);
  const lines = between.map((comment) => patch.text.slice(comment.start, comment.end));
  patch.insertLines(patch.lineStart(first.start), lines, patch.indentation(first.start));
  patch.delete(first.start, next.start);
}

/** The lines of an added entry, without their common indentation. */
function linesOf(layout: Layout, owner: Collection, { key, value }: Addition): string[] {
  return key === undefined ? itemLines(layout, owner, value) : pairLines(layout, owner, key, value);
}

function pairLines(layout: Layout, owner: Collection, key: string, value: Plain): string[] {
  const name = scalarText(key, 'plain');
  if (!isFilled(value)) return [`${name}: ${emptyText(value) ?? scalarText(value, 'plain')}`];
  const indentation = ' '.repeat(layout.step(owner.node, Array.isArray(value)));
  return [`${name}:`, ...valueLines(layout, owner, value).map((line) => indentation + line)];
}

function itemLines(layout: Layout, owner: Collection, value: Plain): string[] {
  if (!isFilled(value)) return [`- ${emptyText(value) ?? scalarText(value, 'plain')}`];
  return valueLines(layout, owner, value).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));
}

function valueLines(layout: Layout, owner: Collection, value: Plain[] | Mapping): string[] {
  if (value instanceof Mapping) return [...value].flatMap(([key, inner]) => pairLines(layout, owner, key, inner));
  return value.flatMap((item) => itemLines(layout, owner, item));
}
