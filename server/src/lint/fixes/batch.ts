import { applyEdits, type TextEdit } from '../../text/edit.ts';
import { EMPTIED_PARENTS } from '../../yaml/edit/change.ts';
import type { Document } from '../../yaml/read/document.ts';
import type { FieldPath } from '../../yaml/read/path.ts';
import type { Finding } from '../finding.ts';
import { AUTOMATIC, type Fix } from '../rule.ts';
import { editsOf, selectedFixes } from './applicable-fixes.ts';

/** Fixes in one document that can be applied without the others: those of one rule, or of rules that share lines. */
export interface Batch {
  readonly rules: readonly string[];
  readonly safety: Fix['safety'];
  readonly fixes: readonly Fix[];
  /** Offsets count from the start of the document. No edit overlaps one of another batch; where two touch, both remove something. */
  readonly edits: readonly TextEdit[];
}

/**
 * The fixes for the findings of a document that can be applied at once: all safe fixes, and the removals of fields without an
 * effect. The edits of all batches are the edits of all fixes combined, so any choice of batches is valid.
 */
export function batches(document: Document, findings: readonly Finding[]): readonly Batch[] {
  const ruleOf = new Map(findings.flatMap((finding) => finding.fixes.map((fix) => [fix, finding.rule] as const)));
  let fixes = selectedFixes(document, findings, { safeties: AUTOMATIC });
  for (;;) {
    const parts = partition(document, byRule(fixes, ruleOf));
    // Safe fixes do not need a decision, so they are not combined with others: those that share lines with them are left out.
    const shared = new Set(
      parts
        .filter((part) => new Set(part.map(({ safety }) => safety)).size > 1)
        .flatMap((part) => part.flatMap((group) => group.fixes)),
    );
    if (shared.size === 0) return parts.map((part) => batchOf(document, part));
    fixes = fixes.filter((fix) => fix.safety === 'safe' || !shared.has(fix));
  }
}

interface Group {
  readonly rule: string;
  readonly safety: Fix['safety'];
  readonly fixes: readonly Fix[];
}

function byRule(fixes: readonly Fix[], ruleOf: ReadonlyMap<Fix, string>): Group[] {
  const groups = new Map<string, Group & { fixes: Fix[] }>();
  for (const fix of fixes) {
    const rule = ruleOf.get(fix) ?? '';
    const key = `${fix.safety} ${rule}`;
    const group = groups.get(key) ?? { rule, safety: fix.safety, fixes: [] };
    groups.set(key, group);
    group.fixes.push(fix);
  }
  return [...groups.values()];
}

interface Part {
  readonly groups: readonly Group[];
  readonly edits: readonly TextEdit[];
}

/** Partitions groups so that those that affect each other are in the same part. */
function partition(document: Document, groups: readonly Group[]): (readonly Group[])[] {
  const whole = editsOf(document, fixesOf(groups));
  const partOf = (own: readonly Group[]): Part => ({ groups: own, edits: editsOf(document, fixesOf(own)) });
  const singles = groups.map((group) => partOf([group]));
  // Adjacent removals are a single edit when combined, so the resulting texts are compared.
  if (areSame(document.text, editsIn(singles), whole)) return singles.map((part) => part.groups);
  const parentsOf = emptiedParents(document, groups);
  const clusters = singles.reduce<(readonly Part[])[]>((all, part) => {
    const near = all.filter((cluster) => cluster.some((other) => affectEachOther(other, part, parentsOf)));
    return [...all.filter((cluster) => !near.includes(cluster)), [...near.flat(), part]];
  }, []);
  let parts = clusters.map((cluster) => merge(cluster, partOf));
  // In flow style, commas depend on what remains at the end of a collection.
  for (const edit of whole) {
    const near = parts.filter((part) => part.edits.some((own) => touch(own, edit)));
    const edits = editsIn(near).filter((own) => touch(own, edit));
    if (near.length < 2 || areSame(document.text, edits, [edit])) continue;
    parts = [...parts.filter((part) => !near.includes(part)), merge(near, partOf)];
  }
  return areSame(document.text, editsIn(parts), whole) ? parts.map((part) => part.groups) : [groups];
}

function merge(parts: readonly Part[], partOf: (own: readonly Group[]) => Part): Part {
  const [first, ...others] = parts;
  return first !== undefined && others.length === 0 ? first : partOf(parts.flatMap((part) => part.groups));
}

/** Whether two parts change the same text, or only together empty a parent, which is then removed, too. */
function affectEachOther(a: Part, b: Part, parentsOf: (part: Part) => ReadonlySet<string>): boolean {
  const parents = parentsOf(b);
  return (
    [...parentsOf(a)].some((parent) => parents.has(parent)) ||
    a.edits.some((edit) => b.edits.some((other) => overlap(edit, other)))
  );
}

/** The parents that the removals of all groups empty; returns, for a part, those that it removes something from. */
function emptiedParents({ root }: Document, groups: readonly Group[]): (part: Part) => ReadonlySet<string> {
  const removed = new Set(removalsOf(groups).map(textOf));
  const parentsAbove = (path: FieldPath) => {
    const parents: string[] = [];
    for (let parent = path.slice(0, -1); parent.length > 0; parent = parent.slice(0, -1)) {
      const entries = EMPTIED_PARENTS.includes(String(parent.at(-1))) ? root?.at(...parent)?.entries() : undefined;
      if (!entries?.every(([key]) => removed.has(textOf([...parent, key])))) break;
      removed.add(textOf(parent));
      parents.push(textOf(parent));
    }
    return parents;
  };
  // Only after the last removal below a parent is it known that the parent is empty.
  for (const path of removalsOf(groups)) parentsAbove(path);
  return (part) => new Set(removalsOf(part.groups).flatMap(parentsAbove));
}

function removalsOf(groups: readonly Group[]): FieldPath[] {
  return fixesOf(groups).flatMap(({ changes }) =>
    changes.flatMap(({ kind, path }) => (kind === 'remove' || kind === 'move' ? [path] : [])),
  );
}

function textOf(path: FieldPath): string {
  return JSON.stringify(path);
}

function editsIn(parts: readonly Part[]): TextEdit[] {
  return parts.flatMap((part) => part.edits);
}

/** Whether edits of several parts do not overlap and have the same result as the other edits. */
function areSame(text: string, edits: readonly TextEdit[], others: readonly TextEdit[]): boolean {
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const areSeparate = sorted.every(({ span }, index) => {
    const previous = sorted[index - 1]?.span;
    if (previous === undefined || previous.end < span.start) return true;
    return previous.end === span.start && previous.start < previous.end && span.start < span.end;
  });
  return areSeparate && applyEdits(text, sorted) === applyEdits(text, others);
}

function batchOf(document: Document, groups: readonly Group[]): Batch {
  const fixes = fixesOf(groups);
  const safety = groups[0]?.safety ?? 'review';
  return { rules: groups.map(({ rule }) => rule), safety, fixes, edits: editsOf(document, fixes) };
}

function fixesOf(groups: readonly Group[]): Fix[] {
  return groups.flatMap((group) => group.fixes);
}

function touch({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function overlap({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  return a.start < b.end && b.start < a.end;
}
