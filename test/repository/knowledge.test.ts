import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOPICS } from '../../server/src/notes/index.ts';
import { expectGenerated } from '../generated.ts';
import { slug } from './markdown.ts';
import { noteAddress, topicPage, topicsIndex } from './note-page.ts';

test.each(TOPICS.map((topic) => [topic.id, topic] as const))('the page of the topic %s is fresh', async (id, topic) => {
  await expectGenerated(`docs/knowledge/${id}.md`, topicPage(topic));
});

test('the index of the topics is fresh, and there is no page too much', async () => {
  await expectGenerated('docs/knowledge/README.md', topicsIndex(TOPICS));
  const pages = readdirSync(new URL('../../docs/knowledge/', import.meta.url));
  expect(pages.sort()).toEqual(['README.md', ...TOPICS.map(({ id }) => `${id}.md`)].sort());
});

test('every note has a heading of its own that addresses lead to', () => {
  for (const topic of TOPICS) {
    const headings = [...topicPage(topic).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => slug(heading));
    expect(headings).toEqual([...new Set(headings)]);
    expect(topic.notes.map((note) => noteAddress(topic, note))).toEqual(headings.map((one) => `${topic.id}.md#${one}`));
  }
});
