import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Rule } from '../../server/src/lint/rule.ts';
import { ruleNames } from '../../server/src/lint/settings/rule-names.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { compared, HAS_SHARED, sharedText } from '../shared.ts';
import CATALOGUE from './catalogue.json' with { type: 'json' };
import { CHECKABLE, ITEMS, itemFor, itemsIn, OUTSIDE_CATALOGUE } from './catalogue.ts';
import {
  FIXES_NOT_OFFERED,
  ITEMS_WITHOUT_RULE,
  OTHER_FIELDS,
  OTHER_GATES,
  OTHER_OUTCOMES,
  PLANNED_RULES,
} from './exceptions.ts';

test('each rule has a file, and the list is in the order of IDs', () => {
  const ids = RULES.map((rule) => rule.id);
  expect(ids).toEqual([...new Set(ids)].sort());
  const folder = new URL('../../server/src/rules/', import.meta.url);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => readdirSync(new URL(`${entry.name}/`, folder)).map((name) => `${entry.name}/${name}`));
  expect(files.sort()).toEqual(ids.map((id) => `${id}.ts`).sort());
});

test('the copy of the catalogue equals the original', () => {
  if (HAS_SHARED) expect(CATALOGUE).toEqual(itemsIn(sharedText('catalogue/rules.json')));
  expect(ITEMS.size).toBe(Object.keys(CATALOGUE).length + Object.keys(OUTSIDE_CATALOGUE).length);
  expect(CHECKABLE.size).toBeGreaterThan(200);
});

test('every checkable item is a rule, or is listed with a reason', () => {
  const ids = RULES.flatMap(({ id, formerIds = [] }: Rule) => [id, ...formerIds]);
  const excused = [...Object.keys(ITEMS_WITHOUT_RULE), ...PLANNED_RULES];
  expect([...CHECKABLE.keys()].filter((id) => !ids.includes(id) && !excused.includes(id))).toEqual([]);
  expect(
    RULES.filter((rule) => itemFor(rule) === undefined).map(({ id }) => id),
    'a rule that is not in the catalogue has an entry in OUTSIDE_CATALOGUE, test/rules/catalogue.ts',
  ).toEqual([]);
  expect(excused.filter((id) => ids.includes(id))).toEqual([]);
});

test('every fix that is not offered is in the catalogue', () => {
  const entries: readonly { id: string; fix?: string }[] = HAS_SHARED
    ? JSON.parse(sharedText('catalogue/rules.json'))
    : [];
  const names = ruleNames(RULES);
  const unnamed = Object.entries(FIXES_NOT_OFFERED).filter(
    ([id, { fix }]) => HAS_SHARED && !entries.some((entry) => names.idOf(entry.id) === id && entry.fix?.includes(fix)),
  );
  compared('fixes that no rule offers', HAS_SHARED ? Object.keys(FIXES_NOT_OFFERED).length : 0);
  expect(unnamed).toEqual([]);
});

describe.each(RULES.map((rule) => [rule.id, rule, itemFor(rule)] as const))('%s', (id, rule, item) => {
  test('has the gate, outcomes and documentation link of the catalogue', () => {
    expect(rule.gate).toBe(OTHER_GATES[id]?.gate ?? item?.gate);
    const rows = item?.outcomes.map(({ effect, since, until, doubtful }) =>
      [effect, since === '1.14' ? '' : since, until ?? '', doubtful ? 'doubtful' : ''].join(' '),
    );
    // The catalogue has no effect for unsupported fields that may work.
    const ours = rule.outcomes.map(({ effect, since, until, doubtful }) =>
      [effect === 'unsupported' ? 'differs' : effect, since ?? '', until ?? '', doubtful ? 'doubtful' : ''].join(' '),
    );
    // A rule may have several cases for one row, with different messages.
    expect(
      collapsed(ours),
      'received are the outcomes of the rule, and expected those of its entry: correct the one that is wrong. If both are right, add the rows, in the order of the rule, and the reason to OTHER_OUTCOMES in test/rules/exceptions.ts',
    ).toEqual(OTHER_OUTCOMES[id]?.rows ?? collapsed(rows ?? []));
    expect(rule.sources.find((source) => source.url !== undefined)?.url).toBe(item?.docs);
  });

  test('watches the fields of the catalogue', () => {
    const paths = item?.paths.map(pattern) ?? [];
    const watched = [...(rule.pod?.watches ?? []), ...(rule.objects ?? []).flatMap((check) => check.watches)];
    const excused = OTHER_FIELDS[id]?.fields ?? [];
    const isNamed = (field: string) =>
      paths.some((path) => field === path || field.startsWith(`${path}[`) || field.startsWith(`${path}.`));
    expect(watched.filter((pattern) => pattern !== 'spec' && !isNamed(pattern) && !excused.includes(pattern))).toEqual(
      [],
    );
  });
});

function collapsed(rows: readonly string[]): string[] {
  return rows.filter((row, i) => row !== rows[i - 1]);
}

/** A path of the catalogue as a pattern: `$POD.nodeSelector['a']` is `spec.nodeSelector[a]`. */
function pattern(path: string): string {
  return path
    .replace(/^\$POD/, 'spec')
    .replace(/^\$META/, 'metadata')
    .replace(/^\$(PV|PVC|SC|RC|NS|CM|SECRET)\./, '')
    .replace(/\['([^']*)'\]/g, '[$1]')
    .replace(/<[^>]*>/g, '*');
}

test('every case of an outcome reads as a clause', () => {
  const cases = RULES.flatMap(({ id, outcomes }) =>
    outcomes.flatMap((outcome) => (outcome.case === undefined ? [] : [[id, outcome.case]])),
  );
  const bad = cases.filter(
    ([, text = '']) => !text.includes(' ') || /\S-\S/.test(text) || /^[A-Z]|\.$/.test(text.replace(/^Windows /, '')),
  );
  expect(bad).toEqual([]);
  expect(cases.length).toBeGreaterThan(0);
});
