import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type Diagnostic,
  type Range,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Finding } from '../lint/finding.ts';
import {
  type ApplicableFix,
  allowHere,
  applicableFixes,
  fixAll,
  type Refusal,
} from '../lint/fixes/applicable-fixes.ts';
import { podActionSpans } from '../lint/refactorings/pod-actions.ts';
import type { Workload } from '../lint/report.ts';
import type { Fix } from '../lint/rule.ts';
import { shiftEdit, type TextEdit } from '../text/edit.ts';
import { shift } from '../text/span.ts';
import type { FileReport } from '../workspace/workspace.ts';
import type { Document } from '../yaml/document.ts';
import { diagnosticOf, rangeOf, type Translation } from './diagnostic.ts';

const FIX_ALL = `${CodeActionKind.SourceFixAll}.kubewin`;

/** The kinds of what can be asked for here. */
export const CODE_ACTION_KINDS: readonly string[] = [CodeActionKind.QuickFix, FIX_ALL];

/**
 * What can be done about the findings in a range and put into a pod there, worked out from the text as it is now.
 * `insertions` are those for a pod.
 */
export function codeActions(
  report: FileReport,
  { range, context }: Pick<CodeActionParams, 'range' | 'context'>,
  insertions: (workload: Workload) => readonly Fix[],
  translation: Translation,
): CodeAction[] {
  const actions: CodeAction[] = [];
  if (asksFor(context, CodeActionKind.QuickFix)) {
    const { fixes, allowances } = quickFixes(report, range, context, translation);
    for (const action of podInsertions(report, range, insertions, translation)) add(fixes, action);
    actions.push(...fixes, ...allowances);
  }
  if (asksFor(context, FIX_ALL)) actions.push(...allSafeFixes(report, translation));
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

function quickFixes(
  report: FileReport,
  range: Range,
  context: CodeActionContext,
  translation: Translation,
): { fixes: CodeAction[]; allowances: CodeAction[] } {
  const fixes: CodeAction[] = [];
  const allowances: CodeAction[] = [];
  for (const { document, start, finding, index } of findingsIn(report)) {
    const own = diagnosticOf(report.file, start, finding, index, translation);
    const known = context.diagnostics.find((one) => isSame(one, own));
    if (known === undefined && !touch(own.range, range)) continue;
    const action = ({ fix, edits }: ApplicableFix): CodeAction => ({
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [known ?? own],
      edit: workspaceEdit(
        report,
        edits.map((edit) => shiftEdit(edit, start)),
        translation,
      ),
    });
    const { applicable, refusal } = applicableFixes(document, finding);
    for (const one of applicable) {
      // Where the best one cannot be made, no other is meant to be taken unseen.
      add(fixes, { ...action(one), ...(one.fix === finding.fixes[0] ? { isPreferred: true } : {}) });
    }
    if (refusal !== undefined && translation.client.showsDisabled) add(fixes, disabled(refusal, known ?? own));
    const allowance = allowHere(document, finding);
    if (allowance !== undefined) add(allowances, action(allowance));
  }
  return { fixes, allowances };
}

/** For those who ask why nothing is offered: clients show it only where nothing else is. */
function disabled({ fix, reason }: Refusal, diagnostic: Diagnostic): CodeAction {
  return { title: fix.title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], disabled: { reason } };
}

function podInsertions(
  report: FileReport,
  range: Range,
  insertions: (workload: Workload) => readonly Fix[],
  translation: Translation,
): CodeAction[] {
  return report.documents.flatMap(({ start, report: { document, workloads } }) =>
    workloads
      .filter((one) => podActionSpans(one).some((span) => touch(rangeOf(report.file, shift(span, start)), range)))
      .flatMap((one) => applicableFixes(document, { fixes: insertions(one) }).applicable)
      .map(({ fix, edits }) => ({
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        edit: workspaceEdit(
          report,
          edits.map((edit) => shiftEdit(edit, start)),
          translation,
        ),
      })),
  );
}

function allSafeFixes(report: FileReport, translation: Translation): CodeAction[] {
  const edits = report.documents.flatMap(({ start, report: { document }, findings }) =>
    fixAll(document, findings).map((edit) => shiftEdit(edit, start)),
  );
  if (edits.length === 0) return [];
  const edit = workspaceEdit(report, edits, translation);
  return [{ title: 'Fix all safe problems in this file', kind: FIX_ALL, edit }];
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

function effectOf({ edit, disabled: refusal }: CodeAction): string {
  return JSON.stringify([edit, refusal]);
}

/** Edits of a file, in its offsets. */
export function workspaceEdit(
  { file }: FileReport,
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
