import { describe, expect, test } from 'vitest';
import { NOTES } from '../../server/src/notes/index.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { findingsOf, readMarkers } from '../rules/examples.ts';
import { faultsOf, sentences } from './words.ts';

/** The Problems panel cuts a message there, so the field and the effect come before. */
const FIRST = 80;

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  const findings = rule.examples.flatMap((example) =>
    example.bad === undefined ? [] : findingsOf(rule, readMarkers(example.bad).text, example),
  );

  test('its messages are short and say the effect first', () => {
    for (const message of new Set(findings.map((finding) => finding.message))) {
      const prose = message.replace(/`[^`]*`/g, 'code');
      expect(faultsOf(message), message).toEqual([]);
      expect(sentences(prose).length, message).toBeLessThanOrEqual(2);
      expect(message, 'a message ends in a period').toMatch(/\.$/);
      expect(message.length, message).toBeLessThanOrEqual(200);
      const colon = prose.indexOf(': ');
      expect(colon, `the effect stands behind the first ${FIRST} characters: ${message}`).toBeLessThan(FIRST);
    }
  });

  test('its title, reasons, cases, fixes and examples are plain English', () => {
    const { title, why, outcomes, examples } = rule;
    const texts = [
      title,
      why,
      ...outcomes.flatMap((one) => [one.case, one.phrase, one.result]),
      ...examples.map(({ name }) => name),
      ...findings.flatMap(({ fixes, related }) => [
        ...fixes.map((fix) => fix.title),
        ...related.map((one) => one.message),
      ]),
    ].filter((text) => text !== undefined);
    expect([...new Set(texts)].flatMap((text) => faultsOf(text).map((fault) => `${fault} in: ${text}`))).toEqual([]);
    expect(title.length, title).toBeLessThanOrEqual(70);
    expect(title, 'a title has no period').not.toMatch(/\.$/);
  });
});

test.each(NOTES.map((note) => [note.id, note] as const))('note %s is plain English', (_, { title, text }) => {
  expect([title, text].flatMap((one) => faultsOf(one).map((fault) => `${fault} in: ${one}`))).toEqual([]);
});
