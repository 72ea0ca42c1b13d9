import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lintText, reportOf } from '../lint-text.ts';
import { faultsOf } from './words.ts';

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: readonly string[];
}

const TEXT = readFileSync(new URL('../../syntaxes/snippets.json', import.meta.url), 'utf8');
const SNIPPETS = Object.entries(JSON.parse(TEXT) as Record<string, Snippet>);

/** The texts of a snippet, one for each choice of a placeholder. */
function expansions({ body }: Snippet): string[] {
  const text = body.join('\n');
  const most = Math.max(1, ...[...text.matchAll(/\|([^|]*)\|/g)].map(([, choices = '']) => choices.split(',').length));
  return Array.from({ length: most }, (_, choice) => {
    const values = new Map<string, string>();
    const filled = text.replace(/\$\{(\d+)(?::([^}]*)|\|([^|]*)\|)\}/g, (_, number, value, choices) => {
      const chosen = value ?? choices.split(',')[choice] ?? choices.split(',')[0];
      values.set(number, chosen.replaceAll('\\\\', '\\'));
      return values.get(number) ?? '';
    });
    return filled.replace(/\$(\d+)/g, (_, number) => values.get(number) ?? '');
  });
}

test.each(SNIPPETS)('%s', (name, snippet) => {
  const { prefix, description } = snippet;
  expect(prefix).toMatch(/^windows-[a-z]+(?:-[a-z]+)*$/);
  expect([name, description].flatMap(faultsOf)).toEqual([]);
  expect(description).not.toMatch(/\.$/);
  for (const text of expansions(snippet)) {
    expect(text).not.toMatch(/[${}|]/);
    expect(
      lintText(text).map(({ rule, message }) => `${rule}: ${message}`),
      text,
    ).toEqual([]);
    const { documents } = reportOf(text);
    expect(documents.flatMap(({ report }) => report.document.errors)).toEqual([]);
    const pods = documents.flatMap(({ report }) => report.workloads);
    expect(pods.map(({ verdict }) => verdict.os)).toEqual(text.includes('RuntimeClass') ? [] : ['windows']);
  }
});

test('there is a snippet with its own prefix for each kind of Windows workload', () => {
  expect(new Set(SNIPPETS.map(([, { prefix }]) => prefix)).size).toBe(SNIPPETS.length);
  const kinds = SNIPPETS.map(([, { body }]) => body.find((line) => line.startsWith('kind: '))?.slice('kind: '.length));
  expect(kinds).toEqual(['Deployment', 'DaemonSet', 'RuntimeClass', 'Pod', 'Job']);
});
