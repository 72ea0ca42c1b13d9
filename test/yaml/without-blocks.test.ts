import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { withoutBlocks } from '../../server/src/yaml/read/without-blocks.ts';
// biome-ignore lint/correctness/useImportExtensions: scripts of Node use it too, so that its types stand beside it.
import { fileText, random } from '../bench/manifests.mjs';
import { compared, sharedManifests, sharedText } from '../shared.ts';

const KEYS = ['data'];

const MAP = `apiVersion: v1
data:
  start.ps1: |
    # Starts it.
    name: "web

    key: |
      value
  "": no
  empty: |-
  other.yaml: |+ # as it is
     a: 1

kind: ConfigMap
metadata:
  annotations:
    text: |
      stays
  name: settings
`;

test.each<[string, string, string | undefined]>([
  ['a value', 'data:\n  a: |\n    b\n    c\n  d: e\n', 'data:\n  a: |\n  d: e\n'],
  ['several', 'data:\n  a: |-\n    b\n  c: >\n    d\nkind: X\n', 'data:\n  a: |-\n  c: >\nkind: X\n'],
  ['blank lines', 'data:\n  a: |\n\n    b\n\n      c\n  d: e\n', 'data:\n  a: |\n  d: e\n'],
  ['CRLF', 'data:\r\n  a: |\r\n    b\r\n\r\n    c\r\n  d: e\r\n', 'data:\r\n  a: |\r\n  d: e\r\n'],
  ['no line break at the end', 'data:\n  a: |\n    b', 'data:\n  a: |\n'],
  [
    'comments',
    '# x\ndata: # y\n  a: | # z\n    b\n# x\n  d: "e" # f\n',
    '# x\ndata: # y\n  a: | # z\n# x\n  d: "e" # f\n',
  ],
  ['below another key', 'data: {}\nspec:\n  a: |\n    b\n', undefined],
  ['the key itself', 'data: |\n  b\nkind: X\n', 'data: |\nkind: X\n'],
  ['an indentation that is named', 'data:\n  a: |2\n    b\n', undefined],
  ['a line that is not indented enough', 'data:\n  a: |\n     b\n   c\n', undefined],
  ['a first line of blanks', 'data:\n  a: |\n      \n    b\n', undefined],
  ['a value of several lines', 'data:\n  a: "b\n    c: |\n      d"\n', undefined],
  ['a value of several words', 'data:\n  a: b c\n  d: |\n    e\n', undefined],
  ['an item', 'data:\n  - a: |\n      b\n', undefined],
  ['an anchor', 'data:\n  a: &x\n  b: |\n    c\n', undefined],
  ['a key in quotes', 'data:\n  "a": b\n  c: |\n    d\n', undefined],
  ['a template', 'data:\n  a: |\n    {{ b }}\n', undefined],
  ['a byte order mark', '\ufeffdata:\n  a: |\n    b\n', undefined],
  ['no block', 'data:\n  a: b\n', undefined],
])('%s', (_, text, expected) => {
  expect(withoutBlocks(text, KEYS)?.text).toBe(expected);
});

/** All fields by path, with what is read of them and where they stand; values in blocks below the keys are left out. */
function fieldsOf(text: string, offsetOf = (offset: number) => offset): unknown {
  const found: unknown[] = [];
  const add = (field: Field) => {
    const { path, quoting, isScalar, source, emptyKeys } = field;
    const isLeftOut = quoting === 'block' && KEYS.includes(String(path[0]));
    const value = isScalar && !isLeftOut && [source, offsetOf(field.valueSpan.start), offsetOf(field.valueSpan.end)];
    found.push([path.join('\n'), quoting, offsetOf(field.span.start), offsetOf(field.span.end), value, emptyKeys]);
    for (const [, child] of field.entries()) add(child);
    for (const child of field.items()) add(child);
  };
  const { root, errors } = parse(text);
  if (root !== undefined) for (const child of root.entries().map(([, one]) => one)) add(child);
  return { found, errors, emptyKeys: root?.emptyKeys };
}

/** Whether something was left out, where all else has to be the same. */
function isSame(text: string): boolean {
  const short = withoutBlocks(text, KEYS);
  if (short === undefined || parse(short.text).errors.length > 0) return false;
  expect(fieldsOf(short.text, short.offsetOf), text).toEqual(fieldsOf(text));
  return short.text.length < text.length;
}

test('all else in real and generated manifests is the same', () => {
  const next = random(5);
  const generated = Array.from({ length: 60 }, (_, i) => fileText(i, next, 0.2));
  const files = ['windows', 'linux', 'helm', 'nonk8s'].flatMap((area) => sharedManifests(`corpus/${area}`));
  const count = (texts: readonly string[]) =>
    texts.flatMap((text) => slice(text).map(({ start, end }) => text.slice(start, end))).filter(isSame).length;
  expect(count(generated)).toBeGreaterThan(10);
  const real = count(files.map(sharedText));
  compared('real documents without their blocks', real);
});

const PIECES = [
  '- ',
  '  ',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  'a: 1\n',
  'x: |\n',
  '  y: >-\n',
  '"',
  "'",
  '#',
  '  # c\n',
  '---\n',
  '{',
  ']',
  ':',
  '|',
  '&a ',
  '\u2028',
  'data:\n',
  'é',
];

test('all else is the same whatever is written into a text', () => {
  const edits = fc.array(fc.tuple(fc.nat(MAP.length), fc.constantFrom(...PIECES)), { maxLength: 3 });
  let same = 0;
  fc.assert(
    fc.property(edits, (all) => {
      const text = all.reduce(
        (whole, [at, piece]) => whole.slice(0, at) + piece + whole.slice(at),
        MAP.replace('  "": no\n', ''),
      );
      if (isSame(text)) same++;
    }),
    { numRuns: 1_000 },
  );
  expect(same).toBeGreaterThan(200);
});
