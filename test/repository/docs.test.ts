import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulePage, rulesIndex } from '../../server/src/lint/pages/rule-page.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { expectGenerated } from '../generated.ts';
import { findingsOf, readMarkers } from '../rules/examples.ts';

test.each(RULES.map((rule) => [rule.id, rule] as const))('the page of %s is up to date', (id, rule) => {
  const page = rulePage(rule, (example) =>
    example.bad === undefined
      ? []
      : [...new Set(findingsOf(rule, readMarkers(example.bad).text, example).map((finding) => finding.message))],
  );
  expectGenerated(`docs/rules/${id}.md`, page);
});

test('the index of the rules is up to date, and there is no page too much', () => {
  expectGenerated('docs/rules/README.md', rulesIndex(RULES));
  const pages = readdirSync(new URL('../../docs/rules/', import.meta.url), { recursive: true }).map(String);
  const ours = new Set(['README.md', ...RULES.map((rule) => `${rule.id}.md`)]);
  expect(pages.filter((page) => page.endsWith('.md') && !ours.has(page.replaceAll('\\', '/')))).toEqual([]);
});
