import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Progress } from '../../server/src/cli/terminal/progress.ts';
import { CLI } from './kubewin.ts';

/** The output of long work with a step every 300 milliseconds. */
function written(isTTY: boolean, environment: Record<string, string> = {}): string[] {
  const texts: string[] = [];
  let time = 0;
  const stderr = { isTTY, write: (text: string) => texts.push(text) };
  const progress = new Progress({ stderr, environment }, () => time);
  for (let i = 0; i < 6; i++, time += 300) progress.show(() => `${i} of 6`);
  progress.clear();
  progress.clear();
  return texts;
}

test('shows work of more than a second on a terminal, and removes the line at the end', () => {
  expect(written(true)).toEqual(['\r\x1b[K4 of 6', '\r\x1b[K5 of 6', '\r\x1b[K']);
});

test.each<[string, boolean, Record<string, string>]>([
  ['where there is no terminal', false, {}],
  ['in CI', true, { CI: 'true' }],
])('shows nothing %s', (_, isTTY, environment) => {
  expect(written(isTTY, environment)).toEqual([]);
});

test('tells another process what it would show', () => {
  const told: string[] = [];
  let time = 0;
  const write = () => expect.unreachable('nothing is written');
  const progress = new Progress(
    { stderr: { write }, environment: {}, onProgress: (text) => void told.push(text) },
    () => time,
  );
  for (let i = 0; i < 6; i++, time += 300) progress.show(() => `${i} of 6`);
  expect(told).toEqual(['4 of 6', '5 of 6']);
});

test.skipIf(process.platform === 'win32')('Ctrl+C ends a scan at once and removes the progress line', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'kubewin-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const pod = (name: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n  os: {name: windows}\n  hostPID: true\n  containers: [{name: a, image: a}]\n`;
  mkdirSync(join(cwd, 'files'));
  const names = Array.from({ length: 40 }, (_, i) => `${i}.yaml`);
  const text = Array.from({ length: 60 }, (_, i) => pod(`web-${i}`)).join('---\n');
  for (const name of names) writeFileSync(join(cwd, 'files', name), text);
  const child = spawn(process.execPath, [CLI, 'check', '--fix', 'files'], { cwd, stdio: 'ignore' });
  setTimeout(() => child.kill('SIGINT'), 700);
  // In a shell, this exit code is 130.
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)));
  expect(signal).toBe('SIGINT');
  expect(readdirSync(join(cwd, 'files')).sort()).toEqual(names.sort());
});
