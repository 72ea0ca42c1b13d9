import type { Note, Topic } from '../../server/src/lint/note.ts';
import { cell, shownFields, slug, sourceLink, versionSpan } from './markdown.ts';

/** The page of a topic, as Markdown: its notes in the order of their ids. */
export function topicPage({ title, notes }: Topic): string {
  return `${[`# ${title}`, '[All topics](README.md)', ...notes.map(section)].join('\n\n')}\n`;
}

/** The list of all topics, and of all notes by id. */
export function topicsIndex(topics: readonly Topic[]): string {
  const all = topics.flatMap((topic) => topic.notes.map((note) => ({ note, address: noteAddress(topic, note) })));
  const byId = all.toSorted((a, b) => (a.note.id < b.note.id ? -1 : 1));
  const parts = [
    '# Knowledge',
    `${all.length} notes on Windows nodes. A note reports nothing in a manifest, unlike a [rule](../rules/README.md). The hover of a
field shows the notes on it.`,
    ...topics.map(
      (topic) =>
        `## [${topic.title}](${topic.id}.md)\n\n${topic.notes
          .map((note) => `- [${note.title}](${noteAddress(topic, note)})`)
          .join('\n')}`,
    ),
    '## All notes by id',
    `| Note | About |\n| --- | --- |\n${byId
      .map(({ note, address }) => `| [${note.id}](${address}) | ${cell(note.title)} |`)
      .join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The address of a note, relative to the folder of the pages. */
export function noteAddress(topic: Topic, { title }: Note): string {
  return `${topic.id}.md#${slug(title)}`;
}

function section({ id, title, since, until, text, watches = [], objects = [], sources }: Note): string {
  const releases = since === undefined && until === undefined ? '' : ` · Kubernetes ${versionSpan(since, until)}`;
  const fields = shownFields(watches, objects);
  return [
    `## ${title}`,
    `\`${id}\`${releases}`,
    text,
    ...(fields.length === 0 ? [] : [`Shown in the hover of ${fields.join(', ')}.`]),
    `Sources:\n\n${sources.map((source) => `- ${sourceLink(source)}`).join('\n')}`,
  ].join('\n\n');
}
