import type { ClientCapabilities } from 'vscode-languageserver';
import { isRecord } from '../lint/settings/settings.ts';
import type { PositionEncoding } from '../text/line-index.ts';
import { DiagnosticTag, MarkupKind } from './protocol.ts';

/** The capabilities of the client that the server depends on. */
export interface Client {
  /** The first supported position encoding in the client's order of preference. */
  readonly encoding: PositionEncoding;
  /** Requests diagnostics. To other clients, they are sent. */
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly supportsUnnecessaryTag: boolean;
  /** Marks only the first characters of a hint, and shows the message of a diagnostic only where it is marked. */
  readonly marksHintStarts: boolean;
  readonly supportsCodeLinks: boolean;
  /** A command of the client that opens the page of a rule by its ID. Codes of diagnostics link to it. */
  readonly rulePageCommand: string | undefined;
  /**
   * A command of the client that shows the manual steps that remain after a refactoring. It takes a title, the steps with
   * their locations, and the location of the text that was written.
   */
  readonly showRemainingCommand: string | undefined;
  /** A command of the client that opens the page on the workload at a position of a document. */
  readonly explainCommand: string | undefined;
  /** A command of the client that shows the problem at a position of a document. Code lenses lead to the first one with it. */
  readonly showProblemCommand: string | undefined;
  /** A command of the client that applies the quick fix with a title at a position of a document. Pages on workloads link to it. */
  readonly applyFixCommand: string | undefined;
  /**
   * A command of the client that checks the workload at a position of a document as a Windows pod, or stops doing so. It
   * sends `kubewin/checkAsWindows`.
   */
  readonly checkAsWindowsCommand: string | undefined;
  /** Shows the rendered template. */
  readonly showRenderedCommand: string | undefined;
  readonly supportsLenses: boolean;
  readonly refreshesLenses: boolean;
  /** A folder for what the server keeps until its next start; undefined if it keeps nothing. */
  readonly cacheFolder: string | undefined;
  /** A command of the client that turns a rule off for a file. It takes the URI of the file and the ID of the rule. */
  readonly turnOffRuleCommand: string | undefined;
  /** A command of the client that asks for the taint of the nodes and sets it for the file with the given URI. */
  readonly setTaintCommand: string | undefined;
  /**
   * A command of the client that shows changes among which the user chooses, and makes the chosen one. It takes a title and
   * the changes. For such a client, menus are short: other entries are joined, too.
   */
  readonly suppressCommand: string | undefined;
  /**
   * A command of the client that asks how to make a workload ready for Windows. It takes the URI and position with which it
   * sends `kubewin/waysToWindows`.
   */
  readonly makeReadyCommand: string | undefined;
  /**
   * A command of the client that shows a large change before it is made. It takes a title, the edit, and the command that runs
   * afterwards. Such a client also lets the user choose among the edits of `workspace/applyEdit`.
   */
  readonly previewCommand: string | undefined;
  /** A command of the client that records the platforms of the images that a lock lacks. It takes the URI of the lock. */
  readonly updateImagesCommand: string | undefined;
  readonly supportsRelated: boolean;
  /** Accepts a document version with published diagnostics. */
  readonly supportsVersions: boolean;
  /** Accepts edits for a certain version of a document. */
  readonly supportsDocumentChanges: boolean;
  /** Accepts annotated edits, and asks the user about those that need confirmation. */
  readonly supportsAnnotations: boolean;
  /** Accepts edits that set the cursor. */
  readonly supportsSnippets: boolean;
  /** Applies edits that the server sends by itself. */
  readonly appliesEdits: boolean;
  readonly supportsCodeActions: boolean;
  /** Requests the edit of a code action when the user selects it. */
  readonly resolvesEdits: boolean;
  readonly supportsCompletion: boolean;
  readonly supportsDefinitions: boolean;
  readonly supportsReferences: boolean;
  readonly supportsHighlights: boolean;
  readonly supportsRename: boolean;
  /** Asks for the range of a name before the user types a new one. */
  readonly preparesRename: boolean;
  readonly supportsLinks: boolean;
  readonly supportsLinkTooltips: boolean;
  /** Shows a few words beside the label of a completion item. */
  readonly supportsLabelDetails: boolean;
  /** Shows the documentation of completion items as Markdown. */
  readonly supportsMarkdownDocumentation: boolean;
  /** Shows disabled code actions with the reason. */
  readonly supportsDisabled: boolean;
  readonly supportsMarkdown: boolean;
  readonly supportsConfiguration: boolean;
  readonly watchesConfiguration: boolean;
  readonly supportsFolders: boolean;
  readonly watchesFiles: boolean;
  readonly watchesRelativePatterns: boolean;
  readonly supportsProgress: boolean;
}

/** Reads the announced capabilities. The initialization options may name commands of the client. */
export function readClient({ general, workspace, textDocument, window }: ClientCapabilities, options: unknown): Client {
  const diagnostics = textDocument?.diagnostic ?? textDocument?.publishDiagnostics;
  return {
    encoding: general?.positionEncodings?.find(isSupported) ?? 'utf-16',
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    supportsUnnecessaryTag: diagnostics?.tagSupport?.valueSet.includes(DiagnosticTag.Unnecessary) === true,
    marksHintStarts: isRecord(options) && options['marksHintStarts'] === true,
    supportsCodeLinks: diagnostics?.codeDescriptionSupport === true,
    rulePageCommand: commandIn(options, 'rulePageCommand'),
    showRemainingCommand: commandIn(options, 'showRemainingCommand'),
    explainCommand: commandIn(options, 'explainCommand'),
    showProblemCommand: commandIn(options, 'showProblemCommand'),
    applyFixCommand: commandIn(options, 'applyFixCommand'),
    checkAsWindowsCommand: commandIn(options, 'checkAsWindowsCommand'),
    showRenderedCommand: commandIn(options, 'showRenderedCommand'),
    supportsLenses: textDocument?.codeLens !== undefined,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    cacheFolder: textIn(options, 'cacheFolder'),
    turnOffRuleCommand: commandIn(options, 'turnOffRuleCommand'),
    setTaintCommand: commandIn(options, 'setTaintCommand'),
    suppressCommand: commandIn(options, 'suppressCommand'),
    makeReadyCommand: commandIn(options, 'makeReadyCommand'),
    previewCommand: commandIn(options, 'previewCommand'),
    updateImagesCommand: commandIn(options, 'updateImagesCommand'),
    supportsRelated: diagnostics?.relatedInformation === true,
    supportsVersions: textDocument?.publishDiagnostics?.versionSupport === true,
    supportsDocumentChanges: workspace?.workspaceEdit?.documentChanges === true,
    supportsAnnotations:
      workspace?.workspaceEdit?.documentChanges === true &&
      workspace.workspaceEdit.changeAnnotationSupport !== undefined,
    supportsSnippets:
      workspace?.workspaceEdit?.documentChanges === true && workspace.workspaceEdit.snippetEditSupport === true,
    appliesEdits: workspace?.applyEdit === true,
    supportsCodeActions: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    resolvesEdits: textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true,
    supportsCompletion: textDocument?.completion !== undefined,
    supportsDefinitions: textDocument?.definition !== undefined,
    supportsReferences: textDocument?.references !== undefined,
    supportsHighlights: textDocument?.documentHighlight !== undefined,
    supportsRename: textDocument?.rename !== undefined,
    preparesRename: textDocument?.rename?.prepareSupport === true,
    supportsLinks: textDocument?.documentLink !== undefined,
    supportsLinkTooltips: textDocument?.documentLink?.tooltipSupport === true,
    supportsLabelDetails: textDocument?.completion?.completionItem?.labelDetailsSupport === true,
    supportsMarkdownDocumentation:
      textDocument?.completion?.completionItem?.documentationFormat?.includes(MarkupKind.Markdown) === true,
    supportsDisabled: textDocument?.codeAction?.disabledSupport === true,
    supportsMarkdown: textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) === true,
    supportsConfiguration: workspace?.configuration === true,
    watchesConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    supportsFolders: workspace?.workspaceFolders === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    watchesRelativePatterns: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    supportsProgress: window?.workDoneProgress === true,
  };
}

/** The settings in initialization options, for clients without `workspace/configuration`: all keys that are not for the server. */
export function settingsIn(options: unknown): unknown {
  if (!isRecord(options)) return options;
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => !NO_SETTINGS.includes(name) && !name.endsWith('Command')),
  );
}

const NO_SETTINGS: readonly string[] = ['texts', 'cacheFolder'];

/**
 * Translations by English text; empty for English. In bundles of VS Code, a text can be an object with comments for
 * translators.
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

function isSupported(encoding: string): encoding is PositionEncoding {
  return encoding === 'utf-8' || encoding === 'utf-16';
}

function commandIn(options: unknown, name: `${string}Command`): string | undefined {
  return textIn(options, name);
}

function textIn(options: unknown, name: string): string | undefined {
  const text = isRecord(options) ? options[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}
