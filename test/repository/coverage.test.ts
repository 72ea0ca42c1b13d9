import { expect, test } from 'vitest';
import { ruleNames } from '../../server/src/lint/settings/rule-names.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { compared, HAS_SHARED, sharedText } from '../shared.ts';
import { EXCUSED, fits, PAGES } from './coverage-page.ts';
import { SEED_COVERAGE } from './seed-coverage.ts';

test('every item of every row is a rule, a note, or has a reason why it is neither', () => {
  const known = [...PAGES.keys(), ...EXCUSED.keys()];
  for (const { topic, items } of SEED_COVERAGE) {
    expect(
      items.filter((item) => !known.some((id) => fits(id, item))),
      topic,
    ).toEqual([]);
  }
});

test('the page has the rows of the catalogue with the same items', () => {
  const rows = HAS_SHARED ? checklist(sharedText('catalogue/rules.md')) : [];
  const ids: readonly string[] = HAS_SHARED
    ? (JSON.parse(sharedText('catalogue/rules.json')) as { id: string }[]).map(({ id }) => id)
    : [];
  if (HAS_SHARED) expect(rows.length).toBe(SEED_COVERAGE.length);
  const names = ruleNames(RULES);
  rows.forEach((cell, i) => {
    const named = idsIn(cell, ids).map((id) => names.idOf(id) ?? id);
    const items = SEED_COVERAGE[i]?.items ?? [];
    expect(named.length, cell).toBeGreaterThan(0);
    expect(
      named.filter((id) => !items.some((item) => fits(id, item))),
      cell,
    ).toEqual([]);
    expect(
      items.filter((item) => !named.some((id) => fits(id, item))),
      cell,
    ).toEqual([]);
  });
  compared('rows of the checklist', rows.length);
});

/** The last cell of each row of the checklist, section 8 of the catalogue. */
function checklist(markdown: string): string[] {
  const [, after = ''] = markdown.split(/^## 8\..*$/m);
  const [section = ''] = after.split(/^## /m);
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((line) => line.split('|').at(-2)?.trim() ?? '');
}

/**
 * The ids in a cell: `a/b, c` is a/b and a/c, or c in an earlier category; `a(-b)/c` is a/c and a-b/c; text in parentheses at the
 * end is a remark.
 */
function idsIn(cell: string, ids: readonly string[]): string[] {
  const categories: string[] = [];
  return cell.split(',').flatMap((part) => {
    const name = part.trim().replace(/ \(.*\)$/, '');
    const names = /\(.*?\)/.test(name) ? [name.replace(/\(.*?\)/, ''), name.replace(/[()]/g, '')] : [name];
    if (name.includes('/')) categories.push(name.slice(0, name.indexOf('/')));
    const full = name.includes('/') ? names : categories.toReversed().map((category) => `${category}/${name}`);
    const found = ids.filter((id) => full.some((fullId) => fits(id, fullId)));
    if (found.length === 0) throw new Error(`no item is called ${name}`);
    return found;
  });
}
