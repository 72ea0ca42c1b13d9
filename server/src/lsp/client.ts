import type { ClientCapabilities } from 'vscode-languageserver';
import { isRecord } from '../lint/settings/settings.ts';
import type { PositionEncoding } from '../text/line-index.ts';
import { DiagnosticTag, MarkupKind } from './protocol.ts';

/** What the client can do, as far as it makes a difference here. */
export interface Client {
  /** What positions count. The first of those that it prefers which is known here. */
  readonly encoding: PositionEncoding;
  /** Asks for diagnostics; to one that cannot they are sent. */
  readonly pulls: boolean;
  readonly refreshes: boolean;
  readonly fadesUnnecessary: boolean;
  readonly linksCodes: boolean;
  /** A command of the client that opens the page of a rule by its id; codes then link to it. */
  readonly rulePageCommand: string | undefined;
  /**
   * A command of the client that takes a title, a list of what remains to be done after an action, each with its
   * location where it has one, and the location of what the action wrote.
   */
  readonly showRemainingCommand: string | undefined;
  /** A command of the client that takes a document and a position, and opens the page on the workload there. */
  readonly explainCommand: string | undefined;
  readonly takesLenses: boolean;
  readonly refreshesLenses: boolean;
  /** Completes and explains configuration files by their JSON schema. */
  readonly hasConfigSchema: boolean;
  /** A command of the client that turns a rule off for a file: it takes the name of the file and the id of the rule. */
  readonly turnOffRuleCommand: string | undefined;
  /** A command of the client that asks for the taint of the nodes and sets it for a file, which it takes by its name. */
  readonly setTaintCommand: string | undefined;
  readonly showsRelated: boolean;
  /** Takes a version with diagnostics that are sent. */
  readonly takesVersions: boolean;
  /** Takes edits of a document in a given version. */
  readonly takesDocumentChanges: boolean;
  /** Takes what edits are for, and asks before it makes those that want it. */
  readonly takesAnnotations: boolean;
  /** Takes edits that say where the cursor goes. */
  readonly takesSnippets: boolean;
  /** Makes edits that it has not asked for. */
  readonly appliesEdits: boolean;
  readonly takesCodeActions: boolean;
  /** Asks for the edit of a code action when it is chosen. */
  readonly asksForEdits: boolean;
  readonly completes: boolean;
  readonly goesToDefinitions: boolean;
  readonly findsReferences: boolean;
  readonly highlights: boolean;
  /** Shows Markdown beside completions. */
  readonly documentsMarkdown: boolean;
  /** Shows code actions that cannot be made, and why. */
  readonly showsDisabled: boolean;
  readonly showsMarkdown: boolean;
  readonly hasConfiguration: boolean;
  readonly tellsConfiguration: boolean;
  readonly hasFolders: boolean;
  readonly watches: boolean;
  readonly watchesRelative: boolean;
  readonly showsProgress: boolean;
}

/** Reads what a client announces; `options` are its initialization options, which may name commands of its own. */
export function readClient({ general, workspace, textDocument, window }: ClientCapabilities, options: unknown): Client {
  const diagnostics = textDocument?.diagnostic ?? textDocument?.publishDiagnostics;
  return {
    encoding: general?.positionEncodings?.find(isKnown) ?? 'utf-16',
    pulls: textDocument?.diagnostic !== undefined,
    refreshes: workspace?.diagnostics?.refreshSupport === true,
    fadesUnnecessary: diagnostics?.tagSupport?.valueSet.includes(DiagnosticTag.Unnecessary) === true,
    linksCodes: diagnostics?.codeDescriptionSupport === true,
    rulePageCommand: commandIn(options, 'rulePageCommand'),
    showRemainingCommand: commandIn(options, 'showRemainingCommand'),
    explainCommand: commandIn(options, 'explainCommand'),
    takesLenses: textDocument?.codeLens !== undefined,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    hasConfigSchema: isRecord(options) && options['hasConfigSchema'] === true,
    turnOffRuleCommand: commandIn(options, 'turnOffRuleCommand'),
    setTaintCommand: commandIn(options, 'setTaintCommand'),
    showsRelated: diagnostics?.relatedInformation === true,
    takesVersions: textDocument?.publishDiagnostics?.versionSupport === true,
    takesDocumentChanges: workspace?.workspaceEdit?.documentChanges === true,
    takesAnnotations:
      workspace?.workspaceEdit?.documentChanges === true &&
      workspace.workspaceEdit.changeAnnotationSupport !== undefined,
    takesSnippets:
      workspace?.workspaceEdit?.documentChanges === true && workspace.workspaceEdit.snippetEditSupport === true,
    appliesEdits: workspace?.applyEdit === true,
    takesCodeActions: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    asksForEdits: textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true,
    completes: textDocument?.completion !== undefined,
    goesToDefinitions: textDocument?.definition !== undefined,
    findsReferences: textDocument?.references !== undefined,
    highlights: textDocument?.documentHighlight !== undefined,
    documentsMarkdown:
      textDocument?.completion?.completionItem?.documentationFormat?.includes(MarkupKind.Markdown) === true,
    showsDisabled: textDocument?.codeAction?.disabledSupport === true,
    showsMarkdown: textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) === true,
    hasConfiguration: workspace?.configuration === true,
    tellsConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    hasFolders: workspace?.workspaceFolders === true,
    watches: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    watchesRelative: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    showsProgress: window?.workDoneProgress === true,
  };
}

/** What initialization options are apart from the names of commands: settings, from a client that cannot be asked. */
export function settingsIn(options: unknown): unknown {
  if (!isRecord(options)) return options;
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'texts' && !name.endsWith('Command')));
}

/**
 * The texts of the language of the client by the English ones; none for English. In VS Code's bundles a text may come
 * with comments for translators.
 */
export function textsIn(options: unknown): ReadonlyMap<string, string> {
  const texts = isRecord(options) && isRecord(options['texts']) ? Object.entries(options['texts']) : [];
  return new Map(
    texts.flatMap(([english, own]): [string, string][] => {
      const text = isRecord(own) ? own['message'] : own;
      return typeof text === 'string' ? [[english, text]] : [];
    }),
  );
}

function isKnown(encoding: string): encoding is PositionEncoding {
  return encoding === 'utf-8' || encoding === 'utf-16';
}

function commandIn(options: unknown, name: `${string}Command`): string | undefined {
  const command = isRecord(options) ? options[name] : undefined;
  return typeof command === 'string' ? command : undefined;
}
