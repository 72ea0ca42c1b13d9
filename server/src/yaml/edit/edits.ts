import { isAlias, isMap, isSeq } from 'yaml';
import { applyEdits, joinEdits, type TextEdit } from '../../text/edit.ts';
import { Memo } from '../../text/memo.ts';
import type { Comment } from '../read/comments.ts';
import { type Document, parse } from '../read/document.ts';
import { maskJsonComments } from '../read/json-comments.ts';
import type { FieldPath } from '../read/path.ts';
import { slice } from '../read/slice.ts';
import { writeBehind, writeBlock, writeBlockValue } from './block.ts';
import { type Change, EMPTIED_PARENTS } from './change.ts';
import { explaining } from './explaining.ts';
import { flowQuoting, flowValue, writeFlow } from './flow.ts';
import { type Collection, type Entry, Layout, usualSteps } from './layout.ts';
import { editsAround, partsFor } from './part.ts';
import { Patch, REFUSALS } from './patch.ts';
import { changePlain, equals, graft, Mapping, type Plain, plainOf, plainOfValue } from './plain.ts';
import { emptyText, isFilled, quotingOf, scalarText } from './scalar.ts';

/** What changes come to together: edits with the text after them, or a sentence that says why there are none. */
export type Plan =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/**
 * The smallest edits that bring about the changes together. They have been applied, and the result has been read again
 * and compared: its data is the old data with the changes made to it, every comment on a line of its own is there but
 * for those directly above what is removed, and a comment behind something is gone only with that. All other text is the same, for nothing but edits makes the result.
 * What is added in the same place is written in the order of the changes; otherwise their order is of no account.
 *
 * Where parts of the document can be edited by themselves only these are read again: the rest stays as it is.
 */
export function editsFor(document: Document, changes: readonly Change[]): Plan {
  return editsInParts(document, changes) ?? editsInWhole(document, changes);
}

/** Undefined where they cannot be made so; whether and why they cannot be made at all is for the whole to say. */
function editsInParts(document: Document, changes: readonly Change[]): Plan | undefined {
  const all: TextEdit[] = [];
  for (const { part, changes: own } of partsFor(document, changes) ?? []) {
    const plan = planOf(part.document, own, document);
    if (!plan.ok || !plan.text.endsWith('\n')) return undefined;
    const moved = editsAround(part, plan.edits);
    if (moved === undefined) return undefined;
    all.push(...moved);
  }
  if (all.length === 0) return undefined;
  // At the end of a value what is added in it comes before what is added behind it, as the parts do.
  const edits = joinEdits(all);
  return edits && { ok: true, edits, text: applyEdits(document.text, edits) };
}

/** The same for the same text, the same changes, and for what is added what is usual around it: nothing else decides. */
function planOf(part: Document, changes: readonly Change[], around: Document): Plan {
  const isAdding = changes.some(({ kind }) => kind === 'insert' || kind === 'append' || kind === 'replace');
  const key = JSON.stringify([part.text, changes, isAdding && usualSteps(around)]);
  return PLANS.of(key, () => editsInWhole(part, changes, around));
}

const PLANS = new Memo<Plan>(1_000, 2_000);

/** The same with the whole document read again. `around` is what it is a part of. */
export function editsInWhole(document: Document, changes: readonly Change[], around = document): Plan {
  if (maskJsonComments(document.text) !== document.text) return refused(REFUSALS.jsonComments);
  const left = errorsLeft(document, changes);
  if (left === undefined) return refused(REFUSALS.broken);
  const data = plainOf(document);
  if (data === undefined) return refused(REFUSALS.unreadable);
  const different = [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
  const layout = new Layout(document, around);
  const edits = new EditWriter(layout, different).write();
  if (layout.patch.refusal !== undefined) return refused(layout.patch.refusal);
  const text = applyEdits(document.text, edits);
  changePlain(data, different);
  const added = different.flatMap((change) => (change.kind === 'comment' ? [`#${change.text}`] : []));
  const comments = { old: textsOfOwn(layout.patch), added };
  const isExact = isProved(document, text, data, comments, left) && keepsComments(layout.patch, edits);
  if (isExact) return { ok: true, edits, text };
  return refused(layout.hasAliases ? REFUSALS.shared : REFUSALS.unproved);
}

function refused(reason: string): Plan {
  return { ok: false, reason };
}

/**
 * How many errors a document has when the changes are made. In one with errors these may only replace scalars with
 * escapes that are none, or add comments, and there may be no other errors: undefined for anything else.
 */
function errorsLeft({ errors, root }: Document, changes: readonly Change[]): number | undefined {
  if (errors.length === 0) return 0;
  const errorsIn = (change: Change) => {
    const field = change.kind === 'replace' ? root?.at(...change.path) : undefined;
    if (field === undefined || !field.isScalar) return [];
    const { start, end } = field.valueSpan;
    return errors.filter(({ at }) => start <= at && at < end);
  };
  const mended = changes.filter(({ kind }) => kind !== 'comment').map(errorsIn);
  const isMending = errors.every(({ isEscape }) => isEscape) && mended.every((list) => list.length > 0);
  return isMending ? errors.length - new Set(mended.flat()).size : undefined;
}

/**
 * Whether a text holds exactly this data, the comments on lines of their own that are left with those added, and only so
 * many errors, all of them in escapes.
 */
function isProved(
  before: Document,
  text: string,
  data: Plain,
  comments: { readonly old: readonly string[]; readonly added: readonly string[] },
  errors: number,
): boolean {
  const after = parse(text);
  const found = plainOf(after);
  if (slice(text).length > 1 || after.errors.length !== errors || found === undefined || !equals(found, data))
    return false;
  if (after.errors.some(({ isEscape }) => !isEscape)) return false;
  const lines = (document: Document) => document.template?.linesIn(document.text).join('\n');
  if (lines(after) !== lines(before)) return false;
  const [old, more] = [[...comments.old], [...comments.added]];
  for (const comment of textsOfOwn(new Patch(after))) {
    const from = comment === old[0] ? old : more;
    if (!from.includes(comment)) return false;
    from.splice(from.indexOf(comment), 1);
  }
  return old.length === 0 && more.length === 0;
}

/**
 * Whether the comments behind something are still there, but where what they stand behind is taken away too. Edits and
 * comments are in order and apart from each other.
 */
export function keepsComments(
  { text, comments }: Pick<Patch, 'text' | 'comments'>,
  edits: readonly TextEdit[],
): boolean {
  const remarks = comments.filter(({ alone }) => !alone);
  let next = 0;
  return edits.every((edit) => {
    while ((remarks[next]?.end ?? Infinity) <= edit.span.start) next++;
    for (let i = next; (remarks[i]?.start ?? Infinity) < edit.span.end; i++) {
      const { start, end } = remarks[i] as Comment;
      let standsBehind = start - 1;
      while (/[\s,]/.test(text[standsBehind] ?? '')) standsBehind--;
      if (edit.span.start > standsBehind && !edit.text.includes(text.slice(start, end))) return false;
    }
    return true;
  });
}

/** The comments on lines of their own. */
function textsOfOwn({ text, comments }: Pick<Patch, 'text' | 'comments'>): string[] {
  return comments.flatMap(({ alone, start, end }) => (alone ? [text.slice(start, end)] : []));
}

/** Marks what is to become of the entries that changes are for, and then writes it. */
class EditWriter {
  readonly #layout: Layout;
  readonly #changes: readonly Change[];
  readonly #collections = new Set<Collection>();
  readonly #entries = new Set<Entry>();
  readonly #replaced = new Set<Entry>();
  /** The first value that is to be inserted at a path. */
  readonly #inserted = new Map<string, Plain>();

  constructor(layout: Layout, changes: readonly Change[]) {
    this.#layout = layout;
    this.#changes = changes;
  }

  write(): TextEdit[] {
    const { patch, blockScalarEnds } = this.#layout;
    const marked = this.#changes.map((change) => ({ change, entry: this.#mark(change) }));
    const emptied = new Set([...this.#entries].flatMap(({ removed, parent }) => (removed ? parent : [])));
    for (const collection of emptied) this.#removeEmptied(collection);
    for (const { change, entry } of marked) this.#compareWithOthers(change, entry);
    if (patch.refusal !== undefined) return [];
    this.#removeComments();
    const entries = [...this.#entries].filter((entry) => !entry.isGone);
    const collections = [...this.#collections].filter((collection) => !collection.holder.isGone);
    // What is added in one place must come in this order: inner lines before outer ones, comments, the key itself.
    for (const entry of entries) if (entry.replacement !== undefined) this.#writeValue(entry, entry.replacement);
    for (const collection of collections.sort((a, b) => b.start - a.start)) this.#writeCollection(collection);
    for (const entry of entries) for (const comment of entry.comments) this.#writeComment(entry, comment);
    for (const entry of entries) if (entry.name !== undefined) this.#writeName(entry, entry.name);
    if (/\{\{|\$\{/.test(patch.touchedLines())) patch.refuse('template');
    const edits = patch.edits((offset) => blockScalarEnds.has(offset));
    this.#keepBranches(edits);
    return edits;
  }

  /** What is written must come into the branch of the template that it is for, and what actions write must stay put. */
  #keepBranches(edits: readonly TextEdit[]): undefined {
    const { patch, document } = this.#layout;
    const { template } = document;
    if (template === undefined) return;
    const targets = this.#changes.map((change) => template.branchAt(this.#walk(change).entry.start));
    const [branch] = targets;
    for (const { span, text } of edits) {
      if (text === '') continue;
      const places = [...targets, template.branchAt(span.start), template.branchAt(span.end)];
      if (places.some((one) => one !== branch)) patch.refuse('template');
      const isInLine = span.start < span.end && !/\n/.test(document.text.slice(span.start, span.end) + text);
      const isComment = /^(?:[ \t]*#.*\n)+$/.test(text);
      if (!isInLine && !isComment && template.isBesideWriter(span)) patch.refuse('template');
    }
    for (const entry of this.#entries) {
      const holdsMore = entry.isBlock || entry.isNull || entry.parent?.isEmptied;
      const behind = { start: entry.end, end: entry.end };
      if (entry.removed && holdsMore && template.isBesideWriter(behind)) patch.refuse('template');
    }
  }

  /** Marks the entry that a change is for, or to which it adds something. */
  #mark(change: Change): Entry | undefined {
    const { patch } = this.#layout;
    const { entry, missing } = this.#walk(change);
    const { parent } = entry;
    if (change.kind === 'insert' || change.kind === 'append') {
      this.#markAddition(change, entry, missing);
      return entry;
    }
    if (missing.length > 0) return patch.refuse('absent');
    if (parent === undefined) return patch.refuse('notation');
    if (change.kind !== 'comment' && !parent.isRegular) return patch.refuse('irregular');
    this.#entries.add(entry);
    if (change.kind === 'remove' || change.kind === 'rename') this.#collections.add(parent);
    if (change.kind === 'remove') entry.removed = true;
    else if (change.kind === 'comment') entry.comments.push(change.text);
    else if (change.kind === 'rename') {
      if (entry.keyNode === undefined) return patch.refuse('other');
      if (entry.name !== undefined) return patch.refuse('contradiction');
      entry.name = change.key;
    } else {
      if (entry.replacement !== undefined) return patch.refuse('contradiction');
      entry.replacement = plainOfValue(change.value);
      this.#replaced.add(entry);
    }
    return entry;
  }

  #markAddition(change: Change & { kind: 'insert' | 'append' }, entry: Entry, missing: FieldPath): undefined {
    const { patch } = this.#layout;
    const { collection, isNull, value: old } = entry;
    const isAppended = change.kind === 'append';
    const value = isAppended ? [plainOfValue(change.value)] : plainOfValue(change.value);
    const [key] = missing;
    if (missing.some((name) => typeof name === 'number')) return patch.refuse('absent');
    if (key === undefined && !isNull && !isAppended) return patch.refuse('present');
    if (!isNull && !(key === undefined ? isSeq(old) : isMap(old))) return patch.refuse('other');
    const where = JSON.stringify(change.path);
    if (!isAppended && !this.#inserted.has(where)) this.#inserted.set(where, plainOfValue(change.value));
    if (!isAppended && !equals(this.#inserted.get(where) ?? null, value)) return patch.refuse('contradiction');
    if (isNull || collection?.isEmpty) {
      this.#entries.add(entry);
      const holder = new Mapping([['', entry.replacement ?? null]]);
      if (!graft(holder, ['', ...missing], value, isAppended)) return patch.refuse('contradiction');
      entry.replacement = holder.get('');
    } else if (collection !== undefined) {
      this.#collections.add(collection);
      if (typeof key !== 'string') collection.appended.push(plainOfValue(change.value));
      else {
        if (!graft(collection.added, missing, value, isAppended)) return patch.refuse('contradiction');
        collection.place(key, change.place);
      }
    }
  }

  /** The entry at a path; where there is none, the last on the way to it and the keys that are missing. */
  #walk(change: Change): { entry: Entry; missing: FieldPath } {
    const { patch, document, root } = this.#layout;
    const { path } = change;
    let entry = root;
    for (const [index, key] of path.entries()) {
      const { value, collection } = entry;
      const isOneOfSeveral = document.template !== undefined && collection?.repeats(key) === true;
      // Of keys that stand in several branches of a template another one may be meant than the last.
      if (isOneOfSeveral && change.kind !== 'comment') patch.refuse('irregular');
      const next =
        isOneOfSeveral && change.kind === 'comment' ? collection.getAt(key, change.at) : collection?.get(key);
      if (next === undefined) {
        if (collection === undefined && (isMap(value) || isSeq(value))) patch.refuse('notation');
        // What is read there nevertheless was merged into the mapping.
        const isMerged = document.root?.at(...path.slice(0, index + 1)) !== undefined;
        if (isAlias(value) || isMerged) patch.refuse('shared');
        return { entry, missing: path.slice(index) };
      }
      entry = next;
    }
    return { entry, missing: [] };
  }

  #removeEmptied(collection: Collection | undefined): void {
    const holder = collection?.holder;
    if (!holder?.parent || !collection?.isEmptied || !isMap(collection.node)) return;
    if (!EMPTIED_PARENTS.includes(String(holder.key))) return;
    holder.removed = true;
    this.#collections.add(holder.parent);
    this.#removeEmptied(holder.parent);
  }

  /** Comments in what is removed go with its lines, and those between entries in flow style are written anew. */
  #removeComments(): void {
    const { patch } = this.#layout;
    const removed = [...this.#collections].flatMap(({ entries }) => entries.filter((entry) => entry.removed));
    const gone = removed.map((entry) => ({ entry, comments: explaining(this.#layout, [entry]) }));
    patch.forget(gone.flatMap(({ comments }) => comments));
    for (const { entry, comments } of gone) {
      const above = entry.parent?.isFlow ? [] : comments.filter(({ start }) => start < entry.start);
      for (const { start } of above) patch.delete(patch.lineStart(start), patch.nextLine(start));
    }
  }

  /** Only removals may happen in what is removed, and nothing in what is replaced. */
  #compareWithOthers(change: Change, target: Entry | undefined): void {
    const isInside = change.kind === 'remove' || change.kind === 'insert' || change.kind === 'append';
    for (let entry = target; entry !== undefined; entry = entry.parent?.holder) {
      const isReplaced = this.#replaced.has(entry) && (isInside || entry !== target);
      if (isReplaced || (entry.removed && change.kind !== 'remove')) this.#layout.patch.refuse('contradiction');
    }
  }

  #writeCollection(collection: Collection): undefined {
    const { patch } = this.#layout;
    const { entries, added, isFlow, isRegular } = collection;
    if (!isRegular) return patch.refuse('irregular');
    const kept = entries.filter((entry) => !entry.removed);
    const written = [...kept.flatMap(({ name }) => name ?? []), ...added.keys()];
    const left = [...kept.filter(({ name }) => name === undefined).map(({ key }) => key), ...written];
    if (written.some((name) => left.indexOf(name) !== left.lastIndexOf(name))) return patch.refuse('present');
    if (isFlow) writeFlow(this.#layout, collection);
    else writeBlock(this.#layout, collection);
  }

  #writeValue(entry: Entry, value: Plain): undefined {
    const { parent, collection } = entry;
    if (entry.isTagged) return this.#layout.patch.refuse('notation');
    if (!isFilled(value)) {
      const old = quotingOf(entry.value);
      const isJson = old !== 'single' && parent?.isFlow && flowQuoting(this.#layout, parent).strings === 'json';
      this.#writeInPlace(entry, emptyText(value) ?? scalarText(value, isJson ? 'json' : old));
    } else {
      // A flow collection is followed by another.
      const model = collection?.isFlow && !collection.isEmpty ? collection : parent;
      if (model?.isFlow) this.#writeInPlace(entry, flowValue(this.#layout, entry, model, value));
      else writeBlockValue(this.#layout, entry, value);
    }
  }

  #writeInPlace(entry: Entry, text: string): void {
    const { patch } = this.#layout;
    const [start, end] = entry.value?.range ?? [0, 0];
    const isShort = start < end && !entry.isBlock && !patch.text.slice(start, end).includes('\n');
    if (isShort || (entry.parent?.isFlow && start < end)) patch.replace(start, end, text);
    else writeBehind(this.#layout, entry, ` ${text}`);
  }

  #writeName({ parent, keyNode }: Entry, name: string): void {
    const isJson = parent?.isFlow && flowQuoting(this.#layout, parent).keys === 'json';
    const [start, end] = keyNode?.range ?? [0, 0];
    this.#layout.patch.replace(start, end, scalarText(name, isJson ? 'json' : quotingOf(keyNode)));
  }

  #writeComment(entry: Entry, text: string): undefined {
    const { patch, isFlow } = this.#layout;
    const isJson = isFlow && entry.parent && flowQuoting(this.#layout, entry.parent).keys === 'json';
    if (isJson) return patch.refuse('json');
    // Above its `---` line a comment would belong to the document before.
    if (/[\r\n]/.test(text) || patch.prefix(entry.start).startsWith('---')) return patch.refuse('notation');
    patch.insertLines(patch.lineStart(entry.start), [`#${text}`], patch.indentation(entry.start));
  }
}
