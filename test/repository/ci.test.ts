import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readArguments } from '../../server/src/cli/options/arguments.ts';
import { CHECK_FORMATS } from '../../server/src/cli/options/check.ts';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const TEXT = textOf('docs/ci.md');

test.each([
  ['docs/ci.md', 8],
  ['docs/command-line.md', 6],
  ['README.md', 1],
])('the command lines in %s are accepted', (path, count) => {
  const lines = [...textOf(path).matchAll(/\bkubewin ((?:check|images) [^|`#\n]*)/g)].map(([, line = '']) =>
    line.replace(/['"]/g, '').trim().split(/\s+/),
  );
  const commands = lines.filter((words) => words.some((word) => word.startsWith('--')));
  expect(commands.length).toBeGreaterThanOrEqual(count);
  for (const words of commands) expect([words, readArguments(words).faults]).toEqual([words, []]);
});

test.each(['docs/ci.md', 'docs/images.md'])('the YAML in %s is valid', (path) => {
  const blocks = [...textOf(path).matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThanOrEqual(3);
  expect(blocks.flatMap((block) => parseAllDocuments(block).flatMap(({ errors }) => errors))).toEqual([]);
});

test('docs/ci.md names every format', () => {
  expect([...TEXT.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(CHECK_FORMATS);
});
