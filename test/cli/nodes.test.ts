import { expect, test } from 'vitest';
import { folderWith, kubewin, only, shell } from './kubewin.ts';

interface Told {
  readonly os?: string;
  readonly kubelet?: string;
  readonly runtime?: string;
  readonly taints?: readonly string[];
  readonly label?: string;
  readonly provider?: string;
}

/** A Node as kubectl prints it. */
function node(name: string, { os = 'windows', kubelet, runtime, taints = [], label, provider }: Told): string {
  const list = taints.map((taint) => {
    const [, key, value, effect] = /^([^=:]*)=?([^:]*):(.*)$/.exec(taint) ?? [];
    return `\n  - effect: ${effect}\n    key: ${key}${value === '' ? '' : `\n    value: ${value}`}`;
  });
  return `apiVersion: v1
kind: Node
metadata:
  labels:
    kubernetes.io/os: ${os}${label === undefined ? '' : `\n    ${label}: a`}
  name: ${name}
spec:
  podCIDR: 10.0.0.0/24${provider === undefined ? '' : `\n  providerID: ${provider}`}${list.length === 0 ? '' : `\n  taints:${list.join('')}`}
status:
  nodeInfo:
    architecture: amd64${runtime === undefined ? '' : `\n    containerRuntimeVersion: ${runtime}`}${
      kubelet === undefined ? '' : `\n    kubeletVersion: ${kubelet}`
    }
`;
}

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`;

const WINDOWS = { kubelet: 'v1.29.4', runtime: 'containerd://1.6.28', taints: ['os=windows:NoSchedule'] };
const RULES = only('scheduling/missing-toleration', 'os/name-recommended');

/** The message about settings from Nodes, with the release and the rules that report. */
async function resultOf(text: string, ...args: readonly string[]) {
  const { stdout, stderr } = await kubewin(['check', '-', '--format=json', '--no-config', ...RULES, ...args], {
    input: text,
  });
  return { kubernetesVersion: JSON.parse(stdout).kubernetesVersion, rules: rulesIn(stdout), stderr };
}

function rulesIn(stdout: string): string[] {
  return JSON.parse(stdout).files.flatMap((file: { findings: readonly { rule: string }[] }) =>
    file.findings.map(({ rule }) => rule),
  );
}

test('Nodes determine the release, the runtime and the taint', async () => {
  const text = `${node('a', WINDOWS)}---\n${node('b', { os: 'linux', kubelet: 'v1.28.9-eks-1' })}---\n${POD}`;
  expect(await resultOf(text)).toEqual({
    kubernetesVersion: '1.29',
    rules: ['os/name-recommended', 'scheduling/missing-toleration'],
    stderr:
      'kubewin: Settings from the Nodes in the input: `kubernetesVersion` 1.29, `containerRuntime` containerd-1.6, `taint` os=windows:NoSchedule, and `mixedCluster` true.\n',
  });
});

test('Nodes in one file determine the settings of all files', async () => {
  const cwd = folderWith({ 'a/pod.yaml': POD, 'b/node.yaml': node('a', WINDOWS) });
  const { stderr, stdout } = await kubewin(['check', '--format=json', ...RULES], { cwd });
  expect(stderr).toContain('`kubernetesVersion` 1.29');
  expect(stdout).toContain('scheduling/missing-toleration');
  expect(JSON.parse(stdout).notes).toMatchObject([{ level: 'note', path: null }]);
  const explained = await kubewin(['explain', '--format=json'], { cwd });
  expect(JSON.parse(explained.stdout).kubernetesVersion).toBe('1.29');
});

test.each<[name: string, nodes: readonly string[], settings: string]>([
  ['nothing', [node('a', {})], ''],
  [
    'AKS',
    [node('a', { provider: 'azure:///subscriptions/a', label: 'kubernetes.azure.com/cluster' })],
    '`provider` aks and `taint` none',
  ],
  ['a cluster of its own in Azure', [node('a', { provider: 'azure:///subscriptions/a' })], ''],
  [
    'EKS',
    [node('a', { provider: 'aws:///eu-west-1a/i-1', kubelet: 'v1.33.1-eks-1' })],
    '`provider` eks, `kubernetesVersion` 1.33, and `taint` none',
  ],
  ['a cluster of its own in AWS', [node('a', { provider: 'aws:///eu-west-1a/i-1' })], ''],
  [
    'GKE',
    [
      node('a', {
        provider: 'gce://p/z/a',
        label: 'cloud.google.com/gke-nodepool',
        taints: ['node.kubernetes.io/os=windows:NoSchedule'],
      }),
    ],
    '`provider` gke and `taint` gke',
  ],
  [
    'GKE without its taint',
    [node('a', { provider: 'gce://p/z/a', label: 'cloud.google.com/gke-nodepool' })],
    '`provider` gke and `taint` none',
  ],
  [
    'OpenShift',
    [
      node('a', { os: 'linux', provider: 'gce://p/z/a', label: 'node.openshift.io/os_id' }),
      node('b', { provider: 'gce://p/z/b', taints: ['os=Windows:NoSchedule'] }),
    ],
    '`provider` openshift, `taint` os=Windows:NoSchedule, and `mixedCluster` true',
  ],
  [
    'the newest kubelet decides',
    [node('a', { kubelet: 'v1.28.1' }), node('b', { kubelet: 'v1.30.0' })],
    '`kubernetesVersion` 1.30',
  ],
  ['a release that is not known', [node('a', { kubelet: 'v1.30.1' }), node('b', { kubelet: 'v1.99.0' })], ''],
  ['containerd 2', [node('a', { runtime: 'containerd://2.1.0' })], '`containerRuntime` containerd-2'],
  ['Docker', [node('a', { runtime: 'docker://20.10.9' })], '`containerRuntime` docker'],
  ['another runtime', [node('a', { runtime: 'cri-o://1.30.0' })], ''],
  [
    'kubelets of Linux nodes',
    [node('a', { os: 'linux', runtime: 'containerd://2.1.0', taints: ['os=linux:NoSchedule'] })],
    '',
  ],
  [
    'runtimes that differ',
    [node('a', { runtime: 'containerd://1.7.1' }), node('b', { runtime: 'containerd://2.0.0' })],
    '',
  ],
  ['a runtime of one of them', [node('a', { runtime: 'containerd://1.7.1' }), node('b', {})], ''],
  ['a taint without a value', [node('a', { taints: ['windows:NoExecute'] })], '`taint` windows=:NoExecute'],
  ['one that only prefers', [node('a', { taints: ['os=windows:PreferNoSchedule'] })], ''],
  ['two taints', [node('a', { taints: ['os=windows:NoSchedule', 'team=web:NoSchedule'] })], ''],
  ['taints that differ', [node('a', { taints: ['os=windows:NoSchedule'] }), node('b', {})], ''],
  [
    'temporary taints',
    [
      node('a', {
        taints: [
          'node.kubernetes.io/unschedulable:NoSchedule',
          'node.cloudprovider.kubernetes.io/uninitialized=true:NoSchedule',
          'node.kubernetes.io/os=windows:NoSchedule',
        ],
      }),
    ],
    '`taint` node.kubernetes.io/os=windows:NoSchedule',
  ],
])('%s', async (_, nodes, settings) => {
  const { stderr } = await resultOf([...nodes, POD].join('---\n'));
  expect(stderr).toBe(settings === '' ? '' : `kubewin: Settings from the Nodes in the input: ${settings}.\n`);
});

const CONTROLLERS = `apiVersion: apps/v1
kind: Deployment
metadata: { name: api }
spec:
  selector: { matchLabels: { app: api } }
  template:
    metadata: { labels: { app: api } }
    spec:
      containers:
        - name: api
          image: registry.example/api:1.0
`;

test.each<[name: string, nodes: readonly string[], rules: readonly string[]]>([
  ['both', [node('a', { os: 'linux' }), node('b', {})], ['scheduling/linux-pod-missing-os-constraint']],
  ['only Windows', [node('b', {})], []],
  ['only Linux', [node('a', { os: 'linux' })], []],
  ['Windows nodes with a taint', [node('a', { os: 'linux' }), node('b', { taints: ['os=windows:NoSchedule'] })], []],
  [
    'Windows nodes with different taints',
    [
      node('a', { os: 'linux' }),
      node('b', { taints: ['os=windows:NoSchedule', 'team=web:NoSchedule'] }),
      node('c', { taints: ['windows:NoExecute'] }),
    ],
    [],
  ],
  [
    'one Windows node without a taint',
    [node('a', { os: 'linux' }), node('b', { taints: ['os=windows:NoSchedule'] }), node('c', {})],
    ['scheduling/linux-pod-missing-os-constraint'],
  ],
])('a pod without a selector in a cluster with Nodes: %s', async (_, nodes, rules) => {
  const args = ['check', '-', '--format=json', '--no-config', ...only('scheduling/linux-pod-missing-os-constraint')];
  const { stdout } = await kubewin(args, { input: [...nodes, CONTROLLERS].join('---\n') });
  expect(rulesIn(stdout)).toEqual(rules);
});

test('options and configuration files win over Nodes', async () => {
  const text = `${node('a', WINDOWS)}---\n${POD}`;
  expect(await resultOf(text, '--kubernetes-version=1.33', '--taint=none')).toMatchObject({
    kubernetesVersion: '1.33',
    rules: ['os/name-recommended'],
    stderr: 'kubewin: Settings from the Nodes in the input: `containerRuntime` containerd-1.6.\n',
  });
  const cwd = folderWith({
    '.kubewin.yaml': 'kubernetesVersion: 1.31\ncontainerRuntime: docker\ntaint: none\nmixedCluster: false\n',
    'all.yaml': `${text}---\n${node('b', { os: 'linux' })}`,
  });
  const { stdout, stderr } = await kubewin(['check', '--format=json'], { cwd });
  expect({ release: JSON.parse(stdout).kubernetesVersion, stderr }).toEqual({ release: '1.31', stderr: '' });
});

test('the kernel of a Node determines its build', async () => {
  const rules = only('scheduling/windows-build-recommended');
  const withKernel = (name: string, version: string) => `${node(name, {})}    kernelVersion: ${version}\n`;
  const text = `${withKernel('a', '10.0.17763.5576')}---\n${withKernel('b', '10.0.20348.2340')}---\n${POD}`;
  const { stdout } = await kubewin(['check', '-', '--format=json', ...rules], { input: text });
  expect(stdout).toContain('(10.0.17763, 10.0.20348)');
});

test('the runtime follows from the release of the Nodes', async () => {
  const input = `${node('a', { kubelet: 'v1.30.0' })}---\n${POD.replace('- name: web', '- volumeMounts: [{ name: a, mountPath: /a, recursiveReadOnly: Enabled, readOnly: true }]\n      name: web')}`;
  const rules = ['check', '-', '--format=json', ...only('volume-mounts/recursive-read-only')];
  const byNodes = await kubewin(rules, { input });
  const byOption = await kubewin([...rules, '--kubernetes-version=1.30'], { input });
  expect(JSON.parse(byNodes.stdout).files).toEqual(JSON.parse(byOption.stdout).files);
});

test.skipIf(process.platform === 'win32')('a stream that contains only Nodes is valid', async () => {
  const { code } = await shell('$kubewin check - <nodes.yaml', {
    cwd: folderWith({ 'nodes.yaml': node('a', WINDOWS) }),
  });
  expect(code).toBe(0);
});

test('ends of support are compared with today, or with another date', async () => {
  const input = `${POD.replace('windows\n', 'windows\n    kubernetes.azure.com/os-sku: Windows2019\n')}`;
  const result = async (...args: readonly string[]) => {
    const options = ['check', '-', '--format=json', '--no-config', '--kubernetes-version=1.32', ...args];
    const { stdout } = await kubewin([...options, ...only('scheduling/os-sku-unavailable')], { input });
    return rulesIn(stdout);
  };
  expect(await result('--date=2027-03-31')).toEqual([]);
  expect(await result('--date=2027-04-01')).toEqual(['scheduling/os-sku-unavailable']);
  const isRemoved = new Date().toISOString() >= '2027-04-01';
  expect(await result()).toEqual(isRemoved ? ['scheduling/os-sku-unavailable'] : []);
});
