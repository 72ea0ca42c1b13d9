import { CacheFolder } from '../../server/src/cache/cache-folder.ts';
import type { ServerOptions } from '../../server/src/lsp/server.ts';
import { WorkspaceCache } from '../../server/src/lsp/workspace-cache.ts';
import { digestOf } from '../../server/src/workspace/node-disk.ts';

/** Opens the caches of one version of the server. */
export function cacheOf(version: string): NonNullable<ServerOptions['openCache']> {
  return async (folder, session) =>
    new WorkspaceCache(new CacheFolder(folder), { ...session, key: () => digestOf(`${version} ${session.key()}`) });
}
