import { expect, test } from 'vitest';
import { applyEdits, shiftEdit, type TextEdit } from '../../server/src/text/edit.ts';
import { contains, touches } from '../../server/src/text/span.ts';

const edit = (start: number, end: number, text: string): TextEdit => ({ span: { start, end }, text });

test.each<[name: string, edits: readonly TextEdit[], after: string]>([
  ['none', [], 'abcdef'],
  ['in any order', [edit(4, 5, 'E'), edit(1, 2, 'B')], 'aBcdEf'],
  ['side by side', [edit(1, 2, 'B'), edit(2, 3, 'C')], 'aBCdef'],
  ['at one place in the order given', [edit(3, 3, '1'), edit(3, 3, '2')], 'abc12def'],
  ['at both ends', [edit(6, 6, '.'), edit(0, 1, '')], 'bcdef.'],
])('applies edits: %s', (_, edits, after) => {
  expect(applyEdits('abcdef', edits)).toBe(after);
});

test('shifts both ends of an edit', () => {
  expect(shiftEdit(edit(1, 2, 'B'), 10)).toEqual(edit(11, 12, 'B'));
});

test('a span contains itself, and touches its start and its end', () => {
  const span = { start: 2, end: 4 };
  expect([span, { start: 2, end: 3 }, { start: 4, end: 4 }].every((inner) => contains(span, inner))).toBe(true);
  expect(
    [
      { start: 1, end: 4 },
      { start: 2, end: 5 },
    ].some((inner) => contains(span, inner)),
  ).toBe(false);
  expect([1, 2, 3, 4, 5].map((offset) => touches(span, offset))).toEqual([false, true, true, true, false]);
});
