import { type ClientCapabilities, DiagnosticTag, MarkupKind } from 'vscode-languageserver';

/** What the client can do, as far as it makes a difference here. */
export interface Client {
  /** Asks for diagnostics; to one that cannot they are sent. */
  readonly pulls: boolean;
  readonly refreshes: boolean;
  readonly fadesUnnecessary: boolean;
  readonly linksCodes: boolean;
  readonly showsRelated: boolean;
  /** Takes a version with diagnostics that are sent. */
  readonly takesVersions: boolean;
  /** Takes edits of a document in a given version. */
  readonly takesDocumentChanges: boolean;
  readonly takesCodeActions: boolean;
  readonly showsMarkdown: boolean;
  readonly hasConfiguration: boolean;
  readonly tellsConfiguration: boolean;
  readonly hasFolders: boolean;
  readonly watches: boolean;
  readonly watchesRelative: boolean;
  readonly showsProgress: boolean;
}

export function readClient({ workspace, textDocument, window }: ClientCapabilities): Client {
  const diagnostics = textDocument?.diagnostic ?? textDocument?.publishDiagnostics;
  return {
    pulls: textDocument?.diagnostic !== undefined,
    refreshes: workspace?.diagnostics?.refreshSupport === true,
    fadesUnnecessary: diagnostics?.tagSupport?.valueSet.includes(DiagnosticTag.Unnecessary) === true,
    linksCodes: diagnostics?.codeDescriptionSupport === true,
    showsRelated: diagnostics?.relatedInformation === true,
    takesVersions: textDocument?.publishDiagnostics?.versionSupport === true,
    takesDocumentChanges: workspace?.workspaceEdit?.documentChanges === true,
    takesCodeActions: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    showsMarkdown: textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) === true,
    hasConfiguration: workspace?.configuration === true,
    tellsConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    hasFolders: workspace?.workspaceFolders === true,
    watches: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    watchesRelative: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    showsProgress: window?.workDoneProgress === true,
  };
}
