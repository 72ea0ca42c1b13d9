import type { InitializeResult } from 'vscode-languageserver';
import type { Client } from './client.ts';
import { CodeActionKind, TextDocumentSyncKind } from './protocol.ts';

// The announced capabilities, separate from the code that implements them, which is loaded on demand.

/** The kind of the action that applies all safe fixes in a file. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.kubewin`;
/** The kind of actions that change a whole workload. */
export const REFACTORING = `${CodeActionKind.RefactorRewrite}.kubewin`;
/** The command that fixes all files of the workspace folders at once. */
export const FIX_WORKSPACE = 'kubewin.fixWorkspace';

/** Characters that open the completion list: the blank after a key or directive, and the colon before an image tag. */
const COMPLETION_TRIGGERS = [' ', ':'];

/** The capabilities that a server announces to a client. */
export function capabilities(client: Client): InitializeResult['capabilities'] {
  return {
    positionEncoding: client.encoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    hoverProvider: true,
    ...(client.supportsCompletion ? { completionProvider: { triggerCharacters: COMPLETION_TRIGGERS } } : {}),
    ...(client.supportsDefinitions ? { definitionProvider: true } : {}),
    ...(client.supportsReferences ? { referencesProvider: true } : {}),
    ...(client.supportsHighlights ? { documentHighlightProvider: true } : {}),
    ...(client.supportsRename ? { renameProvider: client.preparesRename ? { prepareProvider: true } : true } : {}),
    ...(client.supportsLinks ? { documentLinkProvider: {} } : {}),
    ...(client.pullsDiagnostics
      ? { diagnosticProvider: { identifier: 'kubewin', interFileDependencies: true, workspaceDiagnostics: true } }
      : {}),
    // A code lens without a command would only take up space.
    ...(client.supportsLenses && client.explainCommand !== undefined
      ? { codeLensProvider: client.makeReadyCommand === undefined ? {} : { resolveProvider: true } }
      : {}),
    ...(client.appliesEdits ? { executeCommandProvider: { commands: [FIX_WORKSPACE] } } : {}),
    ...(client.supportsCodeActions
      ? {
          codeActionProvider: {
            codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL, REFACTORING],
            ...(client.resolvesEdits ? { resolveProvider: true } : {}),
          },
        }
      : {}),
  };
}
