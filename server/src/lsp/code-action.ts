import type {
  CodeAction,
  CodeActionContext,
  CodeActionParams,
  Diagnostic,
  TextEdit as ProtocolEdit,
  Range,
  SnippetTextEdit,
  TextDocumentEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { Workload } from '../lint/engine/report.ts';
import type { Finding } from '../lint/finding.ts';
import {
  type ApplicableFix,
  allowHere,
  allowInFile,
  applicableFixes,
  fixAll,
  type Refusal,
} from '../lint/fixes/applicable-fixes.ts';
import { skipSpans } from '../lint/other-linters/skip-checks.ts';
import { podActionSpans } from '../lint/refactorings/pod-actions.ts';
import type { Fix } from '../lint/rule.ts';
import { shiftEdit, type TextEdit } from '../text/edit.ts';
import { LineIndex } from '../text/line-index.ts';
import { t } from '../text/localize.ts';
import { type Span, shift } from '../text/span.ts';
import type { FileReport } from '../workspace/workspace.ts';
import { type Document, parse } from '../yaml/read/document.ts';
import { FIX_ALL } from './capabilities.ts';
import type { ConfigChange } from './config-change.ts';
import { diagnosticOf, rangeOf, type Translation } from './diagnostic.ts';
import { CodeActionKind, CodeActionTriggerKind } from './protocol.ts';

/** What is offered beside the fixes of findings, as far as the report does not tell it. */
export interface Offers {
  /** What can be put into a pod. */
  readonly insertions: (workload: Workload) => readonly Fix[];
  /** What skips checks of other linters for the object of a pod. */
  readonly skips: (workload: Workload) => readonly Fix[];
  /** Whether someone has to say which taint the nodes of a pod have. */
  readonly needsTaint: (workload: Workload) => boolean;
  /** What turns a rule off in the configuration file of the report's file, if it has one. */
  readonly turnOff: (rule: string) => ConfigChange | undefined;
}

/**
 * What can be done about the findings in a range and put into a pod there, worked out from the text as it is now. The
 * fixes come first, then what is for more than this place, then what silences.
 */
export function codeActions(
  report: FileReport,
  { range, context }: Pick<CodeActionParams, 'range' | 'context'>,
  offers: Offers,
  translation: Translation,
): CodeAction[] {
  const actions: CodeAction[] = [];
  if (asksFor(context, CodeActionKind.QuickFix)) {
    const found = findingsAt(report, range, context, translation);
    const all = [
      ...found.flatMap((one) => fixesOf(report, one, translation)),
      ...allSafeFixesAt(report, found, translation),
      ...silencing(report, found, offers, translation),
      ...podInsertions(report, range, offers, translation),
    ];
    for (const action of all) add(actions, action);
  }
  // To who asks for everything the same is one action.
  const isThere = context.only === undefined && actions.some(({ title }) => title === t(FIX_ALL_TITLE));
  if (asksFor(context, FIX_ALL) && !isThere) actions.push(...allSafeFixes(report, FIX_ALL, translation));
  return actions;
}

/** Without a say everything is asked for, but where only a cursor moved: then quick fixes alone. */
export function asksFor({ only, triggerKind }: CodeActionContext, kind: string): boolean {
  if (only === undefined) return kind === CodeActionKind.QuickFix || triggerKind !== CodeActionTriggerKind.Automatic;
  return only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`));
}

/** Adds an action; what does the same to the text for another finding or workload is the same action. */
export function add(actions: CodeAction[], action: CodeAction): void {
  const same = actions.find((one) => one.title === action.title && effectOf(one) === effectOf(action));
  if (same === undefined) actions.push(action);
  else if (action.diagnostics !== undefined) {
    same.diagnostics = [...(same.diagnostics ?? []), ...action.diagnostics];
    if (action.isPreferred) same.isPreferred = true;
  }
}

/** A finding that is asked about. */
interface Found {
  readonly document: Document;
  readonly start: number;
  readonly finding: Finding;
  readonly diagnostic: Diagnostic;
}

function findingsAt(report: FileReport, range: Range, context: CodeActionContext, translation: Translation): Found[] {
  return findingsIn(report).flatMap(({ index, ...one }) => {
    const own = diagnosticOf(report.file, one.start, one.finding, index, translation);
    const known = context.diagnostics.find((other) => isSame(other, own));
    return known === undefined && !touch(own.range, range) ? [] : [{ ...one, diagnostic: known ?? own }];
  });
}

/** More would be a choice that nobody can make at a glance. */
const SHOWN_FIXES = 3;

function fixesOf(report: FileReport, found: Found, translation: Translation): CodeAction[] {
  const { applicable, refusal } = applicableFixes(found.document, found.finding);
  const actions = applicable.slice(0, SHOWN_FIXES).map((one) => ({
    ...actionOf(report, found, one, translation),
    // Where the best one cannot be made, no other is meant to be taken unseen.
    ...(one.fix === found.finding.fixes[0] ? { isPreferred: true } : {}),
  }));
  const isShown = refusal !== undefined && translation.client.showsDisabled;
  return isShown ? [...actions, disabled(refusal, found.diagnostic)] : actions;
}

function actionOf(
  report: FileReport,
  { start, diagnostic }: Found,
  { fix, edits }: ApplicableFix,
  translation: Translation,
): CodeAction {
  const inFile = edits.map((edit) => shiftEdit(edit, start));
  return quickFix(t(fix.title), diagnostic, { edit: workspaceEdit(report, inFile, translation) });
}

function quickFix(title: string, diagnostic: Diagnostic, does: Pick<CodeAction, 'edit' | 'command'>): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], ...does };
}

/** All safe fixes of the file, beside a finding that has one of several. */
function allSafeFixesAt(report: FileReport, found: readonly Found[], translation: Translation): CodeAction[] {
  const diagnostics = found.flatMap(({ finding, diagnostic }) => (hasSafeFix(finding) ? [diagnostic] : []));
  if (diagnostics.length === 0 || !hasSeveralSafeFixes(report)) return [];
  const kind = CodeActionKind.QuickFix;
  // In a large file they take longer than a cursor may take from line to line.
  if (translation.client.asksForEdits) {
    return [{ title: t(FIX_ALL_TITLE), kind, diagnostics, data: { uri: translation.uriFor(report.file.uri) } }];
  }
  return allSafeFixes(report, kind, translation).map((one) => ({ ...one, diagnostics }));
}

/** The action that was chosen, with its edit as the text is now. */
export function resolveCodeAction(
  action: CodeAction,
  report: FileReport | undefined,
  translation: Translation,
): CodeAction {
  const [all] = report === undefined ? [] : allSafeFixes(report, FIX_ALL, translation);
  return all?.edit === undefined ? action : { ...action, edit: all.edit };
}

/** What takes findings away without a change of what they are about, from the one place to the whole workspace. */
function silencing(
  report: FileReport,
  found: readonly Found[],
  { turnOff }: Offers,
  translation: Translation,
): CodeAction[] {
  const { client, workspace, uriFor } = translation;
  const name = uriFor(report.file.uri);
  const [first] = found.length === 0 ? [] : workspace.documents(report.file.uri, false);
  const top = first && (first.document ?? parse(report.file.text.slice(first.span.start, first.span.end)));
  return [
    ...found.flatMap((one) => {
      const allowance = allowHere(one.document, one.finding, client.takesSnippets ? ' -- ' : '');
      if (allowance === undefined) return [];
      const action = actionOf(report, one, allowance, translation);
      return client.takesSnippets ? { ...action, edit: withCursor(action.edit) } : action;
    }),
    ...found.flatMap((one) => {
      const allowance = top && allowInFile(top, one.finding);
      return allowance === undefined
        ? []
        : actionOf(report, { ...one, start: first?.span.start ?? 0 }, allowance, translation);
    }),
    ...found.flatMap(({ finding: { rule }, diagnostic }) => {
      const title = t`Turn off rule \`${rule}\``;
      const command = client.turnOffRuleCommand;
      if (command !== undefined)
        return quickFix(title, diagnostic, { command: { title, command, arguments: [name, rule] } });
      const change = turnOff(rule);
      if (change === undefined || 'reason' in change) return [];
      return quickFix(title, diagnostic, { edit: configEdit(change, translation) });
    }),
    ...found.flatMap(({ finding: { rule, url }, diagnostic }) => {
      const title = t`Show rule \`${rule}\``;
      const command = client.rulePageCommand;
      if (command === undefined || url === undefined) return [];
      return quickFix(title, diagnostic, { command: { title, command, arguments: [rule] } });
    }),
  ];
}

/** The same edit of one line with the cursor at the end of that line. */
function withCursor({ documentChanges = [] }: WorkspaceEdit = {}): WorkspaceEdit {
  const changes = (documentChanges as TextDocumentEdit[]).map(({ textDocument, edits }) => ({
    textDocument,
    edits: (edits as ProtocolEdit[]).map(({ range, newText }): SnippetTextEdit => {
      return { range, snippet: { kind: 'snippet', value: newText.replace(/\r?\n$|$/, '$$0$&') } };
    }),
  }));
  return { documentChanges: changes };
}

/** A change of a configuration file, which may be open. */
function configEdit(
  { uri, before, edits }: Exclude<ConfigChange, { reason: string }>,
  translation: Translation,
): WorkspaceEdit {
  const { client, workspace } = translation;
  const version = workspace.isOpen(uri) ? workspace.file(uri)?.version : undefined;
  const file = { uri, text: before, version, lines: new LineIndex(before, client.encoding) };
  return workspaceEdit({ file }, edits, translation);
}

/** For those who ask why nothing is offered: clients show it only where nothing else is. */
function disabled({ fix, reason }: Refusal, diagnostic: Diagnostic): CodeAction {
  return {
    title: t(fix.title),
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnostic],
    disabled: { reason: t(reason) },
  };
}

function podInsertions(
  report: FileReport,
  range: Range,
  { insertions, skips, needsTaint }: Offers,
  translation: Translation,
): CodeAction[] {
  const actionsAt = (places: readonly PlacedWorkload[], fixesOf: (workload: Workload) => readonly Fix[]) =>
    places.flatMap(({ start, document, workload }) =>
      applicableFixes(document, { fixes: fixesOf(workload) }).applicable.map(({ fix, edits }) => ({
        title: t(fix.title),
        kind: CodeActionKind.QuickFix,
        edit: workspaceEdit(
          report,
          edits.map((edit) => shiftEdit(edit, start)),
          translation,
        ),
      })),
    );
  const at = workloadsAt(report, range, podActionSpans);
  const actions: CodeAction[] = actionsAt(at, insertions);
  const command = translation.client.setTaintCommand;
  if (command !== undefined && at.some(({ workload }) => needsTaint(workload))) {
    const title = t('Set the taint of my cluster…');
    const sets = { title, command, arguments: [translation.uriFor(report.file.uri)] };
    actions.push({ title, kind: CodeActionKind.QuickFix, command: sets });
  }
  return [...actions, ...actionsAt(workloadsAt(report, range, skipSpans), skips)];
}

interface PlacedWorkload {
  readonly start: number;
  readonly document: Document;
  readonly workload: Workload;
}

/** The workloads of which one of these places is in a range. */
function workloadsAt(report: FileReport, range: Range, spansOf: (workload: Workload) => Span[]): PlacedWorkload[] {
  return report.documents.flatMap(({ start, report: { document, workloads } }) =>
    workloads
      .filter((one) => spansOf(one).some((span) => touch(rangeOf(report.file, shift(span, start)), range)))
      .map((workload) => ({ start, document, workload })),
  );
}

const FIX_ALL_TITLE = 'Fix all safe problems in this file';

function allSafeFixes(report: FileReport, kind: string, translation: Translation): CodeAction[] {
  const edits = report.documents.flatMap(({ start, report: { document }, findings }) =>
    fixAll(document, findings).map((edit) => shiftEdit(edit, start)),
  );
  return edits.length === 0 ? [] : [{ title: t(FIX_ALL_TITLE), kind, edit: workspaceEdit(report, edits, translation) }];
}

/** Whether at least two can be made; no more than it takes are tried. */
function hasSeveralSafeFixes({ documents }: FileReport): boolean {
  let count = 0;
  for (const { report, findings } of documents) {
    for (const { fixes } of findings) {
      const safe = fixes.filter(({ safety }) => safety === 'safe').slice(0, 1);
      count += applicableFixes(report.document, { fixes: safe }).applicable.length;
      if (count > 1) return true;
    }
  }
  return false;
}

function hasSafeFix({ fixes }: Finding): boolean {
  return fixes.some(({ safety }) => safety === 'safe');
}

function findingsIn({
  documents,
}: FileReport): { document: Document; start: number; finding: Finding; index: number }[] {
  return documents
    .flatMap(({ start, report, findings }) =>
      findings.map((finding) => ({ document: report.document, start, finding })),
    )
    .map((one, index) => ({ ...one, index }));
}

function effectOf({ edit, command, disabled: refusal }: CodeAction): string {
  return JSON.stringify([edit, command, refusal]);
}

/** Edits of a file, in its offsets. */
export function workspaceEdit(
  { file }: Pick<FileReport, 'file'>,
  edits: readonly TextEdit[],
  { client, uriFor }: Translation,
): WorkspaceEdit {
  const uri = uriFor(file.uri);
  const changes = edits.map(({ span, text }) => ({ range: rangeOf(file, span), newText: text }));
  return client.takesDocumentChanges
    ? { documentChanges: [{ textDocument: { uri, version: file.version ?? null }, edits: changes }] }
    : { changes: { [uri]: changes } };
}

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  return (
    one.source === other.source &&
    one.code === other.code &&
    one.message === other.message &&
    !isBefore(one.range.start, other.range.start) &&
    !isBefore(other.range.start, one.range.start)
  );
}

/** Whether ranges have a place in common, their ends included: a cursor stands behind what it belongs to. */
export function touch(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
