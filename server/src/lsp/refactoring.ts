import type { CodeAction, Diagnostic, Location, Position, Range } from 'vscode-languageserver';
import { type DocumentReport, verdictsIn, type Workload } from '../lint/engine/report.ts';
import type { Refactoring } from '../lint/refactorings/refactoring.ts';
import { refactoringSpans } from '../lint/refactorings/refactorings.ts';
import { applyEdits, shiftEdit, type TextEdit } from '../text/edit.ts';
import { LineIndex } from '../text/line-index.ts';
import { t } from '../text/localize.ts';
import { type Span, shift } from '../text/span.ts';
import { isKnownToBeWindows } from '../windows/verdict.ts';
import { isTemplate } from '../workspace/chart-files.ts';
import type { File, FileReport } from '../workspace/report.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { REFACTORING } from './capabilities.ts';
import { add, type EditsOfFile, touch, workspaceEdit } from './code-action.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import { CodeActionKind } from './protocol.ts';

/** The refactorings of the workloads in a range. Clients that support it also get disabled ones with the reason. */
export function refactoringActions(
  report: FileReport,
  range: Range,
  refactorings: (workload: Workload, report: DocumentReport) => readonly Refactoring[],
  protocol: ProtocolContext,
): CodeAction[] {
  const actions: CodeAction[] = [];
  const all = report.documents.flatMap(({ start, report: document }) =>
    document.workloads
      .filter((workload) =>
        refactoringSpans(workload).some((span) => touch(rangeOf(report.file, shift(span, start)), range)),
      )
      .flatMap((workload) => refactorings(workload, document))
      .flatMap((refactoring) => actionOf(report, refactoring, protocol) ?? []),
  );
  // A refactoring of several workloads is found once for each of them.
  for (const action of all) add(actions, action);
  return actions;
}

/**
 * The action that shows what remains to be done before the pods of a template of a chart run on Windows, at the places in the
 * chart: most templates cannot be changed as a whole.
 */
export function remainingInChart(report: FileReport, at: Position, protocol: ProtocolContext): CodeAction[] {
  const { file } = report;
  const { client, workspace, toClient } = protocol;
  const command = client.checkAsWindowsCommand;
  if (command === undefined || !isTemplateOfChart(file, workspace) || !file.text.includes('kind:')) return [];
  if (workspace.settingsOf(file.uri).assumeWindows !== undefined || allAreForWindows(report)) return [];
  const title = t('Show what remains to be done for Windows');
  return [{ title, kind: REFACTORING, command: { title, command, arguments: [toClient(file.uri), at] } }];
}

/** Whether a file is a template of a chart that was read. */
export function isTemplateOfChart({ uri }: Pick<File, 'uri'>, workspace: Workspace): boolean {
  return isTemplate(uri) && workspace.chartsWith(uri).length > 0;
}

/** Whether a file has pods, and all of them are known to run on Windows. */
export function allAreForWindows({ documents }: FileReport): boolean {
  const pods = documents.flatMap(({ report }) => verdictsIn(report));
  return pods.length > 0 && pods.every(({ verdict }) => isKnownToBeWindows(verdict));
}

/** The same as quick fixes of a finding. */
export function quickFixesOf(
  report: FileReport,
  refactorings: readonly Refactoring[],
  diagnostic: Diagnostic,
  protocol: ProtocolContext,
): CodeAction[] {
  return refactorings.flatMap((refactoring) => {
    const action = actionOf(report, refactoring, protocol);
    return action === undefined ? [] : { ...action, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic] };
  });
}

function actionOf(report: FileReport, refactoring: Refactoring, protocol: ProtocolContext): CodeAction | undefined {
  const title = t(refactoring.title);
  const { client } = protocol;
  if (!refactoring.ok) {
    return client.supportsDisabled
      ? { title, kind: REFACTORING, disabled: { reason: t(refactoring.reason) } }
      : undefined;
  }
  const { edits, manualSteps, added } = refactoring;
  const all = report.documents.flatMap(({ start, report: { document } }) =>
    (edits.get(document) ?? []).map((edit) => shiftEdit(edit, start)),
  );
  const [edited] = edits.keys();
  const start = report.documents.find(({ report: { document } }) => document === edited)?.start ?? 0;
  const inFile = { file: report.file, edits: all };
  const locationOf = locationAfter(inFile, protocol);
  const steps = manualSteps.map(({ message, at }) => {
    return { message: t(message), ...(at === undefined ? {} : { at: locationOf(shift(at, start)) }) };
  });
  const written = locationOf(added === undefined ? writtenBy(all) : shift(added, start));
  return editAction(title, [inFile], { steps, written }, protocol);
}

/** What is shown after an edit: the steps that remain to be done by hand, and what was written. */
interface Afterwards {
  readonly steps: readonly { readonly message: string; readonly at?: Location }[];
  readonly written: Location;
}

/** The action that makes edits. Clients with a command for it then show the steps that remain. */
export function editAction(
  title: string,
  files: readonly EditsOfFile[],
  { steps, written }: Afterwards,
  protocol: ProtocolContext,
): CodeAction {
  const count = steps.length;
  const left = count === 1 ? t('1 problem left to fix by hand') : t`${count} problems left to fix by hand`;
  const action = { title, kind: REFACTORING, edit: workspaceEdit(files, protocol) };
  const command = protocol.client.showRemainingCommand;
  if (command === undefined) return count === 0 ? action : { ...action, title: `${title} (${left})` };
  return { ...action, command: { title: left, command, arguments: [left, steps, written] } };
}

/** Returns the location of a span of a file after edits. */
export function locationAfter({ file, edits }: EditsOfFile, { client, toClient }: ProtocolContext) {
  const lines = new LineIndex(applyEdits(file.text, edits), client.encoding);
  return ({ start, end }: Span): Location => {
    const range = { start: lines.positionAt(start), end: lines.positionAt(end) };
    return { uri: toClient(file.uri), range };
  };
}

/** The span of the first inserted text after the edits, without blanks around it. If all edits remove text, the place of the first. */
export function writtenBy(edits: readonly TextEdit[]): Span {
  const inOrder = edits.toSorted((a, b) => a.span.start - b.span.start);
  const index = Math.max(
    0,
    inOrder.findIndex(({ text }) => text.trim() !== ''),
  );
  const { span, text } = inOrder[index] ?? { span: { start: 0, end: 0 }, text: '' };
  const offset = inOrder
    .slice(0, index)
    .reduce((sum, edit) => sum + edit.text.length - (edit.span.end - edit.span.start), 0);
  const start = span.start + offset + (text.length - text.trimStart().length);
  return { start, end: start + text.trim().length };
}
