import type { TextEdit } from '../text/edit.ts';
import type { Document } from '../yaml/document.ts';
import type { Finding } from './finding.ts';
import { editsOf, madeTogether, safeFixes } from './offer.ts';
import type { Fix } from './rule.ts';

/** Fixes in one document that can be made without the others: those of one rule, or of rules that share lines. */
export interface Batch {
  readonly rules: readonly string[];
  readonly safety: Fix['safety'];
  readonly fixes: readonly Fix[];
  /** Offsets count from the start of the document. No edit touches one of another batch. */
  readonly edits: readonly TextEdit[];
}

/**
 * What can be done about the findings of a document at once: all safe fixes, and the removal of what is ignored, where
 * that is the best fix. The edits of all batches together are those of all fixes together, so that any choice of batches
 * does what it says.
 */
export function batches(document: Document, findings: readonly Finding[]): readonly Batch[] {
  const ruleOf = new Map(findings.flatMap((finding) => finding.fixes.map((fix) => [fix, finding.rule] as const)));
  const safe = safeFixes(document, findings);
  let fixes = madeTogether(document, findings.flatMap(ignoredRemoval), safe);
  for (;;) {
    const parts = apart(document, byRule(fixes, ruleOf));
    // A safe fix waits for no decision: what shares lines with it is left to be fixed by itself.
    const shared = new Set(
      parts
        .filter((part) => new Set(part.map(({ safety }) => safety)).size > 1)
        .flatMap((part) => part.flatMap((one) => one.fixes)),
    );
    if (shared.size === 0) return parts.map((part) => batchOf(document, part));
    fixes = fixes.filter((fix) => fix.safety === 'safe' || !shared.has(fix));
  }
}

/** The best fix of a finding, where it only removes what does nothing. */
function ignoredRemoval({ effect, fixes: [best] }: Finding): Fix[] {
  const isRemoval = best?.safety === 'review' && best.changes.every(({ kind }) => kind === 'remove');
  return effect === 'ignored' && isRemoval ? [best] : [];
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

/** Groups that stay out of each other's way, and together those that do not. */
function apart(document: Document, groups: readonly Group[]): Group[][] {
  const whole = editsOf(document, fixesOf(groups));
  const wanted = new Set(whole.map(keyOf));
  let parts = groups.map((group) => ({ groups: [group], edits: editsOf(document, group.fixes) }));
  const isWhole = () => {
    const edits = parts.flatMap((part) => part.edits);
    return edits.length === wanted.size && edits.every((edit) => wanted.has(keyOf(edit)));
  };
  if (isWhole()) return parts.map((part) => part.groups);
  const own = new Set(parts.flatMap((part) => part.edits.map(keyOf)));
  for (const edit of whole) {
    if (own.has(keyOf(edit))) continue;
    const isNear = (part: (typeof parts)[number]) => part.edits.some((one) => touch(one, edit));
    const united = parts.filter(isNear);
    parts = [
      ...parts.filter((part) => !united.includes(part)),
      { groups: united.flatMap((part) => part.groups), edits: united.flatMap((part) => part.edits) },
    ].filter((part) => part.groups.length > 0);
  }
  parts = parts.map((part) => ({ ...part, edits: editsOf(document, fixesOf(part.groups)) }));
  return isWhole() ? parts.map((part) => part.groups) : [[...groups]];
}

function batchOf(document: Document, groups: readonly Group[]): Batch {
  const fixes = fixesOf(groups);
  const safety = groups[0]?.safety ?? 'review';
  return { rules: groups.map(({ rule }) => rule), safety, fixes, edits: editsOf(document, fixes) };
}

function fixesOf(groups: readonly Group[]): Fix[] {
  return groups.flatMap((group) => group.fixes);
}

function keyOf({ span, text }: TextEdit): string {
  return `${span.start} ${span.end} ${text}`;
}

function touch({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}
