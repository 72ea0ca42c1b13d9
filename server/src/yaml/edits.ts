import { isAlias, isMap, isScalar, isSeq, type Node, visit } from 'yaml';
import { applyEdits, type TextEdit } from '../text/edit.ts';
import { type Change, EMPTIED_PARENTS } from './change.ts';
import { comments } from './comments.ts';
import { type Document, parse } from './document.ts';
import { type Collection, Entry, indentation } from './layout.ts';
import { Patch } from './patch.ts';
import { type FieldPath, samePath } from './path.ts';
import { changePlain, equals, graft, Mapping, type Plain, plainOf, plainOfValue } from './plain.ts';
import { slice } from './slice.ts';
import * as write from './write.ts';

/** What a batch of changes comes to: the edits with the text after them, or a sentence that says why there are none. */
export type Plan =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/**
 * The smallest edits that bring about the changes together. They have been applied, and the result has been read again
 * and compared: its data is the old data with the changes made to it, and every comment on a line of its own is there.
 * Of changes that add something in the same place, the one that comes first is written first.
 */
export function editsFor(document: Document, changes: readonly Change[]): Plan {
  if (document.errors.length > 0) return refusal(REASONS.broken);
  const data = plainOf(document);
  if (data === undefined) return refusal(REASONS.unreadable);
  const batch = new Batch(document, withoutDoubles(changes));
  const edits = batch.edits();
  if (batch.refusal !== undefined) return refusal(batch.refusal);
  const text = applyEdits(document.text, edits);
  changePlain(data, batch.changes);
  const notes = batch.changes.flatMap((change) => (change.kind === 'comment' ? [`#${change.text}`] : []));
  return isProved(document, text, data, notes) ? { ok: true, edits, text } : refusal(REASONS.unproved);
}

const REASONS = {
  broken: 'The document has syntax errors.',
  unreadable: 'The document holds a key or an alias that cannot be followed.',
  absent: 'The field is not in the document.',
  present: 'The field is already in the document.',
  other: 'A value of another kind stands in the place of the field.',
  shared: 'The field is written through an alias or a merge key.',
  anchor: 'The field is part of a value that is used again through its anchor.',
  irregular: 'The field stands in a mapping with a repeated key or with `?` keys.',
  contradiction: 'The changes contradict each other.',
  template: 'A line that would change holds a template expression.',
  notation: 'The field is written in a way that is not edited.',
  json: 'JSON cannot hold comments.',
  unproved: 'The result could not be proved to be the change and nothing else.',
} as const;

function refusal(reason: string): Plan {
  return { ok: false, reason };
}

/** Whether a text holds exactly this data, and the comments of the document on lines of their own with the new ones. */
function isProved(before: Document, text: string, data: Plain, notes: string[]): boolean {
  const after = parse(text);
  const found = plainOf(after);
  if (slice(text).length > 1 || after.errors.length > 0 || found === undefined || !equals(found, data)) return false;
  const old = ownLines(before.text);
  const left = [...notes];
  for (const comment of ownLines(text)) {
    if (comment === old[0]) old.shift();
    else if (left.includes(comment)) left.splice(left.indexOf(comment), 1);
    else return false;
  }
  return old.length === 0 && left.length === 0;
}

function ownLines(text: string): string[] {
  return comments(text)
    .filter((comment) => comment.alone)
    .map((comment) => text.slice(comment.start, comment.end));
}

function withoutDoubles(changes: readonly Change[]): readonly Change[] {
  const seen = new Map(changes.toReversed().map((change) => [JSON.stringify(change), change]));
  return changes.filter((change) => seen.get(JSON.stringify(change)) === change);
}

/** Turns changes into text edits: marks the entries that they are for, then writes entry by entry. */
class Batch {
  readonly changes: readonly Change[];
  /** The first reason that was met; the edits are of no use then. */
  refusal: string | undefined;
  readonly #document: Document;
  readonly #patch: Patch;
  readonly #root: Entry;
  readonly #aliases: { readonly name: string; readonly at: number }[] = [];
  readonly #blockScalarEnds = new Set<number>();
  readonly #collections = new Set<Collection>();
  readonly #entries = new Set<Entry>();
  readonly #columns: (owner: Node, ofLists: boolean) => number;

  constructor(document: Document, changes: readonly Change[]) {
    this.changes = changes;
    this.#document = document;
    this.#patch = new Patch(document.text, comments(document.text));
    this.#root = Entry.root(document);
    this.#columns = indentation(document, this.#patch);
    visit(document.tree ?? null, {
      Alias: (_, node) => {
        this.#aliases.push({ name: node.source, at: node.range?.[0] ?? 0 });
      },
      Scalar: (_, node) => {
        if (node.type?.startsWith('BLOCK')) this.#blockScalarEnds.add(node.range?.[1] ?? 0);
      },
    });
  }

  edits(): TextEdit[] {
    const marked = this.changes.map((change) => ({ change, entry: this.#mark(change) }));
    for (const entry of this.#entries) if (entry.removed) this.#removeEmptied(entry.parent);
    for (const { change, entry } of marked) this.#checkAgainstOthers(change, entry);
    if (this.refusal !== undefined) return [];
    for (const collection of this.#collections) if (!collection.holder.isGone) this.#writeCollection(collection);
    for (const entry of this.#entries) if (!entry.isGone) this.#writeEntry(entry);
    if (/\{\{|\$\{/.test(this.#patch.touchedLines())) this.#refuse(REASONS.template);
    return this.#patch.edits((lineStart) => this.#blockScalarEnds.has(lineStart));
  }

  #refuse(reason: string): undefined {
    this.refusal ??= reason;
  }

  /** Notes a change at the entry it is for, or at the one that something is added to. */
  #mark(change: Change): Entry | undefined {
    const found = this.#walk(change.path);
    if (found === undefined) return;
    const { entry, missing } = found;
    if (change.kind === 'insert' || change.kind === 'append') {
      this.#markAddition(change, entry, missing);
      return entry;
    }
    if (missing.length > 0) return this.#refuse(REASONS.absent);
    if (entry.parent === undefined) return this.#refuse(REASONS.notation);
    this.#entries.add(entry);
    if (change.kind === 'remove') {
      entry.removed = true;
      this.#collections.add(entry.parent);
    } else if (change.kind === 'comment') entry.comments.push(change.text);
    else if (entry.parent.isRegular) {
      const value = change.kind === 'rename' ? change.key : plainOfValue(change.value);
      const other = change.kind === 'rename' ? entry.name : entry.replacement;
      if (other !== undefined && !equals(value, other)) return this.#refuse(REASONS.contradiction);
      if (change.kind === 'rename') {
        entry.name = change.key;
        this.#collections.add(entry.parent);
      } else entry.replacement = value;
    } else return this.#refuse(REASONS.irregular);
    if (change.kind !== 'comment' && this.#isUsedElsewhere(entry)) return this.#refuse(REASONS.anchor);
    return entry;
  }

  #markAddition(change: Change & { kind: 'insert' | 'append' }, entry: Entry, missing: FieldPath): undefined {
    const append = change.kind === 'append';
    const value = append ? [plainOfValue(change.value)] : plainOfValue(change.value);
    const { collection } = entry;
    const [key] = missing;
    const isOther = (one: Change) =>
      one.kind === 'insert' &&
      samePath(one.path, change.path) &&
      JSON.stringify(one.value) !== JSON.stringify(change.value);
    if (!append && this.changes.some(isOther)) return this.#refuse(REASONS.contradiction);
    const isNull = entry.value === undefined || (isScalar(entry.value) && entry.value.value === null);
    if (missing.some((name) => typeof name === 'number')) return this.#refuse(REASONS.absent);
    if (key === undefined && !isNull && !(append && isSeq(entry.value))) {
      return this.#refuse(append ? REASONS.other : REASONS.present);
    }
    if (key !== undefined && !isNull && !isMap(entry.value)) return this.#refuse(REASONS.other);
    if (isNull || collection?.isEmpty) {
      if (entry.parent === undefined) return this.#refuse(REASONS.notation);
      this.#entries.add(entry);
      const holder = new Mapping();
      if (entry.replacement !== undefined) holder.set('', entry.replacement);
      if (!graft(holder, ['', ...missing], value, append)) return this.#refuse(REASONS.contradiction);
      entry.replacement = holder.get('');
      return;
    }
    if (collection === undefined) return this.#refuse(REASONS.notation);
    this.#collections.add(collection);
    if (typeof key !== 'string') collection.appended.push(plainOfValue(change.value));
    else {
      if (!graft(collection.added, missing, value, append)) return this.#refuse(REASONS.contradiction);
      const slot = slotOf(collection, change.place);
      if (slot !== undefined && !collection.slots.has(key)) collection.slots.set(key, slot);
    }
  }

  /** The entry at a path; where there is none, the last on the way to it and the keys that are missing. */
  #walk(path: FieldPath): { entry: Entry; missing: FieldPath } | undefined {
    let entry = this.#root;
    for (const [index, key] of path.entries()) {
      const { value, collection } = entry;
      if (isAlias(value)) return this.#refuse(REASONS.shared);
      if (value?.anchor !== undefined && this.#aliases.some((alias) => alias.name === value.anchor)) {
        return this.#refuse(REASONS.anchor);
      }
      if (collection === undefined && (isMap(value) || isSeq(value))) return this.#refuse(REASONS.notation);
      const next = collection?.get(key);
      if (next === undefined) {
        // What is read there nevertheless was merged into the mapping.
        const isMerged = this.#document.root?.at(...path.slice(0, index + 1)) !== undefined;
        return isMerged ? this.#refuse(REASONS.shared) : { entry, missing: path.slice(index) };
      }
      entry = next;
    }
    return { entry, missing: [] };
  }

  /** Whether an alias elsewhere stands for a part of the entry. */
  #isUsedElsewhere(entry: Entry): boolean {
    const outside = this.#aliases.filter(({ at }) => at < entry.start || at >= entry.end);
    let found = false;
    visit(entry.value ?? null, {
      Value: (_, node) => {
        found ||= outside.some((alias) => alias.name === node.anchor);
      },
    });
    return found;
  }

  #removeEmptied(collection: Collection | undefined): void {
    const holder = collection?.holder;
    if (!collection?.isEmptied || !isMap(collection.node) || !holder?.parent) return;
    if (!EMPTIED_PARENTS.includes(String(holder.key))) return;
    holder.removed = true;
    this.#collections.add(holder.parent);
    this.#removeEmptied(holder.parent);
  }

  /** Nothing but removals may happen in what is removed, and nothing at all in what is replaced. */
  #checkAgainstOthers(change: Change, target: Entry | undefined): void {
    for (let entry: Entry | undefined = target; entry !== undefined; entry = entry.parent?.holder) {
      const isOwn = entry === target && change.kind !== 'remove';
      const isReplaced = entry.replacement !== undefined && !isOwn;
      if (isReplaced || (entry.removed && change.kind !== 'remove')) this.#refuse(REASONS.contradiction);
    }
  }

  #writeCollection(collection: Collection): undefined {
    const { entries, added, appended } = collection;
    if (!collection.isRegular) return this.#refuse(REASONS.irregular);
    const keys = [
      ...entries.filter((entry) => !entry.removed).map((entry) => entry.name ?? entry.key),
      ...added.keys(),
    ];
    if (new Set(keys).size < keys.length) return this.#refuse(REASONS.present);
    const last = 2 * entries.length - 1;
    const additions: Addition[] = [
      ...[...added].map(([key, value]) => ({ key, value, slot: collection.slots.get(key) ?? last })),
      ...appended.map((value) => ({ key: undefined, value, slot: last })),
    ].toSorted((a, b) => a.slot - b.slot);
    if (collection.flow) this.#writeFlow(collection, additions);
    else this.#writeBlock(collection, additions);
  }

  #writeBlock(collection: Collection, additions: readonly Addition[]): undefined {
    const patch = this.#patch;
    const { entries, holder } = collection;
    const [first] = entries;
    if (first === undefined) return;
    const prefix = patch.prefix(first.start);
    if (!/^[ -]*$/.test(prefix)) return this.#refuse(REASONS.notation);
    const pad = ' '.repeat(prefix.length);
    const isInline = prefix.trim() !== '';
    const kept = entries.findIndex((entry) => !entry.removed);
    const next = entries[kept];

    if (collection.isEmptied && !isInline && holder.valueStart !== undefined) {
      return this.#writeBehind(holder, isMap(collection.node) ? ' {}' : ' []');
    }
    // Behind a dash, something must take the place of the first entry.
    let onFirstLine = '';
    let rest = additions;
    if (collection.isEmptied) onFirstLine = isMap(collection.node) ? '{}' : '[]';
    else if (isInline && first.removed) {
      const before = additions.filter(({ slot }) => next === undefined || slot <= 2 * kept);
      rest = additions.slice(before.length);
      onFirstLine = before.flatMap((one) => this.#blockLines(collection, one)).join(patch.lineBreak(first.start) + pad);
    }
    let from = 0;
    if (onFirstLine !== '') {
      patch.delete(first.start, patch.lineEnd(first.start));
      patch.insert(first.start, onFirstLine);
      patch.deleteLines(patch.nextLine(first.start), first.end);
      from = 1;
    } else if (isInline && first.removed && next !== undefined) {
      this.#moveUp(first, next);
      from = kept;
    }
    for (const entry of entries.slice(from)) if (entry.removed) patch.deleteLines(entry.start, entry.end);
    for (const addition of rest) {
      const { slot } = addition;
      const entry: Entry = entries[slot >> 1] ?? first;
      const lines = this.#blockLines(collection, addition);
      if (slot % 2 === 1) this.#insertLines(patch.lineBehind(entry.end), lines, pad);
      else if (entry === first && isInline) {
        const lineBreak = patch.lineBreak(first.start) + pad;
        patch.insert(first.start, lines.map((line) => line + lineBreak).join(''));
      } else this.#insertLines(this.#lineBefore(entry), lines, pad);
    }
  }

  /** Lets an entry take the place of the first one, with the comments between them above the dash. */
  #moveUp(first: Entry, next: Entry): void {
    const patch = this.#patch;
    const above = patch.comments.filter(({ alone, start }) => alone && start > first.start && start < next.start);
    const lines = above.map((comment) => patch.text.slice(comment.start, comment.end));
    this.#insertLines(patch.lineStart(first.start), lines, patch.indentation(first.start));
    patch.delete(first.start, next.start);
  }

  /** The line above which something goes that comes before an entry: comments directly above an entry belong to it. */
  #lineBefore(entry: Entry): number {
    const patch = this.#patch;
    let line = patch.lineStart(entry.start);
    // Above the first key of a document stands what is said of the whole.
    if (entry.parent?.holder === this.#root && entry === entry.parent.entries[0]) return line;
    const indent = patch.indentation(line);
    while (line > 0 && patch.isComment(line - 1) && patch.indentation(line - 1) === indent)
      line = patch.lineStart(line - 1);
    return line;
  }

  #insertLines(at: number, lines: readonly string[], pad: string): void {
    const lineBreak = this.#patch.lineBreak(Math.max(at - 1, 0));
    for (const line of lines) this.#patch.insert(at, pad + line + lineBreak);
  }

  #blockLines(collection: Collection, { key, value }: Addition): string[] {
    const style = this.#blockStyle(collection.node);
    return key === undefined ? write.itemLines(value, style) : write.pairLines(key, value, style);
  }

  #blockStyle(owner: Node): write.BlockStyle {
    return { step: this.#columns(owner, false), listStep: this.#columns(owner, true) };
  }

  /** Rewrites the stretches between entries that stay, commas and all, so that what stood between entries still does. */
  #writeFlow(collection: Collection, additions: readonly Addition[]): void {
    const patch = this.#patch;
    const { entries } = collection;
    const style = this.#flowLayout(collection);
    const kept = [...entries.keys()].filter((index) => !entries[index]?.removed);
    [...kept, entries.length].forEach((right, index) => {
      const left = kept[index - 1] ?? -1;
      const texts = additions
        .filter(({ slot }) => slot > 2 * left && slot <= 2 * right)
        .map(({ key, value }) =>
          key === undefined
            ? write.flowText(value, style, style.indentation)
            : write.flowPair(key, value, style, style.indentation),
        );
      if (left + 1 === right && texts.length === 0) return;
      const [before, behind] = [entries[left], entries[right]];
      const start = before?.end ?? style.open;
      const end = behind?.start ?? style.close;
      const inside = patch.comments.filter((one) => one.start >= start && one.end <= end);
      const own = inside.filter((one) => one.alone).map((one) => patch.text.slice(patch.lineStart(one.start), one.end));
      const trailing = inside.find((one) => !one.alone && one.end <= patch.lineEnd(start));
      const hasComma = style.tail.includes(',');
      if (trailing === undefined && own.length === 0) {
        const opening = before === undefined ? style.lead : style.separator;
        const closing = behind === undefined ? style.tail : right === 0 ? style.separator : (style.gaps[right] ?? '');
        const isNothing = before === undefined && behind === undefined && texts.length === 0;
        const between = before === undefined ? opening : closing;
        const text = texts.length > 0 ? opening + texts.join(style.separator) + closing : between;
        patch.replace(start, end, isNothing ? '' : text);
        return;
      }
      const lineBreak = patch.lineBreak(start);
      const follows = behind !== undefined || hasComma;
      const comma = before !== undefined && (follows || texts.length > 0) ? ',' : '';
      const remark = trailing === undefined ? '' : ` ${patch.text.slice(trailing.start, trailing.end)}`;
      const lines = [
        comma + remark,
        ...texts.map((text, at) => style.indentation + text + (follows || at < texts.length - 1 ? ',' : '')),
        ...own,
        patch.indentation(end),
      ];
      patch.replace(start, end, lines.join(lineBreak));
    });
  }

  /** How a flow collection is written: what stands before, between and behind its entries, and how new ones look. */
  #flowLayout(collection: Collection): FlowLayout {
    const patch = this.#patch;
    const { entries, node } = collection;
    const [start, end] = node.range ?? [0, 0];
    const [open, close] = [start + 1, end - 1];
    const gaps = [...entries.keys(), entries.length].map((index) =>
      this.#gap(entries[index - 1]?.end ?? open, entries[index]?.start ?? close),
    );
    const lead = gaps[0] ?? '';
    const tail = gaps.at(-1) ?? '';
    const separator = gaps.length > 2 ? (gaps[1] ?? '') : lead.includes('\n') ? `,${lead}` : ', ';
    const isLong = separator.includes('\n');
    const indentation = isLong ? separator.slice(separator.lastIndexOf('\n') + 1) : '';
    const outer = patch.indentation(close);
    const step = indentation.startsWith(outer) ? indentation.slice(outer.length) : '  ';
    const lines = { lineBreak: patch.lineBreak(start), step, trailingComma: tail.includes(',') };
    const quoting = this.#flowQuoting(collection);
    const layout = { ...quoting, open, close, lead, separator, tail, gaps, indentation, padding: isLong ? '' : lead };
    return isLong ? { ...layout, lines } : layout;
  }

  /** What stands between two entries; over several lines without comments and blank lines. */
  #gap(start: number, end: number): string {
    const { text, comments: all } = this.#patch;
    const gap = text.slice(start, end);
    if (!gap.includes('\n')) return gap;
    const last = gap.slice(gap.lastIndexOf('\n') + 1);
    const remarks = all.filter((one) => one.start >= start && one.end <= end);
    const commas =
      gap.split(',').length - remarks.flatMap((one) => text.slice(one.start, one.end).split(',').slice(1)).length;
    return (commas > 1 && !last.includes(',') ? ',' : '') + this.#patch.lineBreak(start) + last;
  }

  #flowQuoting(collection: Collection): Pick<write.FlowStyle, 'keys' | 'strings'> {
    let keys: write.Quoting | undefined;
    for (let one: Collection | undefined = collection; one?.flow && keys === undefined; one = one.holder.parent) {
      const key = one.entries[0]?.keyNode;
      if (key !== undefined) keys = key.type === 'QUOTE_DOUBLE' ? 'json' : 'plain';
    }
    if (keys === 'json' || this.#root.collection?.flow) return { keys: keys ?? 'plain', strings: 'json' };
    const sibling = collection.entries.find((entry) => isScalar(entry.value) && typeof entry.value.value === 'string');
    return { keys: 'plain', strings: quotingOf(sibling?.value) };
  }

  #writeEntry(entry: Entry): undefined {
    const patch = this.#patch;
    const { parent, keyNode } = entry;
    if (parent === undefined) return;
    const isJson = parent.flow && this.#flowQuoting(parent).strings === 'json';
    if (entry.name !== undefined && keyNode?.range) {
      const quoting = quotingOf(keyNode);
      const text = write.scalarText(entry.name, isJson && quoting === 'double' ? 'json' : quoting);
      patch.replace(keyNode.range[0], keyNode.range[1], text);
    }
    if (entry.replacement !== undefined) this.#writeValue(entry, parent, entry.replacement, isJson);
    for (const comment of entry.comments) this.#writeComment(entry, comment);
  }

  #writeComment(entry: Entry, text: string): undefined {
    const patch = this.#patch;
    const top = this.#root.collection;
    if (top?.flow && top.entries[0]?.keyNode?.type === 'QUOTE_DOUBLE') return this.#refuse(REASONS.json);
    // Above its `---` line a comment would belong to the document before.
    if (/[\r\n]/.test(text) || patch.prefix(entry.start).startsWith('---')) return this.#refuse(REASONS.notation);
    this.#insertLines(patch.lineStart(entry.start), [`#${text}`], patch.indentation(entry.start));
  }

  #writeValue(entry: Entry, parent: Collection, value: Plain, isJson: boolean): undefined {
    const patch = this.#patch;
    const { valueStart, collection } = entry;
    const [start, end] = entry.value?.range ?? [0, 0];
    const isBlock = entry.isBlockScalar || collection?.flow === false;
    const isOnOneLine = start < end && !isBlock && !patch.text.slice(start, end).includes('\n');
    const quoting = isJson ? 'json' : quotingOf(entry.value);
    if (write.isFilled(value) && (parent.flow || (collection?.flow && !collection.isEmpty))) {
      const layout = this.#flowLayout(collection?.flow && !collection.isEmpty ? collection : parent);
      const text = write.flowText(value, layout, patch.indentation(entry.start));
      if (start < end) patch.replace(start, end, text);
      else this.#writeBehind(entry, ` ${text}`);
    } else if (!write.isFilled(value)) {
      const text = write.flowText(value, { keys: 'plain', strings: quoting, padding: '' }, '');
      if (start < end && (isOnOneLine || parent.flow)) patch.replace(start, end, text);
      else this.#writeBehind(entry, ` ${text}`);
    } else if (valueStart !== undefined) {
      const prefix = patch.prefix(parent.entries[0]?.start ?? 0);
      if (!/^[ -]*$/.test(prefix)) return this.#refuse(REASONS.notation);
      const style = this.#blockStyle(parent.node);
      const lines = write.valueLines(value, style);
      if (entry.keyNode === undefined) {
        const lineBreak = `${patch.lineBreak(entry.start)}${' '.repeat(prefix.length)}  `;
        return this.#writeBehind(entry, ` ${lines.join(lineBreak)}`);
      }
      const columns = prefix.length + (Array.isArray(value) ? style.listStep : style.step);
      this.#writeBehind(entry, '');
      this.#insertLines(patch.nextLine(valueStart), lines, ' '.repeat(columns));
    } else this.#refuse(REASONS.notation);
  }

  /** Writes a text directly behind the colon or dash of an entry, in place of its value. */
  #writeBehind(entry: Entry, text: string): undefined {
    const { valueStart, end } = entry;
    if (valueStart === undefined) return this.#refuse(REASONS.notation);
    this.#patch.insert(valueStart, text);
    this.#patch.deleteValue(valueStart, end);
  }
}

interface Addition {
  readonly key: string | undefined;
  readonly value: Plain;
  readonly slot: number;
}

interface FlowLayout extends write.FlowStyle {
  readonly open: number;
  readonly close: number;
  readonly lead: string;
  readonly separator: string;
  readonly tail: string;
  readonly gaps: readonly string[];
  readonly indentation: string;
}

function slotOf(collection: Collection, place: (Change & { kind: 'insert' })['place']): number | undefined {
  if (place === undefined || place === 'first') return place && 0;
  const before = 'before' in place;
  const sibling = collection.get(before ? place.before : place.after);
  return sibling && 2 * collection.entries.indexOf(sibling) + (before ? 0 : 1);
}

function quotingOf(node: Node | undefined): write.Quoting {
  if (!isScalar(node)) return 'plain';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : node.type === 'QUOTE_SINGLE' ? 'single' : 'plain';
}
