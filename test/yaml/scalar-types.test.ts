import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMap, isScalar, parseDocument } from 'yaml';
import { parse } from '../../server/src/yaml/document.ts';
import '../seed.ts';

const LETTERS = [...'yYnNoOfFtTeEuUlLsSrRaAiI', ...'0123456789', ...'+-_.:~<=/x'];

/** Words of YAML 1.1 that are no strings, and some that look like them. */
const WORDS = [
  'yes',
  'No',
  'ON',
  'off',
  'True',
  'FALSE',
  'null',
  'Null',
  'NULL',
  'tRUE',
  'nO',
  'e5',
  'E+10',
  'e-1',
  'e',
];

const written = fc.oneof(
  fc.constantFrom(
    ...WORDS,
    '.inf',
    '-.INF',
    '.NaN',
    '~',
    '<<',
    '=',
    '0x1F',
    '0b1',
    '07',
    '1_000',
    '1:30',
    '2001-12-14',
  ),
  fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 6 }).map((all) => all.join('')),
);

test('plain scalars have the types that the parser gives them by YAML 1.1', () => {
  fc.assert(
    fc.property(written, (scalar) => {
      const text = `${scalar}: ${scalar}\n`;
      const expected = parseDocument(text, { version: '1.1' });
      fc.pre(expected.errors.length === 0);
      const { tree } = parse(text);
      for (const part of ['key', 'value'] as const) {
        expect(partOf(tree?.contents, part)).toEqual(partOf(expected.contents, part));
      }
    }),
    { numRuns: 3_000 },
  );
});

function partOf(contents: unknown, part: 'key' | 'value'): unknown {
  const scalar = isMap(contents) ? contents.items[0]?.[part] : undefined;
  // The parser in the bundle has a symbol of its own for the key of a merge.
  return isScalar(scalar) && typeof scalar.value === 'symbol' ? String(scalar.value) : isScalar(scalar) && scalar.value;
}
