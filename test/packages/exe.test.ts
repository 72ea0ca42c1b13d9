import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildExe } from '../../packaging/exe.mjs';
import { kubewin } from '../cli/kubewin.ts';
import { DECLARED } from '../cli/manifests.ts';

declare const KUBEWIN_VERSION: string;

/** A folder with the executable, and nothing else that Kubewin needs. */
const home = mkdtempSync(join(tmpdir(), 'kubewin-exe-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let exe: string;
/** It takes seconds, and more on a busy machine. */
const BUILDING = 300_000;

beforeAll(async () => {
  const built = await buildExe();
  exe = join(home, basename(built));
  copyFileSync(built, exe);
  mkdirSync(join(home, 'work'));
  for (let i = 0; i < 9; i++) writeFileSync(join(home, `work/${i}.yaml`), DECLARED);
}, BUILDING);

/** Without anything on the path, Node.js included. */
function run(...args: string[]) {
  const start = () =>
    spawnSync(exe, args, {
      cwd: home,
      env: { PATH: '', SystemRoot: process.env['SystemRoot'] },
      encoding: 'utf8',
    });
  let ended = start();
  // Linux starts no file that is still open to be written, as it is for a moment in a process that another test has forked.
  for (let i = 0; i < 100 && (ended.error as NodeJS.ErrnoException | undefined)?.code === 'ETXTBSY'; i++)
    ended = start();
  if (ended.error !== undefined) throw ended.error;
  const { status, stdout, stderr } = ended;
  return { code: status, stdout, stderr };
}

test('the executable runs where there is no Node.js', () => {
  expect(run('--version')).toEqual({ code: 0, stdout: `${KUBEWIN_VERSION}\n`, stderr: '' });
  expect(run('check', 'missing.yaml').code).toBe(2);
});

test('it contains the pages, and the language server', () => {
  expect(run('rule', 'pod/host-pid')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('hostPID on a Windows pod'),
  });
  expect(run('lsp', '--version')).toEqual({ code: 0, stdout: `${KUBEWIN_VERSION}\n`, stderr: '' });
  expect(run('lsp')).toMatchObject({ code: 2, stderr: expect.stringContaining('Kubewin language server') });
});

test('it says what the bundle says, also with threads', async () => {
  for (const args of [
    ['check', 'work', '--threads=1'],
    ['check', 'work', '--threads=3', '--format=json'],
    ['explain', 'work'],
  ]) {
    expect(run(...args), args.join(' ')).toEqual(await kubewin(args, { cwd: home }));
  }
});
