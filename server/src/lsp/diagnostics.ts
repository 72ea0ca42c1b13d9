import type {
  CancellationToken,
  Connection,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  ResultProgressReporter,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDiagnosticReportPartialResult,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { FailedOwnRule } from '../lint/settings/own-rules.ts';
import type { PlacedFault } from '../workspace/config-files.ts';
import {
  CLEAN,
  type DiagnosticList,
  DiagnosticLists,
  faultList,
  NO_DIAGNOSTICS,
  type ProtocolContext,
} from './diagnostic.ts';
import type { FolderConfigs } from './folder-configs.ts';
import { type Log, reasonOf } from './handler.ts';
import { pacer } from './pace.ts';
import { DocumentDiagnosticReportKind } from './protocol.ts';
import { ShownFindings } from './shown-findings.ts';
import { syntaxFaults, unreadableDocuments } from './syntax-errors.ts';

interface Dependencies {
  readonly connection: Connection;
  readonly protocol: ProtocolContext;
  readonly log: Log;
  /** Whether findings of a file are reported. */
  readonly isChecked: (uri: string) => boolean;
  readonly configs: FolderConfigs;
  /** Resolves when the settings of a file are known. */
  readonly ready: (uri: string) => Promise<void>;
}

/** The current diagnostics of a file. */
interface CurrentDiagnostics extends DiagnosticList {
  readonly version: number | null;
}

/** Diagnostics of files that are not open, from an earlier start of the server. */
export interface KnownDiagnostics {
  /** The files of which all diagnostics are known before anything is read; empty later. */
  uris(): Iterable<string>;
  /** The diagnostics of a file, if they are still true. */
  of(uri: string): DiagnosticList | undefined;
}

/** The number of files in a partial result. */
const PARTIAL_RESULT_SIZE = 50;
/** Maximum pending requests. A client waits with one request at a time, so older ones get a response without items. */
const MAX_PENDING_REQUESTS = 5;
/** Maximum rescans per response, so that a user who keeps typing does not delay it forever. */
const MAX_RESCANS = 3;

/** Sends diagnostics: in responses to a client that requests them, and in notifications to any other. */
export class Diagnostics {
  readonly #dependencies: Dependencies;
  readonly #lists: DiagnosticLists;
  /** The rules of users that cannot be evaluated, by file. */
  readonly #failedRules = new Map<string, readonly FailedOwnRule[]>();
  readonly #shown = new ShownFindings();
  #known: KnownDiagnostics | undefined;
  #onSent: () => void = () => {};
  /** Pending requests for the workspace, which wait for a change. */
  readonly #waiting = new Set<PendingChanges>();
  /** The last result ID that was sent for an open document. */
  readonly #answered = new Map<string, string>();
  /** Documents that were closed: the client may still show diagnostics of the discarded text. */
  readonly #recentlyClosed = new Set<string>();
  /** For a client that does not request diagnostics: the last result ID, and the URI that it was sent for. */
  readonly #sent = new Map<string, { readonly resultId: string; readonly clientUri: string }>();
  readonly #toSend = new PendingChanges();
  #isSending = false;
  #stopped = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#lists = new DiagnosticLists(dependencies.protocol);
  }

  /** Takes up what is known from an earlier start, or forgets it. Resolves when it was sent. */
  setKnown(known: KnownDiagnostics | undefined): Promise<void> {
    this.#known = known;
    const sent = new Promise<void>((resolve) => {
      this.#onSent = resolve;
    });
    this.changed();
    return sent;
  }

  /** The response to a request for one document. */
  ofDocument({ textDocument, previousResultId }: DocumentDiagnosticParams): DocumentDiagnosticReport {
    const uri = this.#dependencies.protocol.toServer(textDocument.uri);
    const { items, resultId } = this.#current(uri);
    if (this.#dependencies.protocol.workspace.isOpen(uri)) this.#answered.set(uri, resultId);
    return previousResultId === resultId
      ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
      : { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  }

  /** The response to a request for the workspace. It waits until a result differs from those that the client has. */
  async ofWorkspace(
    { previousResultIds }: WorkspaceDiagnosticParams,
    token: CancellationToken,
    parts: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const { toServer } = this.#dependencies.protocol;
    const known = new Map(previousResultIds.map(({ uri, value }) => [toServer(uri), value]));
    const pending = new PendingChanges();
    this.#waiting.add(pending);
    if (this.#waiting.size > MAX_PENDING_REQUESTS) this.#endOldestRequest();
    const cancellation = token.onCancellationRequested(() => pending.wake());
    const isOver = () => token.isCancellationRequested || this.#stopped || !this.#waiting.has(pending);
    try {
      /** The result IDs in this response. */
      const answered = new Map<string, string>();
      let items: WorkspaceDocumentDiagnosticReport[] = [];
      const add = (item: WorkspaceDocumentDiagnosticReport) => {
        items.push(item);
        if (parts === undefined || items.length < PARTIAL_RESULT_SIZE) return;
        parts.report({ items });
        items = [];
      };
      let rescans = 0;
      while (!isOver()) {
        const pause = pacer();
        for (const uri of this.#affectedFiles(pending.take(), known.keys())) {
          if (isOver()) break;
          const { items: diagnostics, resultId, version } = this.#current(uri);
          const before = this.#recentlyClosed.has(uri) ? undefined : (answered.get(uri) ?? known.get(uri) ?? CLEAN);
          if (before !== resultId) {
            answered.set(uri, resultId);
            const clientUri = this.#dependencies.protocol.toClient(uri);
            add({ kind: DocumentDiagnosticReportKind.Full, uri: clientUri, version, resultId, items: diagnostics });
          }
          await pause();
        }
        // Include changes that happened meanwhile: of two reports on a file, the later one counts.
        if (answered.size > 0 && (!pending.hasChanges || rescans++ === MAX_RESCANS)) break;
        if (!isOver()) await pending.waitForChange();
      }
      if (isOver()) return { items: [] };
      for (const uri of answered.keys()) this.#recentlyClosed.delete(uri);
      for (const { uri, value } of previousResultIds) {
        if (answered.has(toServer(uri))) continue;
        add({
          kind: DocumentDiagnosticReportKind.Unchanged,
          uri,
          version: this.#version(toServer(uri)),
          resultId: value,
        });
      }
      if (parts === undefined) return { items };
      if (items.length > 0) parts.report({ items });
      return { items: [] };
    } finally {
      cancellation.dispose();
      this.#waiting.delete(pending);
      this.#onSent();
    }
  }

  /** To be called when results may have changed: those of the given file, or by default of any file. */
  changed(uri?: string): void {
    for (const pending of this.#waiting) pending.add(uri);
    if (this.#dependencies.protocol.client.pullsDiagnostics) return;
    this.#toSend.add(uri);
    void this.#send();
  }

  /** Whether the diagnostics of an open document differ from those that the client received. */
  areStale(): boolean {
    const { workspace } = this.#dependencies.protocol;
    return [...this.#answered].some(([uri, id]) => workspace.isOpen(uri) && this.#current(uri).resultId !== id);
  }

  /** To be called when a document was closed, before `changed`: its text may differ from the file on disk. */
  closed(uri: string): void {
    this.#answered.delete(uri);
    this.#recentlyClosed.add(uri);
  }

  stop(): void {
    this.#stopped = true;
    for (const pending of this.#waiting) pending.wake();
  }

  /** Ends the oldest pending request. */
  #endOldestRequest(): void {
    const [oldest] = this.#waiting;
    if (oldest === undefined) return;
    this.#waiting.delete(oldest);
    oldest.wake();
  }

  #current(uri: string): CurrentDiagnostics {
    const { isChecked, configs } = this.#dependencies;
    if (configs.has(uri) && isChecked(uri))
      return { ...faultList(this.configFaults(uri)), version: this.#version(uri) };
    return { ...this.of(uri), version: this.#version(uri) };
  }

  /** The diagnostics of a file that has no settings. */
  of(uri: string): DiagnosticList {
    const { protocol, isChecked } = this.#dependencies;
    const { workspace } = protocol;
    if (!workspace.isOpen(uri)) {
      this.#shown.forget(uri);
      return this.ofClosed(uri);
    }
    const found = isChecked(uri) ? workspace.findings(uri) : undefined;
    this.#noteFailures(uri, found?.failedOwnRules);
    if (found === undefined) return NO_DIAGNOSTICS;
    const unreadable = unreadableDocuments(workspace, uri);
    const faults = syntaxFaults(found.file, unreadable, workspace.settingsOf(uri));
    return this.#lists.of(this.#shown.of(found, unreadable), faults);
  }

  /** The same as if the file were not open: without syntax errors, and without findings of an earlier text. */
  ofClosed(uri: string): DiagnosticList {
    const { protocol, isChecked } = this.#dependencies;
    const { workspace } = protocol;
    if (!isChecked(uri)) return NO_DIAGNOSTICS;
    const known = workspace.isOpen(uri) ? undefined : this.#known?.of(uri);
    if (known !== undefined) return known;
    const found = workspace.findings(uri);
    this.#noteFailures(uri, found?.failedOwnRules);
    return found === undefined ? NO_DIAGNOSTICS : this.#lists.of(found);
  }

  /** Shows rules of users that cannot be evaluated for a file where they are defined. */
  #noteFailures(uri: string, failed: readonly FailedOwnRule[] = []): void {
    const before = this.#failedRules.get(uri) ?? [];
    if (before === failed || before.length + failed.length === 0) return;
    if (failed.length === 0) this.#failedRules.delete(uri);
    else this.#failedRules.set(uri, failed);
    const places = new Set([...before, ...failed].map(({ rule }) => rule.place.uri));
    for (const config of places) this.changed(config);
  }

  /** The faults of a configuration file, also those that pods lead to. */
  configFaults(uri: string): readonly PlacedFault[] {
    return this.#dependencies.configs.faults(uri, this.#failuresIn(uri));
  }

  /** The rules of a configuration file that cannot be evaluated, each with its first fault. */
  #failuresIn(config: string): readonly FailedOwnRule[] {
    const failed = [...this.#failedRules.values()].flat().filter(({ rule }) => rule.place.uri === config);
    return [...new Map(failed.toReversed().map((failure) => [failure.rule.id, failure])).values()];
  }

  #version(uri: string): number | null {
    return this.#dependencies.protocol.workspace.file(uri)?.version ?? null;
  }

  /** The changed files. If any file may have changed, all files of the workspace and those that the client knows. */
  #affectedFiles(changed: ReadonlySet<string> | undefined, known: Iterable<string>): Iterable<string> {
    const { protocol, configs } = this.#dependencies;
    if (changed !== undefined) return changed;
    const all = [...protocol.workspace.uris(), ...(this.#known?.uris() ?? []), ...configs.uris()];
    return new Set([...all, ...known, ...this.#recentlyClosed]);
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      const pause = pacer();
      for (let changed = this.#toSend.takeIfChanged(); changed !== null; changed = this.#toSend.takeIfChanged()) {
        for (const uri of this.#affectedFiles(changed, this.#sent.keys())) {
          if (this.#stopped) return;
          await this.#sendFile(uri);
          await pause();
        }
      }
    } catch (error) {
      this.#dependencies.log(reasonOf(error));
    } finally {
      this.#isSending = false;
      this.#onSent();
    }
  }

  async #sendFile(uri: string): Promise<void> {
    const { connection, protocol, ready } = this.#dependencies;
    await ready(uri);
    if (this.#stopped) return;
    const { items, resultId, version } = this.#current(uri);
    const clientUri = protocol.toClient(uri);
    const before = this.#sent.get(uri);
    if (before === undefined ? items.length === 0 : before.resultId === resultId && before.clientUri === clientUri)
      return;
    if (before !== undefined && before.clientUri !== clientUri) {
      await connection.sendDiagnostics({ uri: before.clientUri, diagnostics: [] });
    }
    if (items.length === 0) this.#sent.delete(uri);
    else this.#sent.set(uri, { resultId, clientUri });
    const versioned = protocol.client.supportsVersions && version !== null ? { version } : {};
    await connection.sendDiagnostics({ uri: clientUri, ...versioned, diagnostics: items });
  }
}

/** The files that changed since the last call of `take`, and a waiter for the next change. */
class PendingChanges {
  /** Undefined means that any file may have changed. This is the initial state. */
  #changed: Set<string> | undefined;
  #resolve: (() => void) | undefined;

  add(uri: string | undefined): void {
    if (uri === undefined) this.#changed = undefined;
    else this.#changed?.add(uri);
    this.wake();
  }

  take(): ReadonlySet<string> | undefined {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  get hasChanges(): boolean {
    return this.#changed?.size !== 0;
  }

  /** Like `take`, but null if nothing changed. */
  takeIfChanged(): ReadonlySet<string> | undefined | null {
    return this.hasChanges ? this.take() : null;
  }

  wake(): void {
    this.#resolve?.();
  }

  /** Waits until something has changed, or until `wake` is called. */
  waitForChange(): Promise<void> {
    if (this.hasChanges) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }
}
