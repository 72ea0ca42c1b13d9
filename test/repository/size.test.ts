import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundles, filesOf } from '../bundles.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * In thousands of bytes, minified: what is loaded at the start, which takes time. A budget is raised only with a reason.
 * - server: 165 of the protocol's libraries, 100 of the parser, 200 of rules; what users ask for and what rules say of
 *   themselves are not loaded at the start.
 * - cli: the same without the protocol and the notes, 30 of output formats, baselines and watching, and 60 of policies.
 * - cli: 40 more for the reports of migrations with the steps that no rule tells, pages in a terminal, and completion.
 * - extension: 390 of the protocol's libraries for clients; the rest is commands, and the lists that they show.
 * - browser-server, browser-extension: all of it in one file, without what is for Node.js.
 * - browser-server: 1 more for the object with the answers on demand, which the server on Node.js has as a file.
 * - cli, browser-server: 1 and 5 more for reading a text after the one before, and for cutting it so.
 * - cli: 1 more for looking for long and short signs of Windows apart.
 * - server, cli, browser-server: 1, 2 and 2 more for reading a ConfigMap without its blocks, and for loading `node:crypto` later.
 * - browser-server: 1 more for the IDs of rules on user names, which each rule states itself.
 */
const BUDGETS = { server: 729, cli: 779, extension: 412, 'browser-server': 934, 'browser-extension': 400 };

test('the bundles are as small as they were', async () => {
  const built = await Promise.all([bundles(), bundles('browser')]);
  const sizes = Object.keys(BUDGETS).map((name) => {
    const files = built.flatMap(({ metafile, outputFiles }) => {
      const paths = filesOf(name, metafile, 'at the start');
      return outputFiles.filter(({ path }) => paths.some((one) => path === join(ROOT, one)));
    });
    return [name, files.reduce((sum, { contents }) => sum + contents.length, 0)] as const;
  });
  const tooLarge = sizes.filter(([name, bytes]) => bytes > 1_000 * BUDGETS[name as keyof typeof BUDGETS]);
  expect(tooLarge).toEqual([]);
  expect(sizes.every(([, bytes]) => bytes > 100_000)).toBe(true);
});

test('pictures can be seen, and are no larger than that takes', () => {
  for (const name of ['editor', 'command-line', 'performance']) {
    expect(statSync(join(ROOT, `images/${name}.png`)).size).toBeLessThan(80_000);
  }
});
