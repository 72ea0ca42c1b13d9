import type { Note, Topic } from '../note.ts';

/** The documentation page of a topic, as Markdown. */
export function topicPage({ title, notes }: Topic): string {
  return `${[`# ${title}`, '[All topics](README.md)', ...notes.map(section)].join('\n\n')}\n`;
}

/** The list of all topics, and of all notes by id. */
export function topicsIndex(topics: readonly Topic[]): string {
  const all = topics.flatMap((topic) => topic.notes.map((note) => ({ note, address: noteAddress(topic, note) })));
  const byId = all.toSorted((a, b) => (a.note.id < b.note.id ? -1 : 1));
  const parts = [
    '# Knowledge',
    `${all.length} things to know of Windows nodes that are no fault in a manifest, so that no [rule](../rules/README.md) speaks of them.
Hovers show those that belong to a field.`,
    ...topics.map(
      (topic) =>
        `## [${topic.title}](${topic.id}.md)\n\n${topic.notes
          .map((note) => `- [${note.title}](${noteAddress(topic, note)})`)
          .join('\n')}`,
    ),
    '## All by id',
    byId.map(({ note, address }) => `- [${note.id}](${address}): ${note.title}`).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Where a note stands, from the folder of the pages: a heading's address as GitHub and editors make it, without slashes. */
export function noteAddress(topic: Topic, { id }: Note): string {
  return `${topic.id}.md#${id.replaceAll('/', '')}`;
}

function section(note: Note): string {
  const { id, title, text, sources } = note;
  const releases = [
    note.since === undefined ? '' : `from ${note.since} on`,
    note.until === undefined ? '' : `up to ${note.until}`,
  ].filter((part) => part !== '');
  const fields = shownAt(note);
  return [
    `## ${id}`,
    `**${title}**${releases.length === 0 ? '' : ` (${releases.join(', ')})`}`,
    text,
    ...(fields.length === 0 ? [] : [`In the hover of ${fields.join(', ')}.`]),
    `Sources: ${sources.map((one) => (one.url === undefined ? one.title : `[${one.title}](${one.url})`)).join(' · ')}`,
  ].join('\n\n');
}

/** The fields whose hovers show a note; one list of containers stands for all. */
function shownAt({ watches = [], objects = [] }: Note): string[] {
  const inPods = watches.filter((pattern) => !/^spec\.(?:initContainers|ephemeralContainers)\b/.test(pattern));
  return [
    ...inPods.map((pattern) => `\`${pattern}\``),
    ...objects.flatMap(({ kind, watches }) => watches.map((pattern) => `\`${pattern}\` of a ${kind}`)),
  ];
}
