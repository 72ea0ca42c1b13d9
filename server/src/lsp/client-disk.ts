import type { Connection } from 'vscode-languageserver';
import { type DirectoryEntry, type Disk, manifestsIn } from '../workspace/disk.ts';
import { decode, fault, MAX_BYTES } from '../workspace/reading.ts';
import { encodePath } from '../workspace/uri.ts';
import { RequestType } from './protocol.ts';

interface UriParams {
  readonly uri: string;
}

/** Requests the bytes of a file from the client; null if there is no such file. */
export const ReadFile = new RequestType<UriParams, ArrayLike<number> | null, void>('kubewin/readFile');
/** Requests the entries of a folder without links from the client; null if it cannot be listed. */
export const ReadFolder = new RequestType<UriParams, readonly DirectoryEntry[] | null, void>('kubewin/readFolder');

/** The files that the client can read, for a server without a file system, as in a browser. */
export function clientDisk(connection: Connection): Disk {
  const bytesOf = async (uri: string) => {
    const bytes = await connection.sendRequest(ReadFile, { uri }).catch(() => null);
    return bytes === null ? undefined : new Uint8Array(bytes);
  };
  return {
    async read(uri) {
      const bytes = await bytesOf(uri);
      return bytes === undefined ? fault('missing', 'No such file or folder.') : decode(bytes);
    },

    async bytes(uri) {
      const bytes = await bytesOf(uri);
      return bytes === undefined || bytes.length > MAX_BYTES ? undefined : bytes;
    },

    // The editor itself reports read-only files when it writes them.
    isReadOnly: async () => false,

    stream() {
      throw new Error('There are no pipes in a browser.');
    },

    async write() {
      return { kind: 'unreadable', message: 'The file cannot be written: this is a browser.' };
    },

    async *manifests(folder, exclude, signal) {
      const uriOf = (path: string) => (path === '' ? folder : `${folder}/${encodePath(path)}`);
      const tree = {
        entries: async (path: string) =>
          (await connection.sendRequest(ReadFolder, { uri: uriOf(path) }).catch(() => null)) ?? undefined,
        ignoreText: async (path: string) => {
          const bytes = await bytesOf(uriOf(path));
          return bytes === undefined ? '' : new TextDecoder().decode(bytes);
        },
      };
      for await (const path of manifestsIn(tree, exclude, [], signal)) yield uriOf(path);
    },
  };
}
