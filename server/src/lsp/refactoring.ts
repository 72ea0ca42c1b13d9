import { type CodeAction, CodeActionKind, type Location, type Range } from 'vscode-languageserver';
import type { Refactoring } from '../lint/refactorings/refactoring.ts';
import { refactoringSpans } from '../lint/refactorings/refactorings.ts';
import type { Report, Workload } from '../lint/report.ts';
import { applyEdits, shiftEdit, type TextEdit } from '../text/edit.ts';
import { LineIndex } from '../text/line-index.ts';
import { type Span, shift } from '../text/span.ts';
import type { FileReport } from '../workspace/workspace.ts';
import type { Document } from '../yaml/document.ts';
import { add, touch, workspaceEdit } from './code-action.ts';
import { rangeOf, type Translation } from './diagnostic.ts';

export const REFACTORING = `${CodeActionKind.RefactorRewrite}.kubewin`;

/** What can be made of the workloads in a range; what cannot be made is there for clients that show why. */
export function refactoringActions(
  report: FileReport,
  range: Range,
  refactorings: (workload: Workload, report: Report) => readonly Refactoring[],
  translation: Translation,
): CodeAction[] {
  const actions: CodeAction[] = [];
  const all = report.documents.flatMap(({ start, report: one }) =>
    one.workloads
      .filter((workload) =>
        refactoringSpans(workload).some((span) => touch(rangeOf(report.file, shift(span, start)), range)),
      )
      .flatMap((workload) => refactorings(workload, one))
      .flatMap((refactoring) => actionOf(report, refactoring, translation) ?? []),
  );
  // One that changes several workloads is made of each of them.
  for (const action of all) add(actions, action);
  return actions;
}

function actionOf(report: FileReport, refactoring: Refactoring, translation: Translation): CodeAction | undefined {
  const { title } = refactoring;
  const { client } = translation;
  if (!refactoring.ok) {
    return client.showsDisabled ? { title, kind: REFACTORING, disabled: { reason: refactoring.reason } } : undefined;
  }
  const { edits, done, manualSteps, added } = refactoring;
  const all = report.documents.flatMap(({ start, report: { document } }) =>
    (edits.get(document) ?? []).map((edit) => shiftEdit(edit, start)),
  );
  const things = `${manualSteps.length} ${manualSteps.length === 1 ? 'thing' : 'things'}`;
  const action = { title, kind: REFACTORING, edit: workspaceEdit(report, all, translation) };
  if (manualSteps.length === 0 && added === undefined) return action;
  const command = client.showRemainingCommand;
  if (command === undefined) {
    if (manualSteps.length === 0) return action;
    return { ...action, title: `${title} (${things} ${manualSteps.length === 1 ? 'remains' : 'remain'})` };
  }
  return {
    ...action,
    command: {
      title: 'Show what remains',
      command,
      arguments: [
        `${done} except for ${things}`,
        manualSteps,
        ...(added === undefined ? [] : [placeAfter(report, all, added, [...edits.keys()], translation)]),
      ],
    },
  };
}

/** Where something stands in the file once it is edited. */
function placeAfter(
  { file, documents }: FileReport,
  edits: readonly TextEdit[],
  span: Span,
  [edited]: readonly Document[],
  { uriFor }: Translation,
): Location {
  const start = documents.find(({ report }) => report.document === edited)?.start ?? 0;
  const lines = new LineIndex(applyEdits(file.text, edits));
  const { start: from, end: to } = shift(span, start);
  return { uri: uriFor(file.uri), range: { start: lines.positionAt(from), end: lines.positionAt(to) } };
}
