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
import type { DocumentReport, Workload } from '../lint/engine/report.ts';
import type { Finding } from '../lint/finding.ts';
import {
  type ApplicableFix,
  allowHere,
  allowInFile,
  applicableFixes,
  editsOf,
  type Refusal,
  selectedFixes,
} from '../lint/fixes/applicable-fixes.ts';
import { skipSpans } from '../lint/other-linters/skip-checks.ts';
import { podActionSpans } from '../lint/refactorings/pod-actions.ts';
import type { AutomaticSafety, Fix } from '../lint/rule.ts';
import { shiftEdit, type TextEdit } from '../text/edit.ts';
import { LineIndex } from '../text/line-index.ts';
import { t } from '../text/localize.ts';
import { contains, type Span, shift } from '../text/span.ts';
import type { File, FileReport } from '../workspace/report.ts';
import { type Document, parse } from '../yaml/read/document.ts';
import { FIX_ALL } from './capabilities.ts';
import type { ConfigChange } from './config-change.ts';
import { diagnosticOf, type ProtocolContext, rangeOf } from './diagnostic.ts';
import { CodeActionKind, CodeActionTriggerKind } from './protocol.ts';

/** Actions besides the fixes of findings that cannot be derived from the report. */
export interface Offers {
  /** Fixes that add fields to a pod. */
  readonly insertions: (workload: Workload) => readonly Fix[];
  /** Fixes that skip checks of other linters for the object of a pod. */
  readonly skips: (workload: Workload) => readonly Fix[];
  /** The quick fix that makes the workload of a finding ready for Windows, if there is one. */
  readonly waysToWindows: (workload: Workload, document: DocumentReport, diagnostic: Diagnostic) => CodeAction[];
  /** Whether the taint of the pod's nodes is not set and the user should be asked for it. */
  readonly needsTaint: (workload: Workload) => boolean;
  /** The change that turns a rule off in the configuration file of the report's file, if there is one. */
  readonly turnOff: (rule: string) => ConfigChange | undefined;
}

/**
 * The code actions for the findings and pods in a range. Fixes of a finding come first, then the fixes of the whole file and
 * of the workload, then actions that suppress findings.
 */
export function codeActions(
  report: FileReport,
  { range, context }: Pick<CodeActionParams, 'range' | 'context'>,
  offers: Offers,
  protocol: ProtocolContext,
): CodeAction[] {
  const actions: CodeAction[] = [];
  if (isRequested(context, CodeActionKind.QuickFix)) {
    const found = findingsAt(report, range, context, protocol);
    const all = [
      ...found.flatMap((placed) => fixesOf(report, placed, protocol)),
      ...ofWholeFileAt(report, found, 'safe', protocol),
      ...ofWholeFileAt(report, found, 'ineffective', protocol),
      // Each is tried on a copy, which takes too long while the cursor moves.
      ...(context.triggerKind === CodeActionTriggerKind.Automatic ? [] : waysToWindows(report, found, offers)),
      ...suppressions(report, found, offers, protocol),
      ...podInsertions(report, range, offers, protocol),
    ];
    for (const action of all) add(actions, action);
  }
  if (isRequested(context, FIX_ALL)) {
    const [all] = ofWholeFile(report, 'safe', FIX_ALL, protocol);
    // Without a requested kind, the quick fix and the source action would both be listed.
    const isOffered = context.only === undefined && actions.some(({ title }) => title === all?.title);
    if (all !== undefined && !isOffered) actions.push(all);
  }
  return actions;
}

/** By default, all kinds are requested; if the cursor only moved, then only quick fixes. */
export function isRequested({ only, triggerKind }: CodeActionContext, kind: string): boolean {
  if (only === undefined) return kind === CodeActionKind.QuickFix || triggerKind !== CodeActionTriggerKind.Automatic;
  return only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`));
}

/** Adds an action, or merges it with an equal action for another finding or workload. */
export function add(actions: CodeAction[], action: CodeAction): void {
  const same = actions.find((known) => known.title === action.title && effectOf(known) === effectOf(action));
  if (same === undefined) actions.push(action);
  else if (action.diagnostics !== undefined) {
    same.diagnostics = [...(same.diagnostics ?? []), ...action.diagnostics];
    if (action.isPreferred) same.isPreferred = true;
  }
}

/** A finding in the requested range. */
interface PlacedFinding {
  readonly document: Document;
  readonly start: number;
  readonly finding: Finding;
  readonly diagnostic: Diagnostic;
}

function findingsAt(
  report: FileReport,
  range: Range,
  context: CodeActionContext,
  protocol: ProtocolContext,
): PlacedFinding[] {
  return findingsIn(report).flatMap(({ index, ...placed }) => {
    const own = diagnosticOf(report.file, placed.start, placed.finding, index, protocol);
    const known = context.diagnostics.find((sent) => isSame(sent, own));
    return known === undefined && !touch(own.range, range) ? [] : [{ ...placed, diagnostic: known ?? own }];
  });
}

/** The number of fixes in the menu of a finding. */
const SHOWN_FIXES = 3;

function fixesOf(report: FileReport, found: PlacedFinding, protocol: ProtocolContext): CodeAction[] {
  const { applicable, refusal } = applicableFixes(found.document, found.finding);
  const actions = applicable.slice(0, SHOWN_FIXES).map((fix) => ({
    ...actionOf(report, found, fix, protocol),
    // If the best fix is not applicable, none is preferred: editors apply a preferred fix without a menu.
    ...(fix.fix === found.finding.fixes[0] ? { isPreferred: true } : {}),
  }));
  const isShown = refusal !== undefined && protocol.client.supportsDisabled;
  return isShown ? [...actions, disabled(refusal, found.diagnostic)] : actions;
}

function actionOf(
  report: FileReport,
  { start, diagnostic }: PlacedFinding,
  { fix, edits }: ApplicableFix,
  protocol: ProtocolContext,
): CodeAction {
  const inFile = edits.map((edit) => shiftEdit(edit, start));
  return quickFix(t(fix.title), diagnostic, {
    edit: workspaceEdit([{ file: report.file, edits: inFile }], protocol),
  });
}

function quickFix(title: string, diagnostic: Diagnostic, effect: Pick<CodeAction, 'edit' | 'command'>): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], ...effect };
}

/** The action that applies all fixes of a kind in the file, in the menu of a finding that has one. */
function ofWholeFileAt(
  report: FileReport,
  found: readonly PlacedFinding[],
  safety: AutomaticSafety,
  protocol: ProtocolContext,
): CodeAction[] {
  const diagnostics = found.flatMap(({ finding, diagnostic }) => (hasFix(finding, safety) ? [diagnostic] : []));
  if (diagnostics.length === 0) return [];
  const kind = CodeActionKind.QuickFix;
  const count = countIn(report, safety);
  if (count === 0) return [];
  // Computing the edit of a large file would delay the menu.
  if (protocol.client.resolvesEdits) {
    const data = { uri: protocol.toClient(report.file.uri), safety };
    return [{ title: TITLES[safety](count), kind, diagnostics, data }];
  }
  return ofWholeFile(report, safety, kind, protocol).map((action) => ({ ...action, diagnostics }));
}

/** The selected action with an edit of the current text. */
export function resolveCodeAction(
  action: CodeAction,
  safety: AutomaticSafety,
  report: FileReport | undefined,
  protocol: ProtocolContext,
): CodeAction {
  const [all] = report === undefined ? [] : ofWholeFile(report, safety, FIX_ALL, protocol);
  return all?.edit === undefined ? action : { ...action, edit: all.edit };
}

/** The actions that make the workloads of findings ready for Windows. */
function waysToWindows(report: FileReport, found: readonly PlacedFinding[], offers: Offers): CodeAction[] {
  return found.flatMap(({ document, finding, diagnostic }) => {
    const own = report.documents.find((each) => each.report.document === document)?.report;
    const around = own?.workloads.filter(({ pod }) => contains(pod.object.field.valueSpan, finding.at)) ?? [];
    const [workload, ...others] = around;
    return own === undefined || workload === undefined || others.length > 0
      ? []
      : offers.waysToWindows(workload, own, diagnostic);
  });
}

/** Actions that suppress findings: in this place, in the file, or with their rule. */
function suppressions(
  report: FileReport,
  found: readonly PlacedFinding[],
  { turnOff }: Offers,
  protocol: ProtocolContext,
): CodeAction[] {
  const { client, workspace, toClient } = protocol;
  const name = toClient(report.file.uri);
  const [first] = found.length === 0 ? [] : workspace.documents(report.file.uri, false);
  const top = first && (first.document ?? parse(report.file.text.slice(first.span.start, first.span.end)));
  return [
    ...found.flatMap((placed) => {
      const allowance = allowHere(placed.document, placed.finding, client.supportsSnippets ? ' -- ' : '');
      if (allowance === undefined) return [];
      const action = actionOf(report, placed, allowance, protocol);
      return client.supportsSnippets ? { ...action, edit: withCursor(action.edit) } : action;
    }),
    ...found.flatMap((placed) => {
      const allowance = top && allowInFile(top, placed.finding);
      return allowance === undefined
        ? []
        : actionOf(report, { ...placed, start: first?.span.start ?? 0 }, allowance, protocol);
    }),
    ...found.flatMap(({ finding: { rule }, diagnostic }) => {
      const title = t`Turn off rule \`${rule}\``;
      const command = client.turnOffRuleCommand;
      if (command !== undefined)
        return quickFix(title, diagnostic, { command: { title, command, arguments: [name, rule] } });
      const change = turnOff(rule);
      if (change === undefined || 'reason' in change) return [];
      return quickFix(title, diagnostic, { edit: configEdit(change, protocol) });
    }),
    ...found.flatMap(({ finding: { rule, url }, diagnostic }) => {
      const title = t`Show documentation for \`${rule}\``;
      const command = client.rulePageCommand;
      if (command === undefined || url === undefined) return [];
      return quickFix(title, diagnostic, { command: { title, command, arguments: [rule] } });
    }),
  ];
}

/** The same edit of one line, with the cursor at the end of the line. */
function withCursor({ documentChanges = [] }: WorkspaceEdit = {}): WorkspaceEdit {
  const changes = (documentChanges as TextDocumentEdit[]).map(({ textDocument, edits }) => ({
    textDocument,
    edits: (edits as ProtocolEdit[]).map(({ range, newText }): SnippetTextEdit => {
      return { range, snippet: { kind: 'snippet', value: newText.replace(/\r?\n$|$/, '$$0$&') } };
    }),
  }));
  return { documentChanges: changes };
}

/** The edit of a configuration file, which may be open in the editor. */
function configEdit(
  { uri, before, edits }: Exclude<ConfigChange, { reason: string }>,
  protocol: ProtocolContext,
): WorkspaceEdit {
  const { client, workspace } = protocol;
  const version = workspace.isOpen(uri) ? workspace.file(uri)?.version : undefined;
  const file = { uri, text: before, version, lines: new LineIndex(before, client.encoding) };
  return workspaceEdit([{ file, edits }], protocol);
}

/** Says why a fix is not offered. Clients show it only if there is no other action. */
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
  protocol: ProtocolContext,
): CodeAction[] {
  const actionsAt = (places: readonly PlacedWorkload[], fixesOf: (workload: Workload) => readonly Fix[]) =>
    places.flatMap(({ start, document, workload }) =>
      applicableFixes(document, { fixes: fixesOf(workload) }).applicable.map(({ fix, edits }) => ({
        title: t(fix.title),
        kind: CodeActionKind.QuickFix,
        edit: workspaceEdit([{ file: report.file, edits: edits.map((edit) => shiftEdit(edit, start)) }], protocol),
      })),
    );
  const at = workloadsAt(report, range, podActionSpans);
  const actions: CodeAction[] = actionsAt(at, insertions);
  const command = protocol.client.setTaintCommand;
  if (command !== undefined && at.some(({ workload }) => needsTaint(workload))) {
    const title = t('Set the taint of my cluster…');
    const sets = { title, command, arguments: [protocol.toClient(report.file.uri)] };
    actions.push({ title, kind: CodeActionKind.QuickFix, command: sets });
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

const TITLES: Readonly<Record<AutomaticSafety, (count: number) => string>> = {
  safe: (count) => t`Fix all auto-fixable problems in this file (${count})`,
  ineffective: (count) => t`Remove all fields without effect in this file (${count})`,
};

/** The action that applies all fixes of a kind in the file. */
function ofWholeFile(
  report: FileReport,
  safety: AutomaticSafety,
  kind: string,
  protocol: ProtocolContext,
): CodeAction[] {
  const fixed = report.documents.map(({ start, report: { document }, findings }) => {
    const fixes = selectedFixes(document, findings, { safeties: [safety] });
    return { count: fixes.length, edits: editsOf(document, fixes).map((edit) => shiftEdit(edit, start)) };
  });
  const count = fixed.reduce((sum, document) => sum + document.count, 0);
  const edits = fixed.flatMap((document) => document.edits);
  return count === 0
    ? []
    : [{ title: TITLES[safety](count), kind, edit: workspaceEdit([{ file: report.file, edits }], protocol) }];
}

function countIn({ documents }: FileReport, safety: AutomaticSafety): number {
  return documents.reduce(
    (sum, { report, findings }) => sum + selectedFixes(report.document, findings, { safeties: [safety] }).length,
    0,
  );
}

function hasFix({ fixes }: Finding, safety: AutomaticSafety): boolean {
  return fixes.some((fix) => fix.safety === safety);
}

function findingsIn({
  documents,
}: FileReport): { document: Document; start: number; finding: Finding; index: number }[] {
  return documents
    .flatMap(({ start, report, findings }) =>
      findings.map((finding) => ({ document: report.document, start, finding })),
    )
    .map((placed, index) => ({ ...placed, index }));
}

function effectOf({ edit, command, disabled: refusal }: CodeAction): string {
  return JSON.stringify([edit, command, refusal]);
}

/** Edits of a file; their offsets count from its start. */
export interface EditsOfFile {
  readonly file: File;
  readonly edits: readonly TextEdit[];
}

export function workspaceEdit(files: readonly EditsOfFile[], { client, toClient }: ProtocolContext): WorkspaceEdit {
  const changes = files.map(({ file, edits }) => ({
    uri: toClient(file.uri),
    version: file.version ?? null,
    edits: edits.map(({ span, text }) => ({ range: rangeOf(file, span), newText: text })),
  }));
  return client.supportsDocumentChanges
    ? { documentChanges: changes.map(({ uri, version, edits }) => ({ textDocument: { uri, version }, edits })) }
    : { changes: Object.fromEntries(changes.map(({ uri, edits }) => [uri, edits])) };
}

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return (
    a.source === b.source &&
    a.code === b.code &&
    a.message === b.message &&
    !isBefore(a.range.start, b.range.start) &&
    !isBefore(b.range.start, a.range.start)
  );
}

/** Whether ranges touch, including their ends: the cursor may be directly after a field. */
export function touch(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
