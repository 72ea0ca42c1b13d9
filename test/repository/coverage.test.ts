import { expect, test } from 'vitest';
import { ruleNames } from '../../server/src/lint/settings/rule-names.ts';
import { TOPICS } from '../../server/src/notes/index.ts';
import { RULES } from '../../server/src/rules/index.ts';

import { expectGenerated } from '../generated.ts';
import { PARTS_OF_RULES } from '../lint/note-exceptions.ts';
import { RULES_TO_COME, WHY_NOT } from '../rules/exceptions.ts';
import { compared, HAS_SHARED, sharedText } from '../shared.ts';
import { noteAddress } from './note-page.ts';
import { type CoverageRow, SEED_COVERAGE } from './seed-coverage.ts';

/** The pages of rules and notes by id, from `docs` on. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ...RULES.map(({ id }) => [id, `rules/${id}.md`] as const),
  ...TOPICS.flatMap((topic) => topic.notes.map((note) => [note.id, `knowledge/${noteAddress(topic, note)}`] as const)),
]);

/** What is neither a rule nor a note, and why. */
const EXCUSED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(WHY_NOT),
  ...Object.entries(PARTS_OF_RULES).map(([id, { rule, why }]) => [id, `part of ${link(rule)}. ${why}`] as const),
  ...RULES_TO_COME.map((id) => [id, 'still to come'] as const),
]);

test('every item of every row is a rule or a note, or it is said why not', () => {
  const known = [...PAGES.keys(), ...EXCUSED.keys()];
  for (const { topic, items } of SEED_COVERAGE) {
    expect(
      items.filter((item) => !known.some((id) => fits(id, item))),
      topic,
    ).toEqual([]);
  }
});

test('the page is fresh', async () => {
  await expectGenerated('docs/coverage.md', coveragePage(SEED_COVERAGE));
});

test('it has the rows of the catalogue, and in each row what the catalogue names', () => {
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

function coveragePage(rows: readonly CoverageRow[]): string {
  const lines = rows.map(({ topic, items }) => {
    const ids = [...PAGES.keys(), ...EXCUSED.keys()].filter((id) => items.some((item) => fits(id, item))).sort();
    const cells = [topic, list(ids, 'rules/'), list(ids, 'knowledge/')];
    return `| ${cells.join(' | ')} |`;
  });
  const excused = [...EXCUSED].map(([id, why]) => `- \`${id}\`: ${why}`);
  return `# Coverage

What older documentation says of limits and advice for Windows nodes, statement by statement, and where it went: to
[rules](rules/README.md), which find it in manifests, and to [knowledge](knowledge/README.md), which hovers and pages show.
Where Kubernetes has changed since, rule and note say how it is today.

| statement | rules | knowledge |
| --- | --- | --- |
${lines.join('\n')}

## Neither a rule nor a note

${excused.join('\n')}
`;
}

/** Links to those of the ids whose pages are in a folder; those without a page are named among the rules. */
function list(ids: readonly string[], folder: string): string {
  const shown = ids.filter((id) => (PAGES.get(id) ?? 'rules/').startsWith(folder));
  return shown.map((id) => (PAGES.has(id) ? link(id) : `\`${id}\``)).join(', ') || '–';
}

function link(id: string): string {
  return `[${id}](${PAGES.get(id) ?? ''})`;
}

function fits(id: string, item: string): boolean {
  return item.endsWith('*') ? id.startsWith(item.slice(0, -1)) : id === item;
}

/** The last cell of each row of the checklist, section 8 of the catalogue. */
function checklist(markdown: string): string[] {
  const [, after = ''] = markdown.split(/^## 8\..*$/m);
  const [section = ''] = after.split(/^## /m);
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((line) => line.split('|').at(-2)?.trim() ?? '');
}

/**
 * The ids that a cell names: `a/b, c` is a/b and a/c, or c in a category that came before; `a(-b)/c` is a/c and a-b/c;
 * what follows in brackets is a remark.
 */
function idsIn(cell: string, ids: readonly string[]): string[] {
  const categories: string[] = [];
  return cell.split(',').flatMap((part) => {
    const name = part.trim().replace(/ \(.*\)$/, '');
    const names = /\(.*?\)/.test(name) ? [name.replace(/\(.*?\)/, ''), name.replace(/[()]/g, '')] : [name];
    if (name.includes('/')) categories.push(name.slice(0, name.indexOf('/')));
    const full = name.includes('/') ? names : categories.toReversed().map((category) => `${category}/${name}`);
    const found = ids.filter((id) => full.some((one) => fits(id, one)));
    if (found.length === 0) throw new Error(`no item is called ${name}`);
    return found;
  });
}
