import { expect, test } from 'vitest';
import { OTHER_LINTERS } from '../../server/src/lint/other-linters/linters.ts';
import { FACTS, otherLintersPage } from './other-linters-page.ts';
import { faultsOf } from './words.ts';

test('its words are plain English', () => {
  expect(faultsOf(otherLintersPage())).toEqual([]);
});

test('it tells of each linter where its facts are from', () => {
  expect(Object.keys(FACTS)).toEqual(OTHER_LINTERS.map(({ name }) => name));
  for (const { name, configNames } of OTHER_LINTERS) {
    for (const file of configNames)
      expect(FACTS[name]?.configuration, file).toContain(file.replace(/^\.(?=polaris)/, ''));
  }
});
