import { describe, expect, test } from 'vitest';
import { folderWith, kubewin, only, shell } from './kubewin.ts';

const TEMPLATE = `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: {{ .Values.os }}
  {{- toYaml .Values.pod | nindent 2 }}
`;
const FILES = {
  'charts/agent/Chart.yaml': 'apiVersion: v2\nname: agent\nversion: 0.1.0\n',
  'charts/agent/values.yaml': 'os: linux\npod:\n  hostPID: true\n',
  'charts/agent/windows.yaml': 'os: windows\n',
  'charts/agent/templates/pod.yaml': TEMPLATE,
  'values/windows.yaml': 'os: windows\npod:\n  hostIPC: true\n',
};
const RULES = only('pod/host-pid', 'pod/host-ipc');

/** What is found, as `path rule`. */
async function check(cwd: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await kubewin(['check', ...args, '--format=json', ...RULES], { cwd });
  const { files }: { files: { path: string; findings: { rule: string; message: string }[] }[] } = JSON.parse(stdout);
  const findings = files.flatMap(({ path, findings }) => findings.map((finding) => ({ path, ...finding })));
  return { code, stderr, findings, found: findings.map(({ path, rule }) => `${path} ${rule}`) };
}

describe('values that options name', () => {
  test.each([
    [[], []],
    [['--values=charts/agent/windows.yaml'], ['charts/agent/values.yaml pod/host-pid']],
    [['--values=values/windows.yaml'], ['charts/agent/values.yaml pod/host-pid', 'values/windows.yaml pod/host-ipc']],
    [['--values', 'charts/agent/windows.yaml', '--set', 'os=linux'], []],
    [['--set', 'os=linux', '--set', 'os=windows,pod.hostPID=null'], []],
    [['--set', 'os=windows'], ['charts/agent/values.yaml pod/host-pid']],
    [['--set', 'os=windows,pod={a}'], []],
  ])('%j', async (args, found) => {
    expect(await check(folderWith(FILES), 'charts', ...args)).toMatchObject({ found, stderr: '' });
  });

  test('apply to every command and thread', async () => {
    const cwd = folderWith(FILES);
    const args = ['charts', '--values=values/windows.yaml'];
    expect((await check(cwd, ...args, '--threads=2')).found).toEqual((await check(cwd, ...args)).found);
    const { stdout } = await kubewin(['explain', ...args], { cwd });
    expect(stdout).toMatch(/Pod agent.*Windows/is);
  });

  test('are read from a pipe', async () => {
    const { stdout } = await shell(`$kubewin check charts --values <(echo 'os: windows') ${RULES.join(' ')}`, {
      cwd: folderWith(FILES),
    });
    expect(stdout).toContain('pod/host-pid');
  });

  test.each([
    [['--values=none.yaml'], 'none.yaml: No such file or folder.'],
    [['--values='], 'kubewin: Invalid value for `--values`: ``. It must be a path.'],
    [['--set=a'], 'kubewin: Invalid value for `--set`: `a`: the key `a` has no value.'],
    [['--set=os.x.y=1,os[0]=1'], 'kubewin: Invalid value for `--set`: `os.x.y=1,os[0]=1`: `os` is not a list.'],
    [['--set=a[b]=1'], 'kubewin: Invalid value for `--set`: `a[b]=1`: `b` is not the index of a list.'],
    [['--set=a={b'], 'kubewin: Invalid value for `--set`: `a={b`: a list does not end with `}`.'],
    [['--values=list.yaml'], 'list.yaml: The values file is not valid YAML, or not a mapping.'],
    [
      ['--values=values/windows.yaml', '--set=os.x=1'],
      'kubewin: Invalid value for `--set`: `os.x=1`: `os` is not a mapping.',
    ],
  ])('fail as in Helm: %j', async (args, message) => {
    const cwd = folderWith({ ...FILES, 'list.yaml': '- a\n' });
    const { code, stderr } = await kubewin(['check', 'charts', ...args], { cwd });
    expect(stderr).toContain(`${message}\n`);
    expect(code).toBe(2);
  });
});

describe('values that a configuration file names', () => {
  const config = (values: string) => ({ ...FILES, '.kubewin.yaml': `helm.values:\n${values}` });

  test('are relative to the chart, which a glob names', async () => {
    const cwd = folderWith(config('  "charts/*": [../../values/windows.yaml]\n'));
    const expected = ['charts/agent/values.yaml pod/host-pid', 'values/windows.yaml pod/host-ipc'];
    expect(await check(cwd, 'charts')).toMatchObject({ found: expected, stderr: '' });
    expect((await check(cwd, 'charts/agent')).found).toEqual(expected);
    expect((await check(cwd, 'charts', '--set=os=linux')).found).toEqual([]);
  });

  test.each(['.', './', '**', 'charts', 'charts/agent/', './charts/agent'])('apply to %s', async (glob) => {
    const cwd = folderWith(config(`  none: []\n  "${glob}": [windows.yaml]\n`));
    expect((await check(cwd, 'charts')).found).toEqual(['charts/agent/values.yaml pod/host-pid']);
  });

  test('can be several sets, which findings name', async () => {
    const cwd = folderWith(config('  charts/agent:\n    linux: []\n    windows: [windows.yaml]\n'));
    const { findings } = await check(cwd, 'charts');
    expect(findings).toMatchObject([
      { path: 'charts/agent/values.yaml', message: expect.stringMatching(/^With the values `windows`: `hostPID`/) },
    ]);
  });

  test('count by the last glob that matches', async () => {
    const cwd = folderWith(config('  "**": [windows.yaml]\n  charts/agent: []\n'));
    expect((await check(cwd, 'charts')).found).toEqual([]);
  });

  test.each([
    ['[none.yaml]', 'charts/agent/none.yaml: No such file or folder.'],
    [
      '[../../../out.yaml]',
      'out.yaml: The values file is not read, because it is outside of the folder to which `helm.values` applies.',
    ],
    ['[templates/pod.yaml]', 'charts/agent/templates/pod.yaml: The values file is not valid YAML, or not a mapping.'],
    ['[Chart.lock]', '.kubewin.yaml:2:17: `charts/agent` cannot be a list. It maps the folder of a chart'],
    ['windows.yaml', '.kubewin.yaml:2:17: `charts/agent` cannot be `windows.yaml`. It maps the folder of a chart'],
  ])('have faults: %s', async (values, message) => {
    const cwd = folderWith(config(`  charts/agent: ${values}\n`));
    const { code, stderr } = await kubewin(['check', 'charts'], { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
