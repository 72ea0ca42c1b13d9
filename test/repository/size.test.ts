import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundles } from '../bundles.ts';
import { type BundleSize, type CoreBudget, HEADROOM, sizeAtStart, sizeFaults } from './bundle-sizes.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * The core of each bundle in thousands of bytes, minified: what is loaded at the start without the files that grow with
 * every rule, note, provider or build (see bundle-sizes.ts).
 * - server and cli: some parts that only one of them needs at the start are in files that both load.
 * - server: what users ask for later is not in it (`lsp/on-demand.ts`), nor are the reasons of rules.
 * - cli: without the protocol, and without what only some runs need, such as registries and the libraries for rules of users.
 * - extension: mostly the libraries of the protocol for clients.
 * - browser-server, browser-extension: everything in one file, without what needs Node.js.
 */
const BUDGETS: Readonly<Record<string, CoreBudget>> = {
  server: {
    cli: 1,
    images: 6,
    kubernetes: 36,
    libraries: 290,
    lint: 46,
    lsp: 44,
    others: 3,
    'rule-kit': 20,
    text: 5,
    windows: 35,
    workspace: 60,
    yaml: 42,
  },
  cli: {
    agents: 8,
    cache: 4,
    cli: 154,
    helm: 93,
    images: 6,
    kubernetes: 35,
    libraries: 125,
    lint: 79,
    // Mostly what links its files.
    others: 21,
    policy: 25,
    'rule-kit': 20,
    text: 5,
    windows: 36,
    workspace: 65,
    yaml: 80,
  },
  extension: { client: 42, libraries: 390, others: 1 },
  'browser-server': {
    agents: 9,
    helm: 102,
    images: 6,
    kubernetes: 40,
    libraries: 562,
    lint: 99,
    lsp: 85,
    others: 1,
    'own-rules': 28,
    policy: 7,
    'rule-kit': 20,
    text: 6,
    windows: 35,
    workspace: 57,
    yaml: 83,
  },
  'browser-extension': { client: 41, libraries: 377, others: 1 },
};

test('the core of each bundle is within its budget, and every rule, topic and table within its own', async () => {
  const built = await Promise.all([bundles(), bundles('browser')]);
  const faults = Object.entries(BUDGETS).flatMap(([name, budget]) => {
    const size = sizeAtStart(name, built);
    expect(size.total, name).toBeGreaterThan(100_000);
    return sizeFaults(name, size, budget);
  });
  expect(faults.join('\n\n')).toBe('');
});

describe('a bundle', () => {
  const BUDGET = { lsp: 30 };
  const CORE = { 'server/src/lsp/hover.ts': 30_000 };

  function sizeOf(bytes: Readonly<Record<string, number>>): BundleSize {
    const bytesOf = new Map(Object.entries(bytes));
    return { total: [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0), bytesOf };
  }

  test('may have any number of rules, topics, providers and builds', () => {
    const rules = Array.from({ length: 1_000 }, (_, i) => [`server/src/rules/pod/rule-${i}.ts`, 3_000] as const);
    const others = { 'server/src/notes/nodes.ts': 9_000, 'server/src/windows/providers.ts': 9_000 };
    expect(sizeFaults('server', sizeOf({ ...CORE, ...others, ...Object.fromEntries(rules) }), BUDGET)).toEqual([]);
  });

  test('may have a larger core within the headroom, and the fault beyond it names what grew', () => {
    const grown = (more: number) => sizeOf({ ...CORE, 'server/src/lsp/lens.ts': more });
    expect(sizeFaults('server', grown(HEADROOM), BUDGET)).toEqual([]);
    const [fault] = sizeFaults('server', grown(20_000), BUDGET);
    expect(fault).toContain(
      'server: the core is 12000 bytes over its budget and the headroom of 8000 bytes. It grew in',
    );
    expect(fault).toContain('\n  lsp: 50000 bytes, 20000 more than in the budget\n');
    expect(fault).toContain('BUDGETS of test/repository/size.test.ts');
  });

  test('has a bound for each rule', () => {
    expect(sizeFaults('cli', sizeOf({ ...CORE, 'server/src/rules/pod/large.ts': 6_000 }), BUDGET)).toEqual([
      expect.stringContaining('cli: server/src/rules/pod/large.ts has 6000 bytes, and a rule has at most 5000.'),
    ]);
  });
});

test('each picture of the README has less than 80 KB', () => {
  for (const name of ['steps', 'command-line', 'performance']) {
    expect(statSync(join(ROOT, `images/${name}.png`)).size).toBeLessThan(80_000);
  }
});
