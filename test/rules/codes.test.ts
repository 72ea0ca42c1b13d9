import { expect, test } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';
import CODES from './codes.json' with { type: 'json' };

const FIRST = 1001;

test('each code is that of one rule, or retired', () => {
  const next = Number(CODES.next.slice('KW'.length));
  const given = Array.from({ length: next - FIRST }, (_, i) => `KW${FIRST + i}`);
  expect([...RULES.map(({ code }) => code), ...CODES.retired].sort()).toEqual(given);
});
