import type { FileEvent } from 'vscode-languageserver';
import { isChartArchive } from '../workspace/chart-files.ts';
import { isSettingsFile } from '../workspace/config-files.ts';
import type { Disk } from '../workspace/disk.ts';
import { mayHoldFacts } from '../workspace/document-relevance.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Configuration } from './configuration.ts';
import type { FolderConfigs } from './folder-configs.ts';
import { type Log, reasonOf } from './handler.ts';
import { Burst, pacer } from './pace.ts';
import { FileChangeType } from './protocol.ts';
import type { KnownFiles, WorkspaceCache } from './workspace-cache.ts';

interface Dependencies {
  readonly disk: Disk;
  readonly workspace: Workspace;
  readonly configuration: Configuration;
  readonly configs: FolderConfigs;
  /** The server's URI of a file for another URI of it. */
  readonly toServer: (uri: string) => string;
  readonly log: Log;
  /** Opens what an earlier start of the server has kept; undefined without a cache. */
  readonly openCache: () => Promise<WorkspaceCache | undefined>;
  /**
   * Called when it is known what an earlier start has found, and when nothing of that counts anymore. Resolves when the client
   * has it.
   */
  readonly onKnown: (known: KnownFiles | undefined) => Promise<unknown>;
  /** Called for each file that cannot be read. */
  readonly warn: Log;
  /** Called when files were read, before anything is found in them: they may determine settings. */
  readonly onRead: () => void;
  /** Called when files on disk were read or removed. */
  readonly onChange: () => void;
  /** Shows progress while folders are read. `cancel` is called when the user cancels it. */
  readonly showProgress: (cancel: () => void) => Progress;
}

/** Progress of long work, as the user sees it. */
export interface Progress {
  readonly report: (done: number, of: number) => void;
  readonly end: () => void;
}

/** Lists the manifests in the workspace folders, and keeps the workspace up to date with the disk. */
export class Folders {
  readonly #dependencies: Dependencies;
  /** All manifests of the listed folders, including those without facts, and the values files that settings name. */
  readonly #listed = new Map<string, Set<string>>();
  /** Values files that could not be read, until there is an event for them. */
  readonly #unreadable = new Set<string>();
  readonly #reread = new Set<string>();
  readonly #relist = new Set<string>();
  /** Events of watchers that were not processed yet. */
  #events: FileEvent[] = [];
  #cache: WorkspaceCache | undefined;
  /** Whether all files were read at least once. */
  #isComplete = false;
  readonly #burst = new Burst();
  #signal = new AbortController();
  #work: Promise<void> = Promise.resolve();
  #saving: NodeJS.Timeout | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads folders again. Aborts the current run, and continues with its files under the current settings. */
  async read(folders: Iterable<string>): Promise<void> {
    this.#signal.abort();
    this.#unreadable.clear();
    for (const folder of folders) {
      this.#relist.add(folder);
      for (const uri of this.#listed.get(folder) ?? []) this.#reread.add(uri);
    }
    await this.#update(true);
  }

  /** Forgets the files of folders that are no longer part of the workspace. */
  retainOnly(folders: ReadonlyMap<string, unknown>): void {
    for (const [folder, listed] of this.#listed) {
      if (folders.has(folder)) continue;
      this.#relist.delete(folder);
      for (const uri of listed) this.#dependencies.workspace.setOnDisk(uri, undefined);
      this.#listed.delete(folder);
    }
  }

  /** Adds events of a watcher, or of documents that were saved or closed. */
  async addEvents(events: readonly FileEvent[]): Promise<void> {
    this.#burst.add();
    for (const event of events) this.#events.push(event);
    await this.#update(false);
  }

  /** Reads files without retained text that may be relevant now, and values files that settings name now. */
  async readAwakened(): Promise<void> {
    for (const uri of this.#dependencies.workspace.idleFilesToReread()) this.#reread.add(uri);
    for (const uri of this.#unreadValues()) this.#reread.add(uri);
    if (this.#reread.size > 0) await this.#update(false);
  }

  /** Derives from the events which files to read and which folders to list. */
  #sortEvents(): void {
    const gone = new Set<string>();
    const { configs } = this.#dependencies;
    for (const event of this.#events.splice(0)) {
      const uri = this.#dependencies.toServer(event.uri);
      const folder = this.#dependencies.workspace.folderOf(uri);
      const listed = this.#listed.get(folder);
      if (folder === '') continue;
      if (isChartArchive(uri)) {
        this.#relist.add(folder);
        gone.add(uri);
        continue;
      }
      this.#reread.add(uri);
      this.#unreadable.delete(uri);
      if (listed === undefined || uri.endsWith('/.gitignore') || configs.has(uri)) this.#relist.add(folder);
      else if (!listed.has(uri) && event.type === FileChangeType.Created) this.#relist.add(folder);
      else if (!listed.has(uri) && event.type === FileChangeType.Deleted) gone.add(uri);
    }
    if (gone.size === 0) return;
    // There is no event for the files in a deleted folder or in an archive.
    for (const listed of this.#listed.values()) {
      for (const uri of listed) if (isBelowAny(uri, gone)) this.#reread.add(uri);
    }
  }

  stop(): void {
    this.#signal.abort();
    this.#events = [];
    this.#relist.clear();
    this.#reread.clear();
  }

  /** Lists and reads what is due, one run after the other. */
  #update(shown: boolean): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (!shown) await this.#burst.settled();
      this.#sortEvents();
      this.#signal = new AbortController();
      const { signal } = this.#signal;
      const relist = drain(this.#relist);
      const reread = drain(this.#reread);
      if (relist.size + reread.size === 0) return;
      const isFirst = shown && !this.#isComplete;
      let progress: Progress | undefined;
      let isCanceled = false;
      const cancel = () => {
        isCanceled = true;
        this.#signal.abort();
      };
      try {
        progress = shown ? this.#dependencies.showProgress(cancel) : undefined;
        // Until all files are read, facts of other files are unknown, and no file is checked again.
        if (shown) this.#dependencies.workspace.startScan();
        for (const folder of relist) await this.#list(folder, reread, signal);
        const known = isFirst ? await this.#restore(reread, signal) : undefined;
        const read = [...reread];
        await this.#readAll(reread, signal);
        await this.#readValues(signal);
        await this.#loadHelm();
        this.#dependencies.onRead();
        if (known !== undefined) read.push(...(await this.#takeKnown(known, signal)));
        await this.#forgetIdle(read, signal);
        const isKnown = (uri: string) => known?.has(uri) === true;
        await this.#prepare((uri) => !isKnown(uri), signal, progress);
        this.#dependencies.workspace.endScan();
        await this.#prepare(isKnown, signal, undefined);
        this.#isComplete ||= shown && !signal.aborted;
        if (!signal.aborted || isCanceled) {
          known?.settle();
          if (isFirst) void this.#dependencies.onKnown(known);
          this.#dependencies.onChange();
        }
        if (!signal.aborted) return;
      } catch (error) {
        if (isFirst) void this.#dependencies.onKnown(undefined);
        this.#dependencies.log(reasonOf(error));
      } finally {
        this.#dependencies.workspace.endScan();
        progress?.end();
      }
      // The next run continues with what is left.
      for (const folder of relist) this.#relist.add(folder);
      for (const uri of reread) this.#reread.add(uri);
    });
    return this.#work;
  }

  /** Takes files from the cache, without those that have changed. The others need not be read anymore. */
  async #restore(reread: Set<string>, signal: AbortSignal): Promise<KnownFiles | undefined> {
    const { openCache, onKnown, log } = this.#dependencies;
    try {
      this.#cache ??= await openCache();
      const known = await this.#cache?.compare(new Set(this.#allListed()), signal);
      if (known?.isSame) await onKnown(known);
      for (const uri of (await known?.restore(signal)) ?? []) reread.delete(uri);
      return known;
    } catch (error) {
      log(reasonOf(error));
      return undefined;
    }
  }

  /** Takes up what is known of files that were not read, and reads those that matter now. Returns these. */
  async #takeKnown(known: KnownFiles, signal: AbortSignal): Promise<readonly string[]> {
    const others = await known.takeResults(signal);
    const read = [...others, ...this.#dependencies.workspace.idleFilesToReread()];
    await this.#readAll(new Set(read), signal);
    return read;
  }

  #allListed(): string[] {
    return [...this.#listed.values()].flatMap((uris) => [...uris]);
  }

  /** Keeps what is known of all files once nothing has happened for a while. */
  saveLater(): void {
    if (this.#cache === undefined) return;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => void this.save(), SAVE_DELAY);
    this.#saving.unref();
  }

  /** Keeps what is known of all files for the next start, unless some are still to be read. */
  save(): Promise<void> {
    clearTimeout(this.#saving);
    const isWanted = () => this.#isComplete && this.#events.length + this.#relist.size + this.#reread.size === 0;
    this.#work = this.#work.then(async () => {
      try {
        if (isWanted()) await this.#cache?.save(this.#allListed(), isWanted);
      } catch (error) {
        this.#dependencies.log(reasonOf(error));
      }
    });
    return this.#work;
  }

  async #list(folder: string, reread: Set<string>, signal: AbortSignal): Promise<void> {
    const { disk, workspace, configuration, configs, toServer } = this.#dependencies;
    const { settings, exclude } = configuration.of(folder);
    const before = this.#listed.get(folder) ?? new Set<string>();
    const listed = new Set<string>();
    const pause = pacer();
    if (settings.scope !== 'off') {
      for await (const name of disk.manifests(folder, exclude, signal)) {
        const uri = toServer(name);
        // A nested workspace folder lists its own files.
        if (workspace.folderOf(uri) !== folder) continue;
        await configs.load(uri);
        if (isSettingsFile(uri) || configs.excludes(uri)) continue;
        listed.add(uri);
        if (!before.has(uri)) reread.add(uri);
        await pause();
      }
    }
    if (signal.aborted) return;
    for (const uri of before) {
      if (listed.has(uri)) continue;
      reread.delete(uri);
      workspace.setOnDisk(uri, undefined);
    }
    this.#listed.set(folder, listed);
  }

  /** Reads files, several at a time. Removes those from the set that were read or are not listed. */
  async #readAll(uris: Set<string>, signal: AbortSignal): Promise<void> {
    const pause = pacer();
    for (const uri of uris) if (!this.#isListed(uri)) uris.delete(uri);
    const left = uris.values();
    const reader = async () => {
      for (const uri of left) {
        if (signal.aborted) return;
        await this.#read(uri);
        uris.delete(uri);
        await pause();
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_READS }, reader));
  }

  /** Reads the values files that settings name for charts, whatever is in them. */
  async #readValues(signal: AbortSignal): Promise<void> {
    for (const uri of this.#unreadValues()) {
      if (signal.aborted) return;
      this.#listed.get(this.#dependencies.workspace.folderOf(uri))?.add(uri);
      await this.#read(uri);
      if (this.#dependencies.workspace.file(uri) === undefined) this.#unreadable.add(uri);
    }
  }

  /** The values files to read in the listed folders. */
  #unreadValues(): readonly string[] {
    const { workspace } = this.#dependencies;
    return workspace.charts.values
      .unread()
      .flatMap(({ uri }) => (this.#listed.has(workspace.folderOf(uri)) && !this.#unreadable.has(uri) ? [uri] : []));
  }

  /** Loads what renders charts with the first chart. */
  async #loadHelm(): Promise<void> {
    const { workspace } = this.#dependencies;
    if (workspace.charts.needsTools)
      workspace.charts.tools = (await import('../lint/charts/chart-tools.ts')).chartTools;
  }

  /** Drops the text of files in which nothing can be found. */
  async #forgetIdle(uris: readonly string[], signal: AbortSignal): Promise<void> {
    const pause = pacer();
    for (const uri of uris) {
      if (signal.aborted) return;
      this.#dependencies.workspace.forgetIdle(uri);
      await pause();
    }
  }

  /** Collects the facts of files, one file at a time. Otherwise, the first request would wait for all of them. */
  async #prepare(
    isWanted: (uri: string) => boolean,
    signal: AbortSignal,
    progress: Progress | undefined,
  ): Promise<void> {
    const { workspace } = this.#dependencies;
    const pause = pacer();
    const uris = workspace.uris();
    for (const [index, uri] of uris.entries()) {
      if (signal.aborted) return;
      if (isWanted(uri)) workspace.prepare(uri);
      progress?.report(index + 1, uris.length);
      await pause();
    }
  }

  async #read(uri: string): Promise<void> {
    const { disk, workspace, warn } = this.#dependencies;
    const reading = await disk.read(uri, workspace.folderOf(uri));
    if ('fault' in reading && reading.fault.kind !== 'missing') warn(`${uri}: ${reading.fault.message}`);
    if (!this.#isListed(uri)) return;
    const isWanted = 'text' in reading && (mayHoldFacts(uri, reading.text) || workspace.charts.values.has(uri));
    this.#cache?.note(uri, reading, isWanted);
    workspace.setOnDisk(uri, isWanted ? reading.text : undefined);
    workspace.setReadable(uri);
  }

  #isListed(uri: string): boolean {
    return this.#listed.get(this.#dependencies.workspace.folderOf(uri))?.has(uri) === true;
  }
}

const PARALLEL_READS = 16;
/** How long nothing must happen before what is known is kept, in milliseconds. */
const SAVE_DELAY = 10_000;

function isBelowAny(uri: string, folders: ReadonlySet<string>): boolean {
  for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) {
    if (folders.has(uri.slice(0, end))) return true;
  }
  return false;
}

function drain(set: Set<string>): Set<string> {
  const taken = new Set(set);
  set.clear();
  return taken;
}
