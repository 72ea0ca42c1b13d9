import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { FileChangeType } from 'vscode-languageserver/node';
import { editsIn, manifest, path } from '../cache/changes.ts';
import { folderWith } from '../cli/kubewin.ts';
import { cacheOf } from './caches.ts';
import { SCHEDULED } from './manifests.ts';
import { TestClient } from './test-client.ts';

const ROOT = 'file:///work';
/** With it, there is always something to report. */
const ALWAYS = { [`${ROOT}/always.yaml`]: SCHEDULED };

function start(files: ReadonlyMap<string, string>, cacheFolder?: string): Promise<TestClient> {
  return TestClient.start({
    files: Object.fromEntries(files),
    isReadable: true,
    server: { openCache: cacheOf('1') },
    initializationOptions: { cacheFolder },
    endsEarly: true,
  });
}

async function diagnosticsIn(client: TestClient): Promise<unknown> {
  const { items } = await client.pullWorkspace();
  return items.toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
}

test('diagnostics of the workspace are the same with and without a cache, after any changes', async () => {
  let [starts, restored] = [0, 0];
  const edits = fc.array(editsIn(ROOT), { maxLength: 2 });
  const changes = fc.array(fc.tuple(edits, edits), { minLength: 3, maxLength: 6 });
  const first = fc.array(fc.tuple(path, manifest), { minLength: 4, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(first, changes, async (written, steps) => {
      const folder = folderWith({});
      const files = new Map([
        ...Object.entries(ALWAYS),
        ...written.map(([at, text]) => [`${ROOT}/${at}`, text] as const),
      ]);
      for (const [whileStopped, whileRunning] of [[[], []] as const, ...steps]) {
        for (const apply of whileStopped) apply(files);
        const plain = await start(files);
        const cached = await start(files, folder);
        expect(await diagnosticsIn(cached)).toEqual(await diagnosticsIn(plain));
        // The first response may come before anything was restored.
        await cached.execute('kubewin.none');
        expect(await diagnosticsIn(cached)).toEqual(await diagnosticsIn(plain));
        restored += Number(cached.disk.reads.size < plain.disk.reads.size);
        starts++;
        const before = new Map(files);
        for (const apply of whileRunning) apply(files);
        for (const client of [plain, cached]) await change(client, before, files);
        // Events are handled after their notifications.
        const isSame = async () => isDeepStrictEqual(await diagnosticsIn(cached), await diagnosticsIn(plain));
        await vi.waitUntil(isSame, { timeout: 30_000 });
        for (const client of [plain, cached]) await client.end();
      }
    }),
    { numRuns: 12 },
  );
  expect(restored).toBeGreaterThan(starts / 2);
});

/** Makes files those of a client, with an event for each that differs. */
async function change(
  client: TestClient,
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Promise<void> {
  for (const uri of new Set([...before.keys(), ...now.keys()])) {
    const [old, text] = [before.get(uri), now.get(uri)];
    if (old === text) continue;
    const type = text === undefined ? FileChangeType.Deleted : FileChangeType.Changed;
    await client.write(uri, text, old === undefined ? FileChangeType.Created : type);
  }
}
