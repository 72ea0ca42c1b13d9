import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOPICS } from '../../server/src/notes/index.ts';
import { slug } from './markdown.ts';
import { noteAddress, topicPage } from './note-page.ts';

test('every page belongs to a topic', () => {
  const pages = readdirSync(new URL('../../docs/knowledge/', import.meta.url));
  expect(pages.sort()).toEqual(['README.md', ...TOPICS.map(({ id }) => `${id}.md`)].sort());
});

test('every note has a unique heading to link to', () => {
  for (const topic of TOPICS) {
    const headings = [...topicPage(topic).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => slug(heading));
    expect(headings).toEqual([...new Set(headings)]);
    expect(topic.notes.map((note) => noteAddress(topic, note))).toEqual(
      headings.map((heading) => `${topic.id}.md#${heading}`),
    );
  }
});
