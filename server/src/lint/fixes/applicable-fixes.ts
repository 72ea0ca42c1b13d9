import type { TextEdit } from '../../text/edit.ts';
import { t } from '../../text/localize.ts';
import type { Change } from '../../yaml/edit/change.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import type { Document } from '../../yaml/read/document.ts';
import { fieldAround, placeForComment } from '../../yaml/read/locate.ts';
import type { Finding } from '../finding.ts';
import type { Fix } from '../rule.ts';

/** A fix that was tried on the document and does exactly what it says. */
export interface ApplicableFix {
  readonly fix: Fix;
  /** Offsets count from the start of the document. */
  readonly edits: readonly TextEdit[];
}

/** A fix that cannot be made, and a sentence that says why. */
export interface Refusal {
  readonly fix: Fix;
  readonly reason: string;
}

/**
 * The fixes that can be made in this document and change it, of a finding or others, in their order; without them, the
 * first refusal.
 */
export function applicableFixes(
  document: Document,
  { fixes }: Pick<Finding, 'fixes'>,
): { readonly applicable: readonly ApplicableFix[]; readonly refusal: Refusal | undefined } {
  const plans = fixes
    .filter((fix) => !isDone(document, fix))
    .map((fix) => ({ fix, plan: editsFor(document, fix.changes) }));
  const [refusal] = plans.flatMap(({ fix, plan }) => (plan.ok ? [] : [{ fix, reason: plan.reason }]));
  const made = plans.flatMap(({ fix, plan }) => (plan.ok ? [{ fix, edits: plan.edits }] : []));
  return { applicable: made, refusal: made.length === 0 ? refusal : undefined };
}

/**
 * Writes a directive directly above the line of a finding, with a `reason` that ends it; undefined where no comment can
 * stand there.
 */
export function allowHere(document: Document, finding: Finding, reason = ''): ApplicableFix | undefined {
  const field = fieldAround(document, finding.at);
  if (field === undefined || finding.object === undefined) return undefined;
  const text = ` kubewin: allow ${finding.rule}${reason}`;
  const fix: Fix = {
    title: t`Allow \`${finding.rule}\` here${reason === '' ? '' : '…'}`,
    safety: 'review',
    changes: [{ kind: 'comment', path: field.path, at: finding.at.start, text }],
  };
  const plan = editsFor(document, fix.changes);
  // What is reached through an alias or a merge key stands below the field that holds it: the comment would be too far up.
  const place = placeForComment(document, finding.at);
  const isAbove = ({ span }: TextEdit) => !document.text.slice(span.start, place).includes('\n');
  return plan.ok && plan.edits.every(isAbove) ? { fix, edits: plan.edits } : undefined;
}

/** Writes a directive for the whole file above the first key of its first document; undefined where none can stand there. */
export function allowInFile(first: Document, { rule, object }: Finding): ApplicableFix | undefined {
  const [entry] = first.root?.entries() ?? [];
  // Without this word the comments of a document are not read.
  if (entry === undefined || object === undefined || !first.text.includes('kind')) return undefined;
  const [key, { span }] = entry;
  const fix: Fix = {
    title: t`Allow \`${rule}\` in this file`,
    safety: 'review',
    changes: [{ kind: 'comment', path: [key], at: span.start, text: ` kubewin: allow-file ${rule}` }],
  };
  const plan = editsFor(first, fix.changes);
  return plan.ok ? { fix, edits: plan.edits } : undefined;
}

/** All safe fixes of a document's findings at once, as far as they can be made together. */
export function fixAll(document: Document, findings: readonly Finding[]): readonly TextEdit[] {
  return editsOf(document, safeFixes(document, findings));
}

/** What fixes come to together; nothing where they cannot be made so. */
export function editsOf(document: Document, fixes: readonly Fix[]): readonly TextEdit[] {
  const plan = fixes.length > 0 ? editsFor(document, changesOf(fixes)) : undefined;
  return plan?.ok ? plan.edits : [];
}

/** The safe fixes that `fixAll` makes. */
export function safeFixes(document: Document, findings: readonly Finding[]): readonly Fix[] {
  const fixes = findings.flatMap((finding) => finding.fixes.find((fix) => fix.safety === 'safe') ?? []);
  return combinableFixes(document, fixes, []);
}

/** To fixes that can be made together, as many others as can be made with them. */
export function combinableFixes(document: Document, fixes: readonly Fix[], to: readonly Fix[]): readonly Fix[] {
  return addPossible(document, candidates(document, fixes), to);
}

/**
 * The fixes that can be made, the same that `applicableFixes` has for each finding. Many are tried at once, for every
 * trial parses the whole document: what can be made together can be made alone.
 */
export function possibleFixes(document: Document, findings: readonly Finding[]): ReadonlySet<Fix> {
  // Fixes of one rule in different pods hardly ever stand in each other's way, those of one finding always do.
  const byRule = findings.toSorted((a, b) => (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0));
  const most = Math.max(0, ...findings.map((finding) => finding.fixes.length));
  const ranks = Array.from({ length: most }, (_, rank) => byRule.flatMap((finding) => finding.fixes[rank] ?? []));
  return new Set(ranks.flatMap((fixes) => possible(document, candidates(document, fixes))));
}

/** Those that can be made, each by itself. */
function possible(document: Document, fixes: readonly Fix[]): readonly Fix[] {
  if (fixes.length === 0 || isPossible(document, fixes)) return fixes;
  if (fixes.length === 1) return [];
  const middle = fixes.length >> 1;
  return [...possible(document, fixes.slice(0, middle)), ...possible(document, fixes.slice(middle))];
}

/** To fixes that can be made together, as many more as can be made with them. */
function addPossible(document: Document, fixes: readonly Fix[], to: readonly Fix[]): readonly Fix[] {
  if (fixes.length === 0) return to;
  if (isPossible(document, [...to, ...fixes])) return [...to, ...fixes];
  if (fixes.length === 1) return to;
  const middle = fixes.length >> 1;
  return addPossible(document, fixes.slice(middle), addPossible(document, fixes.slice(0, middle), to));
}

/** Without those that are seen to be impossible or of no use: a document of aliases would take a trial for each. */
function candidates(document: Document, fixes: readonly Fix[]): readonly Fix[] {
  const { root } = document;
  if (root === undefined) return [];
  const isShared = ({ path }: Change) => path.some((_, i) => root.at(...path.slice(0, i + 1))?.shared);
  return fixes.filter((fix) => !fix.changes.some(isShared) && !isDone(document, fix));
}

/** Whether all values that a fix would write are there already; what cannot be read may look so. */
function isDone({ root, errors }: Document, { changes }: Fix): boolean {
  if (errors.length > 0) return false;
  return changes.every((change) => {
    const field = root?.at(...change.path);
    return (
      change.kind === 'replace' &&
      [field?.string, field?.boolean, field?.number].some((value) => value === change.value)
    );
  });
}

function isPossible(document: Document, fixes: readonly Fix[]): boolean {
  return editsFor(document, changesOf(fixes)).ok;
}

function changesOf(fixes: readonly Fix[]): Change[] {
  return fixes.flatMap((fix) => fix.changes);
}
