import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CLI, folderWith, kubewin, only, textOf } from './kubewin.ts';
import { DECLARED, FIXED, MANIFEST_RULES, SCHEDULED } from './manifests.ts';

/** Starts `check --watch`, and collects its output. */
function watching(cwd: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, 'check', '--watch', ...only(...MANIFEST_RULES), ...args], { cwd });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const times = (count: number) => async () => {
    while (output.stderr.split('Watching for changes. Press Ctrl+C to stop.\n').length <= count) await setTimeout(20);
  };
  const ended = new Promise((resolve) => child.on('close', resolve));
  return { child, output, ended, first: times(1), second: times(2), third: times(3) };
}

test.skipIf(process.platform === 'win32')('--watch checks again when a file changes, until Ctrl+C', async () => {
  const cwd = folderWith({ 'a.yaml': SCHEDULED });
  const { child, output, ended, first, second } = watching(cwd, '--format=compact', '--format=json=out.json');
  await first();
  expect(output.stdout).toMatch(/^a\.yaml:9:3: .*\n$/);
  const before = textOf(cwd, 'out.json');
  writeFileSync(join(cwd, 'b.yaml'), DECLARED);
  await second();
  expect(output.stdout.match(/^\w+\.yaml:\d+/gm)).toEqual(['a.yaml:9', 'a.yaml:9', 'b.yaml:8', 'b.yaml:13']);
  expect(textOf(cwd, 'out.json')).not.toBe(before);
  // The files that it writes itself are not changes.
  await setTimeout(1_500);
  expect(output.stderr.split('Watching').length).toBe(3);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
});

test.skipIf(process.platform === 'win32')('--watch notices a new configuration file above the files', async () => {
  const cwd = folderWith({ 'sub/a.yaml': SCHEDULED });
  const { child, output, ended, first, second } = watching(join(cwd, 'sub'), '--format=compact');
  await first();
  writeFileSync(join(cwd, '.kubewin.yaml'), 'exclude: ["*.yaml"]\n');
  await second();
  child.kill('SIGINT');
  await ended;
  expect(output.stdout).toMatch(/^a\.yaml:9:3: .*\n/);
});

test.skipIf(process.platform === 'win32')('--watch notices a change of a values file elsewhere', async () => {
  const cwd = folderWith({
    'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n',
    'chart/templates/a.yaml': SCHEDULED.replace('kubernetes.io/os: windows', 'kubernetes.io/os: {{ .Values.os }}'),
    'values.yaml': 'os: linux\n',
  });
  const { child, output, ended, first, second } = watching(cwd, '--format=compact', 'chart', '--values=values.yaml');
  await first();
  expect(output.stdout).toBe('');
  writeFileSync(join(cwd, 'values.yaml'), 'os: windows\n');
  await second();
  child.kill('SIGINT');
  await ended;
  expect(output.stdout).toMatch(/^chart\/templates\/a\.yaml:9:3: /);
});

test.skipIf(process.platform === 'win32')(
  '--watch notices a change of values that a configuration file names',
  async () => {
    const cwd = folderWith({
      '.kubewin.yaml': 'helm.values: { chart: [../values.yaml] }\n',
      'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n',
      'chart/templates/a.yaml': SCHEDULED.replace('kubernetes.io/os: windows', 'kubernetes.io/os: {{ .Values.os }}'),
      'values.yaml': 'os: linux\n',
    });
    const { child, output, ended, first, second } = watching(cwd, '--format=compact', 'chart');
    await first();
    // Files that were read for the first time have not changed.
    await setTimeout(1_500);
    expect(output.stderr.split('Watching').length).toBe(2);
    writeFileSync(join(cwd, 'values.yaml'), 'os: windows\n');
    await second();
    child.kill('SIGINT');
    await ended;
    expect(output.stdout).toMatch(/^chart\/templates\/a\.yaml:9:3: /);
  },
);

test.skipIf(process.platform === 'win32')(
  '--watch notices a new configuration file above folders elsewhere',
  async () => {
    const cwd = folderWith({ '.git/HEAD': '', 'a/sub/a.yaml': SCHEDULED, 'b/none.txt': '' });
    const { child, output, ended, first, second } = watching(join(cwd, 'b'), '--format=compact', '../a/sub');
    await first();
    writeFileSync(join(cwd, 'a/.kubewin.yaml'), 'x: 1\n');
    await second();
    child.kill('SIGINT');
    await ended;
    expect(output.stderr).toContain('a/.kubewin.yaml:1:1: ');
  },
);

test.skipIf(process.platform === 'win32')('--watch continues after a temporarily broken baseline', async () => {
  const baseline = '{"version": 1, "findings": []}';
  const cwd = folderWith({ 'a.yaml': SCHEDULED, 'b.json': baseline });
  const { child, output, ended, first, second, third } = watching(
    cwd,
    '--format=compact',
    '--baseline=b.json',
    'a.yaml',
  );
  await first();
  writeFileSync(join(cwd, 'b.json'), '{');
  await second();
  expect(output.stderr).toContain('kubewin: b.json:1:1: the baseline is not valid JSON here.\n');
  writeFileSync(join(cwd, 'b.json'), baseline);
  await third();
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(output.stdout).toMatch(/^a\.yaml:9:3: .*\na\.yaml:9:3: .*\n$/);
});

test('--watch ends at once if it cannot start', async () => {
  const cwd = folderWith({ 'a.yaml': FIXED });
  const { code, stderr } = await kubewin(['check', '--watch', '--baseline=none.json'], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'kubewin: none.json: No such file or folder.\n' });
});
