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
import type { ConfigPath } from '../../server/src/lint/settings/config-edit.ts';
import type { ConfigChange } from '../../server/src/lsp/config-change.ts';
import { type ServerOptions, startServer } from '../../server/src/lsp/server.ts';
import type { Status } from '../../server/src/lsp/status.ts';
import nameInvalid from '../../server/src/rules/os/name-invalid.ts';
import hostPid from '../../server/src/rules/pod/host-pid.ts';
import privileged from '../../server/src/rules/security-context/privileged.ts';
import { MemoryDisk } from './memory-disk.ts';

/** What VS Code says that it can do, as far as the server looks at it. */
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
    completion: { completionItem: { documentationFormat: ['markdown', 'plaintext'], insertReplaceSupport: true } },
  },
  window: { workDoneProgress: true },
};

/** One that cannot ask for anything: neither for diagnostics nor can it be asked for settings. */
export const PLAIN: ClientCapabilities = {
  textDocument: {
    publishDiagnostics: { versionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};

/** So that other rules do not change what is expected here. */
export const FEW_RULES: readonly Rule[] = [nameInvalid, hostPid, privileged];

interface Options {
  readonly files?: Readonly<Record<string, string>>;
  readonly folders?: readonly string[] | null;
  readonly capabilities?: ClientCapabilities;
  readonly settings?: Settings;
  readonly initializationOptions?: unknown;
  readonly server?: ServerOptions;
  /** Whether `end` is called by whoever starts it: a test of many clients would keep all of them until it is over. */
  readonly endsEarly?: boolean;
}

/** Answers to `workspace/configuration`, by section; one for a folder has the folder's URI before it. */
type Settings = Readonly<Record<string, unknown>>;

/** A client and a server in one process; what they say to each other goes through two real streams. */
export class TestClient {
  readonly connection: MessageConnection;
  readonly disk: MemoryDisk;
  settings: Settings;
  initialized: InitializeResult = { capabilities: {} };
  readonly registrations: RegistrationParams['registrations'] = [];
  /** What becomes of an edit that the server wants to be made. */
  onEdit: (params: ApplyWorkspaceEditParams) => ApplyWorkspaceEditResult | Promise<ApplyWorkspaceEditResult> = () => ({
    applied: false,
  });
  /** What the server said of its own accord, and who waits for it. */
  readonly #heard = new Map<string, unknown[]>();
  readonly #waiting = new Map<string, ((params: unknown) => void)[]>();
  readonly #documents = new Map<string, TextDocument>();

  constructor({ files = {}, settings = {}, server = { rules: FEW_RULES }, endsEarly = false }: Options) {
    const up = new PassThrough();
    const down = new PassThrough();
    this.disk = new MemoryDisk(files);
    this.settings = settings;
    const served = createConnection(ProposedFeatures.all, new StreamMessageReader(up), new StreamMessageWriter(down));
    startServer(served, this.disk, () => import('../../server/src/lsp/on-demand.ts'), server);
    this.connection = createMessageConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    this.connection.onRequest(ConfigurationRequest.type, (params) => this.#configuration(params));
    this.connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      this.registrations.push(...registrations);
      for (const { method } of registrations) this.#hear(`register ${method}`, undefined);
    });
    this.connection.onRequest(UnregistrationRequest.type, ({ unregisterations }) => {
      for (const { id } of unregisterations) {
        this.registrations.splice(0, Infinity, ...this.registrations.filter((one) => one.id !== id));
      }
    });
    this.connection.onRequest(ApplyWorkspaceEditRequest.type, (params) => this.onEdit(params));
    this.connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
      this.connection.onProgress(WorkDoneProgress.type, token, (value) => this.#hear(`progress ${value.kind}`, value));
      this.#hear('progress', token);
    });
    this.connection.onRequest(DiagnosticRefreshRequest.type, () => this.#hear('refresh', undefined));
    this.connection.onRequest(CodeLensRefreshRequest.type, () => this.#hear('refresh lenses', undefined));
    this.connection.onNotification(PublishDiagnosticsNotification.type, (params) => this.#hear('diagnostics', params));
    this.connection.onNotification(ShowMessageNotification.type, ({ message }) => this.#hear('message', message));
    this.connection.onNotification('window/logMessage', ({ type, message }) =>
      this.#hear(type > MessageType.Warning ? 'remark' : 'log', message),
    );
    this.connection.onNotification('kubewin/statusChanged', () => this.#hear('status', undefined));
    this.connection.listen();
    if (!endsEarly) onTestFinished(() => this.end());
  }

  async end(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    // What was held is answered now; a server with a fault may not.
    await vi.waitUntil(() => !this.connection.hasPendingResponse(), { timeout: 500 }).catch(() => {});
    this.connection.dispose();
  }

  /** A client that has said hello. */
  static async start(options: Options = {}): Promise<TestClient> {
    const client = new TestClient(options);
    await client.initialize(options);
    return client;
  }

  /** Says hello. Without a say there is one folder, `file:///work`. */
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

  /** The next thing of a sort that the server says, also when it has been said already. */
  next<T = unknown>(sort: string): Promise<T> {
    const [first] = this.#heard.get(sort)?.splice(0, 1) ?? [];
    const wasHeard = first as { params: T } | undefined;
    if (wasHeard !== undefined) return Promise.resolve(wasHeard.params);
    return new Promise((resolve) => {
      this.#waiting.set(sort, [...(this.#waiting.get(sort) ?? []), resolve as (params: unknown) => void]);
    });
  }

  /** All of a sort that was said and not asked for. */
  heard(sort: string): unknown[] {
    return (this.#heard.get(sort) ?? []).map((one) => (one as { params: unknown }).params);
  }

  /** Returns when the server has worked on all it was told, as far as it does so without waiting. */
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

  /** Writes a file, undefined for none, and tells as a watcher does. */
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
    if (report.kind !== 'full') throw new Error('asked without a result id, everything is answered');
    return report.items;
  }

  /** Asks for the workspace; the items of all parts together. */
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

  /** What is offered at the end of a text in an open document. */
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

  /** The page on the workload at a line. */
  explain(uri: string, line: number): Promise<WorkloadPage | null> {
    return this.connection.sendRequest('kubewin/explain', { uri, position: { line, character: 0 } });
  }

  configChange(uri: string, path: ConfigPath, value: string): Promise<ConfigChange | null> {
    return this.connection.sendRequest('kubewin/configChange', { uri, path, value });
  }

  status(uri: string): Promise<Status | null> {
    return this.connection.sendRequest('kubewin/status', { uri });
  }

  text(uri: string): string {
    return this.#document(uri).getText();
  }

  /** Where a text stands in an open document. */
  rangeOf(uri: string, text: string): Range {
    const document = this.#document(uri);
    const start = document.getText().indexOf(text);
    if (start === -1) throw new Error(`no «${text}» in ${uri}`);
    return { start: document.positionAt(start), end: document.positionAt(start + text.length) };
  }

  /** Does what an action says to open documents, and only if it is for the version that they have. */
  async apply(action: CodeAction): Promise<void> {
    const { edit } = action.data === undefined ? action : await this.resolve(action);
    const changes = edit?.documentChanges ?? [];
    if (changes.length === 0) throw new Error('the action has no edit');
    for (const change of changes) {
      if (!('textDocument' in change)) throw new Error('only texts are edited');
      const document = this.#document(change.textDocument.uri);
      if (change.textDocument.version !== document.version) throw new Error('the edit is for another version');
      const edits = change.edits.map((one): TextEdit => {
        return 'snippet' in one ? { range: one.range, newText: one.snippet.value.replace('$0', '') } : one;
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

  #hear(sort: string, params: unknown): void {
    const [first, ...others] = this.#waiting.get(sort) ?? [];
    this.#waiting.set(sort, others);
    if (first !== undefined) first(params);
    else this.#heard.set(sort, [...(this.#heard.get(sort) ?? []), { params }]);
  }
}

type Known = Readonly<Record<string, string>>;

interface Parts {
  /** How many items came in each part, and how many with the answer itself. */
  readonly parts: readonly number[];
  readonly last: number;
}

/** The result ids in an answer, as a client gives them back. */
export function resultIds({ items }: WorkspaceDiagnosticReport): Record<string, string> {
  return Object.fromEntries(items.flatMap(({ uri, resultId }) => (resultId === undefined ? [] : [[uri, resultId]])));
}

/** The rules in an answer, by file; `unchanged` where nothing is new. */
export function rulesByFile({ items }: WorkspaceDiagnosticReport): Record<string, string> {
  return Object.fromEntries(
    items.map((item) => [
      item.uri.slice(item.uri.lastIndexOf('/') + 1),
      item.kind === 'full' ? item.items.map(({ code }) => code).join(' ') : 'unchanged',
    ]),
  );
}
