import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test as anywhere, describe, expect } from 'vitest';
import { Kubectl } from '../../server/src/cli/inputs/kubectl.ts';
import { clusterObject, objectText, rolledOut, WINDOWS_SPEC } from '../cluster-objects.ts';
import { type Cluster, kubectlStandIn, type StandIn } from './kubectl-stand-in.ts';
import { CLI, folderWith, IS_WINDOWS, kubewin, only, shell } from './kubewin.ts';
import { expectSchema } from './schema.ts';

// A script cannot stand in for a program on Windows: there, cluster-kubectl.test.ts runs the kubectl of the PATH.
const test = anywhere.skipIf(IS_WINDOWS);

const RULES = only('security-context/run-as-user', 'service/session-affinity-timeout', 'scheduling/missing-toleration');
const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'win1', labels: { 'kubernetes.io/os': 'windows' } },
  spec: { taints: [{ key: 'os', value: 'windows', effect: 'NoSchedule' }] },
  status: { nodeInfo: { kubeletVersion: 'v1.33.2', containerRuntimeVersion: 'containerd://1.7.13' } },
};
const SERVICE = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    selector: { app: 'web' },
    sessionAffinity: 'ClientIP',
    sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
  },
};
const OBJECTS = [NODE, ...rolledOut('web'), SERVICE];

/** Runs the plug-in with a stand-in for kubectl. */
async function plugin(cluster: Partial<Cluster>, ...args: readonly string[]) {
  return run(kubectlStandIn({ objects: OBJECTS, ...cluster }), args);
}

async function run({ environment, commands }: StandIn, args: readonly string[], cwd = folderWith({})) {
  const result = await kubewin(['cluster', '--no-config', ...RULES, ...args], { environment, cwd });
  return { ...result, commands: commands() };
}

/** The rules and objects that are reported. */
function found(stdout: string): string[] {
  const { files } = JSON.parse(stdout) as {
    files: { findings: { rule: string; object: { kind: string; namespace: string | null; name: string } }[] }[];
  };
  return files.flatMap(({ findings }) =>
    findings.map(({ rule, object }) => `${rule} ${object.kind} ${object.namespace}/${object.name}`),
  );
}

const DEPLOYMENT = ['run-as-user', 'missing-toleration'].map((rule) =>
  rule === 'run-as-user' ? `security-context/${rule} Deployment shop/web` : `scheduling/${rule} Deployment shop/web`,
);
const SERVICES = 'service/session-affinity-timeout Service shop/web';

describe('what kubectl is asked', () => {
  test('is the kinds that rules read, and nothing else', async () => {
    const { commands } = await plugin({}, '-A');
    const gets = commands.filter(([command]) => command === 'get');
    expect(commands.filter(([command]) => command !== 'get').sort()).toEqual([
      ['api-resources', '--verbs=list', '--no-headers'],
      ['version', '-o', 'json'],
    ]);
    expect(gets.map(([, , ...options]) => options)).toEqual([
      ['--all-namespaces', '-o', 'yaml'],
      ['--all-namespaces', '-o', 'yaml'],
    ]);
    const kinds = gets.map(([, names = '']) => names.split(','));
    expect(kinds[0]).toEqual(
      expect.arrayContaining(['nodes', 'runtimeclasses.node.k8s.io', 'storageclasses.storage.k8s.io', 'configmaps']),
    );
    expect(kinds[1]).toEqual(
      expect.arrayContaining([
        'pods',
        'deployments.apps',
        'services',
        'networkpolicies.networking.k8s.io',
        'rollouts.argoproj.io',
      ]),
    );
    // The same objects in an older API group, and what no rule reads.
    expect(kinds.flat()).not.toContain('networkpolicies.extensions');
    expect(kinds.flat().filter((name) => /secret|event/.test(name))).toEqual([]);
  });

  test('has the options that kubectl has', async () => {
    const options = [
      '--context',
      'shop',
      '--kubeconfig=/k',
      '--as=a',
      '--as-group=g',
      '--as-group=h',
      '--request-timeout=5s',
    ];
    const { commands } = await plugin({}, ...options, '-n=shop');
    const access = [
      '--context=shop',
      '--kubeconfig=/k',
      '--as=a',
      '--as-group=g',
      '--as-group=h',
      '--request-timeout=5s',
    ];
    expect(commands).toHaveLength(4);
    for (const command of commands) expect(command.slice(-access.length)).toEqual(access);
    expect(commands.filter((command) => command.includes('--namespace=shop'))).toHaveLength(2);
  });

  test('cannot be changed by values', async () => {
    const values = ['--namespace=--all-namespaces', '-l', 'a=$(touch x);`touch y`', '--context=a b\n--token=x'];
    const { commands } = await plugin({}, ...values);
    const command = commands.findLast(([word]) => word === 'get');
    expect(command?.slice(2)).toEqual([
      '--namespace=--all-namespaces',
      '--selector=a=$(touch x);`touch y`',
      '-o',
      'yaml',
      '--context=a b\n--token=x',
    ]);
  });

  test.each([
    [['-n', '-A'], 'The option `-n` needs a value'],
    [['pods'], '`cluster` does not take the argument `pods`.'],
    [['--format=github'], 'Invalid value for `--format`'],
    [['--diff=a', '--baseline=b'], 'Use either `--diff` or `--baseline`, not both.'],
    [['--fix'], '`cluster` has no option `--fix`.'],
  ])('is nothing with invalid arguments: %j', async (args, message) => {
    const { code, stdout, stderr, commands } = await plugin({}, ...args);
    expect({ code, stdout, commands }).toEqual({ code: 2, stdout: '', commands: [] });
    expect(stderr).toContain(message);
  });
});

describe('the objects of a cluster', () => {
  test('are reported once, with the settings of the cluster', async () => {
    const { code, stdout, stderr } = await plugin({ release: 'v1.34.1' }, '-A', '--format=json');
    expectSchema('check', stdout);
    expect(found(stdout).sort()).toEqual([...DEPLOYMENT, SERVICES].sort());
    const { kubernetesVersion, files } = JSON.parse(stdout);
    expect({ kubernetesVersion, paths: files.map(({ path }: { path: string }) => path) }).toEqual({
      kubernetesVersion: '1.34',
      paths: ['cluster'],
    });
    expect(stderr).toContain(
      '`kubernetesVersion` 1.34, `containerRuntime` containerd-1.7, and `taint` os=windows:NoSchedule',
    );
    expect(code).toBe(1);
  });

  test('have no files in the text', async () => {
    const { stdout } = await plugin({}, '-n', 'shop', '--fail-on=never');
    expect(stdout).toBe(`Service shop/web
warning[service/session-affinity-timeout]: \`timeoutSeconds: 60\` has no effect on Windows nodes: the session affinity timeout cannot be changed there.
 --> spec.sessionAffinityConfig.clientIP.timeoutSeconds
  |
  |           timeoutSeconds: 60
  |           ^^^^^^^^^^^^^^
  = help: remove \`sessionAffinityConfig\`
  = note: Selected Windows pods: Deployment web

Deployment shop/web · Windows (node selector)
warning[security-context/run-as-user]: \`runAsUser: 101\` has no effect: Windows identifies users by name, not by ID.
 --> spec.template.spec.containers[0].securityContext.runAsUser
  |
  |                 runAsUser: 101
  |                 ^^^^^^^^^
  = help: replace \`runAsUser\` with \`windowsOptions.runAsUserName: ContainerUser\`, or remove \`runAsUser\`

warning[scheduling/missing-toleration]: Missing toleration for \`os=windows:NoSchedule\`: the pod stays Pending.
 --> spec.template.spec.tolerations
  |
  |           nodeSelector:
  |           ^^^^^^^^^^^^
  = help: insert toleration \`os=windows:NoSchedule\`

3 warnings in 17 objects.
`);
  });

  test('have no files in other formats', async () => {
    const compact = await plugin({}, '-n', 'shop', '--format=compact');
    expect(compact.stdout).toContain(
      'Deployment shop/web: spec.template.spec.containers[0].securityContext.runAsUser: warning: ',
    );
    const markdown = await plugin({}, '-n', 'shop', '--format=markdown');
    expect(markdown.stdout).toContain('|  | warning | `security-context/run-as-user` | `Deployment shop/web` |');
    const junit = await plugin({}, '-n', 'shop', '--format=junit');
    expect(junit.stdout).toContain('name="security-context/run-as-user Deployment shop/web ');
    expect(junit.stdout).not.toContain('line=');
  });

  test.each(['text', 'compact', 'junit', 'markdown'])('have names with control characters in %s', async (format) => {
    const objects = rolledOut('web\x1b[31m\x07\r\n##vso[x]y');
    const { code, stdout, stderr } = await plugin({ objects }, '-A', `--format=${format}`);
    expect(code).toBe(1);
    expect(stdout).toContain('run-as-user');
    expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|^ *##vso|##vso\[x/mu);
  });

  test('of another namespace are not there', async () => {
    const { code, stdout } = await plugin({}, '--format=json');
    expect({ code, found: found(stdout) }).toEqual({ code: 0, found: [] });
    const nothing = await plugin({ objects: [] });
    expect(nothing).toMatchObject({ code: 0, stdout: '0 objects checked in the cluster.\n' });
  });

  test('with labels are checked, and others looked up', async () => {
    const labelled = OBJECTS.map((object) =>
      object.kind === 'Deployment' ? { ...object, metadata: { ...object.metadata, labels: { app: 'web' } } } : object,
    );
    const standIn = kubectlStandIn({ objects: labelled });
    const { stdout, commands } = await run(standIn, ['-A', '-l', 'app=web', '--format=json']);
    expect(found(stdout).sort()).toEqual([...DEPLOYMENT].sort());
    const [first, second] = commands.filter(([command]) => command === 'get');
    expect(first).not.toContain('--selector=app=web');
    expect(second).toContain('--selector=app=web');
  });

  test('in a large cluster are read in parts', async () => {
    const annotations = { 'example.com/padding': 'x'.repeat(200_000) };
    const { nodeSelector: _, ...anywhere } = WINDOWS_SPEC;
    const pods = Array.from({ length: 60 }, (_, i) => ({
      ...clusterObject('Pod', `pod${i}`, { spec: { ...anywhere, nodeName: i === 7 ? 'win1' : 'linux1' } }),
      metadata: { name: `pod${i}`, namespace: 'shop', annotations },
    }));
    const linux = { ...NODE, metadata: { name: 'linux1', labels: { 'kubernetes.io/os': 'linux' } }, spec: {} };
    const { stdout } = await plugin({ objects: [NODE, linux, ...pods] }, '-A', '--format=json');
    expect(found(stdout).filter((finding) => finding.includes('run-as-user'))).toEqual([
      'security-context/run-as-user Pod shop/pod7',
    ]);
  });

  test('may be in the baseline', async () => {
    const standIn = kubectlStandIn({ objects: OBJECTS });
    const cwd = folderWith({});
    const written = await run(standIn, ['-A', '--write-baseline=known.json'], cwd);
    expect(written).toMatchObject({ code: 0, stdout: '3 findings were written to known.json.\n' });
    const { code, stdout } = await run(standIn, ['-A', '--baseline=known.json'], cwd);
    expect(code).toBe(0);
    expect(stdout).toContain('3 findings are in the baseline.');
  });
});

describe('--diff reports only what the manifests do not have', () => {
  const [, , , deployment] = rolledOut('web');
  const manifestIn = (metadata: object) => objectText({ ...deployment, metadata: { name: 'web', ...metadata } });
  const manifest = manifestIn({});
  const corrected = manifest.replace(/ +securityContext:\n.*\n/, '');

  test.each([
    ['the same mistake', manifest, [SERVICES]],
    ['in this namespace', manifestIn({ namespace: 'shop' }), [SERVICES]],
    ['in another namespace', manifestIn({ namespace: 'other' }), [...DEPLOYMENT, SERVICES]],
    ['a mistake that was corrected', corrected, ['security-context/run-as-user Deployment shop/web', SERVICES]],
    ['a mistake that a comment allows', `# kubewin: allow-file security-context\n${manifest}`, [SERVICES]],
  ])('%s', async (_, text, expected) => {
    const cwd = folderWith({ 'deploy/web.yaml': text });
    const standIn = kubectlStandIn({ objects: OBJECTS });
    const { stdout } = await run(standIn, ['-A', '--diff=deploy', '--format=json'], cwd);
    expect(found(stdout).sort()).toEqual([...expected].sort());
  });

  test('and counts the others', async () => {
    const cwd = folderWith({ 'web.yaml': manifest });
    const standIn = kubectlStandIn({ objects: OBJECTS });
    const { stdout } = await run(standIn, ['-A', '--diff=web.yaml'], cwd);
    expect(stdout).toContain('2 findings are in the manifests, too.');
    const piped = await kubewin(['cluster', '--no-config', ...RULES, '-A', '--diff=-'], {
      environment: standIn.environment,
      input: manifest,
    });
    expect(piped.stdout).toContain('2 findings are in the manifests, too.');
  });

  test('a path that does not exist is an error', async () => {
    const { code, stderr } = await plugin({}, '-A', '--diff=gone');
    expect(code).toBe(2);
    expect(stderr).toContain('gone');
  });

  test('an empty folder is noted', async () => {
    const { stderr } = await run(kubectlStandIn({ objects: OBJECTS }), ['-A', '--diff=.']);
    expect(stderr).toContain('No Kubernetes object was found in the manifests.');
  });
});

describe('kinds', () => {
  test('that may not be listed are named, and the rest is checked', async () => {
    const { code, stdout, stderr } = await plugin({ forbidden: ['nodes', 'storageclasses'] }, '-A', '--format=json');
    expect(stderr).toContain('You are not allowed to list `nodes` and `storageclasses`, so they are not read.');
    expect(found(stdout)).toContain('security-context/run-as-user Deployment shop/web');
    expect(code).toBe(1);
  });

  test('that may all not be listed are an error', async () => {
    const rows = 'nodes pods services';
    const forbidden = rows.split(' ');
    const table = `${rows
      .split(' ')
      .map((name, i) => `${name} v1 true ${['Node', 'Pod', 'Service'][i]}`)
      .join('\n')}\n`;
    const { code, stdout, stderr } = await plugin({ forbidden, trouble: { 'api-resources': { stdout: table } } }, '-A');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('You are not allowed to list `nodes`, `services`, and `pods`, so they are not read.');
  });

  test('that the cluster does not have are not asked for', async () => {
    const { commands } = await plugin({ without: ['RuntimeClass', 'Rollout'] }, '-A');
    expect(commands.flat().join()).not.toMatch(/runtimeclasses|rollouts/);
  });

  test('of an API that is not available are an error, and the rest is checked', async () => {
    const stderr = 'error: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: no answer';
    const result = await plugin({ trouble: { 'api-resources': { stderr, code: 1 } } }, '-A', '--format=json');
    expect(found(result.stdout)).toContain('security-context/run-as-user Deployment shop/web');
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining(`kubewin: ${stderr}.\n`) });
  });
});

describe('a kubectl that fails', () => {
  const refused = 'The connection to the server localhost:8080 was refused - did you specify the right host or port?';

  test.each<[name: string, cluster: Partial<Cluster>, message: string]>([
    [
      'without a cluster',
      { trouble: { 'api-resources': { stdout: '', stderr: refused, code: 1 } } },
      `The kinds of the cluster are unknown: ${refused}`,
    ],
    ['while it lists', { trouble: { get: { stdout: '', stderr: 'error: no login', code: 1 } } }, 'error: no login.'],
    [
      'with half a list',
      { trouble: { get: { share: 0.5 } } },
      'The list of kubectl is incomplete, so nothing was checked.',
    ],
    [
      'with half a list and a reason',
      { trouble: { get: { share: 0.5, stderr: 'error: reset', code: 1 } } },
      'The list of kubectl is incomplete, so nothing was checked. error: reset.',
    ],
    [
      'with nothing',
      { trouble: { get: { stdout: '' } } },
      'The list of kubectl is incomplete, so nothing was checked.',
    ],
    [
      'with no kinds',
      { trouble: { 'api-resources': { stdout: 'x\n' } } },
      'The kinds of the cluster are unknown: kubectl names none.',
    ],
    [
      'with bytes',
      { trouble: { get: { stdout: 'kind: List\n\0' } } },
      'The output of `kubectl get` cannot be read: The file is not text: it contains a NUL character',
    ],
  ])('%s, is one message and the exit code 2', async (_, cluster, message) => {
    const { code, stdout, stderr } = await plugin(cluster, '-A', '--format=json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')).toEqual([expect.stringContaining(`kubewin: ${message}`), '']);
  });

  test('has no release', async () => {
    const { stderr } = await plugin({ trouble: { version: { stdout: '', stderr: 'error: x', code: 1 } } }, '-A');
    expect(stderr).toContain('`kubernetesVersion` 1.33');
  });

  test('is not there, or only in the current folder', async () => {
    const cwd = folderWith({ kubectl: '' });
    for (const PATH of ['', '.', cwd]) {
      const result = await kubewin(['cluster'], { environment: { PATH }, cwd });
      expect(result).toEqual({ code: 2, stdout: '', stderr: 'kubewin: kubectl was not found in the PATH.\n' });
    }
  });

  test('hangs, and so does a child of it', async () => {
    const { environment } = kubectlStandIn({
      objects: [],
      trouble: { get: { hangs: true, stdout: 'apiVersion: v1\n' } },
    });
    const terminal = { environment, stderr: { write: () => {} } };
    const run = new Kubectl(terminal, false, 500).start(['get', 'pods']);
    const read = async () => {
      for await (const _ of run.stdout);
    };
    await read().catch(() => {});
    await expect(run.ended).rejects.toThrow('`kubectl get` did not finish within 0.5 seconds.');
  });

  test('may ask the user to log in while it runs', async () => {
    const login = 'To sign in, open https://login.example/ and enter the code \x1b[31mABC.';
    const { code, stderr } = await plugin(
      { trouble: { version: { stderr: `${login}\nwarning: skew` } } },
      '-A',
      '--fail-on=never',
    );
    expect(stderr).toContain('To sign in, open https://login.example/ and enter the code ');
    expect(stderr).not.toContain('\x1b');
    expect(stderr).not.toContain('skew');
    expect(code).toBe(0);
  });
});

test('kubectl finds the plug-in by its name', async () => {
  const folder = folderWith({});
  symlinkSync(CLI, join(folder, 'kubectl-kubewin'));
  const standIn = kubectlStandIn({ objects: OBJECTS });
  const { code, stdout } = await shell(
    `'${process.execPath}' ${join(folder, 'kubectl-kubewin')} -A --no-config --format=compact`,
    {
      environment: { PATH: `${standIn.environment['PATH']}:${process.env['PATH']}` },
    },
  );
  expect(code).toBe(1);
  expect(stdout).toContain('Deployment shop/web: ');
});

test.each([
  [['--na'], ['--namespace\tCheck the objects of this namespace (default: that of the context).'], 4],
  [['--format', 'm'], ['markdown\t'], 4],
  [['-A', '--format=j'], ['--format=json\t', '--format=junit\t'], 4],
  [['-n', ''], [], 0],
  [['--diff', 'de'], [], 0],
  [['pods'], [], 4],
])('kubectl completes %j', async (args, lines, directive) => {
  const folder = folderWith({});
  symlinkSync(CLI, join(folder, 'kubectl_complete-kubewin'));
  const quoted = args.map((arg) => `'${arg}'`).join(' ');
  const { stdout } = await shell(`'${process.execPath}' ${join(folder, 'kubectl_complete-kubewin')} ${quoted}`);
  expect(stdout).toBe([...lines, `:${directive}`].map((line) => `${line}\n`).join(''));
});
