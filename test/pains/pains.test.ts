import { expect, test } from 'vitest';
import { lintText } from '../lint-text.ts';
import { allPains, type Manifest, readPains } from './pains.ts';

const { pains, faults } = allPains();

test('the pages can be read, and no thread has two pains', () => {
  expect(faults).toEqual([]);
  const links = pains.flatMap((pain) => pain.links);
  expect(links.filter((link, i) => links.indexOf(link) !== i)).toEqual([]);
  const titles = pains.map(({ title }) => title);
  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
});

for (const { title, place, manifests } of pains) {
  test(`${title} (${place})`, () => manifests.forEach(checkFindings));
}

/** Expects exactly the findings that are marked, with their severities and parts of their messages. */
function checkFindings({ place, text, settings, findings }: Manifest): void {
  const found = lintText(text, settings)
    .map(({ at, offset, rule, severity, message }) => ({
      start: at.start + offset,
      end: at.end + offset,
      label: `${severity} ${rule}`,
      message,
    }))
    .sort(inOrder);
  const expected = findings
    .map(({ start, label, end = found.find((finding) => finding.start === start)?.end, message, place }) => ({
      start,
      end,
      label,
      message,
      place,
    }))
    .sort(inOrder);
  const list = (all: readonly { start: number; end: number | undefined; label: string }[]) =>
    all.map(
      ({ start, end, label }) =>
        `line ${text.slice(0, start).split('\n').length}: ${text.slice(start, end)} (${label})`,
    );
  expect(list(found), `the findings in the manifest at ${place}`).toEqual(list(expected));
  for (const [i, finding] of expected.entries()) {
    expect(found[i]?.message, `the message at ${finding.place}`).toContain(finding.message);
  }
}

function inOrder(a: { start: number; label: string }, b: { start: number; label: string }): number {
  return a.start - b.start || a.label.localeCompare(b.label);
}

const LINK = 'https://github.com/kubernetes/kubernetes/issues/1';
const BAD = '```yaml bad\na: 1\n#<-- error pod/host-pid: no effect\n```';

test.each<[what: string, text: string, fault: string]>([
  ['no link', `## A\n\nText.\n\n${BAD}\n`, '1: below the heading is the link'],
  ['no sentence', `## A\n\n${LINK}\n\n${BAD}\n`, '1: a sentence says what people met'],
  ['no manifest', `## A\n\n${LINK}\n\nText.\n`, '1: a manifest shows the pain'],
  ['no marker', `## A\n\n${LINK}\n\nText.\n\n\`\`\`yaml bad\na: 1\n\`\`\`\n`, '7: a `bad` block marks all findings'],
  ['no message', `## A\n\n${LINK}\n\nText.\n\n${BAD.replace(': no effect', '')}\n`, '9: a marker ends in a part'],
  [
    'no severity',
    `## A\n\n${LINK}\n\nText.\n\n${BAD.replace('error ', '')}\n`,
    '9: a marker is `#   ^^^ severity rule`',
  ],
  ['a marker in a good block', `## A\n\n${LINK}\n\nText.\n\n${BAD.replace('bad', 'good')}\n`, '7: only `bad` blocks'],
  ['another kind', `## A\n\n${LINK}\n\nText.\n\n${BAD.replace('bad', 'fixed')}\n`, '7: a block is `yaml bad`'],
  ['another heading', `## A\n\n${LINK}\n\nText.\n\n### B\n\n${BAD}\n`, '7: a pain has a heading of the second level'],
])('reports a page with %s with the line', (_, text, fault) => {
  expect(readPains('page.md', text).faults).toEqual(
    expect.arrayContaining([expect.stringContaining(`page.md:${fault}`)]),
  );
});
