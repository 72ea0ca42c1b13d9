import { describe, expect, test } from 'vitest';
import type { FileClusterOffer } from '../../server/src/lsp/requests.ts';
import { TestClient } from './test-client.ts';

const POD = 'file:///work/pod.yaml';
const NODES = 'file:///work/nodes.yaml';
const CONFIG = 'file:///work/.kubewin.yaml';

const node = (name: string, os: string) => `apiVersion: v1
kind: Node
metadata:
  name: ${name}
  labels: { kubernetes.io/os: ${os} }
${os === 'windows' ? 'spec:\n  taints: [{ key: os, value: windows, effect: NoSchedule }]\n' : ''}status:
  nodeInfo: { containerRuntimeVersion: containerd://1.7.28, kubeletVersion: v1.30.4 }
`;
const BOTH = `${node('a', 'windows')}---\n${node('b', 'linux')}`;

function offer(client: TestClient, more: object = {}): Promise<FileClusterOffer> {
  return client.connection.sendRequest('kubewin/clusterOffer', { uri: POD, ...more });
}

function valuesOf({ settings }: FileClusterOffer): string[] {
  return settings.map(({ key, value, current }) => `${key}: ${value}${current === undefined ? '' : ` (${current})`}`);
}

describe('the request kubewin/clusterOffer', () => {
  test('returns what follows from the Nodes of the folder', async () => {
    const client = await TestClient.start({ files: { [NODES]: BOTH } });
    const offered = await offer(client);
    expect(valuesOf(offered)).toEqual([
      'kubernetesVersion: 1.30',
      'containerRuntime: containerd-1.7',
      'taint: os=windows:NoSchedule',
      'mixedCluster: true',
    ]);
    expect(offered).toMatchObject({ nodes: '1 Windows node: unknown build', notes: [], config: null });
    const none = await TestClient.start({ files: {} });
    expect(await offer(none)).toEqual({ settings: [], nodes: 'No nodes are known', notes: [], config: null });
  });

  test('returns what follows from kubectl, which wins over Nodes of the folder', async () => {
    const client = await TestClient.start({ files: { [NODES]: BOTH } });
    const items = node('c', 'linux').trimEnd().replaceAll('\n', '\n  ');
    const list = { code: 0, stdout: `apiVersion: v1\nitems:\n- ${items}\nkind: List\n`, stderr: '' };
    expect(valuesOf(await offer(client, { kubectl: { list } }))).toEqual(['kubernetesVersion: 1.30']);
    const version = { code: 0, stdout: '{"serverVersion":{"gitVersion":"v1.31.0"}}', stderr: '' };
    expect(valuesOf(await offer(client, { kubectl: { list, version } }))).toEqual(['kubernetesVersion: 1.31']);
  });

  test('leaves out what the configuration file has, and names the values that differ', async () => {
    const text = 'kubernetesVersion: 1.29\nmixedCluster: true\n';
    const client = await TestClient.start({ files: { [NODES]: BOTH, [CONFIG]: text } });
    const offered = await offer(client);
    expect(valuesOf(offered)).toEqual([
      'kubernetesVersion: 1.30 (1.29)',
      'containerRuntime: containerd-1.7',
      'taint: os=windows:NoSchedule',
    ]);
    expect(offered.config).toBe(CONFIG);
  });
});

describe('the settings that are chosen', () => {
  const VALUES = [
    { path: ['kubernetesVersion'], value: '1.30' },
    { path: ['taint'], value: 'os=windows:NoSchedule' },
    { path: ['mixedCluster'], value: true },
  ];

  test.each([
    [
      'keep comments and layout',
      '# The shop.\nrules: # ours\n    image: off\n\nkubernetesVersion: 1.29   # upgrade in May\nexclude: [vendor/]\n',
      "# The shop.\nrules: # ours\n    image: off\n\nkubernetesVersion: 1.30   # upgrade in May\nexclude: [vendor/]\ntaint: 'os=windows:NoSchedule'\nmixedCluster: true\n",
    ],
    [
      'are added to a file of comments',
      '# The shop.\r\n',
      '# The shop.\r\nkubernetesVersion: 1.30\r\ntaint: os=windows:NoSchedule\r\nmixedCluster: true\r\n',
    ],
  ])('%s', async (_, before, after) => {
    const client = await TestClient.start({ files: { [CONFIG]: before } });
    const change = await client.connection.sendRequest('kubewin/configChange', { uri: POD, values: VALUES });
    expect(change).toMatchObject({ uri: CONFIG, before, after });
  });

  test('are all refused if one of them would not count', async () => {
    const overrides = 'overrides:\n  - files: [pod.yaml]\n    mixedCluster: false\n';
    const client = await TestClient.start({ files: { [CONFIG]: overrides } });
    const change = await client.connection.sendRequest('kubewin/configChange', { uri: POD, values: VALUES });
    expect(change).toEqual({
      reason: '`.kubewin.yaml` was not changed. One of its overrides sets the value for this file.',
    });
  });
});
