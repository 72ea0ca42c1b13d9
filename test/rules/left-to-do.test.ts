import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** Tables with an entry for each rule: the entry goes up to the next ID. */
const TABLES = ['test/rules/catalogue.ts', 'server/src/policy/reasons.ts'].map((file) => [file, read(file)] as const);

/** The lines of a text that say TODO, with their numbers from 1 on. */
function todos(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, i) => (line.includes('TODO') ? [`${file}:${i + 1}: ${line.trim()}`] : []));
}

test.each(RULES.map(({ id }) => id))('%s has no TODO left from npm run new-rule', (id) => {
  const logic = `server/src/rules/${id}.ts`;
  const entries = TABLES.flatMap(([file, text]) => {
    const start = text.indexOf(`\n  '${id}': `) + 1;
    const entry = start === 0 ? '' : (/^ {2}'[^\n]*(?:\n {3,}[^\n]*)*/.exec(text.slice(start))?.[0] ?? '');
    return todos(file, text.slice(0, start).replace(/[^\n]+/g, '') + entry);
  });
  expect([...todos(logic, read(logic)), ...entries]).toEqual([]);
});
