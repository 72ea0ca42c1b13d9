import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../server/src/lint/settings/settings.ts';

const ROOT = new URL('../../', import.meta.url);
const PAGE = readFileSync(new URL('docs/editors.md', ROOT), 'utf8');
const SECTIONS = new Map(
  PAGE.split(/^## /m).map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);

test.each(['Neovim', 'Emacs', 'Vim with ALE', 'Helix', 'Zed', 'Sublime Text', 'Kate', 'JetBrains'])(
  '%s is told how the server is started, and how it is set',
  (editor) => {
    const section = SECTIONS.get(editor) ?? '';
    const command =
      /kubewin\W+lsp\W+--stdio|%e lsp --stdio|command = "kubewin"\nargs = \["lsp", "--stdio"\]|"path": "kubewin", "arguments": \["lsp", "--stdio"\]/;
    expect(section).toMatch(command);
    const names = [...section.matchAll(/kubernetesVersion/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(SETTINGS)).toEqual(expect.arrayContaining(names));
  },
);

test('the JSON in docs/editors.md is valid', () => {
  const blocks = [...PAGE.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of blocks) expect(() => JSON.parse(block), block).not.toThrow();
});

test('docs/editors.md documents every option that the server reads', () => {
  const source = readFileSync(new URL('server/src/lsp/client.ts', ROOT), 'utf8');
  const read = [...source.matchAll(/commandIn\(options, '(\w+)'\)|options\['(\w+)'\]/g)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  expect(read.length).toBeGreaterThan(5);
  const section = SECTIONS.get('For authors of clients') ?? '';
  expect(read.filter((name) => !section.includes(`\`${name}`))).toEqual([]);
});
