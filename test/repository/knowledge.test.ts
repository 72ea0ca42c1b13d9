import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noteAddress, topicPage, topicsIndex } from '../../server/src/lint/pages/note-page.ts';
import { TOPICS } from '../../server/src/notes/index.ts';
import { expectGenerated } from '../generated.ts';

test.each(TOPICS.map((topic) => [topic.id, topic] as const))('the page of the topic %s is up to date', (id, topic) => {
  expectGenerated(`docs/knowledge/${id}.md`, topicPage(topic));
});

test('the index of the topics is up to date, and there is no page too much', () => {
  expectGenerated('docs/knowledge/README.md', topicsIndex(TOPICS));
  const pages = readdirSync(new URL('../../docs/knowledge/', import.meta.url));
  expect(pages.sort()).toEqual(['README.md', ...TOPICS.map(({ id }) => `${id}.md`)].sort());
});

test('every note has a heading of its own that addresses lead to', () => {
  for (const topic of TOPICS) {
    const headings = [...topicPage(topic).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => slug(heading));
    expect(topic.notes.map((note) => noteAddress(topic, note))).toEqual(headings.map((one) => `${topic.id}.md#${one}`));
  }
});

/** What GitHub and VS Code make of a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
