import { expect, test } from 'vitest';
import { Doubts } from '../../server/src/yaml/read/doubts.ts';

test('reports whether a separate read is known, without counting its doubts for the caller', () => {
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
