import { expect, test } from 'vitest';
import { movedLines } from '../../client/src/moved-lines.ts';

const at = (line: number, character: number) => ({ line, character });
const RANGE = { start: at(3, 2), end: at(3, 8) };

test.each<[name: string, start: [number, number], end: [number, number], text: string, line: number | undefined]>([
  ['a change in a line before', [1, 0], [1, 4], 'name', 3],
  ['an inserted line before', [1, 4], [1, 4], '\n  key: value', 4],
  ['an inserted line directly before', [3, 0], [3, 0], 'key: value\n', 4],
  ['removed lines before', [0, 0], [2, 0], '', 1],
  ['a removed line directly before', [2, 0], [3, 0], '', 2],
  ['a change in a line behind', [4, 0], [5, 0], '', 3],
  ['a line that is begun behind', [3, 20], [3, 20], '\n', 3],
  ['a change in its line', [3, 12], [3, 14], 'x', undefined],
  ['what is typed before it in its line', [3, 0], [3, 0], '# ', undefined],
  ['a removal of its line', [3, 0], [4, 0], '', undefined],
  ['a removal around it', [1, 0], [6, 0], '', undefined],
])('%s', (_, [startLine, startCharacter], [endLine, endCharacter], text, line) => {
  const replaced = { start: at(startLine, startCharacter), end: at(endLine, endCharacter) };
  const moved = movedLines(RANGE, replaced, text);
  expect(moved).toEqual(line === undefined ? undefined : { start: at(line, 2), end: at(line, 8) });
});
