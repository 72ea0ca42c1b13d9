import { expect, test } from 'vitest';
import { EXPRESSIONS } from '../../server/src/policy/expressions.ts';
import { REASONS, reasonAgainst } from '../../server/src/policy/reasons.ts';
import { RULES } from '../../server/src/rules/index.ts';

test('each rule is expressed, or there is a reason why not', () => {
  expect(
    RULES.filter((rule) => !Object.hasOwn(EXPRESSIONS, rule.id) && reasonAgainst(rule) === undefined).map(
      ({ id }) => id,
    ),
  ).toEqual([]);
});

test('no reason and no expression is left over', () => {
  const ids = RULES.map(({ id }) => id);
  expect(Object.keys(EXPRESSIONS).filter((id) => !ids.includes(id))).toEqual([]);
  const needed = RULES.filter((rule) => reasonAgainst(rule) === REASONS[rule.id]).map(({ id }) => id);
  expect(Object.keys(REASONS).filter((id) => !needed.includes(id))).toEqual([]);
});
