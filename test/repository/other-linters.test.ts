import { expect, test } from 'vitest';
import { OTHER_LINTERS } from '../../server/src/lint/other-linters/linters.ts';
import { FACTS, otherLintersPage } from './other-linters-page.ts';
import { faultsOf } from './words.ts';

test('the page is plain English', () => {
  expect(faultsOf(otherLintersPage())).toEqual([]);
});

test('every linter has facts with their sources', () => {
  expect(Object.keys(FACTS)).toEqual(OTHER_LINTERS.map(({ name }) => name));
  for (const { name, configNames } of OTHER_LINTERS) {
    for (const file of configNames)
      expect(FACTS[name]?.configuration, file).toContain(file.replace(/^\.(?=polaris)/, ''));
  }
});
