import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineIndex, type Position } from '../../server/src/text/line-index.ts';

const TEXT = 'ab\ncd\r\nef\rg\n';
const at = (line: number, character: number): Position => ({ line, character });

describe('lines that end in CRLF, LF or CR', () => {
  const lines = new LineIndex(TEXT);

  test('may be empty at the end', () => {
    expect(lines.lineCount).toBe(5);
    expect([0, 1, 2, 3, 4, 5].map((line) => lines.line(line))).toEqual(['ab', 'cd', 'ef', 'g', '', '']);
  });

  test.each([
    [0, at(0, 0)],
    [2, at(0, 2)],
    [3, at(1, 0)],
    [5, at(1, 2)],
    [7, at(2, 0)],
    [10, at(3, 0)],
    [12, at(4, 0)],
  ])('offset %i is a position, and back', (offset, position) => {
    expect(lines.positionAt(offset)).toEqual(position);
    expect(lines.offsetAt(position)).toBe(offset);
  });

  test.each([
    ['the end of a line', at(0, 3), 2],
    ['the end of a line in CRLF', at(1, 3), 5],
    ['the end of a line in CRLF, from far', at(1, 9), 5],
    ['the end of a line in CR', at(2, 5), 9],
    ['the end of the text, in the last line', at(4, 1), 12],
    ['the end of the text, behind the last line', at(5, 0), 12],
  ])('what is beyond is drawn back to %s', (_, position, offset) => {
    expect(lines.offsetAt(position)).toBe(offset);
  });
});

test('counts a text without a line break as one line', () => {
  const lines = new LineIndex('ab');
  expect([lines.lineCount, lines.line(0), lines.positionAt(2)]).toEqual([1, 'ab', at(0, 2)]);
  expect([lines.offsetAt(at(0, 2)), lines.offsetAt(at(0, 3)), lines.offsetAt(at(1, 0))]).toEqual([2, 2, 2]);
});

test('finds the starts of lines in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\r', '\n'), maxLength: 12 }), (text) => {
      const lines = new LineIndex(text);
      const starts = Array.from({ length: lines.lineCount }, (_, line) => lines.offsetAt({ line, character: 0 }));
      expect(starts).toEqual([0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)]);
    }),
  );
});

describe('positions in UTF-8', () => {
  const text = 'aé€😀b\r\n€x\n';
  const lines = new LineIndex(text, 'utf-8');

  test.each([
    [0, at(0, 0)],
    [1, at(0, 1)],
    [2, at(0, 3)],
    [3, at(0, 6)],
    [5, at(0, 10)],
    [6, at(0, 11)],
    [8, at(1, 0)],
    [9, at(1, 3)],
    [11, at(2, 0)],
  ])('offset %i is a position, and back', (offset, position) => {
    expect(lines.positionAt(offset)).toEqual(position);
    expect(lines.offsetAt(position)).toBe(offset);
  });

  test('are moved from within a character to its start', () => {
    expect([4, 5, 7, 8, 9].map((character) => lines.offsetAt(at(0, character)))).toEqual([2, 2, 3, 3, 3]);
    expect(lines.positionAt(4)).toEqual(at(0, 10));
  });

  test('are moved from beyond the end of a line to its end', () => {
    expect(lines.offsetAt(at(0, 99))).toBe(6);
    expect(lines.offsetAt(at(1, 99))).toBe(10);
    expect(lines.offsetAt(at(9, 0))).toBe(text.length);
  });

  test.each([0, 1, 2, 3])('count bytes in a long line behind %i other characters', (before) => {
    const long = 'a'.repeat(before) + 'é😀€'.repeat(2_000);
    const index = new LineIndex(`x\n${long}\ny`, 'utf-8');
    for (let offset = 0; offset <= long.length; offset += 1) {
      if (/[\udc00-\udfff]/.test(long[offset] ?? '')) continue;
      const bytes = offset <= before ? offset : Buffer.byteLength(long.slice(0, offset));
      expect(index.positionAt(offset + 2)).toEqual(at(1, bytes));
      expect(index.offsetAt(at(1, bytes))).toBe(offset + 2);
    }
    expect(index.offsetAt(at(1, 1_000_000))).toBe(long.length + 2);
    expect(index.positionAt(long.length + 3)).toEqual(at(2, 0));
  });

  test('may be requested in any order', () => {
    const places = fc.array(fc.nat(60), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n', '\r\n'), maxLength: 20 }),
        places,
        (any, offsets) => {
          const index = new LineIndex(any, 'utf-8');
          for (const offset of offsets.filter(
            (offset) => offset <= any.length && !/[\udc00-\udfff\n]/.test(any[offset] ?? ''),
          )) {
            const { line, character } = new LineIndex(any).positionAt(offset);
            const bytes = Buffer.byteLength(any.slice(offset - character, offset));
            expect(index.positionAt(offset)).toEqual(at(line, bytes));
            expect(index.offsetAt(at(line, bytes))).toBe(offset);
          }
        },
      ),
    );
  });
});
