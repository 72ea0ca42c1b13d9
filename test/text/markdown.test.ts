import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeSpan, link, prose } from '../../server/src/text/markdown.ts';

const hostile = fc.string({
  unit: fc.constantFrom('`', '``', ' ', '\n', '\r', '\u2028', 'a', '[', ']', '(', ')', '!', '<', '>', '*', '\\', '#'),
  maxLength: 20,
});

test.each([
  ['windows', '`windows`'],
  ['a`b', '`` a`b ``'],
  ['`` x', '``` `` x ```'],
  ['a\n\nb', '`a b`'],
  [' a ', '`  a  `'],
  ['', '`  `'],
])('writes %j as code', (text, markdown) => {
  expect(codeSpan(text)).toBe(markdown);
});

test('keeps any text inside of its code span', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const span = codeSpan(text);
      const [fence = ''] = /^`+/.exec(span) ?? [];
      const inside = span.slice(fence.length, -fence.length);
      expect(span.endsWith(fence)).toBe(true);
      expect(inside).not.toMatch(/[\n\r\u2028]/);
      // Only a run of backticks of the same length would end it, and one beside the fence would lengthen the fence.
      expect((inside.match(/`+/g) ?? []).every(({ length }) => length < fence.length)).toBe(true);
      expect(inside).not.toMatch(/^`|`$/);
    }),
    { numRuns: 10_000 },
  );
});

test('keeps any text inside of its link', () => {
  expect(link('a [b].yaml, line 3', 'file:///a%20b.yaml#L3')).toBe('[a \\[b\\].yaml, line 3](file:///a%20b.yaml#L3)');
  fc.assert(
    fc.property(hostile, hostile, (text, address) => {
      const markdown = link(text, address);
      // Without escaped characters, there is one link and nothing else.
      expect(markdown.replace(/\\[!-/:-@[-`{-~]/g, '')).toMatch(/^\[[^\]`!<>*[\n]*\]\([^()<>\\\s]*\)$/);
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  ['`hostPID` has no effect: see `a*b`.', '`hostPID` has no effect: see `a*b`.'],
  ['Change it to `x`[y](command:z)`w`.', 'Change it to `x`\\[y\\](command:z)`w`.'],
  ['an odd ` one', 'an odd \\` one'],
  ['``', ''],
  ['a\n\n# b', 'a # b'],
  ['https://a www.a a@a', 'https:\u200b//a www\u200b.a a@\u200ba'],
])('writes %j as a message', (text, markdown) => {
  expect(prose(text)).toBe(markdown);
});

test('keeps any text inside of its message', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = prose(`Change it to \`${text}\`.`);
      const outside = shown.replace(/\\[!-/:-@[-`{-~]|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
      expect(outside).not.toMatch(/[\n\]`!<>*[]/);
    }),
    { numRuns: 10_000 },
  );
});
