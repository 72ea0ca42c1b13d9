import { describe, expect, test } from 'vitest';
import { folderWith, kubewin } from './kubewin.ts';
import { DECLARED, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { expectSchema } from './schema.ts';

const pod = (name: string, spec: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
spec:
${spec.replace(/^(?=.)/gm, '  ')}  hostPID: true
  containers:
    - name: app
      image: registry.example/app:1
`;

/** Pods that are not for Windows, as far as the manifests show, in several files. */
const FILES = {
  'linux.yaml': pod('linux', 'nodeSelector: { kubernetes.io/os: linux }\n'),
  'declared.yaml': pod('declared', 'os: { name: linux }\n'),
  'plain.yaml': pod('plain', ''),
  'more/web.yaml': pod('web', 'runtimeClassName: windows-2022\n'),
  'more/allowed.yaml': `# kubewin: allow pod/host-pid -- it is an agent\n${pod('allowed', '')}`,
  'more/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ipFamilies: [IPv6]\n',
};

interface Found {
  readonly path: string;
  readonly findings: readonly { readonly rule: string; readonly certainty: string; readonly severity: string }[];
}

async function check(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { stdout, code, stderr } = await kubewin(['check', '--format=json', ...args], { cwd: folderWith(files) });
  expectSchema('check', stdout);
  const found: readonly Found[] = JSON.parse(stdout).files;
  const rules = Object.fromEntries(
    found.map(({ path, findings }) => [
      path,
      findings.flatMap(({ rule, certainty, severity }) => (severity === 'hint' ? [] : `${rule} ${certainty}`)),
    ]),
  );
  return { rules, stdout, code, stderr };
}

describe('check --assume-windows', () => {
  test('reports what does not work if pods of any system run on Windows, and nothing without the option', async () => {
    const without = await check(FILES);
    expect(Object.values(without.rules).flat()).toEqual([]);
    expect(without.code).toBe(0);
    const { rules, code, stderr } = await check(FILES, '--assume-windows');
    expect(rules).toEqual({
      'declared.yaml': ['pod/host-pid assumed'],
      'linux.yaml': ['pod/host-pid assumed'],
      'more/allowed.yaml': [],
      'more/service.yaml': [],
      'more/web.yaml': ['pod/host-pid assumed'],
      'plain.yaml': ['pod/host-pid assumed'],
    });
    expect([code, stderr]).toEqual([1, '']);
  });

  test('reports the same with one thread and with two', async () => {
    const cwd = folderWith(FILES);
    const of = (threads: string, format: string) =>
      kubewin(['check', '--assume-windows', '--hints', '--format', format, '--threads', threads], { cwd });
    for (const format of ['json', 'text', 'sarif']) {
      const one = await of('1', format);
      expect(one.stdout).toContain('pod/host-pid');
      expect(await of('2', format)).toEqual(one);
    }
  });

  test('keeps the verdict of Windows pods', async () => {
    const files = { 'a.yaml': DECLARED, 'b.yaml': SCHEDULED };
    expect((await check(files, '--assume-windows')).stdout).toBe((await check(files)).stdout);
  });

  test('applies with the settings of a configuration file and of Nodes', async () => {
    const node = `apiVersion: v1
kind: Node
metadata:
  name: win
  labels: { kubernetes.io/os: windows }
spec:
  taints: [{ key: os, value: windows, effect: NoSchedule }]
status:
  nodeInfo: { kubeletVersion: v1.35.1, operatingSystem: windows, containerRuntimeVersion: containerd://2.1.0 }
`;
    const files = { 'pod.yaml': FILES['linux.yaml'], 'node.yaml': node };
    const { rules, stdout } = await check(files, '--assume-windows');
    expect(JSON.parse(stdout).notes[0].message).toContain('Settings from the Nodes');
    expect(rules['pod.yaml']).toEqual(['scheduling/missing-toleration assumed', 'pod/host-pid assumed']);
    const config = { ...files, '.kubewin.yaml': 'rules: { pod: "off" }\n' };
    expect((await check(config, '--assume-windows')).rules['pod.yaml']).toEqual([
      'scheduling/missing-toleration assumed',
    ]);
  });

  test('reads standard input, and names the assumption once for each object', async () => {
    const { stdout } = await kubewin(['check', '-', '--assume-windows'], { input: FILES['linux.yaml'] });
    expect(stdout).toContain('Pod linux · checked as a Windows pod\n');
    expect(stdout.match(/note: Checked as a Windows pod on request \(-:4:9\)/g)).toHaveLength(1);
  });

  test('applies no fix to a pod that is not for Windows', async () => {
    const { stdout } = await kubewin(['check', '-', '--assume-windows', '--fix'], { input: FILES['declared.yaml'] });
    expect(stdout).toBe(FILES['declared.yaml']);
  });

  test('is an option of `check` only', async () => {
    const { code, stderr } = await kubewin(['explain', '--assume-windows']);
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'kubewin: `explain` has no option `--assume-windows`.']);
  });
});

describe('explain', () => {
  test('says how much is behind a weak guess, and nothing else', async () => {
    const cwd = folderWith({ ...FILES, 'known.yaml': SCHEDULED });
    const { stdout } = await kubewin(['explain'], { cwd });
    expect(stdout.match(/.*more problem.*/g)).toEqual([
      '  1 more problem if this pod runs on Windows (show with check --assume-windows).',
    ]);
    expect(stdout).toContain(
      'Pod web  windows, guessed\n  windows  runtimeClassName: windows-2022  more/web.yaml:6:3\n  1 more',
    );
    const json = await kubewin(['explain', '--format=json'], { cwd });
    expectSchema('explain', json.stdout);
    const counts = (JSON.parse(json.stdout).files as readonly ExplainedFile[]).map(({ path, workloads }) => [
      path,
      ...workloads.map(({ moreOnWindows }) => moreOnWindows),
    ]);
    expect(Object.fromEntries(counts)).toMatchObject({ 'more/web.yaml': 1, 'plain.yaml': 0, 'known.yaml': 0 });
  });

  test('a RuntimeClass in another file makes the guess certain', async () => {
    const files = {
      'pod.yaml': pod('by-class', 'runtimeClassName: windows-2022\n'),
      'class.yaml': RUNTIME_CLASS.replace('name: win', 'name: windows-2022'),
    };
    expect((await kubewin(['explain'], { cwd: folderWith(files) })).stdout).not.toContain('more problem');
    const { 'class.yaml': _, ...alone } = files;
    expect((await kubewin(['explain'], { cwd: folderWith(alone) })).stdout).toContain('1 more problem');
  });
});

interface ExplainedFile {
  readonly path: string;
  readonly workloads: readonly { readonly moreOnWindows: number }[];
}
