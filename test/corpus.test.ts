import { expect, test } from 'vitest';
import { findingsIn, labelsIn, meets } from './corpus.ts';
import { compared, sharedManifests } from './shared.ts';

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
