import { expect, test } from 'vitest';
import { follower } from '../../server/src/text/follow.ts';

test.each<[name: string, before: string, after: string, word: string, found: string | undefined]>([
  ['before a change', 'one\ntwo\nthree', 'one\ntwo\n3', 'one', 'one'],
  ['after a change', 'one\ntwo\nthree', 'one!\ntwo\nthree', 'three', 'three'],
  ['after a removal', 'one\ntwo\nthree', 'three', 'three', 'three'],
  ['in the same text', 'one\ntwo', 'one\ntwo', 'two', 'two'],
  ['before an added line', 'one\ntwo', 'one\n\ntwo', 'one', 'one'],
  ['after an added line', 'one\ntwo', 'one\n\ntwo', 'two', 'two'],
  ['before a line that is added at the end', 'one\ntwo', 'one\ntwo\nthree', 'one', 'one'],
  ['in a text that repeats itself', 'a: 1\nb: 1\n', 'a: 1\na: 1\nb: 1\n', 'b', 'b'],
  ['with other line ends', 'one\r\ntwo\r\n', 'one!\r\ntwo\r\n', 'two', 'two'],
  ['not in a removed line', 'one\ntwo\nthree', 'one\nthree', 'two', undefined],
  ['not in a changed line', 'one two\nthree', 'one 2\nthree', 'one', undefined],
  ['not before what is added to its line', 'one\ntwo', 'one"\ntwo', 'one', undefined],
  ['not after what is added to its line', 'one\ntwo', '"one\ntwo', 'one', undefined],
  ['not around a change', 'one\ntwo\nthree', 'one\n2\nthree', 'one\ntwo\nthree', undefined],
  ['not where the last line grows', 'one\ntwo', 'one\ntwo three', 'two', undefined],
])('finds a span again %s', (_, before, after, word, found) => {
  const start = before.indexOf(word);
  const span = follower(before, after)({ start, end: start + word.length });
  expect(span && after.slice(span.start, span.end)).toBe(found);
});
