import { keyOfUri, normalizeUri, type Platform } from '../workspace/uri.ts';

/**
 * Maps the client's URIs of files to the server's and back. The server has one URI for each file. It is normalized. On
 * Windows, where file names are not case-sensitive, it has the case of the first use. The client gets the URIs that it used.
 */
export class UriMap {
  readonly #platform: Platform;
  readonly #folders = new Map<string, string>();
  readonly #open = new Map<string, string>();
  readonly #serverUris = new Map<string, string>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** The client's URIs of the workspace folders by the server's. */
  get folders(): ReadonlyMap<string, string> {
    return this.#folders;
  }

  addFolder(clientUri: string): void {
    const plain = clientUri.replace(/\/$/, '');
    this.#folders.set(this.toServer(plain), plain);
  }

  removeFolder(clientUri: string): void {
    this.#folders.delete(this.toServer(clientUri.replace(/\/$/, '')));
  }

  /** Uses this URI for the document while it is open. Returns the server's URI. */
  open(clientUri: string): string {
    const uri = this.toServer(clientUri);
    this.#open.set(uri, clientUri);
    return uri;
  }

  /** The server's URI of a document that was closed; undefined if it was not open. */
  close(clientUri: string): string | undefined {
    const uri = this.toServer(clientUri);
    return this.#open.delete(uri) ? uri : undefined;
  }

  toServer(clientUri: string): string {
    const uri = normalizeUri(clientUri);
    if (this.#platform === 'posix') return uri;
    const key = keyOfUri(uri, this.#platform);
    const known = this.#serverUris.get(key);
    if (known !== undefined) return known;
    const folder = [...this.#folders.keys()].find((name) => key.startsWith(`${keyOfUri(name, this.#platform)}/`));
    const added = folder === undefined ? uri : folder + uri.slice(folder.length);
    this.#serverUris.set(key, added);
    return added;
  }

  /** The client's URI of a file, which may be in a workspace folder. */
  toClient(uri: string, folder: string): string {
    const clientFolder = this.#folders.get(folder);
    return this.#open.get(uri) ?? (clientFolder === undefined ? uri : clientFolder + uri.slice(folder.length));
  }
}
