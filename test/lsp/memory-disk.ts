import ignore from 'ignore';
import { type Disk, isExcluded, isManifestPath } from '../../server/src/workspace/disk.ts';
import type { Rereader } from '../../server/src/workspace/file-text.ts';
import { fault } from '../../server/src/workspace/reading.ts';

/** A disk with files in memory, by URI. Only the `.gitignore` of the listed folder applies. */
export class MemoryDisk implements Disk {
  readonly files: Map<string, string>;
  /** Files with other bytes than those of a text. */
  readonly archives: Map<string, Uint8Array>;
  /** The files that were read again, because their texts were not kept. */
  readonly reread = new Set<string>();
  readonly rereader?: Rereader;
  /** The files that cannot be written. */
  readonly readOnly = new Set<string>();
  /** How often each file was read. */
  readonly reads = new Map<string, number>();

  /** With `isReadable`, files can be read again synchronously. */
  constructor(
    files: Readonly<Record<string, string>>,
    archives: Readonly<Record<string, Uint8Array>> = {},
    isReadable = false,
  ) {
    this.files = new Map(Object.entries(files));
    this.archives = new Map(Object.entries(archives));
    if (!isReadable) return;
    this.rereader = {
      read: (uri) => {
        this.reread.add(uri);
        return this.files.get(uri);
      },
      digest: (text) => text,
      digestOfFile: (uri) => this.files.get(uri),
    };
  }

  stream(): never {
    throw new Error('There are no pipes here.');
  }

  async read(uri: string): ReturnType<Disk['read']> {
    this.reads.set(uri, (this.reads.get(uri) ?? 0) + 1);
    const text = this.files.get(uri);
    if (text !== undefined) return { text };
    if (this.archives.has(uri)) return fault('binary', 'The file is not text.');
    const isFolder = this.#uris().some((file) => file.startsWith(`${uri}/`));
    return isFolder ? fault('folder', 'This is a folder.') : fault('missing', 'No such file or folder.');
  }

  async bytes(uri: string): ReturnType<Disk['bytes']> {
    const text = this.files.get(uri);
    return text === undefined ? this.archives.get(uri) : new TextEncoder().encode(text);
  }

  async isReadOnly(uri: string): Promise<boolean> {
    return this.readOnly.has(uri);
  }

  async write(uri: string, _: string, text: string): ReturnType<Disk['write']> {
    if (!this.files.has(uri)) return { kind: 'missing', message: 'No such file or folder.' };
    this.files.set(uri, text);
    return undefined;
  }

  async *manifests(folder: string, exclude: readonly string[]): AsyncIterable<string> {
    const ignored = ignore().add(this.files.get(`${folder}/.gitignore`) ?? '');
    for (const uri of this.#uris().sort()) {
      if (!uri.startsWith(`${folder}/`) || !(isManifestPath(uri) || /\/charts\/[^/]+\.tgz$/.test(uri))) continue;
      if (isExcluded(folder, exclude, uri) || ignored.ignores(uri.slice(folder.length + 1))) continue;
      yield uri;
    }
  }

  #uris(): string[] {
    return [...this.files.keys(), ...this.archives.keys()];
  }
}
