import { spawn } from 'node:child_process';
import { chmodSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CLI, folderWith, kubewin, only, shell, textOf } from './kubewin.ts';
import { DECLARED, MANIFEST_RULES, SCHEDULED } from './manifests.ts';

const RULES = only(...MANIFEST_RULES);

test('writes the same text for several formats as for each alone', async () => {
  const files = { 'a.yaml': DECLARED, 'b.yaml': SCHEDULED };
  const cwd = folderWith({ ...files, 'out/text.txt': 'old' });
  const args = ['check', 'a.yaml', 'b.yaml', ...RULES];
  const [text, json] = await Promise.all([kubewin(args, { cwd }), kubewin([...args, '--format=json'], { cwd })]);
  const together = ['--format', 'text=out/text.txt', '--format=json'];
  expect(await kubewin([...args, ...together], { cwd })).toEqual(json);
  expect(textOf(cwd, 'out/text.txt')).toBe(text.stdout);
  expect(readdirSync(join(cwd, 'out'))).toEqual(['text.txt']);
  const alone = await kubewin([...args, '--threads=2', '--format=json=out/a.json'], { cwd });
  expect(alone).toEqual({ code: 1, stdout: '', stderr: '' });
  expect(textOf(cwd, 'out/a.json')).toBe(json.stdout);
});

test('colors only standard output', async () => {
  const cwd = folderWith({ 'a.yaml': SCHEDULED });
  const environment = { FORCE_COLOR: '1' };
  await kubewin(['check', 'a.yaml', '--format=text=out.txt', ...RULES], { cwd, environment });
  expect(textOf(cwd, 'out.txt')).not.toContain('\u001b');
});

test('explain writes to files, too', async () => {
  const cwd = folderWith({ 'a.yaml': SCHEDULED });
  const { stdout } = await kubewin(['explain', 'a.yaml'], { cwd });
  expect(await kubewin(['explain', 'a.yaml', '--format=text=out.txt'], { cwd })).toMatchObject({ code: 0, stdout: '' });
  expect(textOf(cwd, 'out.txt')).toBe(stdout);
});

test('reports a file that cannot be written before checking or fixing anything', async () => {
  const cwd = folderWith({ 'a.yaml': DECLARED, 'out/b.json': '', 'c.json': 'old' });
  const args = ['check', '--fix', '--format=json=out', '--format=text=no/x.txt', '--format=json=c.json'];
  expect(await kubewin(args, { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: [
      'kubewin: `out` cannot be written: it is a folder.\n',
      'kubewin: `no/x.txt` cannot be written: there is no folder `no`.\n',
    ].join(''),
  });
  expect([textOf(cwd, 'a.yaml'), textOf(cwd, 'c.json')]).toEqual([DECLARED, 'old']);
  expect(readdirSync(cwd)).toEqual(['a.yaml', 'c.json', 'out']);
});

test.skipIf(process.platform === 'win32')('a file keeps its mode, and a link leads to the new file', async () => {
  const cwd = folderWith({ 'a.yaml': SCHEDULED, 'x.json': 'old' });
  chmodSync(join(cwd, 'x.json'), 0o640);
  symlinkSync('x.json', join(cwd, 'link.json'));
  await kubewin(['check', 'a.yaml', '--format=json=link.json'], { cwd });
  expect(textOf(cwd, 'x.json')).toContain('"findings"');
  expect(statSync(join(cwd, 'x.json')).mode & 0o777).toBe(0o640);
});

test.skipIf(process.platform === 'win32')('writes to pipes and devices without replacing them', async () => {
  const cwd = folderWith({ 'a.yaml': SCHEDULED });
  const { stdout } = await kubewin(['check', 'a.yaml', '--format=json', ...RULES], { cwd });
  const line = `$kubewin check a.yaml --format=text=/dev/null --format=json=/dev/stdout ${RULES.join(' ')} | cat`;
  expect((await shell(line, { cwd })).stdout).toBe(stdout);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

test.skipIf(process.platform === 'win32')('if writing fails, only the old file remains', async () => {
  const cwd = folderWith({
    'a.yaml': SCHEDULED.repeat(200).replaceAll('apiVersion', '---\napiVersion'),
    'x.json': 'old',
  });
  // Limits files to a few kilobytes, which simulates a full disk.
  const { code, stderr } = await shell('ulimit -f 8; $kubewin check a.yaml --format=json=x.json', { cwd });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'kubewin: `x.json` cannot be written: it would become too large.\n',
  });
  expect(textOf(cwd, 'x.json')).toBe('old');
  expect(readdirSync(cwd)).toEqual(['a.yaml', 'x.json']);
});

test.skipIf(process.platform === 'win32')('Ctrl+C leaves the old file and no partial file', async () => {
  const cwd = folderWith({ 'x.json': 'old' });
  // The command waits for standard input.
  const child = spawn(process.execPath, [CLI, 'check', '-', '--format=json=x.json'], { cwd });
  while (readdirSync(cwd).length < 2) await setTimeout(20);
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130);
  expect(readdirSync(cwd)).toEqual(['x.json']);
  expect(textOf(cwd, 'x.json')).toBe('old');
});

test('does not overwrite a manifest that is read', async () => {
  const cwd = folderWith({
    'a.yaml': SCHEDULED,
    'sub/b.json': '{"apiVersion": "v1", "kind": "Pod"}',
    'old.json': '{}',
  });
  symlinkSync('a.yaml', join(cwd, 'link.yaml'));
  const says = (path: string) => `kubewin: \`${path}\` cannot be written: it is one of the files to check.\n`;
  // The option has no value, so the path is an output file.
  expect(await kubewin(['check', '--write-baseline', 'a.yaml'], { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: says('a.yaml'),
  });
  const { stderr } = await kubewin(
    ['explain', 'a.yaml', 'sub', '--format=text=link.yaml', '--format=json=sub/b.json'],
    {
      cwd,
    },
  );
  expect(stderr).toBe(says('link.yaml') + says('sub/b.json'));
  expect([textOf(cwd, 'a.yaml'), textOf(cwd, 'sub/b.json')]).toEqual([
    SCHEDULED,
    '{"apiVersion": "v1", "kind": "Pod"}',
  ]);
  expect(readdirSync(cwd).sort()).toEqual(['a.yaml', 'link.yaml', 'old.json', 'sub']);
  // The result of an earlier run may be replaced.
  expect(await kubewin(['check', '.', '--format=json=old.json', ...RULES], { cwd })).toMatchObject({
    code: 1,
    stderr: '',
  });
  expect(textOf(cwd, 'old.json')).toContain('"findings"');
});

test.each([
  ['--baseline', '{"version": 1, "findings": []}'],
  ['--config', 'taint: aks\n'],
  ['--files-from', 'a.yaml\n'],
])('does not overwrite the file of %s', async (option, text) => {
  const cwd = folderWith({ 'a.yaml': SCHEDULED, x: text });
  expect(await kubewin(['check', 'a.yaml', option, 'x', '--format=json=./x'], { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'kubewin: `./x` cannot be written: the command also reads it.\n',
  });
  expect(textOf(cwd, 'x')).toBe(text);
  const again = await kubewin(['check', 'a.yaml', option, 'x', '--write-baseline=./x'], { cwd });
  expect(again.code).toBe(option === '--baseline' ? 0 : 2);
});

test.skipIf(process.platform !== 'linux')('reports a full disk at standard output once', async () => {
  const cwd = folderWith({ 'a.yaml': DECLARED });
  expect(await shell('$kubewin check --format=compact a.yaml > /dev/full', { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'kubewin: The result cannot be written: the disk is full.\n',
  });
});
