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
import { isConfig } from '../lint/settings/config.ts';
import { CLEAN, type DiagnosticList, DiagnosticLists, faultList, type Translation } from './diagnostic.ts';
import type { FolderConfigs } from './folder-configs.ts';
import { type Log, reasonOf } from './handler.ts';
import { pacer } from './pace.ts';
import { DocumentDiagnosticReportKind } from './protocol.ts';

interface Tools {
  readonly connection: Connection;
  readonly translation: Translation;
  readonly log: Log;
  /** Whether findings of a file are wanted at all. */
  readonly isChecked: (uri: string) => boolean;
  readonly configs: FolderConfigs;
  /** When the settings of a file are known. */
  readonly ready: (uri: string) => Promise<void>;
}

/** What a client is to show for a file. */
interface Current extends DiagnosticList {
  readonly version: number | null;
}

/** Partial results come in parts of so many files. */
const PART = 50;
/** A client waits with one request at a time; older ones are answered as if nothing had changed. */
const MOST_HELD = 5;
/** So often an answer takes in what changed meanwhile: someone who keeps typing must not put it off for ever. */
const MOST_AGAIN = 3;

/** Gives the client its diagnostics: as answers where it asks for them, of our own accord where it does not. */
export class Diagnostics {
  readonly #tools: Tools;
  readonly #lists: DiagnosticLists;
  /** Requests for the workspace that wait for something to change. */
  readonly #held = new Set<PendingChanges>();
  /** What was last answered for an open document. */
  readonly #answered = new Map<string, string>();
  /** Documents that were closed: the client may show what was true of the text that it threw away. */
  readonly #closed = new Set<string>();
  /** To a client that does not ask: what it was sent, and under which name. */
  readonly #sent = new Map<string, { readonly resultId: string; readonly name: string }>();
  readonly #toSend = new PendingChanges();
  #isSending = false;
  #stopped = false;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#lists = new DiagnosticLists(tools.translation);
  }

  /** Answers a request for one document. */
  ofDocument({ textDocument, previousResultId }: DocumentDiagnosticParams): DocumentDiagnosticReport {
    const uri = this.#tools.translation.ours(textDocument.uri);
    const { items, resultId } = this.#current(uri);
    if (this.#tools.translation.workspace.isOpen(uri)) this.#answered.set(uri, resultId);
    return previousResultId === resultId
      ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
      : { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  }

  /** Answers a request for the workspace, once something is not as the client knows it. */
  async ofWorkspace(
    { previousResultIds }: WorkspaceDiagnosticParams,
    token: CancellationToken,
    parts: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const { ours } = this.#tools.translation;
    const known = new Map(previousResultIds.map(({ uri, value }) => [ours(uri), value]));
    const held = new PendingChanges();
    this.#held.add(held);
    if (this.#held.size > MOST_HELD) this.#letGo();
    const cancellation = token.onCancellationRequested(() => held.wake());
    const isOver = () => token.isCancellationRequested || this.#stopped || !this.#held.has(held);
    try {
      /** What the client knows by this answer. */
      const answered = new Map<string, string>();
      let items: WorkspaceDocumentDiagnosticReport[] = [];
      const add = (item: WorkspaceDocumentDiagnosticReport) => {
        items.push(item);
        if (parts === undefined || items.length < PART) return;
        parts.report({ items });
        items = [];
      };
      let again = 0;
      while (!isOver()) {
        const pause = pacer();
        for (const uri of this.#filesAmong(held.take(), known.keys())) {
          if (isOver()) break;
          const { items: diagnostics, resultId, version } = this.#current(uri);
          const before = this.#closed.has(uri) ? undefined : (answered.get(uri) ?? known.get(uri) ?? CLEAN);
          if (before !== resultId) {
            answered.set(uri, resultId);
            const name = this.#tools.translation.uriFor(uri);
            add({ kind: DocumentDiagnosticReportKind.Full, uri: name, version, resultId, items: diagnostics });
          }
          await pause();
        }
        // What changed meanwhile belongs to the same answer: of two reports on a file the later one counts.
        if (answered.size > 0 && (!held.hasChanges || again++ === MOST_AGAIN)) break;
        if (!isOver()) await held.next();
      }
      if (isOver()) return { items: [] };
      for (const uri of answered.keys()) this.#closed.delete(uri);
      for (const { uri, value } of previousResultIds) {
        if (answered.has(ours(uri))) continue;
        add({ kind: DocumentDiagnosticReportKind.Unchanged, uri, version: this.#version(ours(uri)), resultId: value });
      }
      if (parts === undefined) return { items };
      if (items.length > 0) parts.report({ items });
      return { items: [] };
    } finally {
      cancellation.dispose();
      this.#held.delete(held);
    }
  }

  /** To be called when results may have changed: those of one file, or without a say any. */
  changed(uri?: string): void {
    for (const held of this.#held) held.add(uri);
    if (this.#tools.translation.client.pulls) return;
    this.#toSend.add(uri);
    void this.#send();
  }

  /** Whether the client asked for those of an open document and would get others now. */
  areStale(): boolean {
    const { workspace } = this.#tools.translation;
    return [...this.#answered].some(([one, id]) => workspace.isOpen(one) && this.#current(one).resultId !== id);
  }

  /** To be called when a document was closed, before `changed`: its text may be that of the disk again. */
  closed(uri: string): void {
    this.#answered.delete(uri);
    this.#closed.add(uri);
  }

  stop(): void {
    this.#stopped = true;
    for (const held of this.#held) held.wake();
  }

  /** Ends the oldest request that waits. */
  #letGo(): void {
    const [oldest] = this.#held;
    if (oldest === undefined) return;
    this.#held.delete(oldest);
    oldest.wake();
  }

  #current(uri: string): Current {
    const { translation, isChecked, configs } = this.#tools;
    if (isConfig(uri) && isChecked(uri)) return { ...faultList(configs.faults(uri)), version: this.#version(uri) };
    const found = isChecked(uri) ? translation.workspace.findings(uri) : undefined;
    const list = found === undefined ? { items: [], resultId: CLEAN } : this.#lists.of(found);
    return { ...list, version: this.#version(uri) };
  }

  #version(uri: string): number | null {
    return this.#tools.translation.workspace.file(uri)?.version ?? null;
  }

  /** The files that changed; of "any" those that are there and those that a client knows of. */
  #filesAmong(changed: ReadonlySet<string> | undefined, known: Iterable<string>): Iterable<string> {
    const { translation, configs } = this.#tools;
    return changed ?? new Set([...translation.workspace.uris(), ...configs.uris(), ...known, ...this.#closed]);
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      const pause = pacer();
      for (let changed = this.#toSend.takeAny(); changed !== null; changed = this.#toSend.takeAny()) {
        for (const uri of this.#filesAmong(changed, this.#sent.keys())) {
          if (this.#stopped) return;
          await this.#sendOne(uri);
          await pause();
        }
      }
    } catch (error) {
      this.#tools.log(reasonOf(error));
    } finally {
      this.#isSending = false;
    }
  }

  async #sendOne(uri: string): Promise<void> {
    const { connection, translation, ready } = this.#tools;
    await ready(uri);
    if (this.#stopped) return;
    const { items, resultId, version } = this.#current(uri);
    const name = translation.uriFor(uri);
    const before = this.#sent.get(uri);
    if (before === undefined ? items.length === 0 : before.resultId === resultId && before.name === name) return;
    if (before !== undefined && before.name !== name) {
      await connection.sendDiagnostics({ uri: before.name, diagnostics: [] });
    }
    if (items.length === 0) this.#sent.delete(uri);
    else this.#sent.set(uri, { resultId, name });
    const of = translation.client.takesVersions && version !== null ? { version } : {};
    await connection.sendDiagnostics({ uri: name, ...of, diagnostics: items });
  }
}

/** What changed since it was last taken, and someone who waits for it. */
class PendingChanges {
  /** Undefined stands for any file; at first nothing is known, so that all have to be looked at. */
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

  /** Like `take`, null where nothing changed. */
  takeAny(): ReadonlySet<string> | undefined | null {
    return this.hasChanges ? this.take() : null;
  }

  wake(): void {
    this.#resolve?.();
  }

  /** Waits until something has changed, or is woken. */
  next(): Promise<void> {
    if (this.hasChanges) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }
}
