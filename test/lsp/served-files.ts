import type { MessageConnection } from 'vscode-languageserver/node';
import { ReadFile, ReadFolder } from '../../server/src/lsp/client-disk.ts';

/** The path in a folder that a URI names. */
export function pathIn(folder: string, uri: string): string {
  return decodeURIComponent(uri.slice(folder.length + 1));
}

/** Lets a client answer what a server without a file system asks it, with files by their paths in a folder. */
export function serveFiles(
  client: MessageConnection,
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  client.onRequest(ReadFile, ({ uri }) => {
    const content = files[pathIn(folder, uri)];
    if (content === undefined) return null;
    return [...(typeof content === 'string' ? new TextEncoder().encode(content) : content)];
  });
  client.onRequest(ReadFolder, ({ uri }) => {
    const start = uri === folder ? '' : `${pathIn(folder, uri)}/`;
    const below = Object.keys(files).flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : []));
    const names = new Map(below.map((path) => [path.replace(/\/.*/s, ''), path.includes('/')]));
    return [...names].map(([name, isFolder]) => ({ name, isFolder }));
  });
}
