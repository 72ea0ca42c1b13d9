import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver';
import type { Rule } from '../lint/rule.ts';
import { RULES } from '../rules/index.ts';
import { setLanguage } from '../text/localize.ts';
import type { Disk } from '../workspace/disk.ts';
import type { Platform } from '../workspace/uri.ts';
import { capabilities, FIX_WORKSPACE } from './capabilities.ts';
import { textsIn } from './client.ts';
import { openDocuments } from './documents.ts';
import { onNotification, onRequest } from './handler.ts';
import type { Hooks } from './hooks.ts';
import type * as OnDemand from './on-demand.ts';
import { LSPErrorCodes, ResponseError } from './protocol.ts';
import type { Refusal } from './rename.ts';
import {
  AgentToolRequest,
  CheckAsWindowsRequest,
  ClusterOfferRequest,
  ClusterQuestionsRequest,
  ConfigChangeRequest,
  ExplainRequest,
  type FileClusterOffer,
  InformationRequest,
  NewConfigRequest,
  RenderedSourceRequest,
  RenderedTemplateRequest,
  RulesRequest,
  WaysToWindowsRequest,
} from './requests.ts';
import { Session } from './session.ts';
import { StatusRequest } from './status.ts';

/** Loads the handlers of requests that users trigger. They are not needed when a document is opened. */
export type LoadOnDemand = () => Promise<typeof OnDemand>;

/** Options of a server, which the entry points and tests set. */
export interface ServerOptions extends Hooks {
  readonly version?: string;
  /** The rules to check; by default all. */
  readonly rules?: readonly Rule[];
  /** Determines how URIs are compared. */
  readonly platform?: Platform;
}

/** Starts a language server on a connection. */
export function startServer(
  connection: Connection,
  disk: Disk,
  onDemand: LoadOnDemand,
  options: ServerOptions = {},
): void {
  const { version, rules = RULES, platform = 'posix', ...hooks } = options;
  connection.onInitialize((params: InitializeParams): InitializeResult => {
    const texts = textsIn(params.initializationOptions);
    setLanguage((english) => texts.get(english));
    const session = new Session(connection, disk, { rules, platform, ...hooks }, params);
    serve(connection, session, disk, onDemand);
    return {
      capabilities: capabilities(session.client),
      serverInfo: { name: 'Kubewin', ...(version === undefined ? {} : { version }) },
    };
  });
  connection.listen();
}

function serve(connection: Connection, session: Session, disk: Disk, onDemand: LoadOnDemand): void {
  const { diagnostics } = session;
  const log = (text: string) => connection.console.error(text);
  const documents = openDocuments(session.client.encoding);
  documents.onDidChangeContent(onNotification(log, ({ document }) => session.openedOrChanged(document)));
  documents.onDidSave(onNotification(log, ({ document }) => session.saved(document)));
  documents.onDidClose(onNotification(log, ({ document }) => session.close(document)));
  documents.listen(connection);

  connection.onInitialized(
    onNotification(log, () => {
      if (session.client.supportsFolders) {
        connection.workspace.onDidChangeWorkspaceFolders(
          onNotification(log, ({ added, removed }) => session.changeFolders(added, removed)),
        );
      }
      session.start();
    }),
  );
  connection.onDidChangeConfiguration(onNotification(log, ({ settings }) => session.changeSettings(settings)));
  connection.onDidChangeWatchedFiles(onNotification(log, ({ changes }) => session.watched(changes)));

  connection.languages.diagnostics.on(
    onRequest(log, { kind: 'full', items: [] }, async (params) => {
      await session.ready(params.textDocument.uri);
      return diagnostics.ofDocument(params);
    }),
  );
  connection.languages.diagnostics.onWorkspace(
    onRequest(log, { items: [] }, async (params, token, _, parts) => {
      await Promise.race([session.read, session.known, new Promise((cancel) => token.onCancellationRequested(cancel))]);
      return diagnostics.ofWorkspace(params, token, parts);
    }),
  );
  connection.onCodeAction(onRequest(log, [], async (params) => (await onDemand()).codeActionsFor(params, session)));
  connection.onCodeActionResolve(
    onRequest(log, { title: '' }, async (action) => (await onDemand()).resolvedAction(action, session)),
  );
  connection.onExecuteCommand(
    onRequest(log, null, async ({ command }) => {
      await session.read;
      if (command === FIX_WORKSPACE) await (await onDemand()).fixWorkspace(connection, session, disk);
      return null;
    }),
  );
  connection.onHover(onRequest(log, null, async (params) => (await onDemand()).hoverFor(params, session)));
  connection.onCompletion(onRequest(log, [], async (params) => (await onDemand()).completionsFor(params, session)));
  connection.onDefinition(
    onRequest(log, [], async (params, token) => (await onDemand()).definitionsFor(params, session, disk, token)),
  );
  connection.onReferences(
    onRequest(log, [], async (params, token) => (await onDemand()).referencesFor(params, session, disk, token)),
  );
  connection.onDocumentHighlight(
    onRequest(log, [], async (params) => (await onDemand()).highlightsFor(params, session)),
  );
  connection.onPrepareRename(
    onRequest(log, null, async (params) => orRefused(await (await onDemand()).renameRangeFor(params, session))),
  );
  connection.onRenameRequest(
    onRequest(log, null, async (params, token) =>
      orRefused(await (await onDemand()).renameFor(params, session, disk, token)),
    ),
  );
  connection.onDocumentLinks(onRequest(log, [], async (params) => (await onDemand()).linksFor(params, session)));
  connection.onCodeLens(
    onRequest(log, [], async ({ textDocument }) => {
      await session.ready(textDocument.uri);
      return session.lenses.of(textDocument.uri);
    }),
  );
  connection.onCodeLensResolve((lens, token) =>
    onRequest(log, lens, async () => (await onDemand()).resolvedLens(lens, session))(lens, token),
  );
  connection.onRequest(
    ExplainRequest,
    onRequest(log, null, async (params) => (await onDemand()).pageFor(params, session)),
  );
  connection.onRequest(
    CheckAsWindowsRequest,
    onRequest(log, null, async (params) => (await onDemand()).checkAsWindows(params, session)),
  );
  connection.onRequest(
    StatusRequest,
    onRequest(log, null, async ({ uri }) => {
      await session.ready(uri);
      return session.status(uri);
    }),
  );
  connection.onRequest(
    RulesRequest,
    onRequest(log, [], async ({ uri }) => (await onDemand()).rulesFor(uri, session)),
  );
  connection.onRequest(
    WaysToWindowsRequest,
    onRequest(log, [], async (params) => (await onDemand()).waysToWindowsFor(params, session)),
  );
  connection.onRequest(ClusterQuestionsRequest, async () => (await onDemand()).questions());
  connection.onRequest(
    ClusterOfferRequest,
    onRequest(log, NO_OFFER, async (params) => (await onDemand()).clusterOfferFor(params, session)),
  );
  connection.onRequest(
    NewConfigRequest,
    onRequest(log, '', async (answers) => (await onDemand()).newConfig(answers)),
  );
  connection.onRequest(
    InformationRequest,
    onRequest(log, { counts: {}, settings: [] }, async () => (await onDemand()).informationOn(session)),
  );
  connection.onRequest(
    ConfigChangeRequest,
    onRequest(log, null, async (params) => (await onDemand()).configChangeFor(params, session)),
  );
  connection.onRequest(
    RenderedTemplateRequest,
    onRequest(log, null, async (params) => (await onDemand()).renderedTemplateFor(params, session)),
  );
  connection.onRequest(
    RenderedSourceRequest,
    onRequest(log, null, async (params) => (await onDemand()).renderedSourceFor(params, session)),
  );
  connection.onRequest(
    AgentToolRequest,
    onRequest(log, { fault: 'The tool failed because of a bug in Kubewin.' }, async (params, token) =>
      (await onDemand()).callTool(params, session, disk, token),
    ),
  );
  connection.onShutdown(() => session.stop());
}

const NO_OFFER: FileClusterOffer = { settings: [], nodes: '', notes: [], config: null };

/** A refusal as an error, whose message clients show. */
function orRefused<T extends object>(answer: T | Refusal | null): T | ResponseError<never> | null {
  const isRefusal = answer !== null && 'refusal' in answer;
  return isRefusal ? new ResponseError(LSPErrorCodes.RequestFailed, answer.refusal) : answer;
}
