import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { help } from '../../server/src/cli/commands/help.ts';
import { COMMANDS } from '../../server/src/cli/options/commands.ts';
import { firstParagraph } from '../../server/src/lint/pages/first-paragraph.ts';
import { SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { NOTES } from '../../server/src/notes/index.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { findingsOf } from '../rules/examples.ts';
import { pageOf } from '../rules/page.ts';
import { faultsOf, sentences } from './words.ts';

/** The Problems panel cuts messages at about this length, so that the field and the effect come first. */
const FIRST = 80;
const LONGEST_MESSAGE = 200;
const LONGEST_TITLE = 70;
/** The maximum number of sentences of a reason in a hover. */
const MAX_SENTENCES = 3;

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const findings = pageOf(id).examples.flatMap((example) => findingsOf(rule, example.text, example));

  test('has short messages with the effect first', () => {
    for (const message of new Set(findings.map((finding) => finding.message))) {
      const prose = message.replace(/`[^`]*`/g, 'code');
      expect(faultsOf(message), message).toEqual([]);
      expect(sentences(prose).length, message).toBeLessThanOrEqual(2);
      expect(message, 'a message ends in a period, or asks what was meant').toMatch(/\.$| Did you mean `[^`]+`\?$/);
      expect(message.length, message).toBeLessThanOrEqual(LONGEST_MESSAGE);
      const clause = firstClause(message);
      expect(clause.length, `field and effect need more than ${FIRST} characters: ${clause}`).toBeLessThanOrEqual(
        FIRST,
      );
    }
  });

  test('has a reason whose first paragraph, for hovers, has at most three sentences', () => {
    const brief = firstParagraph(rule.why);
    expect(sentences(brief.replace(/``.*?``|`[^`]*`/g, 'code')).length, brief).toBeLessThanOrEqual(MAX_SENTENCES);
    expect(brief, 'a sentence ends in a period').toMatch(/\.$/);
  });

  test('has a title, reasons, cases, fixes and a page in plain English', () => {
    const { title, why, outcomes } = rule;
    const texts = [
      title,
      why,
      ...outcomes.flatMap((outcome) => [outcome.case, outcome.phrase, outcome.result]),
      ...findings.flatMap(({ fixes, related }) => [
        ...fixes.map((fix) => fix.title),
        ...related.map((location) => location.message),
      ]),
    ].filter((text) => text !== undefined);
    expect([...new Set(texts)].flatMap((text) => faultsOf(text).map((fault) => `${fault} in: ${text}`))).toEqual([]);
    expect(faultsOf(pageOf(id).text)).toEqual([]);
    expect(title.length, title).toBeLessThanOrEqual(LONGEST_TITLE);
    expect(title, 'a title has no period').not.toMatch(/\.$/);
  });
});

/** A message up to its first comma, colon or period outside of code: the field and the effect. */
function firstClause(message: string): string {
  const masked = message.replace(/`[^`]*`/g, (code) => '`'.repeat(code.length));
  return message.slice(0, masked.search(/[,:.](?:\s|$)/));
}

test.each(NOTES.map((note) => [note.id, note] as const))('note %s is plain English', (_, { title, text, watches }) => {
  if (watches !== undefined) {
    const brief = firstParagraph(text).replace(/`[^`]*`/g, 'code');
    expect(sentences(brief).length, brief).toBeLessThanOrEqual(MAX_SENTENCES);
  }
  expect([title, text].flatMap((part) => faultsOf(part).map((fault) => `${fault} in: ${part}`))).toEqual([]);
});

test('settings and the help of the command line are plain English', () => {
  const settings = Object.values(SETTINGS).map(({ description }) => description);
  const helps = [undefined, ...COMMANDS].map((command) => help(command).replace(/^ {2,}/gm, '\n'));
  expect([...settings, ...helps].flatMap((text) => faultsOf(text).map((fault) => `${fault} in: ${text}`))).toEqual([]);
});

const ROOT = new URL('../../', import.meta.url);

test.each(['check', 'explain'])('the schema of %s is plain English', (name) => {
  const text = readFileSync(new URL(`docs/schemas/${name}.schema.json`, ROOT), 'utf8');
  const texts = [...text.matchAll(/"description": "([^"]*)"/g)].map(([, description = '']) => description);
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.flatMap(faultsOf)).toEqual([]);
});

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(new URL('docs/', ROOT), { recursive: true })
    .map((name) => `docs/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md') && !name.startsWith('docs/rules/')),
];

test.each(DOCUMENTS)('%s is plain English', (name) => {
  expect(faultsOf(readFileSync(new URL(name, ROOT), 'utf8'))).toEqual([]);
});
