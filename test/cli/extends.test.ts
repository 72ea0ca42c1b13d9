import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInFolder } from './in-process.ts';
import { folderWith, kubewin } from './kubewin.ts';
import { SCHEDULED } from './manifests.ts';

const CONFIG = '.kubewin.yaml';
const OFF = 'image: off, scheduling: off, resources: off, run-as-user-name: off, run-as-non-root: off, os: off';
const set = (severity: string) => `rules: { pod/host-pid: ${severity}, ${OFF} }\n`;

/** The severity of `pod/host-pid` by file, and the messages. */
async function checked(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runInFolder(files, 'check', '--hints', '--format=compact', ...args);
  const found = [...stdout.matchAll(/^(.*?):\d.*: (\w+): .*\[pod\/host-pid\]$/gm)];
  return { code, found: Object.fromEntries(found.map(([, path, severity]) => [path, severity])), stderr };
}

const ERROR = { code: 1, stderr: '' };

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['a path', { [CONFIG]: 'extends: ./base.yaml\n', 'base.yaml': set('error') }, { 'a.yaml': 'error' }],
  [
    'a path through a chain, from the folder of each file',
    {
      [CONFIG]: 'extends: ./team/base.yaml\n',
      'team/base.yaml': 'extends: ../company/base.yml\n',
      'company/base.yml': set('error'),
    },
    { 'a.yaml': 'error' },
  ],
  [
    'the nearest package',
    {
      [`deep/${CONFIG}`]: "extends: '@example/kubewin/strict.yaml'\n",
      'deep/a.yaml': SCHEDULED,
      'deep/node_modules/@example/other/strict.yaml': set('off'),
      'node_modules/@example/kubewin/strict.yaml': 'extends: ./base.yaml\n',
      'node_modules/@example/kubewin/base.yaml': set('error'),
    },
    { 'a.yaml': 'warning', 'deep/a.yaml': 'error' },
  ],
  [
    'a rule that wins over that of the base, whose others stay',
    { [CONFIG]: 'extends: ./base.yaml\nrules: { pod/host-pid: error }\n', 'base.yaml': set('off') },
    { 'a.yaml': 'error' },
  ],
  [
    'a rule that is on again',
    { [CONFIG]: 'extends: ./base.yaml\nrules: { pod/host-pid: on }\n', 'base.yaml': set('off') },
    { 'a.yaml': 'warning' },
  ],
  [
    'settings that win over the overrides of the base',
    {
      [CONFIG]: 'extends: ./base.yaml\nrules: { pod/host-pid: error }\n',
      'base.yaml': `overrides: [{ files: ['*.yaml'], ${set('off').trim()} }]\n`,
    },
    { 'a.yaml': 'error' },
  ],
  [
    'globs that are relative to the folder of the file that extends it',
    {
      [`deep/${CONFIG}`]: 'extends: ../shared/base.yaml\n',
      'deep/old/a.yaml': SCHEDULED,
      'deep/new/a.yaml': SCHEDULED,
      'deep/vendor/a.yaml': SCHEDULED,
      'shared/base.yaml': `exclude: [vendor/]\noverrides: [{ files: [new/], ${set('error').trim()} }]\n`,
    },
    { 'a.yaml': 'warning', 'deep/new/a.yaml': 'error', 'deep/old/a.yaml': 'warning' },
  ],
])('extends has %s', async (_, files, found) => {
  expect(await checked({ 'a.yaml': SCHEDULED, ...files })).toEqual({ ...ERROR, found });
});

test('--config names a file that extends another one', async () => {
  const files = { 'a.yaml': SCHEDULED, 'ci/strict.yaml': 'extends: ./base.yaml\n', 'ci/base.yaml': set('error') };
  expect((await checked(files, '--config=ci/strict.yaml')).found).toEqual({ 'a.yaml': 'error' });
});

const CHAIN = Object.fromEntries(
  Array.from({ length: 11 }, (_, i) => [`${i}.yaml`, i === 10 ? '' : `extends: ./${i + 1}.yaml\n`]),
);

test.each<[string, Record<string, string>, string]>([
  [
    'no path',
    { [CONFIG]: 'extends: base.yaml\n' },
    '.kubewin.yaml:1:10: `extends` cannot be `base.yaml`. It must be a path such as `./base.yaml`, or a file of a package such as `@example/kubewin/base.yaml`.',
  ],
  [
    'a URL',
    { [CONFIG]: 'extends: https://example.com/base.yaml\n' },
    '.kubewin.yaml:1:10: `extends` cannot be `https://example.com/base.yaml`.',
  ],
  ['a list', { [CONFIG]: 'extends: [./base.yaml]\n' }, '.kubewin.yaml:1:10: `extends` cannot be a list.'],
  ['a missing file', { [CONFIG]: 'extends: ./base.yaml\n' }, '.kubewin.yaml:1:10: `./base.yaml` does not exist.'],
  [
    'a missing package',
    { [CONFIG]: 'extends: kubewin-base/base.yaml\n' },
    '.kubewin.yaml:1:10: No folder `node_modules` here or above has `kubewin-base/base.yaml`.',
  ],
  [
    'a file outside',
    { [CONFIG]: 'extends: ../base.yaml\n', '../base.yaml': set('error') },
    '.kubewin.yaml:1:10: `../base.yaml` is outside of the folder or repository that is checked.',
  ],
  [
    'a circle',
    { [CONFIG]: 'extends: ./base.yaml\n', 'base.yaml': '# Shared\nextends: ./.kubewin.yaml\n' },
    'base.yaml:2:10: `./.kubewin.yaml` extends this file already.',
  ],
  ['itself', { [CONFIG]: 'extends: ./.kubewin.yaml\n' }, '.kubewin.yaml:1:10: `./.kubewin.yaml` extends this file'],
  [
    'too many files',
    { [CONFIG]: 'extends: ./0.yaml\n', ...CHAIN },
    '9.yaml:1:10: More than 10 files extend each other.',
  ],
  [
    'faults in the base',
    {
      [CONFIG]: 'extends: ./base.yaml\n',
      'deep/.kubewin.yaml': 'extends: ../base.yaml\n',
      'base.yaml': 'color: red\n',
    },
    'base.yaml:1:1: Unknown setting `color`.',
  ],
])('extends with %s is a fault at its place', async (_, files, message) => {
  const all = { 'a.yaml': SCHEDULED, 'deep/a.yaml': SCHEDULED, ...files };
  const { code, found, stderr } = await checked(all);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(found).toEqual({ 'a.yaml': 'warning', 'deep/a.yaml': 'warning' });
});

test('a base in the repository above the current folder applies, and a link out of it does not', async () => {
  const cwd = folderWith({
    'outside.yaml': set('off'),
    'repository/.git/HEAD': '',
    'repository/base.yaml': set('error'),
    'repository/deep/.kubewin.yaml': 'extends: ../base.yaml\n',
    'repository/deep/a.yaml': SCHEDULED,
    'repository/linked/.kubewin.yaml': 'extends: ./base.yaml\n',
    'repository/linked/a.yaml': SCHEDULED,
  });
  symlinkSync('../../outside.yaml', join(cwd, 'repository/linked/base.yaml'));
  const deep = await kubewin(['check', '--format=compact'], { cwd: join(cwd, 'repository/deep') });
  expect(deep).toMatchObject({ code: 1, stdout: expect.stringContaining(': error: '), stderr: '' });
  const linked = await kubewin(['check', '--format=compact'], { cwd: join(cwd, 'repository/linked') });
  expect(linked).toMatchObject({ code: 2, stderr: '.kubewin.yaml:1:10: `./base.yaml` does not exist.\n' });
});

test('a changed base is noticed by the cache', async () => {
  const cwd = folderWith({
    [CONFIG]: 'extends: ./base.yaml\ncache: true\n',
    'base.yaml': set('error'),
    'a.yaml': SCHEDULED,
  });
  const check = async () => (await kubewin(['check', '--format=compact'], { cwd })).stdout;
  expect(await check()).toContain(': error: ');
  expect(await check()).toContain(': error: ');
  writeFileSync(join(cwd, 'base.yaml'), set('warning'));
  expect(await check()).toContain(': warning: ');
});
