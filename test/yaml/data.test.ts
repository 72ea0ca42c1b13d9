import { describe, expect, test } from 'vitest';
import { type Data, readData } from '../../server/src/yaml/read/data.ts';
import { resolveScalar } from '../../server/src/yaml/read/go-scalars.ts';

/** A value without its spans. */
function plain(data: Data | undefined): unknown {
  if (data === undefined) return undefined;
  switch (data.kind) {
    case 'null':
      return null;
    case 'list':
      return data.items.map(plain);
    case 'map':
      return Object.fromEntries(data.entries.map(({ key, value }) => [key, plain(value)]));
    default:
      return data.value;
  }
}

describe('documents are read as Helm reads them', () => {
  test.each([
    ['', null],
    ['# comment\n', null],
    ['a: 1\nb: [x, "y", null]\n', { a: 1, b: ['x', 'y', null] }],
    ['a: yes\nb: 0644\nc: 1_000\nd: 1e3\ne: .5\n', { a: true, b: 420, c: 1000, d: 1000, e: 0.5 }],
    ['a: {b: {{c}}}', undefined],
    ['a: "{{ .b }}"\n', { a: '{{ .b }}' }],
    ['8080: a\ntrue: b\n', { 8080: 'a', true: 'b' }],
    ['a: 1\na: 2\n', { a: 2 }],
    ['u: &u {a: 1, b: 2}\nv: {<<: *u, b: 3}\nw: *u\n', { u: { a: 1, b: 2 }, v: { a: 1, b: 3 }, w: { a: 1, b: 2 } }],
    ['x: &x {a: *x}\n', undefined],
    ['a: !!str 1\n', { a: '1' }],
    ['a: .inf\n', undefined],
    ['null: a\n', undefined],
    ['a: |\n  b\n\n  c\n', { a: 'b\n\nc\n' }],
    ['a: |\n  b', { a: 'b' }],
    ['a: 1\n---\nb: 2\n', { a: 1 }],
    ['a: [', undefined],
  ])('%j', (text, expected) => {
    expect(plain(readData(text))).toEqual(expected);
  });
});

test('strings know the spans that make them up', () => {
  const text = `a: plain\nb: 'it''s'\nc: "q"\nd: |\n  one\n    two\n\n  three\ne: >-\n  folded\n  text\nf: |-\n  x`;
  const data = readData(text);
  const parts =
    data?.kind === 'map' ? data.entries.map(({ value }) => (value.kind === 'string' ? value : undefined)) : [];
  expect(parts.map((own) => own?.parts?.map(({ start, end }) => text.slice(start, end)))).toEqual([
    ['plain'],
    undefined,
    ['q'],
    ['one\n', '  two\n', '\n', 'three\n'],
    undefined,
    ['x'],
  ]);
  for (const own of parts) {
    if (own?.parts !== undefined)
      expect(own.parts.map(({ start, end }) => text.slice(start, end)).join('')).toBe(own.value);
  }
});

test.each([
  ['2024-01-02', 'timestamp'],
  ['2024-01-01', 'timestamp'],
  ['2024-01-00', 'string'],
  ['2024-02-30', 'string'],
  ['2023-02-29', 'string'],
  ['2024-02-29', 'timestamp'],
  ['2000-02-29', 'timestamp'],
  ['1900-02-29', 'string'],
  ['2024-1-2T3:4:5Z', 'timestamp'],
  ['2024-01-02T03:04:05', 'string'],
  ['2024-01-02 03:04:05', 'timestamp'],
  ['2024-01-02 25:04:05', 'string'],
  ['0x1F', 'integer'],
  ['0b12', 'string'],
  ['08', 'float'],
  ['18446744073709551616', 'float'],
  ['+.inf', 'float'],
  ['.', 'string'],
  ['-', 'string'],
  ['n', 'boolean'],
  ['nope', 'string'],
  ['~', 'null'],
])('%s is a %s', (text, kind) => {
  expect(resolveScalar(text).kind).toBe(kind);
});
