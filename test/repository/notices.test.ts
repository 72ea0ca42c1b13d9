import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NAMES } from './notices-page.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the extension contains the notices, and each bundle refers to them', () => {
  expect(readFileSync(join(ROOT, '.vscodeignore'), 'utf8').split('\n')).toContain('!THIRD-PARTY-NOTICES.md');
  for (const name of NAMES) {
    const text = readFileSync(join(ROOT, `dist/${name}.js`), 'utf8');
    expect(text.replace(/^#!.*\n/, ''), name).toMatch(
      /^\/\*! Licenses of bundled packages: THIRD-PARTY-NOTICES\.md \*\//,
    );
  }
});
