import type { Connection, Disposable, FileSystemWatcher } from 'vscode-languageserver';
import type { Client } from './client.ts';
import { DidChangeWatchedFilesNotification, WatchKind } from './protocol.ts';

/** The files whose changes the client reports: manifests, and files that determine which manifests are read. */
export class FileWatchers {
  readonly #connection: Connection;
  readonly #client: Client;
  #registration: Promise<Disposable | undefined> | undefined;

  constructor(connection: Connection, client: Client) {
    this.#connection = connection;
    this.#client = client;
  }

  /** Registers watchers for the given folders, and then removes those of the last call. */
  async watch(folders: Iterable<string>): Promise<void> {
    if (!this.#client.watchesFiles) return;
    const before = this.#registration;
    this.#registration = this.#register([...folders]);
    (await before)?.dispose();
    await this.#registration;
  }

  async #register(folders: readonly string[]): Promise<Disposable | undefined> {
    const onDisk = folders.filter((uri) => uri.startsWith('file:'));
    if (onDisk.length === 0) return undefined;
    const inFolders = (pattern: string): FileSystemWatcher['globPattern'][] =>
      this.#client.watchesRelativePatterns ? onDisk.map((baseUri) => ({ baseUri, pattern })) : [pattern];
    const watchers = [
      ...['**/*.{yaml,yml,json}', '**/_*.tpl', '**/charts/*.tgz', '**/.helmignore', '**/.gitignore']
        .flatMap(inFolders)
        .map((globPattern) => ({ globPattern })),
      // For a deleted folder, there is no event for the files in it.
      ...inFolders('**').map((globPattern) => ({ globPattern, kind: WatchKind.Delete })),
    ];
    return this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }
}
