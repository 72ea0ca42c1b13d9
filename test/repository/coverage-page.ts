import { TOPICS } from '../../server/src/notes/index.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { PARTS_OF_RULES } from '../lint/note-exceptions.ts';
import { ITEMS_WITHOUT_RULE, PLANNED_RULES } from '../rules/exceptions.ts';
import { noteAddress } from './note-page.ts';
import { type CoverageRow, SEED_COVERAGE } from './seed-coverage.ts';

/** The pages of rules and notes by id, relative to `docs`. */
export const PAGES: ReadonlyMap<string, string> = new Map([
  ...RULES.map(({ id }) => [id, `rules/${id}.md`] as const),
  ...TOPICS.flatMap((topic) => topic.notes.map((note) => [note.id, `knowledge/${noteAddress(topic, note)}`] as const)),
]);

/** Items that are neither a rule nor a note, with the reason. */
export const EXCUSED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ITEMS_WITHOUT_RULE),
  ...Object.entries(PARTS_OF_RULES).map(([id, { rule, why }]) => [id, `part of ${link(rule)}. ${why}`] as const),
  ...PLANNED_RULES.map((id) => [id, 'still to come'] as const),
]);

/** `docs/coverage.md`. */
export function coveragePage(rows: readonly CoverageRow[] = SEED_COVERAGE): string {
  const lines = rows.map(({ topic, items }) => {
    const ids = [...PAGES.keys(), ...EXCUSED.keys()].filter((id) => items.some((item) => fits(id, item))).sort();
    const cells = [topic, list(ids, 'rules/'), list(ids, 'knowledge/')];
    return `| ${cells.join(' | ')} |`;
  });
  const excused = [...EXCUSED].map(([id, why]) => `- \`${id}\`: ${why}`);
  return `# Coverage

What older documentation says of limits and advice for Windows nodes, statement by statement, and where it went: to
[rules](rules/README.md), which find it in manifests, and to [knowledge](knowledge/README.md), which hovers and pages show.
Where Kubernetes has changed since, rule and note say how it is today.

| statement | rules | knowledge |
| --- | --- | --- |
${lines.join('\n')}

## Neither a rule nor a note

${excused.join('\n')}
`;
}

/** Links to the pages of the ids that are in a folder. Ids without a page are listed with the rules. */
function list(ids: readonly string[], folder: string): string {
  const shown = ids.filter((id) => (PAGES.get(id) ?? 'rules/').startsWith(folder));
  return shown.map((id) => (PAGES.has(id) ? link(id) : `\`${id}\``)).join(', ') || '–';
}

function link(id: string): string {
  return `[${id}](${PAGES.get(id) ?? ''})`;
}

export function fits(id: string, item: string): boolean {
  return item.endsWith('*') ? id.startsWith(item.slice(0, -1)) : id === item;
}
