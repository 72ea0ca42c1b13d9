import type { CodeAction, CodeActionContext, CodeActionParams, Diagnostic, Range } from 'vscode-languageserver';
import type { DocumentReport, Workload } from '../lint/engine/report.ts';
import type { Finding } from '../lint/finding.ts';
import { applicableFixes, editsOf, type Refusal, selectedFixes } from '../lint/fixes/applicable-fixes.ts';
import type { AutomaticSafety } from '../lint/rule.ts';
import { shiftEdit } from '../text/edit.ts';
import { t } from '../text/localize.ts';
import { contains } from '../text/span.ts';
import type { FileReport } from '../workspace/report.ts';
import type { Document } from '../yaml/read/document.ts';
import { FIX_ALL } from './capabilities.ts';
import type { Client } from './client.ts';
import { diagnosticOf, type ProtocolContext } from './diagnostic.ts';
import { CodeActionKind, CodeActionTriggerKind } from './protocol.ts';
import { fixAction, type PlacedFinding, workspaceEdit } from './quick-fix.ts';
import { documentationActions, suppressActions, type TurnOff } from './suppress-actions.ts';

/** Actions besides the fixes of findings that cannot be derived from the report. */
export interface Offers {
  /** The quick fix that makes the workload of a finding ready for Windows, if there is one. */
  readonly makeReady: (workload: Workload, document: DocumentReport, placed: PlacedFinding) => CodeAction | undefined;
  readonly turnOff: TurnOff;
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
    const settings = protocol.workspace.settingsOf(report.file.uri);
    const all = [
      ...found.flatMap((placed) => fixesOf(report, placed, protocol)),
      ...ofWholeFileActions(report, found, protocol),
      // Each is tried on a copy, which takes too long while the cursor moves.
      ...(context.triggerKind === CodeActionTriggerKind.Automatic ? [] : makeReadyActions(report, found, offers)),
      ...(settings['codeActions.suppress'] ? suppressActions(report, found, offers.turnOff, protocol) : []),
      ...(settings['codeActions.documentation'] ? documentationActions(found, protocol) : []),
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

/**
 * The number of fixes in the menu of a finding. Clients that ask for the build when they make a pod ready for Windows need
 * no entry for each of several builds.
 */
function shownFixes({ makeReadyCommand }: Client): number {
  return makeReadyCommand === undefined ? 3 : 2;
}

function fixesOf(report: FileReport, found: PlacedFinding, protocol: ProtocolContext): CodeAction[] {
  const { applicable, refusal } = applicableFixes(found.document, found.finding);
  const actions = applicable.slice(0, shownFixes(protocol.client)).map((fix) => ({
    ...fixAction(report, found, fix, protocol),
    // If the best fix is not applicable, none is preferred: editors apply a preferred fix without a menu.
    ...(fix.fix === found.finding.fixes[0] ? { isPreferred: true } : {}),
  }));
  const isShown = refusal !== undefined && protocol.client.supportsDisabled;
  return isShown ? [...actions, disabled(refusal, found.diagnostic)] : actions;
}

/** The actions that apply all fixes of the kinds that findings have. A short menu has only the first one. */
function ofWholeFileActions(
  report: FileReport,
  found: readonly PlacedFinding[],
  protocol: ProtocolContext,
): CodeAction[] {
  const all = (['safe', 'ineffective'] as const).flatMap((safety) => ofWholeFileAt(report, found, safety, protocol));
  return protocol.client.suppressCommand === undefined ? all : all.slice(0, 1);
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
function makeReadyActions(report: FileReport, found: readonly PlacedFinding[], offers: Offers): CodeAction[] {
  return found.flatMap((placed) => {
    const own = report.documents.find((each) => each.report.document === placed.document)?.report;
    const around = own?.workloads.filter(({ pod }) => contains(pod.object.field.valueSpan, placed.finding.at)) ?? [];
    const [workload, ...others] = around;
    if (own === undefined || workload === undefined || others.length > 0) return [];
    return offers.makeReady(workload, own, placed) ?? [];
  });
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
