import { keyOfUri, normalizeUri, type Platform } from '../workspace/uri.ts';

/**
 * The client's names of files and ours. Ours is one for each file: normalized, and on Windows, where names that differ
 * by case are one file, as it was met first. The client is told of a file by the name that it gave.
 */
export class Names {
  readonly #platform: Platform;
  readonly #folders = new Map<string, string>();
  readonly #open = new Map<string, string>();
  readonly #ours = new Map<string, string>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** The client's names of the workspace folders, by ours. */
  get folders(): ReadonlyMap<string, string> {
    return this.#folders;
  }

  addFolder(name: string): void {
    const plain = name.replace(/\/$/, '');
    this.#folders.set(this.ours(plain), plain);
  }

  removeFolder(name: string): void {
    this.#folders.delete(this.ours(name.replace(/\/$/, '')));
  }

  /** A document goes by this name as long as it is open; gives ours. */
  open(name: string): string {
    const uri = this.ours(name);
    this.#open.set(uri, name);
    return uri;
  }

  /** Gives our name of the document that was closed; undefined for one that was not open. */
  close(name: string): string | undefined {
    const uri = this.ours(name);
    return this.#open.delete(uri) ? uri : undefined;
  }

  ours(name: string): string {
    const uri = normalizeUri(name);
    if (this.#platform === 'posix') return uri;
    const key = keyOfUri(uri, this.#platform);
    const known = this.#ours.get(key);
    if (known !== undefined) return known;
    const folder = [...this.#folders.keys()].find((one) => key.startsWith(`${keyOfUri(one, this.#platform)}/`));
    const ours = folder === undefined ? uri : folder + uri.slice(folder.length);
    this.#ours.set(key, ours);
    return ours;
  }

  /** The client's name of a file that may lie in a workspace folder. */
  theirs(uri: string, folder: string): string {
    const name = this.#folders.get(folder);
    return this.#open.get(uri) ?? (name === undefined ? uri : name + uri.slice(folder.length));
  }
}
