import { WORST_FIRST } from '../../lint/rule-set/rule-list.ts';
import { type AtRelease, type Change, changesOf, kindOf } from './changes.ts';
import type { CheckedFile, CheckedFinding } from './check-file.ts';

/** What an upgrade changes in a file, from its reports for the releases; the last one can have fixes. */
export function upgradedFile(reports: readonly AtRelease<CheckedFile>[], target: CheckedFile): CheckedFile {
  const changed = findingChanges(reports).map(changedFinding);
  const findings = (wanted: boolean) =>
    changed
      .filter(({ change }) => change?.isImprovement === wanted)
      .sort((a, b) => a.document - b.document || a.span.start - b.span.start);
  // Fixes are for the release after the upgrade, so no option applies them to the manifests of today.
  const none = { suppressed: [], known: [], fixes: { safe: 0, ineffective: 0 } };
  return { ...target, ...none, findings: findings(false), improvements: findings(true) };
}

/** The findings of a file that an upgrade changes: those with another effect or severity, new ones and those that are gone. */
export function findingChanges(reports: readonly AtRelease<CheckedFile>[]): readonly Change<CheckedFinding>[] {
  return changesOf(
    reports.map(({ release, report }) => ({ release, report: report.findings })),
    // Findings in directives have no field; their message names the subject.
    ({ document, finding: { rule, object, field, message } }) =>
      JSON.stringify([document, rule, object, object === undefined ? message : field]),
    ({ finding: { effect, severity } }) => `${effect} ${severity}`,
  );
}

function changedFinding({ before, after, since }: Change<CheckedFinding>): CheckedFinding {
  const finding = (after ?? before) as CheckedFinding;
  const was = before && { effect: before.finding.effect, severity: before.finding.severity };
  const fixes = after === undefined ? [] : finding.fixes;
  const kind = kindOf({ before, after });
  return {
    ...finding,
    fixes,
    fixedBy: undefined,
    change: { kind, since, before: was, isImprovement: isImprovement({ before, after }) },
  };
}

function isImprovement({ before, after }: Pick<Change<CheckedFinding>, 'before' | 'after'>): boolean {
  const rank = (found: CheckedFinding) => WORST_FIRST.indexOf(found.finding.severity);
  return before !== undefined && (after === undefined || rank(after) > rank(before));
}

/** The change of a finding as a sentence: "From ignored to rejected since 1.34." Empty without an upgrade. */
export function changeText({ change, finding }: Pick<CheckedFinding, 'change' | 'finding'>): string {
  if (change === undefined) return '';
  const { kind, since, before } = change;
  if (kind === 'gone') return `Gone since ${since}.`;
  if (before === undefined) return `New since ${since}.`;
  const key = before.effect === finding.effect ? 'severity' : 'effect';
  return `From ${before[key]} to ${finding[key]} since ${since}.`;
}

/** A finding whose message also says how an upgrade changes it, for formats that have only a message. */
export function withChangeInMessage(found: CheckedFinding): CheckedFinding {
  if (found.change === undefined) return found;
  const { finding } = found;
  return { ...found, finding: { ...finding, message: `${finding.message} ${changeText(found)}` } };
}
