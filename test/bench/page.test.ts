import { expect, test } from 'vitest';
import { faultsOf } from '../repository/words.ts';
// biome-ignore lint/correctness/useImportExtensions: scripts of Node use it too, so that its types stand beside it.
import { performancePage } from './page.mjs';

test('the page of the figures is plain English and has a row for each figure', () => {
  const page = performancePage({ cpu: 'Example', cores: 2, node: 'v20.20.2' }, [
    { what: '10000 files, rendered charts, text: to yaml', ratio: 0.304, goal: 0.45, note: '1.0 s beside 3.3 s' },
    { what: 'the same: peak of memory in MB', ratio: 150 },
  ]);
  expect(page).toContain('| 10000 files, rendered charts, text: to yaml | 0.30 | 0.45 | 1.0 s beside 3.3 s |\n');
  expect(page).toContain('| the same: peak of memory in MB | 150 | none |  |\n');
  expect(page).toContain('\nThe machine had 2 cores (Example) and Node.js 20.20.2.\n');
  expect(faultsOf(page)).toEqual([]);
});
