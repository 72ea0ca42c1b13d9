import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundles } from '../bundles.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * In thousands of bytes, minified. What is loaded at the start takes time: a budget is raised only with a reason.
 * - server: 185 of the protocol's libraries, 100 of the parser, what the rules say of themselves, which hovers show, and 20
 *   of completion and navigation.
 * - cli: the same without the protocol and the notes, 30 of output formats, baselines and watching, and 60 of policies.
 * - server: 45 more for completion, navigation, code lenses, the page on a workload and the menus of findings.
 * - cli: 40 more for the reports of migrations with the steps that no rule tells, pages in a terminal, and completion.
 * - extension: 390 of the protocol's libraries for clients; the rest is commands, and the lists that they show.
 * - browser-server, browser-extension: the same without what is for Node.js.
 */
const BUDGETS = { server: 940, cli: 775, extension: 412, 'browser-server': 925, 'browser-extension': 400 };

test('the bundles are as small as they were', async () => {
  const built = await Promise.all([bundles(), bundles('browserOptions')]);
  const outputs = Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
  const sizes = Object.entries(BUDGETS).map(([name]) => [name, outputs[`dist/${name}.js`]?.bytes ?? 0] as const);
  const tooLarge = sizes.filter(([name, bytes]) => bytes > 1_000 * BUDGETS[name as keyof typeof BUDGETS]);
  expect(tooLarge).toEqual([]);
  expect(sizes.every(([, bytes]) => bytes > 100_000)).toBe(true);
});

test('pictures can be seen, and are no larger than that takes', () => {
  for (const name of ['editor', 'command-line', 'performance']) {
    expect(statSync(join(ROOT, `images/${name}.png`)).size).toBeLessThan(80_000);
  }
});
