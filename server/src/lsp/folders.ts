import type { FileEvent } from 'vscode-languageserver';
import { isConfig } from '../lint/settings/config.ts';
import type { Disk } from '../workspace/disk.ts';
import { mayHoldFacts } from '../workspace/document-facts.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Configuration } from './configuration.ts';
import type { FolderConfigs } from './folder-configs.ts';
import { type Log, reasonOf } from './handler.ts';
import { Burst, pacer } from './pace.ts';
import { FileChangeType } from './protocol.ts';

interface Tools {
  readonly disk: Disk;
  readonly workspace: Workspace;
  readonly configuration: Configuration;
  readonly configs: FolderConfigs;
  /** Our name of a file for another. */
  readonly ours: (name: string) => string;
  readonly log: Log;
  /** Told of a file that cannot be read. */
  readonly warn: Log;
  /** Called when files on disk were taken up or are gone. */
  readonly onChange: () => void;
  /** Shows that folders are read; `cancel` is called when the user wants it to end. */
  readonly showProgress: (cancel: () => void) => Progress;
}

/** What a user sees of long work. */
export interface Progress {
  readonly report: (done: number, of: number) => void;
  readonly end: () => void;
}

/** Which manifests lie in the workspace folders; keeps the workspace's view of the disk up to date. */
export class Folders {
  readonly #tools: Tools;
  /** Every manifest of a folder that was listed, those that say nothing too. */
  readonly #listed = new Map<string, ReadonlySet<string>>();
  readonly #reread = new Set<string>();
  readonly #relist = new Set<string>();
  /** What a watcher told and was not looked at yet. */
  #events: FileEvent[] = [];
  readonly #burst = new Burst();
  #signal = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Reads folders anew; ends what is being read, and goes on with it under the settings of now. */
  async read(folders: Iterable<string>): Promise<void> {
    this.#signal.abort();
    for (const folder of folders) {
      this.#relist.add(folder);
      for (const uri of this.#listed.get(folder) ?? []) this.#reread.add(uri);
    }
    await this.#update(true);
  }

  /** Forgets the files of folders that are no longer part of the workspace. */
  keep(folders: ReadonlyMap<string, unknown>): void {
    for (const [folder, listed] of this.#listed) {
      if (folders.has(folder)) continue;
      this.#relist.delete(folder);
      for (const uri of listed) this.#tools.workspace.setOnDisk(uri, undefined);
      this.#listed.delete(folder);
    }
  }

  /** Takes up what a watcher, or the saving or closing of a document, told. */
  async take(events: readonly FileEvent[]): Promise<void> {
    this.#burst.tell();
    for (const event of events) this.#events.push(event);
    await this.#update(false);
  }

  /** Reads files of which nothing was kept, and in which something may matter now. */
  async wake(): Promise<void> {
    for (const uri of this.#tools.workspace.awakened()) this.#reread.add(uri);
    if (this.#reread.size > 0) await this.#update(false);
  }

  /** Finds what is to be read and listed because of what watchers told. */
  #sortEvents(): void {
    const gone = new Set<string>();
    for (const event of this.#events.splice(0)) {
      const uri = this.#tools.ours(event.uri);
      const folder = this.#tools.workspace.folderOf(uri);
      const listed = this.#listed.get(folder);
      if (folder === '') continue;
      this.#reread.add(uri);
      if (listed === undefined || uri.endsWith('/.gitignore') || isConfig(uri)) this.#relist.add(folder);
      else if (!listed.has(uri) && event.type === FileChangeType.Created) this.#relist.add(folder);
      else if (!listed.has(uri) && event.type === FileChangeType.Deleted) gone.add(uri);
    }
    if (gone.size === 0) return;
    // The end of a folder is told without its files.
    for (const listed of this.#listed.values()) {
      for (const uri of listed) if (isBelowOne(uri, gone)) this.#reread.add(uri);
    }
  }

  stop(): void {
    this.#signal.abort();
    this.#events = [];
    this.#relist.clear();
    this.#reread.clear();
  }

  /** Works on what is to be done, one run after the other. */
  #update(shown: boolean): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (!shown) await this.#burst.over();
      this.#sortEvents();
      this.#signal = new AbortController();
      const { signal } = this.#signal;
      const relist = take(this.#relist);
      const reread = take(this.#reread);
      if (relist.size + reread.size === 0) return;
      let progress: Progress | undefined;
      let isCanceled = false;
      const cancel = () => {
        isCanceled = true;
        this.#signal.abort();
      };
      try {
        progress = shown ? this.#tools.showProgress(cancel) : undefined;
        // What stands in files that are not read yet is not known, and those that are read wait for their turn.
        if (shown) this.#tools.workspace.startScan();
        for (const folder of relist) await this.#list(folder, reread, signal);
        const read = [...reread];
        await this.#readAll(reread, signal);
        await this.#forgetIdle(read, signal);
        await this.#prepare(signal, progress);
        this.#tools.workspace.endScan();
        if (!signal.aborted || isCanceled) this.#tools.onChange();
        if (!signal.aborted) return;
      } catch (error) {
        this.#tools.log(reasonOf(error));
      } finally {
        this.#tools.workspace.endScan();
        progress?.end();
      }
      // The next run takes up what this one left.
      for (const folder of relist) this.#relist.add(folder);
      for (const uri of reread) this.#reread.add(uri);
    });
    return this.#work;
  }

  async #list(folder: string, reread: Set<string>, signal: AbortSignal): Promise<void> {
    const { disk, workspace, configuration, configs, ours } = this.#tools;
    const { settings, exclude } = configuration.of(folder);
    const before = this.#listed.get(folder) ?? new Set<string>();
    const listed = new Set<string>();
    const pause = pacer();
    if (settings.scope !== 'off') {
      for await (const name of disk.manifests(folder, exclude, signal)) {
        const uri = ours(name);
        // A folder of the workspace within this one lists its own files.
        if (workspace.folderOf(uri) !== folder) continue;
        await configs.load(uri);
        if (isConfig(uri) || configs.excludes(uri)) continue;
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

  /** Reads files, several at a time; those that were read, or are to be left alone, leave the set. */
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
    await Promise.all(Array.from({ length: READERS }, reader));
  }

  /** Keeps nothing of files in which nothing can be found. */
  async #forgetIdle(uris: readonly string[], signal: AbortSignal): Promise<void> {
    const pause = pacer();
    for (const uri of uris) {
      if (signal.aborted) return;
      this.#tools.workspace.forgetIdle(uri);
      await pause();
    }
  }

  /** Lets files say what they tell others, one by one: the first to ask would have to wait for all of them. */
  async #prepare(signal: AbortSignal, progress: Progress | undefined): Promise<void> {
    const { workspace } = this.#tools;
    const pause = pacer();
    const uris = workspace.uris();
    for (const [index, uri] of uris.entries()) {
      if (signal.aborted) return;
      workspace.prepare(uri);
      progress?.report(index + 1, uris.length);
      await pause();
    }
  }

  async #read(uri: string): Promise<void> {
    const { disk, workspace, warn } = this.#tools;
    const reading = await disk.read(uri, workspace.folderOf(uri));
    if ('fault' in reading && reading.fault.kind !== 'missing') warn(`${uri}: ${reading.fault.message}`);
    if (!this.#isListed(uri)) return;
    workspace.setOnDisk(uri, 'text' in reading && mayHoldFacts(uri, reading.text) ? reading.text : undefined);
    workspace.setReadable(uri);
  }

  #isListed(uri: string): boolean {
    return this.#listed.get(this.#tools.workspace.folderOf(uri))?.has(uri) === true;
  }
}

const READERS = 16;

function isBelowOne(uri: string, folders: ReadonlySet<string>): boolean {
  for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) {
    if (folders.has(uri.slice(0, end))) return true;
  }
  return false;
}

function take(set: Set<string>): Set<string> {
  const taken = new Set(set);
  set.clear();
  return taken;
}
