import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { maskJsonComments } from '../../server/src/yaml/read/json-comments.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';

test.each([
  ['after a value', '{"a": 1, // b\n"c": 2}'],
  ['on lines of their own', '{\r\n  // "x": {\r\n  "a": 1,\r\n  /* y\r\n   * " */\r\n  "c": 2\r\n}\r\n'],
  ['before everything', '// x\n/* y *//* z */ { "a": 1, "c": 2 }'],
  ['after everything', '{"a":1,"c":2}// x'],
  ['with what looks like a new document', '{"a": 1, /*\n---\n*/ "c": 2}'],
  ['in no text at all', '/**/{/**/"a":/**/1 /**/,/**/"c":/**/2 /**/}'],
])('masks comments %s', (_, text) => {
  const { root, errors } = parse(text);
  expect(errors).toEqual([]);
  expect(root?.entries().map(([key, { number }]) => [key, number])).toEqual([
    ['a', 1],
    ['c', 2],
  ]);
  expect(root?.get('c')?.valueSpan.start).toBe(text.indexOf('2'));
  expect(slice(text)).toHaveLength(1);
  expect(editsFor(parse(text), [{ kind: 'remove', path: ['a'] }])).toEqual({
    ok: false,
    reason: 'JSON with comments cannot be edited automatically.',
  });
});

test.each([
  ['strings', '{"a": "http://x // y /* z */ \\" // ", "b": \'// c\'}'],
  ['a multi-line string', '{"a": "b\n // c"}'],
  ['scalars without quotes', '{"a": http://x, "b": c//d, "e": f/*/g}'],
  ['a flow mapping of YAML', '{a: b // c\n}'],
  ['block style', 'a: {"b": 1} // c\n'],
  ['a list', '[1 // 2\n]'],
  ['a template', '{{/* x */}}\na: b // c\n'],
  ['nothing else', '// a\n'],
  ['a comment that is not closed', '{"a": 1 /* b }'],
])('keeps text that is not a comment: %s', (_, text) => {
  expect(maskJsonComments(text)).toBe(text);
});

const PIECES = [
  '//',
  '/*',
  '*/',
  '"',
  "'",
  '\\',
  '\n',
  '\r\n',
  '\r',
  '{',
  '}',
  '{"a": ',
  ', ',
  '1',
  ' ',
  'http:',
  '---\n',
];
const TEXTS = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })))
  .map((parts) => parts.join(''));

test('keeps the length and lines of a text, and masks a masked text no further', () => {
  let masked = 0;
  fc.assert(
    fc.property(fc.constantFrom('', '{"a": 1, '), TEXTS, (start, rest) => {
      const text = start + rest;
      const mask = maskJsonComments(text);
      if (mask !== text) masked++;
      expect(mask.replace(/[^\r\n]/g, 'x')).toBe(text.replace(/[^\r\n]/g, 'x'));
      expect(maskJsonComments(mask)).toBe(mask);
    }),
    { numRuns: 5_000 },
  );
  expect(masked).toBeGreaterThan(100);
});

test.each(['//', '/*', '/**/', '"\\', "'", '// x\n', '"" //\n', ' '])(
  'takes linear time for a megabyte of %j',
  (piece) => {
    const started = performance.now();
    maskJsonComments(`{"a": 1, // b\n ${piece.repeat(1_000_000 / piece.length)}`);
    expect(performance.now() - started).toBeLessThan(5_000);
  },
);
