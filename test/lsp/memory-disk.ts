import ignore from 'ignore';
import { type Disk, isExcluded } from '../../server/src/workspace/disk.ts';
import { fault } from '../../server/src/workspace/reading.ts';

/** A disk with files in memory, by URI. Only the `.gitignore` of the listed folder applies. */
export class MemoryDisk implements Disk {
  readonly files: Map<string, string>;
  /** The files that cannot be written. */
  readonly readOnly = new Set<string>();
  /** How often each file was read. */
  readonly reads = new Map<string, number>();

  constructor(files: Readonly<Record<string, string>>) {
    this.files = new Map(Object.entries(files));
  }

  stream(): never {
    throw new Error('There are no pipes here.');
  }

  async read(uri: string): ReturnType<Disk['read']> {
    this.reads.set(uri, (this.reads.get(uri) ?? 0) + 1);
    const text = this.files.get(uri);
    if (text !== undefined) return { text };
    const isFolder = [...this.files.keys()].some((file) => file.startsWith(`${uri}/`));
    return isFolder ? fault('folder', 'This is a folder.') : fault('missing', 'No such file or folder.');
  }

  async isReadOnly(uri: string): Promise<boolean> {
    return this.readOnly.has(uri);
  }

  async write(uri: string, _: string, text: string): ReturnType<Disk['write']> {
    this.files.set(uri, text);
    return undefined;
  }

  async *manifests(folder: string, exclude: readonly string[]): AsyncIterable<string> {
    const ignored = ignore().add(this.files.get(`${folder}/.gitignore`) ?? '');
    for (const uri of [...this.files.keys()].sort()) {
      if (!uri.startsWith(`${folder}/`) || !/\.(?:ya?ml|json)$/.test(uri)) continue;
      if (isExcluded(folder, exclude, uri) || ignored.ignores(uri.slice(folder.length + 1))) continue;
      yield uri;
    }
  }
}
