import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { slug } from './markdown.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Third-party texts with their own links. */
const OF_OTHERS = ['THIRD-PARTY-NOTICES.md'];
const PAGES = ['', 'docs', '.github'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: folder !== '', encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !OF_OTHERS.includes(name)),
);

/** The text of a page without code. */
function prose(text: string): string {
  return text
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    .replace(/``.*?``|`[^`\n]*`/g, (code) => code.replace(/[[\](){}]/g, ' '));
}

/** The anchors of the headings of a page. A repeated heading gets a number. */
function anchors(path: string): Set<string> {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
  const counts = new Map<string, number>();
  return new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
      const name = slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return count === 0 ? name : `${name}-${count}`;
    }),
  );
}

/** Links in a text to files or headings that do not exist. */
function deadLinks(path: string, text: string): string[] {
  const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z][a-z+.-]*:/i.test(link)) return false;
    const [name = '', anchor] = link.split('#');
    const target = name === '' ? path : join(dirname(path), decodeURI(name)).replaceAll('\\', '/');
    if (target.startsWith('..') || !existsSync(join(ROOT, target))) return true;
    if (anchor === undefined || statSync(join(ROOT, target)).isDirectory()) return anchor !== undefined;
    return !anchors(target).has(anchor);
  });
}

test('no page has a dead link', () => {
  expect(PAGES.length).toBeGreaterThan(200);
  const dead = PAGES.flatMap((path) =>
    deadLinks(path, readFileSync(join(ROOT, path), 'utf8')).map((link) => `${path}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('docs/README.md lists all pages', () => {
  const list = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const named = [...list.matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => `docs/${link}`);
  const wanted = PAGES.filter(
    (path) => /^docs\/(?:[\w-]+|[\w-]+\/README)\.md$/.test(path) && path !== 'docs/README.md',
  );
  expect([...named].sort()).toEqual([...wanted].sort());
});

test('dead links are detected', () => {
  const text = `[a](README.md) [b](../SECURITY.md#reporting-a-vulnerability) [c](#documentation) [d](https://example.com/x)
[e](missing.md) [f](../SECURITY.md#missing) [g](#missing) [h](../../outside.md) \`[i](code.md)\`

\`\`\`md
[j](block.md)
\`\`\`
`;
  expect(deadLinks('docs/README.md', text)).toEqual([
    'missing.md',
    '../SECURITY.md#missing',
    '#missing',
    '../../outside.md',
  ]);
});
