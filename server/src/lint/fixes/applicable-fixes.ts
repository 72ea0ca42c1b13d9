import type { TextEdit } from '../../text/edit.ts';
import { grouped } from '../../text/grouped.ts';
import { t } from '../../text/localize.ts';
import type { Change } from '../../yaml/edit/change.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import type { Document } from '../../yaml/read/document.ts';
import { fieldAround, placeForComment } from '../../yaml/read/locate.ts';
import type { Finding } from '../finding.ts';
import type { Fix, Safety } from '../rule.ts';

/** A fix that was applied to a copy of the document and verified. */
export interface ApplicableFix {
  readonly fix: Fix;
  /** Offsets count from the start of the document. */
  readonly edits: readonly TextEdit[];
}

/** A fix that cannot be applied, and the reason as a sentence. */
export interface Refusal {
  readonly fix: Fix;
  readonly reason: string;
}

/** The fixes that can be applied and change the document, in their order. If there are none, the first refusal. */
export function applicableFixes(
  document: Document,
  { fixes }: Pick<Finding, 'fixes'>,
): { readonly applicable: readonly ApplicableFix[]; readonly refusal: Refusal | undefined } {
  const plans = fixes
    .filter((fix) => !isDone(document, fix))
    .map((fix) => ({ fix, plan: editsFor(document, fix.changes) }));
  const [refusal] = plans.flatMap(({ fix, plan }) => (plan.ok ? [] : [{ fix, reason: plan.reason }]));
  const applicable = plans.flatMap(({ fix, plan }) => (plan.ok ? [{ fix, edits: plan.edits }] : []));
  return { applicable, refusal: applicable.length === 0 ? refusal : undefined };
}

/** Adds a directive with a `reason` directly above the line of a finding; undefined if no comment is possible there. */
export function allowHere(document: Document, finding: Finding, reason = ''): ApplicableFix | undefined {
  const field = fieldAround(document, finding.at);
  if (field === undefined || finding.object === undefined) return undefined;
  const text = ` kubewin: allow ${finding.rule}${reason}`;
  const fix: Fix = {
    title: t`Suppress \`${finding.rule}\` on this line${reason === '' ? '' : '…'}`,
    safety: 'review',
    changes: [{ kind: 'comment', path: field.path, at: finding.at.start, text }],
  };
  const plan = editsFor(document, fix.changes);
  // A value that is reached through an alias or merge key is below its field, so the comment would be too far above it.
  const offset = placeForComment(document, finding.at);
  const isAbove = ({ span }: TextEdit) => !document.text.slice(span.start, offset).includes('\n');
  return plan.ok && plan.edits.every(isAbove) ? { fix, edits: plan.edits } : undefined;
}

/** Adds a directive for the whole file above the first key of its first document; undefined if that is not possible. */
export function allowInFile(first: Document, { rule, object }: Finding): ApplicableFix | undefined {
  const [entry] = first.root?.entries() ?? [];
  // The comments of a document without this word are not read.
  if (entry === undefined || object === undefined || !first.text.includes('kind')) return undefined;
  const [key, { span }] = entry;
  const fix: Fix = {
    title: t`Suppress \`${rule}\` in this file`,
    safety: 'review',
    changes: [{ kind: 'comment', path: [key], at: span.start, text: ` kubewin: allow-file ${rule}` }],
  };
  const plan = editsFor(first, fix.changes);
  return plan.ok ? { fix, edits: plan.edits } : undefined;
}

/** The edits of all safe fixes of a document's findings that can be combined. */
export function fixAll(document: Document, findings: readonly Finding[]): readonly TextEdit[] {
  return editsOf(document, selectedFixes(document, findings, { safeties: ['safe'] }));
}

/** The combined edits of fixes; none if the fixes cannot be combined. */
export function editsOf(document: Document, fixes: readonly Fix[]): readonly TextEdit[] {
  const plan = fixes.length > 0 ? editsFor(document, changesOf(fixes)) : undefined;
  return plan?.ok ? plan.edits : [];
}

/** Which fixes of a document are applied at once. */
export interface FixSelection {
  /** The kinds of fixes, in the order of their precedence. */
  readonly safeties: readonly Safety[];
  /** The rules whose best fixes are applied, whatever their kind. They have precedence. */
  readonly rules?: readonly string[];
}

/** The selected fixes of a document's findings, at most one for each finding, as far as they can be combined. */
export function selectedFixes(
  document: Document,
  findings: readonly Finding[],
  { safeties, rules = [] }: FixSelection,
): readonly Fix[] {
  const named = findings.filter(({ rule }) => rules.includes(rule));
  const others = findings.filter(({ rule }) => !rules.includes(rule));
  const ranks = [
    named.flatMap(({ fixes: [best] }) => best ?? []),
    ...safeties.map((safety) => others.flatMap(({ fixes }) => fixes.find((fix) => fix.safety === safety) ?? [])),
  ];
  return ranks.reduce<readonly Fix[]>((accepted, fixes) => combinableFixes(document, fixes, accepted), []);
}

/** Fixes that can be combined (`accepted`), and as many of the other fixes as can be combined with them. */
export function combinableFixes(document: Document, fixes: readonly Fix[], accepted: readonly Fix[]): readonly Fix[] {
  return addPossible(document, candidates(document, fixes), accepted);
}

/**
 * The fixes that can be applied, the same ones as `applicableFixes` returns for each finding. Many are tried at once,
 * because each trial parses the whole document: fixes that can be combined can be applied alone, too.
 */
export function possibleFixes(document: Document, findings: readonly Finding[]): ReadonlySet<Fix> {
  // Fixes in several branches of a template cannot be combined.
  const byBranch = grouped(findings, ({ at }) => document.template?.branchAt(at.start));
  return new Set([...byBranch.values()].flatMap((own) => possibleTogether(document, own)));
}

function possibleTogether(document: Document, findings: readonly Finding[]): readonly Fix[] {
  // Fixes of one rule in different pods rarely conflict; fixes of one finding always do.
  const byRule = findings.toSorted((a, b) => (a.rule < b.rule ? -1 : 1));
  const maxFixes = Math.max(0, ...findings.map((finding) => finding.fixes.length));
  const ranks = Array.from({ length: maxFixes }, (_, rank) => byRule.flatMap((finding) => finding.fixes[rank] ?? []));
  return ranks.flatMap((fixes) => possible(document, candidates(document, fixes)));
}

/** The fixes that can be applied alone. */
function possible(document: Document, fixes: readonly Fix[]): readonly Fix[] {
  if (fixes.length === 0 || isPossible(document, fixes)) return fixes;
  if (fixes.length === 1) return [];
  const middle = fixes.length >> 1;
  return [...possible(document, fixes.slice(0, middle)), ...possible(document, fixes.slice(middle))];
}

/** Adds as many fixes as can be combined with the accepted ones, by halving the list. */
function addPossible(document: Document, fixes: readonly Fix[], accepted: readonly Fix[]): readonly Fix[] {
  if (fixes.length === 0) return accepted;
  if (isPossible(document, [...accepted, ...fixes])) return [...accepted, ...fixes];
  if (fixes.length === 1) return accepted;
  const middle = fixes.length >> 1;
  return addPossible(document, fixes.slice(middle), addPossible(document, fixes.slice(0, middle), accepted));
}

/** Without fixes that are obviously impossible or useless: in a document of aliases, each of them would need a trial. */
function candidates(document: Document, fixes: readonly Fix[]): readonly Fix[] {
  const { root } = document;
  if (root === undefined) return [];
  const isShared = ({ path }: Change) => path.some((_, i) => root.at(...path.slice(0, i + 1))?.shared);
  return fixes.filter((fix) => !fix.changes.some(isShared) && !isDone(document, fix));
}

/** Whether all values that a fix would write are already set. A document with errors may only seem to have them. */
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
  // Many findings may offer one fix, such as a conversion of their pod.
  return [...new Set(fixes.map(({ changes }) => changes))].flat();
}
