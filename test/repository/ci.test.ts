import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readArguments } from '../../server/src/cli/options/arguments.ts';
import { CHECK_FORMATS } from '../../server/src/cli/options/check.ts';

const TEXT = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');

test('the command lines in docs/ci.md are accepted', () => {
  const lines = [...TEXT.matchAll(/\bkubewin (check [^|'\n]*)/g)].map(([, line = '']) => line.trim().split(/\s+/));
  const commands = lines.filter((words) => words.some((word) => word.startsWith('--')));
  expect(commands.length).toBeGreaterThanOrEqual(8);
  for (const words of commands) expect([words, readArguments(words).faults]).toEqual([words, []]);
});

test('the YAML in docs/ci.md is valid', () => {
  const blocks = [...TEXT.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThanOrEqual(3);
  expect(blocks.flatMap((block) => parseAllDocuments(block).flatMap(({ errors }) => errors))).toEqual([]);
});

test('docs/ci.md names every format', () => {
  expect([...TEXT.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(CHECK_FORMATS);
});
