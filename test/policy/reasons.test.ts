import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXPRESSIONS, isExpressed } from '../../server/src/policy/expressions/index.ts';
import { REASONS, reasonAgainst } from '../../server/src/policy/reasons.ts';
import { RULES } from '../../server/src/rules/index.ts';

// The ID is in the name, because the tests of one rule are chosen by it.
test.each(RULES)('$id has an expression, or a reason why not', (rule) => {
  expect(isExpressed(rule.id) || reasonAgainst(rule) !== undefined).toBe(true);
});

test('each reason and each expression belongs to a rule that needs it', () => {
  const ids = RULES.map(({ id }) => id);
  expect(Object.keys(EXPRESSIONS).filter((id) => !ids.includes(id))).toEqual([]);
  const needed = RULES.filter((rule) => reasonAgainst(rule) === REASONS[rule.id]).map(({ id }) => id);
  expect(Object.keys(REASONS).filter((id) => !needed.includes(id))).toEqual([]);
});

test('each file of expressions has the name of its category', async () => {
  const folder = new URL('../../server/src/policy/expressions/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file !== 'index.ts');
  const found = await Promise.all(
    files.map(async (file) => {
      const tables: object[] = Object.values(await import(new URL(file, folder).href));
      return tables.flatMap((table) => Object.keys(table)).map((id) => ({ id, file }));
    }),
  );
  expect(found.flat().filter(({ id, file }) => `${id.slice(0, id.indexOf('/'))}.ts` !== file)).toEqual([]);
  expect(
    found
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Object.keys(EXPRESSIONS).sort());
});
