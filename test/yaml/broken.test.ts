import { expect, test } from 'vitest';
import { parse } from '../../server/src/yaml/read/document.ts';
import { treeData } from './tree-data.ts';

/** sigs.k8s.io/yaml 1.6 reads these texts in the same way. */
test.each([
  ['double quotes and column 0', 'spec:\n  c: "a\nb"\n  d: 1\n', { c: 'a b', d: 1 }],
  ['double quotes and the column of the key', 'spec:\n  c: "a\n  b"\n  d: 1\n', { c: 'a b', d: 1 }],
  ['double quotes and a tab', 'spec:\n  c: "a\n\tb"\n  d: 1\n', { c: 'a b', d: 1 }],
  ['double quotes and a tab after blanks', 'spec:\n  c: "a\n  \tb"\n  d: 1\n', { c: 'a b', d: 1 }],
  ['single quotes and column 0', "spec:\n  c: 'a\nb'\n  d: 1\n", { c: 'a b', d: 1 }],
  ['single quotes and a tab', "spec:\n  c: 'it''s\n\tb'\n  d: 1\n", { c: "it's b", d: 1 }],
  ['brackets', 'spec:\n  c: ["a\n\tb", c]\n  d: 1\n', { c: ['a b', 'c'], d: 1 }],
  ['a hash sign', 'spec:\n  c: "a\n# b"\n  d: 1\n', { c: 'a # b', d: 1 }],
  ['empty lines and a joined line', 'spec:\n  c: "a\n\n\n b\\\n c"\n  d: 1\n', { c: 'a\n\nbc', d: 1 }],
  ['line ends of Windows', 'spec:\r\n  c: "a\r\n\tb"\r\n  d: 1\r\n', { c: 'a b', d: 1 }],
  ['several scalars', 'spec:\n  - name: "a\n\n\tb: c"\n    d: "x\ny"\n', [{ name: 'a\nb: c', d: 'x y' }]],
])('reads lines in quotes with any indentation: %s', (_, text, spec) => {
  const { errors, top, root } = parse(text);
  expect(errors).toEqual([]);
  expect(treeData(top)).toEqual({ spec });
  expect(root?.document.text).toBe(text);
});

test.each([
  ['an unquoted line', 'spec:\n  c: a\nb\n  d: 1\n'],
  ['an unquoted tab', 'spec:\n\tc: 1\n'],
  ['an unclosed quotation mark', 'spec:\n  c: "a\n  d: "b"\n'],
])('reports %s as an error', (_, text) => {
  expect(parse(text).errors).not.toEqual([]);
});

test.each([
  ['a quotation mark', 'a:\n  b: ["x", "y]\n  c: 1\nd: "q"\n', { a: { b: null, c: 1 }, d: 'q' }],
  [
    'a quotation mark above its lines',
    'a:\n  b: "\n    - m: "x"\n      i: z\n  c: 1\n',
    { a: { b: [{ m: 'x', i: 'z' }], c: 1 } },
  ],
  [
    'a bracket above its lines',
    'a:\n  b: [\n    - m: "x"\n      i: z\n  c: 1\n',
    { a: { b: [{ m: 'x', i: 'z' }], c: 1 } },
  ],
  ['a brace', 'a:\n  - b: {\n    c: z\n    d: x\ne: 1\n', { a: [{ b: null, c: 'z', d: 'x' }], e: 1 }],
  ['half a key', 'a:\n  hos\n  c:\n    - d\n', { a: { c: ['d'] } }],
  ['half a key with less indentation', 'a:\n  b: 1\n hos\n  c: 2\n', { a: { b: 1, c: 2 } }],
  ['half an item', 'a:\n  - na\n    b: 1\n  - c\n', { a: [{ b: 1 }, 'c'] }],
  ['an item after a tab', 'a:\n  - b: 1\n\t  - b: 2\n    c: 3\nd: 4\n', { a: [{ b: 1 }], d: 4 }],
  ['an item in braces', 'a: { b: C: }\nd: 1\n', { a: { b: '$$' }, d: 1 }],
  ['a line of JSON without its comma', '{\n  "a": 1\n  "b": { "c": [1, 2] }\n}\n', { a: null, b: { c: [1, 2] } }],
])('reads the text around %s', (_, text, data) => {
  const { errors, top } = parse(text);
  expect(errors).not.toEqual([]);
  expect(treeData(top)).toEqual(data);
});

test('reads the text above the errors if there are too many of them', () => {
  const { root } = parse(`a: 1\nc: { d: 2 }\n${'x: "y" z\n'.repeat(12)}`);
  expect(root?.at('c', 'd')?.number).toBe(2);
});

test('reads the text above the first error if it causes too many others', () => {
  // Each bracket is an error.
  const withBrackets = (count: number) => parse(`a: 1\nb: ${']'.repeat(count)}\nc: 2\n`).root;
  expect(withBrackets(15_000)?.get('c')?.number).toBe(2);
  expect(withBrackets(25_000)?.get('c')).toBe(undefined);
  expect(withBrackets(25_000)?.get('a')?.number).toBe(1);
});

test('an unclosed brace that nests thousands of its lines is nested too deeply', () => {
  const { errors } = parse(`a: {${'\n  b: |\n    c\n  d: e'.repeat(3_000)}\n`);
  expect(errors.map(({ message }) => message)).toEqual(['The document is nested too deeply.']);
});

test('treats broken values and possibly missing neighbors as unknown', () => {
  const root = parse('a:\n  b: "x\n  c: 1\nd:\n  e: 1\n  f\ng:\n  h: 1\n').root;
  const isKnown = (read: () => unknown) => root?.known(() => [read()]) !== undefined;
  expect(isKnown(() => root?.at('a', 'b')?.string)).toBe(false);
  expect(isKnown(() => root?.at('a', 'c')?.number)).toBe(true);
  expect(isKnown(() => root?.at('a', 'x'))).toBe(true);
  expect(isKnown(() => root?.at('d', 'e')?.number)).toBe(true);
  expect(isKnown(() => root?.at('d', 'x'))).toBe(false);
  expect(isKnown(() => root?.at('g', 'x'))).toBe(true);
});

test('treats a quoted scalar that ends too early as unknown', () => {
  const root = parse("a: 'x'y'\nb: 1\n").root;
  expect(root?.get('a')?.isUnknown).toBe(true);
  expect(root?.get('b')?.number).toBe(1);
});

test('assumes that keys may be missing anywhere around a line that looks like two', () => {
  const root = parse('a:\n  b:\n    c: d: 1\n  e: 1\n').root;
  for (const path of [['x'], ['a', 'x'], ['a', 'b', 'x']]) {
    expect(root?.known(() => [root.at(...path)])).toBeUndefined();
  }
  expect(root?.known(() => root.at('a', 'e')?.number)).toBe(1);
});

test.each(['  "c:', '"  c:', '  [c:', '{  c:', ']  c:'])(
  'what is below the line `%s` may belong to a key that is missing',
  (line) => {
    const root = parse(`a:\n  b:\n    x: 1\n${line}\n    y: 1\n  d: 1\n`).root;
    for (const path of [['c'], ['a', 'c'], ['a', 'b', 'c']]) {
      expect(root?.known(() => [root.at(...path)])).toBeUndefined();
    }
    expect(root?.known(() => root.at('a', 'd')?.number)).toBe(1);
  },
);
