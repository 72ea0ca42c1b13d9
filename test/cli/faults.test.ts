import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, kubewin, only, type Result, textOf } from './kubewin.ts';
import { DECLARED, FIXED, MANIFEST_RULES, SCHEDULED } from './manifests.ts';

const RULES = only(...MANIFEST_RULES);
const FILES = { 'a.yaml': DECLARED, 'b.yaml': DECLARED, 'c.yaml': DECLARED };

interface Fault {
  readonly step: string;
  readonly action: string;
  readonly text?: string;
}

/** Runs the command line with a fault at the start of a step for `b.yaml`. */
function withFault(fault: Fault, args: readonly string[], cwd: string): Promise<Result> {
  const environment = {
    NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, 'fault.cjs'))}`,
    KUBEWIN_FAULT: JSON.stringify({ ...fault, file: 'b.yaml' }),
  };
  return kubewin(['check', ...args, ...RULES], { cwd, environment });
}

test.each([
  ['before the new file exists', 'open', DECLARED],
  ['with half of the new file written', 'writeFile', DECLARED],
  ['before the new file is flushed to disk', 'sync', DECLARED],
  ['before the new file replaces the old one', 'rename', DECLARED],
  ['after the new file replaced the old one', 'renamed', FIXED],
])('--fix leaves complete files if it is killed %s', async (_, step, expected) => {
  const cwd = folderWith(FILES);
  const { stdout } = await withFault({ step, action: 'kill' }, ['--fix'], cwd);
  expect(stdout).toBe('');
  expect(Object.keys(FILES).map((name) => textOf(cwd, name))).toEqual([FIXED, expected, DECLARED]);
  const left = readdirSync(cwd).filter((name) => !(name in FILES));
  expect(left).toEqual(expected === FIXED || step === 'open' ? [] : [expect.stringMatching(/^\.kubewin-[-\w]+\.tmp$/)]);
  if (step !== 'rename') return;
  // The temporary file that is left does not affect the next run.
  const again = await kubewin(['check', '--fix', ...RULES], { cwd });
  expect(again.stderr).toBe('');
  expect(Object.keys(FILES).map((name) => textOf(cwd, name))).toEqual([FIXED, FIXED, FIXED]);
});

describe('a file that changes between reading and --fix', () => {
  const changed = 'b.yaml: The file cannot be written: it has changed since it was read.\n';
  test.each<[string, Fault, string, string | undefined]>([
    ['is deleted', { step: 'realpath', action: 'delete' }, 'b.yaml: No such file or folder.\n', undefined],
    ['gets another content', { step: 'realpath', action: 'replace', text: 'a: 1\n' }, changed, 'a: 1\n'],
    [
      'becomes read-only',
      { step: 'realpath', action: 'protect' },
      'b.yaml: The file cannot be written: it is read-only.\n',
      DECLARED,
    ],
    ['becomes a link to another file', { step: 'realpath', action: 'link', text: 'other' }, changed, 'other'],
  ])('%s', async (_, fault, message, expected) => {
    const cwd = folderWith({ ...FILES, other: 'other' });
    const { code, stderr } = await withFault(fault, ['--fix'], cwd);
    expect({ code, stderr }).toEqual({ code: 2, stderr: message });
    expect([textOf(cwd, 'a.yaml'), textOf(cwd, 'c.yaml')]).toEqual([FIXED, FIXED]);
    if (expected !== undefined) expect(textOf(cwd, 'b.yaml')).toBe(expected);
    expect(readdirSync(cwd).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('reading a file', () => {
  test('reports a file that no longer exists, and checks the others', async () => {
    const cwd = folderWith(FILES);
    const { code, stdout, stderr } = await withFault({ step: 'openSync', action: 'delete' }, [], cwd);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'b.yaml: No such file or folder.\n' });
    expect(stdout).toContain('4 errors in 2 of 2 files (2 objects).');
  });

  test('reads a file to its end if it grows meanwhile', async () => {
    const cwd = folderWith(FILES);
    const text = `---\n${DECLARED}`.repeat(10);
    const { code, stdout, stderr } = await withFault({ step: 'readSync', action: 'append', text }, [], cwd);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('26 errors in 3 of 3 files (13 objects).');
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'reports files and folders without read permission',
    async () => {
      const cwd = folderWith({ 'a.yaml': DECLARED });
      writeFileSync(join(cwd, 'b.yaml'), DECLARED, { mode: 0 });
      mkdirSync(join(cwd, 'closed'), { mode: 0 });
      const { code, stderr } = await kubewin(['check', ...RULES], { cwd });
      const why = 'The file cannot be read: permission is denied.';
      expect({ code, stderr }).toEqual({ code: 2, stderr: `b.yaml: ${why}\nclosed: ${why}\n` });
    },
  );
});

test('checks files 200 folders deep, and names with line breaks and control characters', async () => {
  const deep = `${'d/'.repeat(200)}deep.yaml`;
  const odd = process.platform === 'win32' ? 'odd.yaml' : 'o\nd\u0007d\u001b.yaml';
  const cwd = folderWith({ [deep]: SCHEDULED, [odd]: DECLARED });
  const { code, stdout, stderr } = await kubewin(['check', ...RULES], { cwd });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toContain('2 errors, 1 warning in 2 of 2 files (2 objects).');
  expect(stdout).toContain(`${deep}:9:3`);
  if (process.platform !== 'win32') expect(stdout).toMatch(/^ --> o␊d␇d␛\.yaml:8:3$/m);
  const fixed = await kubewin(['check', '--fix', '--format=json', ...RULES], { cwd });
  expect(JSON.parse(fixed.stdout).files.map(({ path }: { path: string }) => path)).toContain(odd);
  expect(textOf(cwd, odd)).toBe(FIXED);
});
