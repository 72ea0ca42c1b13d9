import type { CodeAction, Range } from 'vscode-languageserver';
import type { Workload } from '../lint/engine/report.ts';
import { applicableFixes } from '../lint/fixes/applicable-fixes.ts';
import { skipSpans } from '../lint/other-linters/skip-checks.ts';
import { refactoringSpans } from '../lint/refactorings/refactorings.ts';
import type { Fix } from '../lint/rule.ts';
import { shiftEdit } from '../text/edit.ts';
import { t } from '../text/localize.ts';
import { type Span, shift } from '../text/span.ts';
import type { FileReport } from '../workspace/report.ts';
import type { Document } from '../yaml/read/document.ts';
import { REFACTORING } from './capabilities.ts';
import { touch } from './code-action.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import { workspaceEdit } from './quick-fix.ts';

/** What can be added to a pod. No finding asks for it, so these are refactorings. */
export interface PodOffers {
  /** Fixes that add fields so that a Windows pod is scheduled on the intended nodes. */
  readonly insertions: (workload: Workload) => readonly Fix[];
  /** Fixes that skip checks of other linters for the object of a pod. */
  readonly skips: (workload: Workload) => readonly Fix[];
  /** Whether the taint of the pod's nodes is not set and the user should be asked for it. */
  readonly needsTaint: (workload: Workload) => boolean;
}

/** The additions to the pods in a range. */
export function podAdditions(
  report: FileReport,
  range: Range,
  { insertions, skips, needsTaint }: PodOffers,
  protocol: ProtocolContext,
): CodeAction[] {
  const actionsAt = (places: readonly PlacedWorkload[], fixesOf: (workload: Workload) => readonly Fix[]) =>
    places.flatMap(({ start, document, workload }) =>
      applicableFixes(document, { fixes: fixesOf(workload) }).applicable.map(({ fix, edits }) => ({
        title: t(fix.title),
        kind: REFACTORING,
        edit: workspaceEdit([{ file: report.file, edits: edits.map((edit) => shiftEdit(edit, start)) }], protocol),
      })),
    );
  const at = workloadsAt(report, range, refactoringSpans);
  const actions: CodeAction[] = actionsAt(at, insertions);
  const command = protocol.client.setTaintCommand;
  if (command !== undefined && at.some(({ workload }) => needsTaint(workload))) {
    const title = t('Set the taint of my cluster…');
    const sets = { title, command, arguments: [protocol.toClient(report.file.uri)] };
    actions.push({ title, kind: REFACTORING, command: sets });
  }
  return [...actions, ...actionsAt(workloadsAt(report, range, skipSpans), skips)];
}

interface PlacedWorkload {
  readonly start: number;
  readonly document: Document;
  readonly workload: Workload;
}

/** The workloads with one of the given spans in a range. */
function workloadsAt(report: FileReport, range: Range, spansOf: (workload: Workload) => Span[]): PlacedWorkload[] {
  return report.documents.flatMap(({ start, report: { document, workloads } }) =>
    workloads
      .filter((workload) => spansOf(workload).some((span) => touch(rangeOf(report.file, shift(span, start)), range)))
      .map((workload) => ({ start, document, workload })),
  );
}
