import { expect, test } from 'vitest';
import { expectFresh } from '../generated.ts';
import { GENERATED } from './generated-files.ts';

test.each(GENERATED.filter((group) => group.test === undefined))('$files are up to date', async ({ make }) => {
  const texts = Object.entries(await make());
  expect(texts.length).toBeGreaterThan(0);
  for (const [path, text] of texts) expectFresh(path, text);
});
