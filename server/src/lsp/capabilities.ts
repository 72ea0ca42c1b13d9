import type { InitializeResult } from 'vscode-languageserver';
import type { Client } from './client.ts';
import { CodeActionKind, TextDocumentSyncKind } from './protocol.ts';

// What the server announces. It is apart from the code that does it, which is loaded when a user asks for it.

/** The kind of what mends everything in a file. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.kubewin`;
/** The kind of what changes a whole workload. */
export const REFACTORING = `${CodeActionKind.RefactorRewrite}.kubewin`;
/** The command that fixes all files of the workspace folders at once. */
export const FIX_WORKSPACE = 'kubewin.fixWorkspace';

/** What opens the list of itself: the blank behind a key and a directive, and the colon before a tag. */
const COMPLETION_TRIGGERS = [' ', ':'];

/** What the server does for a client. */
export function capabilities(client: Client): InitializeResult['capabilities'] {
  return {
    positionEncoding: client.encoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    hoverProvider: true,
    ...(client.completes ? { completionProvider: { triggerCharacters: COMPLETION_TRIGGERS } } : {}),
    ...(client.goesToDefinitions ? { definitionProvider: true } : {}),
    ...(client.findsReferences ? { referencesProvider: true } : {}),
    ...(client.highlights ? { documentHighlightProvider: true } : {}),
    ...(client.pulls
      ? { diagnosticProvider: { identifier: 'kubewin', interFileDependencies: true, workspaceDiagnostics: true } }
      : {}),
    // A lens without anything to click would only be in the way.
    ...(client.takesLenses && client.explainCommand !== undefined ? { codeLensProvider: {} } : {}),
    ...(client.appliesEdits ? { executeCommandProvider: { commands: [FIX_WORKSPACE] } } : {}),
    ...(client.takesCodeActions
      ? {
          codeActionProvider: {
            codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL, REFACTORING],
            ...(client.asksForEdits ? { resolveProvider: true } : {}),
          },
        }
      : {}),
  };
}
