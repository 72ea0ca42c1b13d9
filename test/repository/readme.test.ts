import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixAll } from '../../server/src/lint/fixes/applicable-fixes.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { lintText } from '../lint-text.ts';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The README is also the page of the extension in the Marketplace: details are in `docs/`. */
const MAX_WORDS = 900;

test('the README is short', () => {
  const prose = textOf('README.md')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/<!--.*?-->/g, '');
  expect(prose.split(/\s+/).length).toBeLessThan(MAX_WORDS);
});

test('the safe fixes turn the first manifest of the README into the second', () => {
  const manifest = (name: string) =>
    new RegExp(`<!-- ${name} -->\n\`\`\`yaml\n([\\s\\S]*?)\`\`\``).exec(textOf('README.md'))?.[1] ?? '';
  const before = manifest('before');
  const rejected = lintText(before).filter(({ effect }) => effect === 'rejected');
  expect(rejected.map(({ rule }) => rule)).toEqual([
    'security-context/fs-group',
    'security-context/run-as-user',
    'security-context/read-only-root-filesystem',
  ]);
  expect(applyEdits(before, fixAll(parse(before), lintText(before)))).toBe(manifest('after'));
  expect(lintText(manifest('after')).filter(({ severity }) => severity !== 'hint')).toEqual([]);
});
