import { expect, test } from 'vitest';
import { FileChangeType } from 'vscode-languageserver/node';
import { writeImageLock } from '../../server/src/images/image-lock.ts';
import type { Platform } from '../../server/src/images/platform.ts';
import { SCHEDULED } from './manifests.ts';
import { resultIds, rulesByFile, TestClient } from './test-client.ts';

const LOCK = 'file:///work/.kubewin-images.yaml';
const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  hostPID: true
  containers:
    - name: web
      image: registry.example/web:1.0
`;

function lockOf(platforms: readonly Platform[]): string {
  const digest = `sha256:${'0'.repeat(64)}`;
  return writeImageLock([{ name: 'registry.example/web:1.0', digest, updated: '2026-11-26', platforms }]);
}

test('the platforms of an image decide about its pod, also after they change', async () => {
  const windows = lockOf([{ os: 'windows', architecture: 'amd64', osVersion: '10.0.20348.1' }]);
  const client = await TestClient.start({ files: { 'file:///work/pod.yaml': POD, [LOCK]: windows } });
  const first = await client.pullWorkspace();
  expect(rulesByFile(first)).toEqual({ 'pod.yaml': 'pod/host-pid' });
  await client.write(LOCK, lockOf([{ os: 'linux', architecture: 'amd64' }]), FileChangeType.Changed);
  const second = await client.pullWorkspace(resultIds(first));
  expect(rulesByFile(second)).toEqual({ 'pod.yaml': '' });
  await client.write(LOCK, windows, FileChangeType.Changed);
  expect(rulesByFile(await client.pullWorkspace(resultIds(second)))).toEqual({ 'pod.yaml': 'pod/host-pid' });
});

test('a lock that is not valid has a diagnostic at its place, and counts as none', async () => {
  const client = await TestClient.start({ files: { 'file:///work/pod.yaml': POD, [LOCK]: 'version: 2\n' } });
  const { items } = await client.pullWorkspace();
  expect(items).toMatchObject([
    {
      uri: LOCK,
      items: [
        {
          range: { start: { line: 0, character: 9 } },
          message: 'The file is ignored, because its `version` is not 1.',
        },
      ],
    },
  ]);
});

test.each<[name: string, builds: readonly number[], titles: readonly string[]]>([
  [
    'the builds that exist',
    [17763, 20348],
    ['Make ready for Windows Server 2022', 'Make ready for Windows Server 2025'],
  ],
  ['no build if none is supported', [17763], ['Make ready for Windows']],
])('Make ready for Windows offers %s', async (_, builds, titles) => {
  const platforms = builds.map((build) => ({ os: 'windows', architecture: 'amd64', osVersion: `10.0.${build}.1` }));
  const lock = lockOf([...platforms, { os: 'linux', architecture: 'amd64' }]);
  const client = await TestClient.start({
    files: { 'file:///work/pod.yaml': POD, 'file:///work/x.yaml': SCHEDULED, [LOCK]: lock },
  });
  await client.pullWorkspace();
  await client.open('file:///work/pod.yaml', POD);
  const range = client.rangeOf('file:///work/pod.yaml', 'Pod');
  const actions = await client.codeActions('file:///work/pod.yaml', range, ['refactor.rewrite.kubewin']);
  // The image needs no further check.
  expect(actions.map(({ title }) => title).filter((title) => title.startsWith('Make ready'))).toEqual(titles);
});
