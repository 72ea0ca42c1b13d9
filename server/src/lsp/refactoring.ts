import type { CodeAction, Location, Position, Range } from 'vscode-languageserver';
import { type DocumentReport, verdictsIn, type Workload } from '../lint/engine/report.ts';
import type { Refactoring, Step } from '../lint/refactorings/refactoring.ts';
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
import type { Client } from './client.ts';
import { add, touch } from './code-action.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import { type EditsOfFile, workspaceEdit } from './quick-fix.ts';
import type { Choice } from './requests.ts';

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
      .flatMap((workload) => {
        const all = refactorings(workload, document);
        const ways = all.filter(({ way }) => way !== undefined);
        const others = all.filter(({ way }) => way === undefined);
        return [
          ...readyActions(report, ways, startOf(workload, report.file, start), protocol),
          ...others.flatMap((refactoring) => othersAction(report, refactoring, protocol)),
        ];
      }),
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

/** The position by which `waysAt` finds a workload, in the document at `start`. */
export function startOf({ pod: { spec } }: Workload, file: File, start: number): Position {
  return rangeOf(file, shift(spec.span, start)).start;
}

/** The actions that make a workload ready for Windows: one for each way, or one that lets the user choose among them. */
export function readyActions(
  report: FileReport,
  ways: readonly Refactoring[],
  at: Position,
  protocol: ProtocolContext,
): readonly CodeAction[] {
  const asks = protocol.client.makeReadyCommand !== undefined;
  const possible = ways.filter(({ ok }) => ok);
  const refused = ways.filter(({ ok }) => !ok);
  // The ways are refused for the same reason.
  const shown = asks ? [...possible, ...refused].slice(0, Math.max(1, possible.length)) : ways;
  const actions = shown.flatMap((way) => actionOf(report, way, protocol) ?? []);
  return asOne(actions, report.file, at, protocol);
}

/** The actions that make a workload ready for Windows. One for several ways, if the client can ask which. */
export function asOne(
  actions: readonly CodeAction[],
  { uri }: File,
  at: Position,
  { client, toClient }: ProtocolContext,
): readonly CodeAction[] {
  const command = client.makeReadyCommand;
  if (command === undefined || actions.length < 2) return actions.map((action) => previewed(action, client));
  const title = t('Make ready for Windows…');
  return [{ title, kind: REFACTORING, command: { title, command, arguments: [toClient(uri), at] } }];
}

/** An action that shows its change before it makes it, if the client can. */
function previewed(action: CodeAction, { previewCommand: command }: Client): CodeAction {
  const { edit, command: then, ...others } = action;
  if (command === undefined || edit === undefined) return action;
  const { title } = action;
  return { ...others, command: { title, command, arguments: [title, edit, ...(then === undefined ? [] : [then])] } };
}

/** The possible ways to make the workload that starts at a position ready for Windows. */
export function waysAt(
  report: FileReport,
  at: Position,
  waysOf: (workload: Workload, report: DocumentReport) => readonly Refactoring[],
  protocol: ProtocolContext,
): readonly Choice[] {
  const { file, documents } = report;
  const offset = file.lines.offsetAt(at);
  return documents.flatMap(({ start, report: document }) =>
    document.workloads
      .filter(({ pod }) => pod.spec.span.start + start === offset)
      .flatMap((workload) => waysOf(workload, document))
      .flatMap((way) => {
        const action = actionOf(report, way, protocol);
        return action === undefined ? [] : (choiceOf(way, action) ?? []);
      }),
  );
}

/** A way to make a workload ready for Windows as an item of a list; undefined if it is not possible. */
export function choiceOf(refactoring: Refactoring, { title, edit, command }: CodeAction): Choice | undefined {
  if (!refactoring.ok || refactoring.way === undefined || edit === undefined) return undefined;
  const { name, support } = refactoring.way;
  const count = refactoring.changes?.length ?? 0;
  const changes = count === 1 ? t('1 change') : t`${count} changes`;
  const left = refactoring.manualSteps.length;
  return {
    title: name,
    previewTitle: title,
    ...(support === undefined ? {} : { description: support }),
    detail: left === 0 ? changes : `${changes}, ${leftToDo(left)}`,
    edit,
    ...(command === undefined ? {} : { command }),
  };
}

/** The action of a refactoring that is not a way to make a workload ready. Only one that adds a document is a large change. */
function othersAction(report: FileReport, refactoring: Refactoring, protocol: ProtocolContext): CodeAction[] {
  const action = actionOf(report, refactoring, protocol);
  if (action === undefined) return [];
  const isLarge = refactoring.ok && refactoring.added !== undefined;
  return [isLarge ? previewed(action, protocol.client) : action];
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
  const steps = manualSteps.map(({ message, at, ...others }) => {
    return { message: t(message), ...others, ...(at === undefined ? {} : { at: locationOf(shift(at, start)) }) };
  });
  const written = locationOf(added === undefined ? writtenBy(all) : shift(added, start));
  return editAction(title, [inFile], { steps, written }, protocol);
}

/** What is shown after an edit: the steps that remain to be done by hand, and what was written. */
interface Afterwards {
  readonly steps: readonly (Omit<Step, 'at'> & { readonly at?: Location })[];
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
  const left = leftToDo(count);
  const action = { title, kind: REFACTORING, edit: workspaceEdit(files, protocol) };
  const command = protocol.client.showRemainingCommand;
  if (command === undefined) return count === 0 ? action : { ...action, title: `${title} (${left})` };
  return { ...action, command: { title: left, command, arguments: [left, steps, written] } };
}

function leftToDo(count: number): string {
  return count === 1 ? t('1 problem left to fix by hand') : t`${count} problems left to fix by hand`;
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
