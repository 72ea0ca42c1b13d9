import { PassThrough } from 'node:stream';
import { onTestFinished, vi } from 'vitest';
import {
  type ApplyWorkspaceEditParams,
  ApplyWorkspaceEditRequest,
  type ApplyWorkspaceEditResult,
  type ClientCapabilities,
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  type CodeActionTriggerKind,
  type CodeLens,
  CodeLensRefreshRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
  type CompletionItem,
  CompletionRequest,
  type ConfigurationParams,
  ConfigurationRequest,
  createConnection,
  createMessageConnection,
  type Diagnostic,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type DocumentDiagnosticReport,
  DocumentDiagnosticRequest,
  ExecuteCommandRequest,
  type FileChangeType,
  type Hover,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type Location,
  type MessageConnection,
  MessageType,
  ProposedFeatures,
  PublishDiagnosticsNotification,
  type Range,
  type RegistrationParams,
  RegistrationRequest,
  ShowMessageNotification,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  UnregistrationRequest,
  WorkDoneProgress,
  WorkDoneProgressCreateRequest,
  type WorkspaceDiagnosticReport,
  WorkspaceDiagnosticRequest,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';

import { TextDocument } from 'vscode-languageserver-textdocument';
import type { WorkloadPage } from '../../server/src/lint/pages/explain-workload.ts';
import type { Rule } from '../../server/src/lint/rule.ts';
import type { ConfigValue } from '../../server/src/lint/settings/config-edit.ts';
import type { ConfigChange } from '../../server/src/lsp/config-change.ts';
import type { RenderedDocument } from '../../server/src/lsp/rendered.ts';
import type { CheckAsWindowsResult } from '../../server/src/lsp/requests.ts';
import { type ServerOptions, startServer } from '../../server/src/lsp/server.ts';
import type { Status } from '../../server/src/lsp/status.ts';
import { ownRuleTools } from '../../server/src/own-rules/own-rules.ts';
import nameInvalid from '../../server/src/rules/os/name-invalid.ts';
import hostPid from '../../server/src/rules/pod/host-pid.ts';
import privileged from '../../server/src/rules/security-context/privileged.ts';
import { withArchives } from '../../server/src/workspace/archive.ts';
import { MemoryDisk } from './memory-disk.ts';

/** The capabilities of VS Code that the server depends on. */
export const VS_CODE: ClientCapabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
    codeLens: { refreshSupport: true },
    workspaceEdit: {
      documentChanges: true,
      snippetEditSupport: true,
      changeAnnotationSupport: { groupsOnLabel: true },
    },
    applyEdit: true,
  },
  textDocument: {
    diagnostic: {
      dynamicRegistration: true,
      relatedInformation: true,
      codeDescriptionSupport: true,
      dataSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: [] } },
      isPreferredSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
      disabledSupport: true,
    },
    codeLens: {},
    hover: { contentFormat: ['markdown', 'plaintext'] },
    definition: {},
    references: {},
    documentHighlight: {},
    rename: { prepareSupport: true },
    documentLink: { tooltipSupport: true },
    completion: {
      completionItem: {
        documentationFormat: ['markdown', 'plaintext'],
        insertReplaceSupport: true,
        labelDetailsSupport: true,
      },
    },
  },
  window: { workDoneProgress: true },
};

/** A client that does not request diagnostics and does not support `workspace/configuration`. */
export const PLAIN: ClientCapabilities = {
  textDocument: {
    publishDiagnostics: { versionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};

/** A few rules, so that other rules do not change the expected results. */
export const FEW_RULES: readonly Rule[] = [nameInvalid, hostPid, privileged];

interface Options {
  readonly files?: Readonly<Record<string, string>>;
  /** Files that are not text. */
  readonly archives?: Readonly<Record<string, Uint8Array>>;
  /** Whether the server can read files again, so that it keeps no texts. */
  readonly isReadable?: boolean;
  readonly folders?: readonly string[] | null;
  readonly capabilities?: ClientCapabilities;
  readonly settings?: Settings;
  readonly initializationOptions?: unknown;
  readonly server?: ServerOptions;
  /** Whether the test calls `end` itself. Otherwise, the client ends with the test. */
  readonly endsEarly?: boolean;
}

/** Responses to `workspace/configuration` by section. For a folder, the key starts with its URI. */
type Settings = Readonly<Record<string, unknown>>;

/** A client and a server in one process, which are connected by two streams. */
export class TestClient {
  readonly connection: MessageConnection;
  readonly disk: MemoryDisk;
  settings: Settings;
  initialized: InitializeResult = { capabilities: {} };
  readonly registrations: RegistrationParams['registrations'] = [];
  /** Handles edits that the server wants to apply. */
  onEdit: (params: ApplyWorkspaceEditParams) => ApplyWorkspaceEditResult | Promise<ApplyWorkspaceEditResult> = () => ({
    applied: false,
  });
  /** Notifications and requests of the server by kind, and callers of `next` that wait for them. */
  readonly #received = new Map<string, unknown[]>();
  readonly #waiting = new Map<string, ((params: unknown) => void)[]>();
  readonly #documents = new Map<string, TextDocument>();

  constructor({
    files = {},
    archives = {},
    isReadable = false,
    settings = {},
    server = { rules: FEW_RULES },
    endsEarly = false,
  }: Options) {
    const up = new PassThrough();
    const down = new PassThrough();
    this.disk = new MemoryDisk(files, archives, isReadable);
    this.settings = settings;
    const served = createConnection(ProposedFeatures.all, new StreamMessageReader(up), new StreamMessageWriter(down));
    startServer(served, withArchives(this.disk), () => import('../../server/src/lsp/on-demand.ts'), {
      loadOwnRules: async () => ownRuleTools,
      ...server,
    });
    this.connection = createMessageConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    this.connection.onRequest(ConfigurationRequest.type, (params) => this.#configuration(params));
    this.connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      this.registrations.push(...registrations);
      for (const { method } of registrations) this.#receive(`register ${method}`, undefined);
    });
    this.connection.onRequest(UnregistrationRequest.type, ({ unregisterations }) => {
      for (const { id } of unregisterations) {
        this.registrations.splice(0, Infinity, ...this.registrations.filter((registration) => registration.id !== id));
      }
    });
    this.connection.onRequest(ApplyWorkspaceEditRequest.type, (params) => this.onEdit(params));
    this.connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
      this.connection.onProgress(WorkDoneProgress.type, token, (value) =>
        this.#receive(`progress ${value.kind}`, value),
      );
      this.#receive('progress', token);
    });
    this.connection.onRequest(DiagnosticRefreshRequest.type, () => this.#receive('refresh', undefined));
    this.connection.onRequest(CodeLensRefreshRequest.type, () => this.#receive('refresh lenses', undefined));
    this.connection.onNotification(PublishDiagnosticsNotification.type, (params) =>
      this.#receive('diagnostics', params),
    );
    this.connection.onNotification(ShowMessageNotification.type, ({ message }) => this.#receive('message', message));
    this.connection.onNotification('window/logMessage', ({ type, message }) =>
      this.#receive(type > MessageType.Warning ? 'remark' : 'log', message),
    );
    this.connection.onNotification('kubewin/statusChanged', () => this.#receive('status', undefined));
    this.connection.listen();
    if (!endsEarly) onTestFinished(() => this.end());
  }

  async end(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    // Pending requests get a response now, unless the server has a bug.
    await vi.waitUntil(() => !this.connection.hasPendingResponse(), { timeout: 500 }).catch(() => {});
    this.connection.dispose();
  }

  /** Creates and initializes a client. */
  static async start(options: Options = {}): Promise<TestClient> {
    const client = new TestClient(options);
    await client.initialize(options);
    return client;
  }

  /** Initializes the server. By default, there is one workspace folder, `file:///work`. */
  async initialize(options: Options): Promise<void> {
    const { folders = ['file:///work'], capabilities = VS_CODE, initializationOptions } = options;
    this.initialized = await this.connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: null,
      capabilities,
      workspaceFolders: folders?.map((uri) => ({ uri, name: uri })) ?? null,
      initializationOptions,
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
  }

  /** The next notification or request of a kind, including those that have arrived already. */
  next<T = unknown>(kind: string): Promise<T> {
    const [first] = this.#received.get(kind)?.splice(0, 1) ?? [];
    const received = first as { params: T } | undefined;
    if (received !== undefined) return Promise.resolve(received.params);
    return new Promise((resolve) => {
      this.#waiting.set(kind, [...(this.#waiting.get(kind) ?? []), resolve as (params: unknown) => void]);
    });
  }

  /** All notifications and requests of a kind that `next` has not returned. */
  received(kind: string): unknown[] {
    return (this.#received.get(kind) ?? []).map((message) => (message as { params: unknown }).params);
  }

  /** Resolves when the server has processed all messages, unless it waits for something. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await this.hover('file:///none', 0, 0);
  }

  async open(uri: string, text: string, languageId = 'yaml'): Promise<void> {
    this.#documents.set(uri, TextDocument.create(uri, languageId, 1, text));
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Replaces the first occurrence of a text in an open document, as typing does. */
  async replace(uri: string, before: string, after: string): Promise<void> {
    const document = this.#document(uri);
    const start = document.getText().indexOf(before);
    const range = { start: document.positionAt(start), end: document.positionAt(start + before.length) };
    await this.#change(document, [{ range, newText: after }]);
  }

  async close(uri: string): Promise<void> {
    this.#documents.delete(uri);
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** Writes or deletes a file, and sends the event of a watcher. */
  async write(uri: string, text: string | undefined, type: FileChangeType): Promise<void> {
    if (text === undefined) this.disk.files.delete(uri);
    else this.disk.files.set(uri, text);
    await this.watched(uri, type);
  }

  async watched(uri: string, type: FileChangeType): Promise<void> {
    await this.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri, type }] });
  }

  async set(settings: Settings): Promise<void> {
    this.settings = settings;
    await this.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  }

  pull(uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    const previous = previousResultId === undefined ? {} : { previousResultId };
    return this.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri }, ...previous });
  }

  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const report = await this.pull(uri);
    if (report.kind !== 'full') throw new Error('without a result ID, the response must be full');
    return report.items;
  }

  /** Requests the diagnostics of the workspace. Returns the items of all partial results together. */
  async pullWorkspace(known: Known = {}, partialResultToken?: string): Promise<WorkspaceDiagnosticReport & Parts> {
    const parts: WorkspaceDocumentDiagnosticReport[][] = [];
    const { partialResult } = WorkspaceDiagnosticRequest;
    const progress =
      partialResultToken === undefined
        ? undefined
        : this.connection.onProgress(partialResult, partialResultToken, ({ items }) => {
            parts.push(items);
          });
    const { items } = await this.connection.sendRequest(WorkspaceDiagnosticRequest.type, {
      previousResultIds: Object.entries(known).map(([uri, value]) => ({ uri, value })),
      ...(partialResultToken === undefined ? {} : { partialResultToken }),
    });
    progress?.dispose();
    return { items: [...parts.flat(), ...items], parts: parts.map((part) => part.length), last: items.length };
  }

  codeActions(uri: string, range: Range, only?: string[], trigger?: CodeActionTriggerKind): Promise<CodeAction[]> {
    return this.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range,
      context: {
        diagnostics: [],
        ...(only === undefined ? {} : { only }),
        ...(trigger === undefined ? {} : { triggerKind: trigger }),
      },
    }) as Promise<CodeAction[]>;
  }

  execute(command: string): Promise<unknown> {
    return this.connection.sendRequest(ExecuteCommandRequest.type, { command });
  }

  /** The completion items at the end of a text in an open document. */
  async completions(uri: string, before: string): Promise<CompletionItem[]> {
    const position = this.rangeOf(uri, before).end;
    return (await this.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position,
    })) as CompletionItem[];
  }

  hover(uri: string, line: number, character: number): Promise<Hover | null> {
    return this.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line, character } });
  }

  resolve(action: CodeAction): Promise<CodeAction> {
    return this.connection.sendRequest(CodeActionResolveRequest.type, action);
  }

  async lenses(uri: string): Promise<CodeLens[]> {
    return (await this.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
  }

  resolveLens(lens: CodeLens): Promise<CodeLens> {
    return this.connection.sendRequest(CodeLensResolveRequest.type, lens);
  }

  /** The page on the workload at a line. */
  explain(uri: string, line: number): Promise<WorkloadPage | null> {
    return this.connection.sendRequest('kubewin/explain', { uri, position: { line, character: 0 } });
  }

  /** Checks the workload at a line as a Windows pod, or stops doing so. */
  checkAsWindows(uri: string, line: number): Promise<CheckAsWindowsResult | null> {
    return this.connection.sendRequest('kubewin/checkAsWindows', { uri, position: { line, character: 0 } });
  }

  rendered(uri: string): Promise<RenderedDocument | null> {
    return this.connection.sendRequest('kubewin/renderedTemplate', { uri });
  }

  /** Where a text at a position of a rendered template is from. */
  renderedSource(uri: string, line: number, character: number): Promise<Location | null> {
    return this.connection.sendRequest('kubewin/renderedSource', { uri, position: { line, character } });
  }

  configChange(uri: string, path: ConfigValue['path'], value: string): Promise<ConfigChange | null> {
    return this.connection.sendRequest('kubewin/configChange', { uri, values: [{ path, value }] });
  }

  status(uri: string): Promise<Status | null> {
    return this.connection.sendRequest('kubewin/status', { uri });
  }

  text(uri: string): string {
    return this.#document(uri).getText();
  }

  /** The range of a text in an open document. */
  rangeOf(uri: string, text: string): Range {
    const document = this.#document(uri);
    const start = document.getText().indexOf(text);
    if (start === -1) throw new Error(`${uri} does not contain: ${text}`);
    return { start: document.positionAt(start), end: document.positionAt(start + text.length) };
  }

  /** Applies the edit of an action to open documents. Fails if it is for another version. */
  async apply(action: CodeAction): Promise<void> {
    const { edit } = action.data === undefined ? action : await this.resolve(action);
    const changes = edit?.documentChanges ?? [];
    if (changes.length === 0) throw new Error('the action has no edit');
    for (const change of changes) {
      if (!('textDocument' in change)) throw new Error('the action has an edit that is not a text edit');
      const document = this.#document(change.textDocument.uri);
      if (change.textDocument.version !== document.version) throw new Error('the edit is for another version');
      const edits = change.edits.map((edit): TextEdit => {
        return 'snippet' in edit ? { range: edit.range, newText: edit.snippet.value.replace('$0', '') } : edit;
      });
      await this.#change(document, edits);
    }
  }

  async #change(document: TextDocument, edits: TextEdit[]): Promise<void> {
    const { uri, version, languageId } = document;
    const contentChanges = edits
      .toSorted((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start))
      .map(({ range, newText }) => ({ range, text: newText }));
    const text = TextDocument.applyEdits(document, edits);
    this.#documents.set(uri, TextDocument.create(uri, languageId, version + 1, text));
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: version + 1 },
      contentChanges,
    });
  }

  #document(uri: string): TextDocument {
    const document = this.#documents.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    return document;
  }

  #configuration({ items }: ConfigurationParams): unknown[] {
    return items.map(({ scopeUri, section }) => {
      const own = this.settings[`${scopeUri} ${section}`];
      return own ?? this.settings[section ?? ''] ?? null;
    });
  }

  #receive(kind: string, params: unknown): void {
    const [first, ...others] = this.#waiting.get(kind) ?? [];
    this.#waiting.set(kind, others);
    if (first !== undefined) first(params);
    else this.#received.set(kind, [...(this.#received.get(kind) ?? []), { params }]);
  }
}

type Known = Readonly<Record<string, string>>;

interface Parts {
  /** The number of items in each partial result, and in the response itself. */
  readonly parts: readonly number[];
  readonly last: number;
}

/** The result IDs in a response, as a client sends them back. */
export function resultIds({ items }: WorkspaceDiagnosticReport): Record<string, string> {
  return Object.fromEntries(items.flatMap(({ uri, resultId }) => (resultId === undefined ? [] : [[uri, resultId]])));
}

/** The rules in a response by file, or `unchanged`. */
export function rulesByFile({ items }: WorkspaceDiagnosticReport): Record<string, string> {
  return Object.fromEntries(
    items.map((item) => [
      item.uri.slice(item.uri.lastIndexOf('/') + 1),
      item.kind === 'full' ? item.items.map(({ code }) => code).join(' ') : 'unchanged',
    ]),
  );
}
