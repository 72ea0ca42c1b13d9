import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver';
import { isConfig } from '../lint/config.ts';
import { clusterQuestions, newConfig } from '../lint/new-config.ts';
import { needsTaint, podActions } from '../lint/refactorings/pod-actions.ts';
import { refactorings } from '../lint/refactorings/refactorings.ts';
import { skipChecks } from '../lint/refactorings/skip-checks.ts';
import type { Report, Workload } from '../lint/report.ts';
import type { Rule } from '../lint/rule.ts';
import { listedRules } from '../lint/rule-list.ts';
import { isRecord } from '../lint/settings.ts';
import { RULES } from '../rules/index.ts';
import { speak, t } from '../text/localize.ts';
import type { Disk } from '../workspace/disk.ts';
import type { Platform } from '../workspace/uri.ts';
import { type Client, textsIn } from './client.ts';
import { asksFor, CODE_ACTION_KINDS, codeActions, resolveCodeAction } from './code-action.ts';
import { COMPLETION_TRIGGERS, completionsAt } from './completion.ts';
import { ConfigChangeRequest } from './config-change.ts';
import { openDocuments } from './documents.ts';
import { ExplainRequest, pageAt } from './explain.ts';
import { FIX_WORKSPACE, fixWorkspace } from './fix-workspace.ts';
import { onNotification, onRequest } from './handler.ts';
import { configHoverAt, hoverAt } from './hover.ts';
import { definitionsAt, highlightsAt, referencesAt } from './navigation.ts';
import { TextDocumentSyncKind } from './protocol.ts';
import { REFACTORING, refactoringActions } from './refactoring.ts';
import { ClusterQuestionsRequest, InformationRequest, NewConfigRequest, RulesRequest } from './requests.ts';
import { Session } from './session.ts';
import { StatusRequest } from './status.ts';

/** What tests set and clients leave as it is. */
export interface ServerOptions {
  readonly version?: string;
  /** Other rules than all. */
  readonly rules?: readonly Rule[];
  /** Whose files they are. */
  readonly platform?: Platform;
}

/** A language server on a connection, which is listened to from now on. */
export function startServer(connection: Connection, disk: Disk, options: ServerOptions = {}): void {
  const { version, rules = RULES, platform = 'posix' } = options;
  connection.onInitialize((params: InitializeParams): InitializeResult => {
    const texts = textsIn(params.initializationOptions);
    speak((english) => texts.get(english));
    const session = new Session(connection, disk, { rules, platform }, params);
    serve(connection, session, disk);
    return {
      capabilities: capabilities(session.client),
      serverInfo: { name: 'Kubewin', ...(version === undefined ? {} : { version }) },
    };
  });
  connection.listen();
}

function capabilities(client: Client): InitializeResult['capabilities'] {
  return {
    positionEncoding: client.encoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    hoverProvider: true,
    ...(client.completes ? { completionProvider: { triggerCharacters: [...COMPLETION_TRIGGERS] } } : {}),
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
            codeActionKinds: [...CODE_ACTION_KINDS, REFACTORING],
            ...(client.asksForEdits ? { resolveProvider: true } : {}),
          },
        }
      : {}),
  };
}

function serve(connection: Connection, session: Session, disk: Disk): void {
  const { diagnostics, translation } = session;
  const log = (text: string) => connection.console.error(text);
  const documents = openDocuments(session.client.encoding);
  documents.onDidChangeContent(onNotification(log, ({ document }) => session.openedOrChanged(document)));
  documents.onDidSave(onNotification(log, ({ document }) => session.saved(document)));
  documents.onDidClose(onNotification(log, ({ document }) => session.close(document)));
  documents.listen(connection);

  connection.onInitialized(
    onNotification(log, () => {
      if (session.client.hasFolders) {
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
      await Promise.race([session.read, new Promise((cancel) => token.onCancellationRequested(cancel))]);
      return diagnostics.ofWorkspace(params, token, parts);
    }),
  );
  connection.onCodeAction(
    onRequest(log, [], async (params) => {
      await session.ready(params.textDocument.uri);
      const wantsRefactorings = asksFor(params.context, REFACTORING);
      const linters = await session.otherLinters(params.textDocument.uri);
      const report = session.report(params.textDocument.uri, wantsRefactorings);
      if (report === undefined) return [];
      const context = session.workspace.lintContext(report.file.uri);
      const offers = {
        insertions: (workload: Workload) => podActions(workload, context.settings, context.facts),
        skips: (workload: Workload) => skipChecks(workload, (linter) => linters.includes(linter)),
        needsTaint: (workload: Workload) => needsTaint(workload, context.settings, context.facts),
        turnOff: (rule: string) => session.configChange(params.textDocument.uri, ['rules', rule], 'off'),
      };
      const actions = codeActions(report, params, offers, translation);
      if (!wantsRefactorings) return actions;
      const file = report.documents.map((one) => one.report);
      const refactoringsOf = (workload: Workload, one: Report) => refactorings(workload, one, file, context);
      return [...actions, ...refactoringActions(report, params.range, refactoringsOf, translation)];
    }),
  );
  connection.onCodeActionResolve(
    onRequest(log, { title: '' }, async (action) => {
      // Clients ask for the edit of an action that has a command alone, too.
      const uri = isRecord(action.data) ? action.data['uri'] : undefined;
      if (typeof uri !== 'string') return action;
      await session.ready(uri);
      return resolveCodeAction(action, session.report(uri), translation);
    }),
  );
  connection.onExecuteCommand(
    onRequest(log, null, async ({ command }) => {
      await session.read;
      if (command === FIX_WORKSPACE) await fixWorkspace(connection, session, disk);
      return null;
    }),
  );
  connection.onHover(
    onRequest(log, null, async ({ textDocument, position }) => {
      await session.ready(textDocument.uri);
      const report = session.report(textDocument.uri, true);
      if (report === undefined) return null;
      return isConfig(report.file.uri)
        ? configHoverAt(report.file, position, translation)
        : hoverAt(report, position, translation);
    }),
  );
  connection.onCompletion(
    onRequest(log, [], async ({ textDocument, position }) => {
      await session.ready(textDocument.uri);
      const file = session.file(textDocument.uri);
      return file === undefined ? [] : completionsAt(file, position, translation);
    }),
  );
  const tools = { disk, translation };
  connection.onDefinition(
    onRequest(log, [], async ({ textDocument, position }, token) => {
      await session.read;
      const file = session.file(textDocument.uri);
      return file === undefined ? [] : definitionsAt(file, position, tools, token);
    }),
  );
  connection.onReferences(
    onRequest(log, [], async ({ textDocument, position, context }, token) => {
      await session.read;
      const file = session.file(textDocument.uri);
      return file === undefined ? [] : referencesAt(file, position, context.includeDeclaration, tools, token);
    }),
  );
  connection.onDocumentHighlight(
    onRequest(log, [], async ({ textDocument, position }) => {
      await session.ready(textDocument.uri);
      const file = session.file(textDocument.uri);
      return file === undefined ? [] : highlightsAt(file, position, translation);
    }),
  );
  connection.onCodeLens(
    onRequest(log, [], async ({ textDocument }) => {
      await session.ready(textDocument.uri);
      return session.lenses.of(textDocument.uri);
    }),
  );
  connection.onRequest(
    ExplainRequest,
    onRequest(log, null, async ({ uri, position }) => {
      await session.ready(uri);
      const report = session.report(uri, true);
      return report === undefined ? null : pageAt(report, position, translation);
    }),
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
    onRequest(log, [], async ({ uri }) => {
      await session.ready(uri);
      const { rules } = session.workspace.rules;
      return listedRules(rules, session.workspace.settingsOf(translation.ours(uri)));
    }),
  );
  connection.onRequest(ClusterQuestionsRequest, () =>
    clusterQuestions().map(({ key, title, choices }) => ({
      key,
      title: t(title),
      choices: choices.map(({ value, description }) => ({ value, description: t(description) })),
    })),
  );
  connection.onRequest(
    NewConfigRequest,
    onRequest(log, '', (answers) => newConfig(answers)),
  );
  connection.onRequest(
    InformationRequest,
    onRequest(log, { counts: {}, settings: [] }, () => session.information()),
  );
  connection.onRequest(
    ConfigChangeRequest,
    onRequest(log, null, async ({ uri, path, value }) => {
      await session.ready(uri);
      await session.rereadConfig(uri);
      const change = session.configChange(uri, path, value);
      return change && 'uri' in change ? { ...change, uri: translation.uriFor(change.uri) } : (change ?? null);
    }),
  );
  connection.onShutdown(() => session.stop());
}
