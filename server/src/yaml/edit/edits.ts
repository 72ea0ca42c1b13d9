import { applyEdits, joinEdits, type TextEdit } from '../../text/edit.ts';
import { Memo } from '../../text/memo.ts';
import type { Comment } from '../read/comments.ts';
import { type Document, parse } from '../read/document.ts';
import { maskJsonComments } from '../read/json-comments.ts';
import type { FieldPath } from '../read/path.ts';
import { slice } from '../read/slice.ts';
import { writeBehind, writeBlock, writeBlockValue } from './block.ts';
import { type Change, EMPTIED_PARENTS } from './change.ts';
import { editsInDocument, excerptsFor } from './excerpt.ts';
import { explanatoryComments } from './explanatory-comments.ts';
import { flowQuoting, flowValue, writeFlow } from './flow.ts';
import { type Collection, type Entry, Layout, usualSteps } from './layout.ts';
import { entryAt, movedText, type SimpleChange, withMovedText, withoutMoves } from './move.ts';
import { Patch, REFUSALS } from './patch.ts';
import { changePlain, equals, graft, Mapping, type Plain, plainOf, plainOfValue } from './plain.ts';
import { emptyText, isFilled, quotingOf, scalarText } from './scalar.ts';

/** The result of planning changes: edits and the text after them, or a sentence that says why the changes are refused. */
export type Plan =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/**
 * The smallest edits that make all changes together. They have been applied, and the result has been parsed and compared:
 * its data is the old data with the changes made to it. Comments on lines of their own are kept, except for those directly
 * above removed entries. A comment at the end of a line is removed only with what it follows. All other text is the same,
 * because the result is the old text with these edits. Additions in one place are written in the order of the changes;
 * otherwise their order does not matter.
 *
 * If the changes can be made in excerpts of the document, only these are parsed again.
 */
export function editsFor(document: Document, changes: readonly Change[]): Plan {
  return editsInExcerpts(document, changes) ?? editsInWhole(document, changes);
}

/** Undefined if the changes cannot be made in excerpts; only the whole document shows whether they are refused, and why. */
function editsInExcerpts(document: Document, changes: readonly Change[]): Plan | undefined {
  const all: TextEdit[] = [];
  for (const { excerpt, changes: own } of excerptsFor(document, changes) ?? []) {
    const plan = planOf(excerpt.document, own, document);
    if (!plan.ok || !plan.text.endsWith('\n')) return undefined;
    const moved = editsInDocument(excerpt, plan.edits);
    if (moved === undefined) return undefined;
    all.push(...moved);
  }
  if (all.length === 0) return undefined;
  // Excerpts come inner ones first: what is added inside of a value comes before what is added behind it.
  const edits = joinEdits(all);
  return edits && { ok: true, edits, text: applyEdits(document.text, edits) };
}

/** The plan depends only on the text of the excerpt, the changes and, for additions, the usual indentation around it. */
function planOf(excerpt: Document, changes: readonly Change[], around: Document): Plan {
  const isAdding = changes.some(({ kind }) => kind === 'insert' || kind === 'append' || kind === 'replace');
  const key = JSON.stringify([excerpt.text, changes, isAdding && usualSteps(around)]);
  return PLANS.of(key, () => editsInWhole(excerpt, changes, around));
}

const PLANS = new Memo<Plan>(1_000, 2_000);

/** Plans the changes by parsing the whole document again. `around` is the document that this one is an excerpt of. */
export function editsInWhole(document: Document, changes: readonly Change[], around = document): Plan {
  if (maskJsonComments(document.text) !== document.text) return refused(REFUSALS.jsonComments);
  const left = errorsLeft(document, changes);
  if (left === undefined) return refused(REFUSALS.broken);
  const data = plainOf(document);
  if (data === undefined) return refused(REFUSALS.unreadable);
  const distinct = [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
  const layout = new Layout(document, around);
  const { changes: simple, moves } = withoutMoves(distinct);
  const writer = new EditWriter(layout, simple);
  let edits = writer.write();
  if (layout.patch.refusal !== undefined) return refused(layout.patch.refusal);
  const movedComments: string[] = [];
  for (const [word, { path }] of moves) {
    const entry = entryAt(layout, path);
    const removed = (entry && writer.removedComments.get(entry)) ?? [];
    const moved = entry && movedText(layout, entry, removed);
    const written = moved && withMovedText(layout, edits, word, moved);
    if (written === undefined) return refused(REFUSALS.notation);
    edits = written;
    movedComments.push(...removed.map(({ start, end }) => layout.patch.text.slice(start, end)));
  }
  const text = applyEdits(document.text, edits);
  changePlain(data, distinct);
  const added = distinct.flatMap((change) => (change.kind === 'comment' ? [`#${change.text}`] : []));
  const comments = { old: commentLines(layout.patch), added: [...added, ...movedComments] };
  const isExact = isVerified(document, text, data, comments, left) && keepsComments(layout.patch, edits);
  if (isExact) return { ok: true, edits, text };
  return refused(layout.hasAliases ? REFUSALS.shared : REFUSALS.unproved);
}

function refused(reason: string): Plan {
  return { ok: false, reason };
}

/**
 * How many syntax errors are left after the changes. A document with errors is edited only if all of them are invalid escape
 * sequences, and every change replaces a scalar with such an error or adds a comment; otherwise undefined.
 */
function errorsLeft({ errors, root }: Document, changes: readonly Change[]): number | undefined {
  if (errors.length === 0) return 0;
  const errorsIn = (change: Change) => {
    const field = change.kind === 'replace' ? root?.at(...change.path) : undefined;
    if (field === undefined || !field.isScalar) return [];
    const { start, end } = field.valueSpan;
    return errors.filter(({ at }) => start <= at && at < end);
  };
  const fixed = changes.filter(({ kind }) => kind !== 'comment').map(errorsIn);
  const isFixing = errors.every(({ isEscape }) => isEscape) && fixed.every((list) => list.length > 0);
  return isFixing ? errors.length - new Set(fixed.flat()).size : undefined;
}

/**
 * Whether a text has exactly this data, the remaining and the added comment lines, and the given number of errors, all of
 * them in escape sequences.
 */
function isVerified(
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
  const [old, added] = [[...comments.old], [...comments.added]];
  for (const comment of commentLines(new Patch(after))) {
    const from = comment === old[0] ? old : added;
    if (!from.includes(comment)) return false;
    from.splice(from.indexOf(comment), 1);
  }
  return old.length === 0 && added.length === 0;
}

/**
 * Whether every comment at the end of a line is kept, unless what it follows is removed too. Edits and comments are sorted
 * and do not overlap.
 */
export function keepsComments(
  { text, comments }: Pick<Patch, 'text' | 'comments'>,
  edits: readonly TextEdit[],
): boolean {
  const trailing = comments.filter(({ alone }) => !alone);
  let next = 0;
  return edits.every((edit) => {
    while ((trailing[next]?.end ?? Infinity) <= edit.span.start) next++;
    for (let i = next; (trailing[i]?.start ?? Infinity) < edit.span.end; i++) {
      const { start, end } = trailing[i] as Comment;
      let precedingAt = start - 1;
      while (/[\s,]/.test(text[precedingAt] ?? '')) precedingAt--;
      if (edit.span.start > precedingAt && !edit.text.includes(text.slice(start, end))) return false;
    }
    return true;
  });
}

/** The texts of the comments on lines of their own. */
function commentLines({ text, comments }: Pick<Patch, 'text' | 'comments'>): string[] {
  return comments.flatMap(({ alone, start, end }) => (alone ? [text.slice(start, end)] : []));
}

/** Marks the entries that the changes affect, and then writes the marked changes as edits. */
class EditWriter {
  /** The comment lines that are removed with each entry. */
  readonly removedComments = new Map<Entry, readonly Comment[]>();
  readonly #layout: Layout;
  readonly #changes: readonly SimpleChange[];
  readonly #collections = new Set<Collection>();
  readonly #entries = new Set<Entry>();
  readonly #replaced = new Set<Entry>();
  /** The first value to be inserted at each path: a second one must be equal. */
  readonly #inserted = new Map<string, Plain>();

  constructor(layout: Layout, changes: readonly SimpleChange[]) {
    this.#layout = layout;
    this.#changes = changes;
  }

  write(): TextEdit[] {
    const { patch, blockScalarEnds } = this.#layout;
    const marked = this.#changes.map((change) => ({ change, entry: this.#mark(change) }));
    const emptied = new Set([...this.#entries].flatMap(({ removed, parent }) => (removed ? parent : [])));
    for (const collection of emptied) this.#removeEmptied(collection);
    for (const { change, entry } of marked) this.#refuseContradictions(change, entry);
    if (patch.refusal !== undefined) return [];
    this.#removeComments();
    const entries = [...this.#entries].filter((entry) => !entry.isRemoved);
    const collections = [...this.#collections].filter((collection) => !collection.holder.isRemoved);
    // Insertions at one offset are applied in this order: inner lines before outer ones, comments, the key itself.
    for (const entry of entries) if (entry.replacement !== undefined) this.#writeValue(entry, entry.replacement);
    for (const collection of collections.sort((a, b) => b.start - a.start)) this.#writeCollection(collection);
    for (const entry of entries) for (const comment of entry.comments) this.#writeComment(entry, comment);
    for (const entry of entries) if (entry.name !== undefined) this.#writeName(entry, entry.name);
    if (/\{\{|\$\{/.test(patch.touchedLines())) patch.refuse('template');
    const edits = patch.edits((offset) => blockScalarEnds.has(offset));
    this.#keepBranches(edits);
    return edits;
  }

  /** Refuses edits that would write into another branch of the template, or change where the output of an action belongs. */
  #keepBranches(edits: readonly TextEdit[]): undefined {
    const { patch, document } = this.#layout;
    const { template } = document;
    if (template === undefined) return;
    const targets = this.#changes.map((change) => template.branchAt(this.#walk(change).entry.start));
    const [branch] = targets;
    for (const { span, text } of edits) {
      if (text === '') continue;
      const places = [...targets, template.branchAt(span.start), template.branchAt(span.end)];
      if (places.some((other) => other !== branch)) patch.refuse('template');
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

  /** Marks the entry that a change affects, or to which it adds something. */
  #mark(change: SimpleChange): Entry | undefined {
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
    if (!isNull && old?.kind !== (key === undefined ? 'list' : 'map')) return patch.refuse('other');
    const target = JSON.stringify(change.path);
    if (!isAppended && !this.#inserted.has(target)) this.#inserted.set(target, plainOfValue(change.value));
    if (!isAppended && !equals(this.#inserted.get(target) ?? null, value)) return patch.refuse('contradiction');
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

  /** The entry at a path; if it does not exist, its closest ancestor and the keys that are missing. */
  #walk(change: Change): { entry: Entry; missing: FieldPath } {
    const { patch, document, root } = this.#layout;
    const { path } = change;
    let entry = root;
    for (const [index, key] of path.entries()) {
      const { value, collection } = entry;
      const isRepeated = document.template !== undefined && collection?.repeats(key) === true;
      // If a key is in several branches of a template, the change may be for another one than the last.
      if (isRepeated && change.kind !== 'comment') patch.refuse('irregular');
      const next = isRepeated && change.kind === 'comment' ? collection.getAt(key, change.at) : collection?.get(key);
      if (next === undefined) {
        if (collection === undefined && (value?.kind === 'map' || value?.kind === 'list')) patch.refuse('notation');
        // A field without an entry was merged into the mapping.
        const isMerged = document.root?.at(...path.slice(0, index + 1)) !== undefined;
        if (value?.kind === 'alias' || isMerged) patch.refuse('shared');
        return { entry, missing: path.slice(index) };
      }
      entry = next;
    }
    return { entry, missing: [] };
  }

  #removeEmptied(collection: Collection | undefined): void {
    const holder = collection?.holder;
    if (!holder?.parent || !collection?.isEmptied || collection.node.kind !== 'map') return;
    if (!EMPTIED_PARENTS.includes(String(holder.key))) return;
    holder.removed = true;
    this.#collections.add(holder.parent);
    this.#removeEmptied(holder.parent);
  }

  /** Comments in removed entries go with their lines; those between entries in flow style are written again. */
  #removeComments(): void {
    const { patch } = this.#layout;
    const removed = [...this.#collections].flatMap(({ entries }) => entries.filter((entry) => entry.removed));
    const withComments = removed.map((entry) => ({ entry, comments: explanatoryComments(this.#layout, [entry]) }));
    patch.dropComments(withComments.flatMap(({ comments }) => comments));
    for (const { entry, comments } of withComments) {
      this.removedComments.set(entry, comments);
      const above = entry.parent?.isFlow ? [] : comments.filter(({ start }) => start < entry.start);
      for (const { start } of above) patch.delete(patch.lineStart(start), patch.nextLine(start));
    }
  }

  /** Removed entries may contain only other removals, and replaced entries no changes at all. */
  #refuseContradictions(change: SimpleChange, target: Entry | undefined): void {
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
      // A flow collection is replaced by another one.
      const model = collection?.isFlow && !collection.isEmpty ? collection : parent;
      if (model?.isFlow) this.#writeInPlace(entry, flowValue(this.#layout, entry, model, value));
      else writeBlockValue(this.#layout, entry, value);
    }
  }

  #writeInPlace(entry: Entry, text: string): void {
    const { patch } = this.#layout;
    const { start, end } = entry.value ?? { start: 0, end: 0 };
    const isShort = start < end && !entry.isBlock && !patch.text.slice(start, end).includes('\n');
    if (isShort || (entry.parent?.isFlow && start < end)) patch.replace(start, end, text);
    else writeBehind(this.#layout, entry, ` ${text}`);
  }

  #writeName({ parent, keyNode }: Entry, name: string): void {
    const isJson = parent?.isFlow && flowQuoting(this.#layout, parent).keys === 'json';
    const { start, end } = keyNode ?? { start: 0, end: 0 };
    this.#layout.patch.replace(start, end, scalarText(name, isJson ? 'json' : quotingOf(keyNode)));
  }

  #writeComment(entry: Entry, text: string): undefined {
    const { patch, isFlow } = this.#layout;
    const isJson = isFlow && entry.parent && flowQuoting(this.#layout, entry.parent).keys === 'json';
    if (isJson) return patch.refuse('json');
    // A comment above the `---` line would belong to the previous document.
    if (/[\r\n]/.test(text) || patch.prefix(entry.start).startsWith('---')) return patch.refuse('notation');
    patch.insertLines(patch.lineStart(entry.start), [`#${text}`], patch.indentation(entry.start));
  }
}
