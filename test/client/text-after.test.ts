import { expect, test } from 'vitest';
import { type Replacement, textAfter } from '../../client/src/text-after.ts';

const at = (start: number, end: number, text: string): Replacement => ({ start, end, text });

test.each<[name: string, replacements: readonly Replacement[], expected: string]>([
  ['no replacement', [], 'abcdef'],
  ['a removal', [at(1, 3, '')], 'adef'],
  ['replacements in any order', [at(4, 5, 'E'), at(0, 1, 'A')], 'AbcdEf'],
  ['insertions at one place in their order', [at(2, 2, '1'), at(2, 2, '2')], 'ab12cdef'],
  ['an insertion where a removal begins', [at(2, 4, ''), at(2, 2, '1')], 'ab1ef'],
  ['a removal and an insertion at its end', [at(2, 4, ''), at(4, 4, '1')], 'ab1ef'],
  ['an insertion at the end', [at(6, 6, '1')], 'abcdef1'],
])('%s', (_, replacements, expected) => {
  expect(textAfter('abcdef', replacements)).toBe(expected);
});
