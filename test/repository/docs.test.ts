import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';
import { expectGenerated } from '../generated.ts';
import { findingsOf } from '../rules/examples.ts';
import { pageOf, parsePage } from '../rules/page.ts';
import { HEADINGS, refreshed, rulesIndex } from './rule-page.ts';

/** More than this nobody reads. */
const MOST_BYTES = 30_000;

test.each(RULES.map((rule) => [rule.id, rule] as const))('the page of %s is whole and fresh', async (id, rule) => {
  const page = pageOf(id);
  expect(page.faults).toEqual([]);
  const text = refreshed(page, rule, (example) => findingsOf(rule, example.text, example));
  await expectGenerated(page.file, text);
  const headings = parsePage(page.file, text).headings.filter(({ level }) => level <= 2);
  expect(headings.map((heading) => heading.text)).toEqual([rule.title, ...HEADINGS]);
  expect(Buffer.byteLength(text), `the size of ${page.file}`).toBeLessThan(MOST_BYTES);
});

test('the index of the rules is fresh, and there is no page too much', async () => {
  await expectGenerated('docs/rules/README.md', rulesIndex(RULES));
  const pages = readdirSync(new URL('../../docs/rules/', import.meta.url), { recursive: true }).map(String);
  const ours = new Set(['README.md', ...RULES.map((rule) => `${rule.id}.md`)]);
  expect(pages.filter((page) => page.endsWith('.md') && !ours.has(page.replaceAll('\\', '/')))).toEqual([]);
});
