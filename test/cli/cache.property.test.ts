import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uriOfPath } from '../../server/src/workspace/uri.ts';
import { editsIn, manifest, path } from '../cache/changes.ts';
import { MemoryDisk } from '../lsp/memory-disk.ts';
import { runOnDisk } from './in-process.ts';
import { folderWith } from './kubewin.ts';

const ROOT = uriOfPath(`${process.cwd()}/in-memory`, 'posix');

function check(disk: MemoryDisk, args: readonly string[]) {
  return runOnDisk(disk, ['check', 'in-memory', '--hints', ...args]);
}

const edit = editsIn(ROOT);

test('the output is the same with and without a cache, after any changes', async () => {
  let [runs, restored] = [0, 0];
  const changes = fc.array(fc.array(edit, { maxLength: 2 }), { minLength: 5, maxLength: 12 });
  const start = fc.array(fc.tuple(path, manifest), { minLength: 4, maxLength: 9 });
  const format = fc.constantFrom('text', 'json', 'compact');
  await fc.assert(
    fc.asyncProperty(start, changes, format, async (files, steps, shape) => {
      const cache = folderWith({});
      const disk = new MemoryDisk(Object.fromEntries(files.map(([at, text]) => [`${ROOT}/${at}`, text])), {}, true);
      for (const edits of [[], ...steps]) {
        for (const apply of edits) apply(disk.files);
        const plain = await check(disk, ['--format', shape]);
        const before = disk.reads.size;
        disk.reads.clear();
        const cached = await check(disk, ['--format', shape, '--cache-dir', cache]);
        expect(cached).toEqual(plain);
        restored += Number(disk.reads.size < before);
        runs++;
        disk.reads.clear();
      }
    }),
    { numRuns: 30 },
  );
  expect(runs).toBeGreaterThan(200);
  expect(restored).toBeGreaterThan(runs / 2);
});
