import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';
import { compared, HAS_SHARED, sharedText } from '../shared.ts';
import { FIXES_NOT_OFFERED, OTHER_FIELDS, OTHER_GATES, OTHER_OUTCOMES, RULES_TO_COME, WHY_NOT } from './exceptions.ts';

interface Item {
  readonly id: string;
  readonly gate?: string;
  readonly paths: readonly string[];
  readonly checkable: string;
  readonly docs: readonly string[];
  readonly fix?: string;
  readonly outcomes?: readonly { effect: string; since: string; until: string | null; doubtful?: boolean }[];
}

const ITEMS: readonly Item[] = HAS_SHARED ? JSON.parse(sharedText('catalogue/rules.json')) : [];
const CHECKABLE = ITEMS.filter((item) => item.outcomes !== undefined);

test('a rule is a file, and its place in the list is that of its id', () => {
  const ids = RULES.map((rule) => rule.id);
  expect(ids).toEqual([...new Set(ids)].sort());
  const folder = new URL('../../server/src/rules/', import.meta.url);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => readdirSync(new URL(`${entry.name}/`, folder)).map((name) => `${entry.name}/${name}`));
  expect(files.sort()).toEqual(ids.map((id) => `${id}.ts`).sort());
  expect(existsSync(new URL('index.ts', folder))).toBe(true);
});

test('every item that can be checked is a rule, or it is said why not', () => {
  const ids = new Set(RULES.map((rule) => rule.id));
  const excused = new Set([...Object.keys(WHY_NOT), ...RULES_TO_COME]);
  if (HAS_SHARED) {
    expect(CHECKABLE.map((item) => item.id).filter((id) => !ids.has(id) && !excused.has(id))).toEqual([]);
    expect([...ids].filter((id) => !CHECKABLE.some((item) => item.id === id))).toEqual([]);
  }
  expect([...excused].filter((id) => ids.has(id))).toEqual([]);
  compared('items of the catalogue', CHECKABLE.length);
});

test('what is no fix is named in the catalogue', () => {
  const unnamed = Object.entries(FIXES_NOT_OFFERED).filter(
    ([id, { fix }]) => HAS_SHARED && !ITEMS.some((item) => item.id === id && item.fix?.includes(fix)),
  );
  expect(unnamed).toEqual([]);
});

describe.each(
  RULES.filter((rule) => CHECKABLE.some((item) => item.id === rule.id)).map((rule) => [rule.id, rule] as const),
)('%s', (id, rule) => {
  const item = CHECKABLE.find((one) => one.id === id);

  test('agrees with the catalogue on gate, outcomes and the page that it links to', () => {
    expect(rule.gate).toBe(OTHER_GATES[id]?.gate ?? item?.gate);
    const rows = item?.outcomes?.map(({ effect, since, until, doubtful }) =>
      [effect, since === '1.14' ? '' : since, until ?? '', doubtful ? 'doubtful' : ''].join(' '),
    );
    const ours = rule.outcomes.map(({ effect, since, until, doubtful }) =>
      [effect, since ?? '', until ?? '', doubtful ? 'doubtful' : ''].join(' '),
    );
    // A rule may tell two cases of one row apart, to word them differently.
    expect(collapsed(ours)).toEqual(OTHER_OUTCOMES[id]?.rows ?? collapsed(rows ?? []));
    expect(rule.sources.find((source) => source.url !== undefined)?.url).toBe(item?.docs[0]);
  });

  test('watches the fields of the catalogue', () => {
    const paths = item?.paths.map(pattern) ?? [];
    const watched = [...(rule.pod?.watches ?? []), ...(rule.objects ?? []).flatMap((one) => one.watches)];
    const excused = OTHER_FIELDS[id]?.fields ?? [];
    const isNamed = (field: string) =>
      paths.some((path) => field === path || field.startsWith(`${path}[`) || field.startsWith(`${path}.`));
    expect(watched.filter((one) => one !== 'spec' && !isNamed(one) && !excused.includes(one))).toEqual([]);
  });
});

function collapsed(rows: readonly string[]): string[] {
  return rows.filter((row, i) => row !== rows[i - 1]);
}

/** A path of the catalogue in the form of a pattern: `$POD.nodeSelector['a']` is `spec.nodeSelector[a]`. */
function pattern(path: string): string {
  return path
    .replace(/^\$POD/, 'spec')
    .replace(/^\$META/, 'metadata')
    .replace(/^\$(PV|PVC|SC|RC|NS|CM|SECRET)\./, '')
    .replace(/\['([^']*)'\]/g, '[$1]')
    .replace(/<[^>]*>/g, '*');
}

test('every case of an outcome is a clause that people can read', () => {
  const cases = RULES.flatMap(({ id, outcomes }) =>
    outcomes.flatMap((one) => (one.case === undefined ? [] : [[id, one.case]])),
  );
  const bad = cases.filter(
    ([, text = '']) => !text.includes(' ') || /\S-\S/.test(text) || /^[A-Z]|\.$/.test(text.replace(/^Windows /, '')),
  );
  expect(bad).toEqual([]);
  expect(cases.length).toBeGreaterThan(0);
});
