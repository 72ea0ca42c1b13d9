import { describe, expect, test } from 'vitest';
import { OPTIONS, optionsOf } from '../../server/src/cli/options/all-options.ts';
import { CHECK_FORMATS } from '../../server/src/cli/options/check.ts';
import { COMMANDS } from '../../server/src/cli/options/commands.ts';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { list } from '../../server/src/lint/settings/setting-faults.ts';
import { EDITOR_SETTINGS, SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { folderWith, kubewin, only, textOf } from './kubewin.ts';
import { DECLARED, MANIFEST_RULES, SCHEDULED } from './manifests.ts';

declare const KUBEWIN_VERSION: string;

test.each([
  [[], `Missing command: ${list(COMMANDS)}.`],
  [['chek'], 'Unknown command `chek`. Did you mean `check`?'],
  [['lint'], 'Unknown command `lint`.'],
  [['--bogus'], 'There is no option `--bogus`.'],
])('%j does nothing: %s', async (args, message) => {
  const cwd = folderWith({ 'a.yaml': SCHEDULED });
  const { code, stdout, stderr } = await kubewin(args, { cwd });
  expect(stderr).toContain(`kubewin: ${message}`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test.each([
  [['check', '--formt=json'], 'There is no option `--formt`. Did you mean `--format`?'],
  [
    ['check', '--kubernetes-versoin=1.29'],
    'There is no option `--kubernetes-versoin`. Did you mean `--kubernetes-version`?',
  ],
  [['check', '-x'], 'There is no option `-x`.'],
  [['check', '--__proto__'], 'There is no option `--__proto__`.'],
  [['explain', '--fix'], '`explain` has no option `--fix`.'],
  [['check', '--format'], 'The option `--format` needs a value: `--format name[=file]`.'],
  [['check', '.', '--taint'], 'The option `--taint` needs a value: `--taint taint`.'],
  [
    ['check', '--fix-rule', 'pod/host-pd'],
    'Invalid value for `--fix-rule`: `pod/host-pd`. There is no rule `pod/host-pd`. Did you mean `pod/host-pid`?',
  ],
  [
    ['check', '--fix-rule=host-pid'],
    'Invalid value for `--fix-rule`: `host-pid`. There is no rule `host-pid`. Did you mean `pod/host-pid`?',
  ],
  [['explain', '--fix-ineffective'], '`explain` has no option `--fix-ineffective`.'],
  [['check', '--format', '--fix'], 'The option `--format` needs a value: `--format name[=file]`.'],
  [['check', '--fix=yes'], 'The option `--fix` does not take a value.'],
  [
    ['check', '--format=jsn'],
    `Invalid value for \`--format\`: \`jsn\`. It must be ${list(CHECK_FORMATS)}. Did you mean \`json\`?`,
  ],
  [
    ['check', '--format=text', '--format=json'],
    'Only one format can go to standard output, not `text` and `json`. Write others to files: `--format json=file`.',
  ],
  [['check', '--format=text=a', '--format=json=./a'], 'Two formats cannot be written to the same file: `./a`.'],
  [['check', '--format=json='], '`--format json=`: the path of the file is missing.'],
  [['check', '--format=json=no/a'], '`no/a` cannot be written: there is no folder `no`.'],
  [['check', '--format=json=a.yaml/b'], '`a.yaml/b` cannot be written: there is no folder `a.yaml`.'],
  [['check', '--format=json=.'], '`.` cannot be written: it is a folder.'],
  [['check', '--format=xml'], 'Invalid value for `--format`: `xml`. It must be `text`'],
  [
    ['check', '--kubernetes-version=1.9'],
    `Invalid value for \`--kubernetes-version\`: \`1.9\`. It must be a release from 1.14 to ${NEWEST_VERSION}.`,
  ],
  [
    ['check', '--kubernetes-version='],
    `Invalid value for \`--kubernetes-version\`: \`\`. It must be a release from 1.14 to ${NEWEST_VERSION}.`,
  ],
  [
    ['check', '--container-runtime=runc'],
    'Invalid value for `--container-runtime`: `runc`. It must be `auto`, `containerd-2`',
  ],
  [['check', '--taint=x'], 'Invalid value for `--taint`: `x`. It must be auto, none, a provider or key=value:effect.'],
  [
    ['check', '--exclude=*a*a*a*a*b'],
    'Invalid value for `--exclude`: `*a*a*a*a*b`. It can have three `**`, and three `*` in a name.',
  ],
  [
    ['check', '--embedded-pods=example.com/Widget'],
    'Invalid value for `--embedded-pods`: `example.com/Widget`. It must be a kind and a path, such as `example.com/Widget=spec.template`.',
  ],
  [
    ['check', '--rule=pod/host-pit=off'],
    '`--rule pod/host-pit=off`: there is no rule and no category `pod/host-pit`. Did you mean `pod/host-pid`?',
  ],
  [['check', '--stdin-filename=a.yaml'], '`--stdin-filename` needs the path `-`.'],
  [['check', '-', '--stdin-filename='], 'Invalid value for `--stdin-filename`: ``. It must be a path.'],
  [['check', '--rule=pods=off'], '`--rule pods=off`: there is no rule and no category `pods`. Did you mean `pod`?'],
  [
    ['check', '--rule=pod'],
    '`--rule pod`: the severity must be `off`, `on`, `error`, `warning`, `information` or `hint`.',
  ],
  [
    ['check', '--rule=pod=fatal'],
    '`--rule pod=fatal`: the severity must be `off`, `on`, `error`, `warning`, `information` or `hint`.',
  ],
])('%j checks nothing: %s', async (args, message) => {
  const cwd = folderWith({ 'a.yaml': SCHEDULED });
  const { code, stdout, stderr } = await kubewin(args, { cwd });
  expect(stderr).toContain(`kubewin: ${message}`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('reports all faults once, and checks and writes nothing', async () => {
  const cwd = folderWith({ 'a.yaml': DECLARED });
  const wrong = ['--rule=foo=off', '--rule=pod=off', '--kubernetes-version=1.99', '--taint=foo', '--taint=foo'];
  const { code, stdout, stderr } = await kubewin(['check', '--fix', ...wrong, '--nope', '--format'], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const parts = ['--nope', '--format', 'foo=off', '1.99', '--taint'];
  for (const part of parts) expect(stderr.split(`${part}\``), part).toHaveLength(2);
  expect(stderr.split('\n')).toHaveLength(parts.length + 2);
  expect(textOf(cwd, 'a.yaml')).toBe(DECLARED);
  expect(await kubewin(['--help', '--nope'])).toMatchObject({ code: 2, stdout: expect.stringContaining('--config') });
});

describe('help', () => {
  test('describes all commands', async () => {
    const { code, stdout } = await kubewin(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('kubewin check [options] [paths…]');
    expect(stdout).toContain('kubewin explain [options] [paths…]');
    for (const command of COMMANDS) expect(stdout).toContain(`  kubewin ${command} `);
    expect(stdout.split('\n').length).toBeLessThan(50);
    expect(stdout.match(/^ {2}--.*/gm)).toHaveLength(new Set(stdout.match(/^ {2}--.*/gm)).size);
    expect(await kubewin(['help'])).toEqual({ code: 0, stdout, stderr: '' });
  });

  test.each(COMMANDS)('of %s lists its options and fits into a terminal', async (command) => {
    const { code, stdout } = await kubewin([command, '-h']);
    expect(code).toBe(0);
    for (const { name } of optionsOf(command)) expect(stdout).toContain(`--${name}`);
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(stdout).not.toContain('`');
    expect(await kubewin(['help', command])).toEqual({ code, stdout, stderr: '' });
  });
});

test.each(['--version', 'version'])('%s', async (argument) => {
  expect(await kubewin([argument])).toEqual({ code: 0, stdout: `${KUBEWIN_VERSION}\n`, stderr: '' });
});

test.each([
  [['help', 'chek'], 'Unknown command `chek`. Did you mean `check`?', 'kubewin --help'],
  [['help', 'check', 'web.yaml'], '`help` does not take the argument `web.yaml`.', 'kubewin --help'],
  [['version', 'check'], '`version` does not take the argument `check`.', 'kubewin --help'],
  [['explain', '--fix'], '`explain` has no option `--fix`.', 'kubewin explain --help'],
])('%j is a fault: %s', async (args, fault, next) => {
  const { code, stderr } = await kubewin(args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: `kubewin: ${fault}\nRun \`${next}\` for help.\n` });
});

test('each setting has an option, except those of the editor and of images', () => {
  const set = OPTIONS.flatMap(({ setting }) => setting ?? []);
  const ofImages = Object.keys(SETTINGS).filter((key) => key.startsWith('images.'));
  expect([...set, ...EDITOR_SETTINGS, ...ofImages].sort()).toEqual(Object.keys(SETTINGS).sort());
});

test('rules get the settings of options', async () => {
  const args = [
    'check',
    '-',
    '--format=json',
    '--kubernetes-version=v1.29.3',
    '--mixed-cluster',
    '--strict-image-matching',
  ];
  const more = ['--container-runtime=docker', '--taint=aks', '--exclude=a', '--exclude=b', ...only(...MANIFEST_RULES)];
  const { code, stdout } = await kubewin([...args, ...more], { input: SCHEDULED });
  expect(code).toBe(1);
  expect(JSON.parse(stdout).kubernetesVersion).toBe('1.29');
});

test('rules find pods of custom resources by --embedded-pods', async () => {
  const input = SCHEDULED.replace(/v1\nkind: \w+/, 'example.com/v1\nkind: Widget');
  const args = ['check', '-', '--format=json', ...only('pod/host-pid')];
  expect(await kubewin(args, { input })).toMatchObject({ code: 0 });
  const paths = ['--embedded-pods=example.com/Widget=spec.other', '--embedded-pods=example.com/Widget=spec'];
  expect(await kubewin([...args, ...paths], { input })).toMatchObject({ code: 1 });
});

test.each([
  [{}, [], false],
  [{ FORCE_COLOR: '1' }, [], true],
  [{ FORCE_COLOR: '0' }, [], false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, [], true],
  [{ FORCE_COLOR: '1' }, ['--no-color'], false],
  [{ NO_COLOR: '1' }, ['--color'], true],
])('with %j and %j, color is %s', async (environment, args, colored) => {
  const { stdout, stderr } = await kubewin(['check', '-', ...args], { input: SCHEDULED, environment });
  expect(stdout.includes('\u001b[')).toBe(colored);
  expect(stderr).toBe('');
});
