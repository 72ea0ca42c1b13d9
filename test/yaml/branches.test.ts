import { expect, test } from 'vitest';
import { parse } from '../../server/src/yaml/read/document.ts';

/** The text of each branch, without the actions around it. */
test.each<[name: string, text: string, branches: readonly string[]]>([
  ['no template', 'a: 1\nb: 2\n', []],
  ['one branch', 'a: 1\n{{ if .x }}\nb: 2\n{{ end }}\n', ['b: 2']],
  ['both alternatives', 'a: 1\n{{ if .x }}\nb: 2\n{{ else }}\nc: 3\n{{ end }}\n', ['b: 2', 'c: 3']],
  ['an empty branch', 'a: 1\n{{ if .x }}\n{{ else }}\nc: 3\n{{ end }}\n', ['c: 3']],
  ['a branch of blanks', 'a: 1\n{{ if .x }}\n   \n\t\n{{ else }}\nc: 3\n{{ end }}\n', ['c: 3']],
  ['a branch around everything', '{{ if .x }}\na: 1\nb: 2\n{{ end }}\n', []],
  ['a definition', 'a: 1\n{{ define "x" }}\nb: 2\n{{ end }}\n', []],
])('finds the branches of %s', (_, text, branches) => {
  const { template } = parse(text);
  const found = (template?.branches ?? []).map(({ start, end }) =>
    text
      .slice(start, end)
      .replace(/\{\{.*?\}\}/g, '')
      .trim(),
  );
  expect(found).toEqual(branches);
});

test('lists each branch once, and at most 100 of them', () => {
  const nested = parse('a: 1\n{{ if .x }}\nb: 2\n{{ if .y }}\nc: 3\n{{ end }}\nd: 4\n{{ end }}\n');
  expect(nested.template?.branches).toHaveLength(2);
  const many = Array.from({ length: 150 }, (_, i) => `{{ if .x${i} }}\nk${i}: 1\n{{ end }}\n`);
  expect(parse(`a: 1\n${many.join('')}`).template?.branches).toHaveLength(100);
});

test('lists fewer branches of a long document, which is checked once for each', () => {
  const many = Array.from({ length: 20 }, (_, i) => `{{ if .x${i} }}\nk${i}: 1\n{{ end }}\n`);
  const long = parse(`a: ${'b'.repeat(400_000)}\n${many.join('')}`);
  expect(long.template?.branches).toHaveLength(9);
  expect(long.root?.get('k19')).toBe(undefined);
});
