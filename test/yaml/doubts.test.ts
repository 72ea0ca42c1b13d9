import { expect, test } from 'vitest';
import { Doubts } from '../../server/src/yaml/read/doubts.ts';

test('what is read aside tells whether all of it is known, and nobody else', () => {
  const doubts = new Doubts();
  doubts.note();
  expect(doubts.aside(() => 'known')).toEqual({ value: 'known', isKnown: true });
  const unknown = doubts.aside(() => {
    doubts.note();
    return 'guessed';
  });
  expect(unknown).toEqual({ value: 'guessed', isKnown: false });
  expect(doubts.count).toBe(1);
});
