import type { CodeAction, Diagnostic, WorkspaceEdit } from 'vscode-languageserver';
import type { Finding } from '../lint/finding.ts';
import type { ApplicableFix } from '../lint/fixes/applicable-fixes.ts';
import { shiftEdit, type TextEdit } from '../text/edit.ts';
import { t } from '../text/localize.ts';
import type { File, FileReport } from '../workspace/report.ts';
import type { Document } from '../yaml/read/document.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import { CodeActionKind } from './protocol.ts';

/** A finding in the requested range. */
export interface PlacedFinding {
  readonly document: Document;
  readonly start: number;
  readonly finding: Finding;
  readonly diagnostic: Diagnostic;
}

/** An action for findings, with its edit or command. */
export function quickFix(
  title: string,
  diagnostics: Diagnostic[],
  effect: Pick<CodeAction, 'edit' | 'command'>,
): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, diagnostics, ...effect };
}

/** The action that applies a fix of a finding. */
export function fixAction(
  { file }: FileReport,
  { start, diagnostic }: PlacedFinding,
  { fix, edits }: ApplicableFix,
  protocol: ProtocolContext,
): CodeAction {
  const inFile = edits.map((edit) => shiftEdit(edit, start));
  return quickFix(t(fix.title), [diagnostic], { edit: workspaceEdit([{ file, edits: inFile }], protocol) });
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
