import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
/** Rules of the examples, and releases to come. */
const EXAMPLES = /\/(?:foo|practice)\b|\$|[<*…]/;

const codes = [...TEXT.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code);
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('every path in CONTRIBUTING.md exists', () => {
  const paths = codes.filter((code) => /^(?:server|test|docs|client|packaging|samples|site|\.github)\/\S*$/.test(code));
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.filter((path) => !EXAMPLES.test(path) && !existsSync(join(ROOT, path)) && !isFilter(path))).toEqual([]);
});

test('every npm script in CONTRIBUTING.md exists', () => {
  const named = [...TEXT.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('every command of vitest in CONTRIBUTING.md runs tests', () => {
  const commands = [...TEXT.matchAll(/\bnpx vitest run ([^`\n]+)/g)].map(([, args = '']) => args);
  const filters = commands.flatMap((args) => args.split(' ').filter((word) => word.startsWith('test/')));
  expect(filters.length).toBeGreaterThan(20);
  expect(filters.filter((filter) => !isFilter(filter))).toEqual([]);
});

/** Whether the paths of test files begin with a text. */
function isFilter(start: string): boolean {
  return TESTS.some((path) => path.startsWith(start));
}

const TESTS = readdirSync(join(ROOT, 'test'), { recursive: true })
  .map((name) => `test/${String(name).replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts'));
