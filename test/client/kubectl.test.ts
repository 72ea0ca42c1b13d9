import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { kubectl, runKubectl } from '../../client/src/kubectl.ts';
import { folderWith } from '../cli/kubewin.ts';

const isWindows = process.platform === 'win32';
const NEVER = new AbortController().signal;

/** Puts a script of Node.js named `kubectl` on the PATH, and returns a file in which it records what it is asked. */
function standIn(script: string): string {
  const folder = folderWith({
    kubectl: `#!${process.execPath}
const record = { args: process.argv.slice(2), folder: process.cwd() };
require('node:fs').appendFileSync(__dirname + '/record', JSON.stringify(record) + '\\n');
${script}`,
  });
  chmodSync(join(folder, 'kubectl'), 0o755);
  setPath(`${folder}${delimiter}${process.env['PATH']}`);
  return join(folder, 'record');
}

function setPath(path: string): void {
  vi.stubEnv('PATH', path);
  onTestFinished(() => void vi.unstubAllEnvs());
}

function recordOf(file: string): unknown[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

test('only the context, Nodes, RuntimeClasses and the release are asked for', () => {
  expect(kubectl.currentContext).toEqual(['config', 'current-context']);
  expect(kubectl.commandsFor('shop')).toEqual({
    list: ['--context=shop', 'get', 'nodes,runtimeclasses', '-o', 'yaml'],
    version: ['--context=shop', 'version', '-o', 'json'],
  });
});

// A script cannot be an executable there.
describe.skipIf(isWindows)('the kubectl of the PATH', () => {
  test('runs without a shell, and outside of the workspace', async () => {
    const file = standIn('process.stdout.write("out"); process.stderr.write("warning");');
    const { list } = kubectl.commandsFor('a b; touch x $(touch y)');
    expect(await kubectl.run(list, NEVER)).toEqual({ code: 0, stdout: 'out', stderr: 'warning' });
    expect(recordOf(file)).toEqual([{ args: list, folder: homedir() }]);
  });

  test('cannot wait for an answer of the user', async () => {
    standIn('process.stdin.on("end", () => console.log("end")).resume();');
    expect(await kubectl.run(['version'], NEVER)).toEqual({ code: 0, stdout: 'end\n', stderr: '' });
  });

  test('may fail, and what it has printed is kept', async () => {
    standIn('process.stdout.write("half"); process.stderr.write("error: no"); process.exitCode = 3;');
    expect(await kubectl.run(['get'], NEVER)).toEqual({ code: 3, stdout: 'half', stderr: 'error: no' });
    standIn('process.kill(process.pid);');
    expect(await kubectl.run(['get'], NEVER)).toEqual({ code: null, stdout: '', stderr: '' });
  });

  test('is ended if it takes too long, also if it ignores signals and its child keeps the output open', async () => {
    standIn(`process.on('SIGTERM', () => {});
require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { stdio: 'inherit' });
setInterval(() => {}, 1_000);`);
    expect(await runKubectl(['get'], NEVER, 400)).toEqual({ fault: 'timeout' });
  });

  test('is ended if the user cancels', async () => {
    const file = standIn('setInterval(() => {}, 1_000);');
    const controller = new AbortController();
    const result = kubectl.run(['get'], controller.signal);
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 10_000 });
    controller.abort();
    expect(await result).toEqual({ fault: 'canceled' });
  });

  test('is ended if it prints more than 64 MB', async () => {
    standIn('const text = "x".repeat(1_000_000); setInterval(() => process.stdout.write(text), 1);');
    expect(await kubectl.run(['get'], NEVER)).toEqual({ fault: 'overflow' });
  });

  test('may be missing, or not executable', async () => {
    const folder = folderWith({ kubectl: '#!/bin/sh\n' });
    setPath(folder);
    await expect(kubectl.run(['get'], NEVER)).rejects.toThrow('EACCES');
    setPath(folderWith({}));
    expect(await kubectl.run(['get'], NEVER)).toEqual({ fault: 'missing' });
  });
});
