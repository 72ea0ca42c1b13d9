import type {
  CodeAction,
  Command,
  TextEdit as ProtocolEdit,
  SnippetTextEdit,
  TextDocumentEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { allowHere, allowInFile } from '../lint/fixes/applicable-fixes.ts';
import { LineIndex } from '../text/line-index.ts';
import { t } from '../text/localize.ts';
import type { FileReport } from '../workspace/report.ts';
import { parse } from '../yaml/read/document.ts';
import type { ConfigChange } from './config-change.ts';
import type { ProtocolContext } from './diagnostic.ts';
import { fixAction, type PlacedFinding, quickFix, workspaceEdit } from './quick-fix.ts';

/** The change that turns a rule off in the configuration file of the report's file, if there is one. */
export type TurnOff = (rule: string) => ConfigChange | undefined;

/**
 * Actions that suppress findings: in this place, in the file, or with their rule. For clients with a command for it, one
 * action that lets the user choose among them.
 */
export function suppressActions(
  report: FileReport,
  found: readonly PlacedFinding[],
  turnOff: TurnOff,
  protocol: ProtocolContext,
): CodeAction[] {
  const all = [
    ...suppressionsHere(report, found, protocol),
    ...suppressionsInFile(report, found, protocol),
    ...turnOffActions(report, found, turnOff, protocol),
  ];
  const command = protocol.client.suppressCommand;
  if (command === undefined || all.length === 0) return all;
  const [rule, ...others] = rulesOf(found);
  const title = others.length === 0 ? t`Suppress \`${rule}\`…` : t('Suppress a rule…');
  // Findings of one rule may have the same entries.
  const choices = new Map(
    all.map(({ title, edit, command }) => [JSON.stringify([title, edit]), { title, edit, command }]),
  );
  const diagnostics = found.map(({ diagnostic }) => diagnostic);
  return [quickFix(title, diagnostics, { command: { title, command, arguments: [title, [...choices.values()]] } })];
}

/** Actions that show the pages of the rules of findings: one for all of them if the client has a short menu. */
export function documentationActions(found: readonly PlacedFinding[], { client }: ProtocolContext): CodeAction[] {
  const command = client.rulePageCommand;
  const withPage = found.filter(({ finding }) => finding.url !== undefined && finding.code !== undefined);
  const rules = rulesOf(withPage);
  if (command === undefined || rules.length === 0) return [];
  const actionFor = (title: string, rules: string[]) => {
    const diagnostics = withPage
      .filter(({ finding }) => rules.includes(finding.rule))
      .map(({ diagnostic }) => diagnostic);
    return quickFix(title, diagnostics, { command: { title, command, arguments: rules } });
  };
  return client.suppressCommand !== undefined && rules.length > 1
    ? [actionFor(t('Show documentation…'), rules)]
    : rules.map((rule) => actionFor(t`Show documentation for \`${rule}\``, [rule]));
}

function suppressionsHere(
  report: FileReport,
  found: readonly PlacedFinding[],
  protocol: ProtocolContext,
): readonly CodeAction[] {
  const { supportsSnippets } = protocol.client;
  return found.flatMap((placed) => {
    const allowance = allowHere(placed.document, placed.finding, supportsSnippets ? ' -- ' : '');
    if (allowance === undefined) return [];
    const action = fixAction(report, placed, allowance, protocol);
    return supportsSnippets ? { ...action, edit: withCursor(action.edit) } : action;
  });
}

function suppressionsInFile(
  report: FileReport,
  found: readonly PlacedFinding[],
  protocol: ProtocolContext,
): readonly CodeAction[] {
  const { file } = report;
  const [first] = found.length === 0 ? [] : protocol.workspace.documents(file.uri);
  if (first === undefined) return [];
  const { span } = first;
  const top = first.document ?? parse(file.text.slice(span.start, span.end));
  return found.flatMap((placed) => {
    const allowance = allowInFile(top, placed.finding);
    return allowance === undefined ? [] : fixAction(report, { ...placed, start: span.start }, allowance, protocol);
  });
}

function turnOffActions(
  { file }: FileReport,
  found: readonly PlacedFinding[],
  turnOff: TurnOff,
  protocol: ProtocolContext,
): readonly CodeAction[] {
  const { client, toClient } = protocol;
  return found.flatMap(({ finding: { rule }, diagnostic }) => {
    const title = t`Turn off rule \`${rule}\``;
    const own = client.turnOffRuleCommand;
    if (own !== undefined) {
      const command: Command = { title, command: own, arguments: [toClient(file.uri), rule] };
      return quickFix(title, [diagnostic], { command });
    }
    const change = turnOff(rule);
    if (change === undefined || 'reason' in change) return [];
    return quickFix(title, [diagnostic], { edit: configEdit(change, protocol) });
  });
}

function rulesOf(found: readonly PlacedFinding[]): string[] {
  return [...new Set(found.map(({ finding }) => finding.rule))];
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
