import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildExe, withoutSignature } from '../../packaging/exe.mjs';
import { pluginScript } from '../../packaging/release.mjs';
import { kubewin } from '../cli/kubewin.ts';
import { DECLARED } from '../cli/manifests.ts';

declare const KUBEWIN_VERSION: string;

/** A folder with only the executable. */
const home = mkdtempSync(join(tmpdir(), 'kubewin-exe-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let exe: string;
/** Building takes seconds, and longer on a busy machine. */
const BUILDING = 300_000;

const printed: unknown[] = [];

beforeAll(async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation((...args) => printed.push(...args));
  const built = await buildExe();
  warn.mockRestore();
  exe = join(home, basename(built));
  copyFileSync(built, exe);
  mkdirSync(join(home, 'work'));
  for (let i = 0; i < 9; i++) writeFileSync(join(home, `work/${i}.yaml`), DECLARED);
}, BUILDING);

/** Runs the executable with an empty PATH, so that it cannot find Node.js. */
function run(...args: string[]) {
  const start = () =>
    spawnSync(exe, args, {
      cwd: home,
      env: { PATH: '', SystemRoot: process.env['SystemRoot'] },
      encoding: 'utf8',
    });
  let ended = start();
  // Linux does not start a file that is open for writing. A process that another test forks keeps it open for a moment.
  for (let i = 0; i < 100 && (ended.error as NodeJS.ErrnoException | undefined)?.code === 'ETXTBSY'; i++)
    ended = start();
  if (ended.error !== undefined) throw ended.error;
  const { status, stdout, stderr } = ended;
  return { code: status, stdout, stderr };
}

test('the executable runs without Node.js', () => {
  expect(run('--version')).toEqual({ code: 0, stdout: `${KUBEWIN_VERSION}\n`, stderr: '' });
  expect(run('check', 'missing.yaml').code).toBe(2);
});

test.skipIf(process.platform === 'win32')('the executable is a plug-in of kubectl by its name', () => {
  symlinkSync(exe, join(home, 'kubectl-kubewin'));
  const { status, stderr } = spawnSync(join(home, 'kubectl-kubewin'), ['-A'], { env: { PATH: '' }, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: 'kubewin: kubectl was not found in the PATH.\n' });
});

test('the script beside the executable is a plug-in of kubectl', () => {
  const isWindows = process.platform === 'win32';
  const folder = mkdtempSync(join(home, 'script-'));
  const program = isWindows ? 'kubewin.exe' : 'kubewin';
  copyFileSync(exe, join(folder, program));
  const script = join(folder, isWindows ? 'kubectl-kubewin.cmd' : 'kubectl-kubewin');
  writeFileSync(script, pluginScript(program), { mode: 0o755 });
  const link = join(home, 'link');
  if (!isWindows) symlinkSync(script, link);
  const { status, stdout } = spawnSync(isWindows ? `"${script}"` : link, ['--help'], {
    encoding: 'utf8',
    shell: isWindows,
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: run('cluster', '--help').stdout });
});

/** Starts the entry point of the executable with files in place of its assets, and writes whether V8 rejects the code. */
const PROBE = `
const { readFileSync } = require('node:fs');
const sea = require('node:sea');
const vm = require('node:vm');
sea.getAsset = (name, encoding) => readFileSync(name, encoding);
const { Script } = vm;
vm.Script = function (...values) {
  const script = new Script(...values);
  console.error(script.cachedDataRejected);
  return script;
};
require('./main.js');`;

test(
  'V8 accepts the compiled code of the executable, and the build is the same each time',
  async () => {
    const work = join(import.meta.dirname, '../../out/exe');
    const probe = () =>
      spawnSync(process.execPath, ['-e', PROBE, 'kubewin', '--version'], { cwd: work, encoding: 'utf8' });
    expect(probe()).toMatchObject({ stdout: `${KUBEWIN_VERSION}\n`, stderr: 'false\n' });
    const blob = readFileSync(join(work, 'blob'));
    await buildExe(mkdtempSync(join(home, 'again-')));
    expect(readFileSync(join(work, 'blob')).equals(blob)).toBe(true);
    // The probe notices code that is not compiled from this text.
    writeFileSync(join(work, 'cli.js'), `${readFileSync(join(work, 'cli.js'), 'utf8')}\n`);
    expect(probe()).toMatchObject({ stderr: 'true\n' });
  },
  BUILDING,
);

test('the executable contains the pages and the language server', () => {
  expect(run('rule', 'pod/host-pid')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('hostPID on a Windows pod'),
  });
  expect(run('lsp', '--version')).toEqual({ code: 0, stdout: `${KUBEWIN_VERSION}\n`, stderr: '' });
  expect(run('lsp')).toMatchObject({ code: 2, stderr: expect.stringContaining('Kubewin language server') });
});

test('the executable reports the same as the bundle, also with threads', async () => {
  for (const args of [
    ['check', 'work', '--threads=1'],
    ['check', 'work', '--threads=3', '--format=json'],
    ['explain', 'work'],
  ]) {
    expect(run(...args), args.join(' ')).toEqual(await kubewin(args, { cwd: home }));
  }
});

describe('the signature of Node.js', () => {
  /** A program for Windows with a certificate table, of which only the fields are set that are read. */
  function program(hasSignature: boolean): Buffer {
    const headers = Buffer.alloc(0x200, 1);
    headers.write('MZ');
    headers.writeUInt32LE(0x80, 0x3c);
    const table = 0x80 + 24 + 112 + 32;
    headers.writeUInt32LE(hasSignature ? headers.length : 0, table);
    headers.writeUInt32LE(hasSignature ? 9 : 0, table + 4);
    return Buffer.concat([headers, Buffer.from(hasSignature ? 'signature' : '')]);
  }

  test('is removed, since the program is changed', () => {
    expect(withoutSignature(program(true)).equals(program(false))).toBe(true);
    expect(withoutSignature(program(false)).equals(program(false))).toBe(true);
  });

  test('is left to codesign in programs for other systems', () => {
    const other = Buffer.from('\x7fELF', 'latin1');
    expect(withoutSignature(other)).toBe(other);
  });
});

test('building prints nothing', () => {
  expect(printed).toEqual([]);
});
