import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { folderWith, kubewin, textOf } from './kubewin.ts';
import { DECLARED, SCHEDULED } from './manifests.ts';

const CONFIG = '.kubewin.yaml';
/** Turns off other rules. */
const ONLY = 'image: off, scheduling: off, resources: off, run-as-user-name: off, run-as-non-root: off, os: off';
const OFF = `rules: { pod: off, ${ONLY} }\n`;

/** The severity of `pod/host-pid` by file; undefined without a finding. */
async function severities(args: readonly string[], cwd: string, input?: string): Promise<Record<string, string>> {
  const { stdout } = await kubewin(['check', '--format=json', ...args], {
    cwd,
    ...(input === undefined ? {} : { input }),
  });
  const { files } = JSON.parse(stdout) as {
    files: { path: string; findings: { rule: string; severity: string }[] }[];
  };
  return Object.fromEntries(
    files.map(({ path, findings }) => [path, findings.find(({ rule }) => rule === 'pod/host-pid')?.severity ?? 'off']),
  );
}

const set = (severity: string) => `rules: { pod/host-pid: ${severity} }\n`;

describe('the nearest file applies', () => {
  test.each<
    [name: string, files: Record<string, string>, args: string[], cwd: string, expected: Record<string, string>]
  >([
    ['in the same folder', { [CONFIG]: set('hint'), 'a.yaml': SCHEDULED }, [], '', { 'a.yaml': 'hint' }],
    [
      'not one further up',
      { [CONFIG]: set('hint'), [`deep/${CONFIG}`]: 'taint: none\n', 'deep/a/b/a.yaml': SCHEDULED, 'a.yaml': SCHEDULED },
      [],
      '',
      { 'deep/a/b/a.yaml': 'warning', 'a.yaml': 'hint' },
    ],
    [
      'of a folder argument',
      { [CONFIG]: set('hint'), 'deep/a.yaml': SCHEDULED },
      ['deep'],
      '',
      { 'deep/a.yaml': 'hint' },
    ],
    [
      'of a file argument',
      { [CONFIG]: set('hint'), 'deep/a.yaml': SCHEDULED },
      ['deep/a.yaml'],
      '',
      { 'deep/a.yaml': 'hint' },
    ],
    [
      'not above the current folder',
      { [CONFIG]: set('hint'), 'deep/a.yaml': SCHEDULED },
      [],
      'deep',
      { 'a.yaml': 'warning' },
    ],
    [
      'above the current folder in a repository',
      { '.git/HEAD': '', [CONFIG]: set('hint'), 'deep/a.yaml': SCHEDULED },
      [],
      'deep',
      { 'a.yaml': 'hint' },
    ],
    [
      'not above a repository, such as a submodule, whose .git is a file',
      {
        [CONFIG]: set('hint'),
        'sub/.git': 'gitdir: ../.git/modules/sub\n',
        'sub/deep/a.yaml': SCHEDULED,
        'b.yaml': SCHEDULED,
      },
      [],
      '',
      { 'sub/deep/a.yaml': 'warning', 'b.yaml': 'hint' },
    ],
    [
      'not above a folder argument elsewhere',
      { [CONFIG]: set('hint'), 'one/a.yaml': SCHEDULED, 'two/b.yaml': '' },
      ['../one'],
      'two',
      { '../one/a.yaml': 'warning' },
    ],
    [
      'in a folder argument elsewhere',
      { [`one/${CONFIG}`]: set('hint'), 'one/a/a.yaml': SCHEDULED, 'two/b.yaml': '' },
      ['../one', '../one/a/a.yaml'],
      'two',
      { '../one/a/a.yaml': 'hint' },
    ],
  ])('%s', async (_, files, args, cwd, expected) => {
    expect(await severities(args, join(folderWith(files), cwd))).toEqual(expected);
  });

  test('applies to standard input, with and without a name', async () => {
    const cwd = folderWith({ [CONFIG]: set('hint'), [`deep/${CONFIG}`]: set('error'), 'deep/b.yaml': '' });
    expect(await severities(['-'], cwd, SCHEDULED)).toEqual({ '-': 'hint' });
    const args = ['-', '--stdin-filename=deep/a.yaml'];
    expect(await severities(args, cwd, SCHEDULED)).toEqual({ 'deep/a.yaml': 'error' });
  });
});

test('overrides apply to files that match their globs, and the last one wins', async () => {
  const cwd = folderWith({
    [CONFIG]: `${set('hint')}overrides:
  - files: [legacy/]
    ${set('error')}
  - files: ["**/*.tmp.yaml"]
    ${set('off')}`,
    'a.yaml': SCHEDULED,
    'legacy/deep/a.yaml': SCHEDULED,
    'legacy/b.tmp.yaml': SCHEDULED,
    'other/legacy/a.yaml': SCHEDULED,
  });
  expect(await severities([], cwd)).toEqual({
    'a.yaml': 'hint',
    'legacy/deep/a.yaml': 'error',
    'legacy/b.tmp.yaml': 'off',
    'other/legacy/a.yaml': 'hint',
  });
});

test('excluded files are not checked unless they are named', async () => {
  const files = { 'a.yaml': SCHEDULED, 'legacy/a.yaml': SCHEDULED, 'legacy/b.yaml': SCHEDULED, 'c.yaml': SCHEDULED };
  const cwd = folderWith({ [CONFIG]: 'exclude: [legacy]\n', ...files });
  const paths = async (...args: string[]) => Object.keys(await severities(args, cwd));
  expect(await paths()).toEqual(['a.yaml', 'c.yaml']);
  expect(await paths('legacy')).toEqual([]);
  expect(await paths('--exclude=c.yaml', '.', 'legacy/b.yaml')).toEqual(['./a.yaml', 'legacy/b.yaml']);
});

test('options win rule by rule, and also determine the defaults of a release', async () => {
  const cwd = folderWith({
    [CONFIG]: 'kubernetesVersion: 1.20\nrules: { pod: hint, image: off }\n',
    'a.yaml': DECLARED,
  });
  const { stdout } = await kubewin(
    ['check', '--format=json', '--rule=pod/host-pid=off', '--rule=security-context=off'],
    { cwd },
  );
  expect(JSON.parse(stdout).kubernetesVersion).toBe('1.20');
  expect(await severities(['--rule=pod/host-pid=warning'], cwd)).toEqual({ 'a.yaml': 'warning' });
  expect(await severities(['--rule=image=hint'], cwd)).toEqual({ 'a.yaml': 'hint' });
  const newest = await kubewin(['check', '--format=json', `--kubernetes-version=${NEWEST_VERSION}`], { cwd });
  expect(JSON.parse(newest.stdout).kubernetesVersion).toBe(NEWEST_VERSION);
});

test('an option that names a rule by its code wins over its ID in a file', async () => {
  const cwd = folderWith({ [CONFIG]: set('hint'), 'a.yaml': SCHEDULED });
  expect(await severities(['--rule=KW1103=error'], cwd)).toEqual({ 'a.yaml': 'error' });
});

test('--config applies to all files with globs from the current folder, and --no-config to none', async () => {
  const cwd = folderWith({
    [CONFIG]: set('hint'),
    'ci/strict.yaml': `${set('error')}overrides: [{ files: [deep], ${set('information').trim()} }]\n`,
    'a.yaml': SCHEDULED,
    'deep/a.yaml': SCHEDULED,
    [`deep/${CONFIG}`]: set('off'),
  });
  const args = ['--config', 'ci/strict.yaml', '--exclude=ci'];
  expect(await severities(args, cwd)).toEqual({ 'a.yaml': 'error', 'deep/a.yaml': 'information' });
  expect(await severities(['--no-config', '--exclude=ci'], cwd)).toEqual({
    'a.yaml': 'warning',
    'deep/a.yaml': 'warning',
  });
});

test.each([
  [['--config='], 'Invalid value for `--config`: ``. It must be a path.'],
  [['--config=a', '--no-config'], 'Use either `--config` or `--no-config`, not both.'],
  [['--config=../none.yaml'], '../none.yaml: No such file or folder.'],
  [['--config=.'], '.: This is a folder.'],
])('%j checks nothing', async (args, message) => {
  const { code, stdout, stderr } = await kubewin(['check', ...args], { cwd: folderWith({ 'a.yaml': SCHEDULED }) });
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `kubewin: ${message}`]);
});

describe('faults are reported once with their position and exit code 2, and defaults apply', () => {
  test.each<[name: string, text: string | Uint8Array, message: string]>([
    ['a release', `kubernetesVersion: 1.99\n`, '.kubewin.yaml:1:20: `kubernetesVersion` cannot be `1.99`.'],
    ['a setting', `${OFF}color: red\n`, '.kubewin.yaml:2:1: Unknown setting `color`.'],
    ['YAML', 'rules: {\n', '.kubewin.yaml:2:1: The file is not valid YAML, so the defaults are used:'],
    [
      'no text',
      new Uint8Array([0xff, 0xfe, 0]),
      '.kubewin.yaml: The file is not text: from here on it is not valid UTF-16.',
    ],
    ['its size', '#'.repeat(100_001), '.kubewin.yaml:1:1: The file has more than 100,000 characters'],
  ])('%s', async (_, text, message) => {
    const cwd = folderWith({ [CONFIG]: text, 'a.yaml': SCHEDULED, 'deep/b.yaml': SCHEDULED });
    for (const args of [[], ['--fix-dry-run'], ['--threads=2']]) {
      const { code, stderr } = await kubewin(['check', ...args], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr.split(CONFIG)).toHaveLength(2);
    }
    expect((await kubewin(['explain'], { cwd })).code).toBe(2);
  });

  test('valid settings beside a fault apply', async () => {
    const cwd = folderWith({ [CONFIG]: `colour: red\n${set('hint')}`, 'a.yaml': SCHEDULED });
    expect(await severities([], cwd)).toEqual({ 'a.yaml': 'hint' });
  });

  test.each(['--fix', '--write-baseline=known.json'])('%s writes nothing', async (option) => {
    const cwd = folderWith({ [CONFIG]: 'rules: {', 'a.yaml': DECLARED });
    const { code, stdout, stderr } = await kubewin(['check', option], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^\.kubewin\.yaml:1:9: .*\nkubewin: Nothing is written, because .* is not valid\.\n$/);
    expect(textOf(cwd, 'a.yaml')).toBe(DECLARED);
    expect(() => textOf(cwd, 'known.json')).toThrow('ENOENT');
  });

  test('faults of a file that applies to no input are not reported', async () => {
    const cwd = folderWith({ [`deep/${CONFIG}`]: 'rules: {', 'deep/none.txt': '', 'a.yaml': SCHEDULED });
    const { code, stderr } = await kubewin(['check'], { cwd });
    expect([code, stderr]).toEqual([1, '']);
  });
});

test('each thread uses the settings of each file', async () => {
  const severity = ['hint', 'information', 'error', 'off'];
  const files = Object.fromEntries(
    severity.flatMap((level, i) => [
      [`${i}/${CONFIG}`, set(level)],
      [`${i}/a.yaml`, SCHEDULED],
      [`${i}/b.yaml`, SCHEDULED],
    ]),
  );
  const cwd = folderWith(files);
  const check = (threads: number) => kubewin(['check', '--hints', '--format=json', `--threads=${threads}`], { cwd });
  const singleThreaded = await check(1);
  expect(await check(3)).toEqual(singleThreaded);
  expect(await severities(['--threads=3'], cwd)).toEqual(
    Object.fromEntries(severity.flatMap((each, i) => [`${i}/a.yaml`, `${i}/b.yaml`].map((path) => [path, each]))),
  );
});

test('facts apply across folders with different settings', async () => {
  const cwd = folderWith({
    [`a/${CONFIG}`]: 'kubernetesVersion: 1.30\n',
    'a/class.yaml': `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: win }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { kubernetes.io/os: windows } }
`,
    [`b/${CONFIG}`]: set('error'),
    'b/pod.yaml': SCHEDULED.replace('nodeSelector:\n    kubernetes.io/os: windows', 'runtimeClassName: win'),
  });
  expect(await severities([], cwd)).toMatchObject({ 'b/pod.yaml': 'error' });
});

test('--fix and explain use it', async () => {
  const cwd = folderWith({ [CONFIG]: 'rules: { pod/host-pid: off }\n', 'a.yaml': DECLARED });
  await kubewin(['check', '--fix'], { cwd });
  expect(textOf(cwd, 'a.yaml')).toContain('hostPID: true');
  expect(textOf(cwd, 'a.yaml')).not.toContain('privileged');
  const other = folderWith({
    [CONFIG]: 'windowsImages: [registry.example/]\n',
    'a.yaml': SCHEDULED.replace(/ {2}nodeSelector:\n.*\n/, ''),
  });
  expect((await kubewin(['explain'], { cwd: other })).stdout).toContain('windows');
});

test('a link applies only if it leads to a file in the folder', async () => {
  const cwd = folderWith({ 'out.yaml': set('error'), 'in/shared.yml': set('hint'), 'in/a.yaml': SCHEDULED });
  symlinkSync('shared.yml', join(cwd, 'in', CONFIG));
  const checked = async () => (await severities([], join(cwd, 'in')))['a.yaml'];
  expect(await checked()).toBe('hint');
  rmSync(join(cwd, 'in', CONFIG));
  symlinkSync('../out.yaml', join(cwd, 'in', CONFIG));
  expect(await checked()).toBe('warning');
});

test('a configuration file is not a manifest, and a folder of its name is ignored', async () => {
  const cwd = folderWith({ [CONFIG]: `# kind: Pod\n${OFF}`, [`deep/${CONFIG}/x.yaml`]: '', 'deep/a.yaml': SCHEDULED });
  expect(await severities([], cwd)).toEqual({ [`deep/${CONFIG}/x.yaml`]: 'off', 'deep/a.yaml': 'off' });
});

const WIDGET = `apiVersion: example.com/v1
kind: Widget
metadata: { name: a }
spec:
  template:
    spec:
      hostPID: true
      containers: [{ name: a, image: example.com/a }]
`;
const TO_WINDOWS = `resources: [widget.yaml]
patches:
  - target: { kind: Widget }
    patch: |
      - { op: add, path: /spec/template/spec/nodeSelector, value: { kubernetes.io/os: windows } }
`;

test.each<[from: string, args: string[], files: Record<string, string>, expected: string]>([
  ['an option', ['--embedded-pods=example.com/Widget=spec.template'], {}, 'warning'],
  ['a configuration file', [], { [CONFIG]: 'embeddedPods: { example.com/Widget: [spec.template] }\n' }, 'warning'],
  ['no setting', [], {}, 'off'],
])('Kustomize builds pods of custom resources by the paths in %s', async (_from, args, files, expected) => {
  const cwd = folderWith({ 'widget.yaml': WIDGET, 'kustomization.yaml': TO_WINDOWS, ...files });
  const found = await severities(args, cwd);
  expect(found['widget.yaml'] ?? 'off').toBe(expected);
});
