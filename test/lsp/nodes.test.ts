import { expect, test, vi } from 'vitest';
import { FileChangeType } from 'vscode-languageserver/node';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import missingOsConstraint from '../../server/src/rules/scheduling/linux-pod-missing-os-constraint.ts';
import missingToleration from '../../server/src/rules/scheduling/missing-toleration.ts';
import { BY_CLASS } from './manifests.ts';
import { PLAIN, TestClient } from './test-client.ts';

const POD = 'file:///work/pod.yaml';
const LINUX_POD = 'file:///work/linux.yaml';
const NODES = 'file:///work/nodes.yaml';
const CONFIG = 'file:///work/.kubewin.yaml';
const RULES = [missingOsConstraint, missingToleration];

/** A Node as kubectl prints it, with a taint if it runs Windows. */
const node = (name: string, os: string, kubelet = 'v1.33.4') => `apiVersion: v1
kind: Node
metadata:
  name: ${name}
  labels: { kubernetes.io/os: ${os} }
spec:
  podCIDR: 10.0.0.0/24
${os === 'windows' ? '  taints: [{ key: os, value: windows, effect: NoSchedule }]\n' : ''}status:
  nodeInfo:
    containerRuntimeVersion: containerd://1.7.28
    kubeletVersion: ${kubelet}
`;

const WINDOWS = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: registry.example/web:1.0 }]
`;
const LINUX = `apiVersion: v1
kind: Pod
metadata: { name: api }
spec:
  tolerations: [{ key: os, operator: Exists }]
  containers: [{ name: api, image: registry.example/api:1.0 }]
`;
const BOTH = `${node('a', 'windows')}---\n${node('b', 'linux')}`;

async function rules(client: TestClient, uri: string): Promise<unknown[]> {
  return (await client.diagnostics(uri)).map(({ code }) => code);
}

async function cluster(client: TestClient, uri = POD): Promise<string[]> {
  const status = await client.status(uri);
  return Object.values(status?.cluster ?? {}).map(({ value, from }) => `${value} ${from}`);
}

const FROM_NODES = [
  'unknown default',
  '1.33 nodes',
  'containerd-1.7 nodes',
  'os=windows:NoSchedule nodes',
  'true nodes',
];
const DEFAULTS = [
  'unknown default',
  `${NEWEST_VERSION} default`,
  'containerd-2 default',
  'none default',
  'false default',
];

test('Nodes of the folder determine its settings', async () => {
  const files = { [NODES]: BOTH, [POD]: WINDOWS, [LINUX_POD]: LINUX };
  const client = await TestClient.start({ files, server: { rules: RULES } });
  await client.open(POD, WINDOWS);
  await client.execute('none');
  expect(await cluster(client)).toEqual(FROM_NODES);
  expect(await rules(client, POD)).toEqual(['scheduling/missing-toleration']);
  // Nothing indicates the operating system of this pod: the Nodes alone make the file relevant.
  expect(await rules(client, LINUX_POD)).toEqual(['scheduling/linux-pod-missing-os-constraint']);
  const { settings } = await client.connection.sendRequest<{ settings: string[][] }>('kubewin/information', {});
  expect(settings[0]).toContain('kubernetesVersion: 1.33 (Nodes)');
});

test('what is set wins over Nodes', async () => {
  const files = { [NODES]: BOTH, [POD]: WINDOWS };
  const settings = {
    kubewin: { kubernetesVersion: '1.34', containerRuntime: 'auto', taint: 'none', mixedCluster: false },
  };
  const client = await TestClient.start({ files, settings });
  await client.open(POD, WINDOWS);
  await client.execute('none');
  // A client sends defaults, too: only values that differ from them are known to be set.
  expect(await cluster(client)).toEqual([
    'unknown default',
    '1.34 editor',
    'containerd-1.7 nodes',
    'none default',
    'true nodes',
  ]);
  await client.write(CONFIG, 'kubernetesVersion: 1.35\nmixedCluster: false\n', FileChangeType.Created);
  expect(await cluster(client)).toEqual([
    'unknown default',
    '1.35 file',
    'containerd-1.7 nodes',
    'os=windows:NoSchedule nodes',
    'false file',
  ]);
});

test('follows changes of Node files', async () => {
  const client = await TestClient.start({ files: { [POD]: WINDOWS, [LINUX_POD]: LINUX }, server: { rules: RULES } });
  await client.open(POD, WINDOWS);
  await client.execute('none');
  expect([await cluster(client), await rules(client, POD)]).toEqual([DEFAULTS, []]);
  await client.write(NODES, BOTH, FileChangeType.Created);
  await vi.waitFor(async () => expect(await cluster(client)).toEqual(FROM_NODES));
  expect(await rules(client, POD)).toEqual(['scheduling/missing-toleration']);
  expect(await rules(client, LINUX_POD)).toEqual(['scheduling/linux-pod-missing-os-constraint']);
  await client.write(NODES, undefined, FileChangeType.Deleted);
  await vi.waitFor(async () => expect(await cluster(client)).toEqual(DEFAULTS));
  expect([await rules(client, POD), await rules(client, LINUX_POD)]).toEqual([[], []]);
});

test('follows the text of an open file with Nodes', async () => {
  const client = await TestClient.start({ files: { [POD]: WINDOWS }, server: { rules: RULES } });
  await client.open(POD, WINDOWS);
  await client.open(NODES, BOTH);
  await client.execute('none');
  expect(await cluster(client)).toEqual(FROM_NODES);
  await client.replace(NODES, 'v1.33.4', 'v1.34.1');
  expect((await cluster(client))[1]).toBe('1.34 nodes');
  await client.replace(NODES, 'podCIDR: 10.0.0.0/24', 'podCIDR: 10.0.1.0/24');
  expect((await cluster(client))[1]).toBe('1.34 nodes');
  await client.close(NODES);
  expect(await cluster(client)).toEqual(DEFAULTS);
});

test('Nodes apply to their own folder', async () => {
  const client = await TestClient.start({
    files: { 'file:///one/nodes.yaml': BOTH, 'file:///one/pod.yaml': WINDOWS, 'file:///two/pod.yaml': WINDOWS },
    folders: ['file:///one', 'file:///two'],
    server: { rules: RULES },
  });
  await client.execute('none');
  expect(await rules(client, 'file:///one/pod.yaml')).toEqual(['scheduling/missing-toleration']);
  expect(await rules(client, 'file:///two/pod.yaml')).toEqual([]);
  expect(await cluster(client, 'file:///two/pod.yaml')).toEqual(DEFAULTS);
});

test('a client that does not request diagnostics receives them for Nodes, too', async () => {
  const client = await TestClient.start({
    capabilities: PLAIN,
    files: { [NODES]: BOTH, [POD]: WINDOWS },
    server: { rules: RULES },
  });
  await client.open(POD, WINDOWS);
  await client.open('file:///work/other.yaml', BY_CLASS);
  expect(await client.next('diagnostics')).toMatchObject({ diagnostics: [{ code: 'scheduling/missing-toleration' }] });
});
