import { expect, test } from 'vitest';
import { findingsIn, labelsIn, meets } from './corpus.ts';
import { expectGenerated } from './generated.ts';
import { compared, HAS_SHARED, sharedManifests } from './shared.ts';

test.each(['linux', 'nonk8s'])(
  'nothing is wrong in the files of %s',
  (area) => {
    const found = findingsIn(area);
    compared(`files of ${area}`, sharedManifests(`corpus/${area}`).length);
    expect(found.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([]);
  },
  300_000,
);

test.each(['windows', 'helm'])(
  'every labeled finding in the files of %s is found',
  (area) => {
    const found = findingsIn(area);
    const wanted = labelsIn(area).filter(({ optional }) => !optional);
    const missed = wanted.filter((label) => !found.some((one) => meets(one, label)));
    compared('labeled findings', wanted.length);
    expect(missed.map(({ path, line, code }) => `${path}:${line} ${code}`)).toEqual([]);
  },
  300_000,
);

test('so much is found in all areas, rule by rule', () => {
  const counts = new Map<string, number>();
  for (const area of ['windows', 'helm', 'linux', 'nonk8s']) {
    for (const { rule, severity } of findingsIn(area)) {
      const line = `${area} ${rule} ${severity}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  compared('rules and severities', counts.size);
  const lines = [...counts].sort().map(([line, count]) => `${line} ${count}\n`);
  if (HAS_SHARED) expectGenerated('test/corpus-counts.txt', lines.join(''));
});
