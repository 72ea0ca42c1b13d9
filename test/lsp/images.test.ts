import { describe, expect, it, test } from 'vitest';
import { DiagnosticSeverity, FileChangeType, type MarkupContent } from 'vscode-languageserver/node';
import { writeImageLock } from '../../server/src/images/image-lock.ts';
import type { Platform } from '../../server/src/images/platform.ts';
import linuxImageOnWindows from '../../server/src/rules/image/linux-image-on-windows.ts';
import hostPid from '../../server/src/rules/pod/host-pid.ts';
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

/** A client with a pod whose image is in the lock. */
async function withLock(platforms: readonly Platform[], pod = POD): Promise<TestClient> {
  const files = { 'file:///work/x.yaml': SCHEDULED, [LOCK]: lockOf(platforms) };
  const client = await TestClient.start({ files, server: { rules: [hostPid, linuxImageOnWindows] } });
  await client.pullWorkspace();
  await client.open('file:///work/pod.yaml', pod);
  return client;
}

async function hoverOnImage(client: TestClient): Promise<string> {
  const { line, character } = client.rangeOf('file:///work/pod.yaml', 'registry.example').start;
  const { contents } = (await client.hover('file:///work/pod.yaml', line, character)) ?? { contents: '' };
  return (contents as MarkupContent).value;
}

const WINDOWS_2022: Platform = { os: 'windows', architecture: 'amd64', osVersion: '10.0.20348.1' };

test('the hover of an image has its platforms and the day on which they were recorded', async () => {
  const client = await withLock([{ os: 'linux', architecture: 'arm64' }, WINDOWS_2022]);
  expect(await hoverOnImage(client)).toBe(
    `**Platforms** in the registry on 2026-11-26:

- \`linux/arm64\`
- \`windows/amd64 10.0.20348.1\` (Windows Server 2022)`,
  );
});

test('the hover of an image with many platforms has the first ones, after its findings', async () => {
  const many = Array.from({ length: 14 }, (_, i) => ({ os: 'linux', architecture: `a${i + 10}` }));
  const client = await withLock(many, `${POD}  nodeSelector: { kubernetes.io/os: windows }\n`);
  const [finding = '', ...platforms] = (await hoverOnImage(client)).split('\n\n---\n\n');
  expect(finding).toMatch(/^An image contains files for one operating system/);
  expect(platforms.join()).toMatch(/- `linux\/a21`\n- 2 more$/);
});

test('an image without platforms says so', async () => {
  expect(await hoverOnImage(await withLock([]))).toBe('**No platforms** in the registry on 2026-11-26.');
});

test('completion marks the builds on which all images run', async () => {
  const pod = `${POD}  nodeSelector:\n    node.kubernetes.io/windows-build: \n`;
  const client = await withLock([{ ...WINDOWS_2022, osVersion: '10.0.17763.1' }, WINDOWS_2022], pod);
  const items = await client.completions('file:///work/pod.yaml', 'windows-build: ');
  expect(
    items.map(({ label, detail = '' }) => [label, /an image does not run|all images run/.exec(detail)?.[0]]),
  ).toEqual([
    ['10.0.26100', 'all images run'],
    ['10.0.20348', 'all images run'],
  ]);
});

describe('an image that the lock lacks', () => {
  const OTHER = POD.replace('web:1.0', 'other:1.0');
  const COMMAND = { initializationOptions: { updateImagesCommand: 'update' } };

  async function titles(
    files: Readonly<Record<string, string>>,
    pod: string,
    options: object,
    only?: string[],
  ): Promise<string[]> {
    const client = await TestClient.start({ files: { 'file:///work/x.yaml': SCHEDULED, ...files }, ...options });
    await client.pullWorkspace();
    await client.open('file:///work/pod.yaml', pod);
    const range = client.rangeOf('file:///work/pod.yaml', 'registry.example');
    const actions = await client.codeActions('file:///work/pod.yaml', range, only);
    return actions.flatMap(({ command }) => (command?.command === 'update' ? [String(command.arguments)] : []));
  }

  const FILES = { [LOCK]: lockOf([WINDOWS_2022]) };

  it('is recorded by a command of the client, which gets the URI of the lock', async () => {
    expect(await titles(FILES, OTHER, COMMAND)).toEqual([LOCK]);
  });

  it('is recorded in a pod in which nothing can be found, too', async () => {
    const linux = OTHER.replace('  hostPID: true\n', '  nodeSelector: { kubernetes.io/os: linux }\n');
    expect(await titles(FILES, linux, COMMAND, ['quickfix'])).toEqual([LOCK]);
    expect(await titles(FILES, linux, COMMAND, ['refactor'])).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>, string, object]>([
    ['the image is in it', FILES, POD, COMMAND],
    ['there is no lock', {}, OTHER, COMMAND],
    ['the client has no such command', FILES, OTHER, {}],
    ['the name is no reference', FILES, POD.replace('registry.example/web:1.0', 'registry.example/$TAG'), COMMAND],
  ])('has no such action if %s', async (_, files, pod, options) => {
    expect(await titles(files, pod, options)).toEqual([]);
  });
});

test('a lock that is old has one hint, which follows the settings', async () => {
  const lock = lockOf([{ os: 'windows', architecture: 'amd64' }]);
  const config = 'file:///work/.kubewin.yaml';
  const client = await TestClient.start({
    files: { 'file:///work/pod.yaml': POD, [LOCK]: lock, [config]: 'date: 2027-02-25\n' },
  });
  const hints = async (before?: Parameters<typeof resultIds>[0]) => {
    const report = await client.pullWorkspace(before && resultIds(before));
    return { report, hints: report.items.find(({ uri }) => uri === LOCK) };
  };
  const { report, hints: first } = await hints();
  expect(first).toMatchObject({
    items: [
      {
        severity: DiagnosticSeverity.Hint,
        range: { start: { line: 3, character: 0 } },
        message: expect.stringContaining('1 image were read more than 90 days ago, on 2026-11-26.'),
      },
    ],
  });
  await client.write(config, 'date: 2027-02-25\nimages.maxAge: 91\n', FileChangeType.Changed);
  expect((await hints(report)).hints).toMatchObject({ items: [] });
});
