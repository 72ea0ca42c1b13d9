import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';
import { pageOf } from '../rules/page.ts';
import { HEADINGS } from './rule-page.ts';

/** Longer pages are not read to their end. */
const MAX_BYTES = 30_000;

test.each(RULES.map((rule) => [rule.id, rule] as const))('the page of %s is complete', (id, rule) => {
  const { faults, file, text, headings } = pageOf(id);
  expect(faults).toEqual([]);
  const main = headings.filter(({ level }) => level <= 2);
  expect(main.map((heading) => heading.text)).toEqual([rule.title, ...HEADINGS]);
  expect(Buffer.byteLength(text), `the size of ${file}`).toBeLessThan(MAX_BYTES);
});

test('every page belongs to a rule', () => {
  const pages = readdirSync(new URL('../../docs/rules/', import.meta.url), { recursive: true }).map(String);
  const ours = new Set(['README.md', ...RULES.map((rule) => `${rule.id}.md`)]);
  expect(pages.filter((page) => page.endsWith('.md') && !ours.has(page.replaceAll('\\', '/')))).toEqual([]);
});
