import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lexer } from 'yaml';
import { undividedParts } from '../../server/src/yaml/read/document.ts';

const INDICATORS = [...'-?:,[]{}#&*!|>\'"%@`\\.'];
const OTHERS = ['a', 'é', '0', ' ', '  ', '\t', '\n', '\r\n', '- ', ': ', ' #', '---\n', '"a"', '&a ', '!<', '\uFEFF'];

const TEXT = fc.array(fc.constantFrom(...INDICATORS, ...OTHERS), { maxLength: 20 }).map((parts) => parts.join(''));

test('no text has more tokens than its parts allow', () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      expect([...new Lexer().lex(text)].length).toBeLessThanOrEqual(2 * undividedParts(text) + 2);
    }),
    { numRuns: 5_000 },
  );
});
