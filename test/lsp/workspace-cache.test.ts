import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FileChangeType } from 'vscode-languageserver/node';
import { folderWith } from '../cli/kubewin.ts';
import { cacheOf } from './caches.ts';
import { BY_CLASS, CLEAN, LINUX, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { FEW_RULES, PLAIN, rulesByFile, TestClient, VS_CODE } from './test-client.ts';

const FILES: Readonly<Record<string, string>> = {
  'file:///work/bad.yaml': SCHEDULED,
  'file:///work/by-class.yaml': BY_CLASS,
  'file:///work/class.yaml': RUNTIME_CLASS,
  'file:///work/clean.yaml': CLEAN,
  'file:///work/linux.yaml': LINUX,
  'file:///work/package.json': '{ "name": "hostPID" }',
};
const MANIFESTS = Object.keys(FILES).filter((uri) => uri.endsWith('.yaml'));
const ALL = { 'bad.yaml': 'pod/host-pid', 'by-class.yaml': 'pod/host-pid' };

/** For what follows an event. */
const PATIENT = { timeout: 20_000 };

interface Start {
  readonly files?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly capabilities?: typeof VS_CODE;
}

function start(folder: string, { files = FILES, version = '1', settings, options, capabilities }: Start = {}) {
  return TestClient.start({
    files,
    isReadable: true,
    server: { rules: FEW_RULES, openCache: cacheOf(version) },
    initializationOptions: { cacheFolder: folder, ...options },
    endsEarly: true,
    ...(settings === undefined ? {} : { settings }),
    ...(capabilities === undefined ? {} : { capabilities }),
  });
}

/** Resolves when the server has taken up all files: the first response may be earlier. */
function restored(client: TestClient): Promise<unknown> {
  return client.execute('kubewin.none');
}

/** The manifests that a server has read, by name. */
function readBy({ disk }: TestClient): string[] {
  const names = [...new Set([...disk.reads.keys(), ...disk.reread])].map((uri) => uri.slice(uri.lastIndexOf('/') + 1));
  return names.filter((name) => /^[^.].*\.(?:yaml|json)$/.test(name)).sort();
}

/** The folder of a cache that a server has filled. */
async function filled(options: Start = {}): Promise<string> {
  const folder = folderWith({});
  const client = await start(folder, options);
  expect(rulesByFile(await client.pullWorkspace())).toEqual(ALL);
  await client.end();
  return folder;
}

function entryIn(folder: string): string {
  const entries = readdirSync(folder).filter((name) => name.endsWith('.entry'));
  expect(entries).toHaveLength(1);
  return join(folder, entries[0] ?? '');
}

/** Starts a server, and returns what it has found and which manifests it has read. */
async function next(folder: string, options: Start = {}) {
  const client = await start(folder, options);
  const first = rulesByFile(await client.pullWorkspace());
  await restored(client);
  const found = rulesByFile(await client.pullWorkspace());
  expect(first).toEqual(found);
  await client.end();
  return { found, read: readBy(client) };
}

test('a second start reads no manifest', async () => {
  expect(await next(await filled())).toEqual({ found: ALL, read: [] });
});

test.each<[string, Readonly<Record<string, string>>, Awaited<ReturnType<typeof next>>]>([
  [
    'that has changed',
    { 'file:///work/clean.yaml': SCHEDULED },
    { found: { ...ALL, 'clean.yaml': 'pod/host-pid' }, read: ['clean.yaml'] },
  ],
  ['that is new', { 'file:///work/new.yaml': LINUX }, { found: ALL, read: ['new.yaml'] }],
  [
    'that others depend on',
    { 'file:///work/class.yaml': RUNTIME_CLASS.replace('windows', 'linux') },
    { found: { 'bad.yaml': 'pod/host-pid' }, read: ['by-class.yaml', 'class.yaml'] },
  ],
  [
    'that Kustomize uses now',
    {
      'file:///work/kustomization.yaml':
        'resources: [linux.yaml]\npatches: [{ target: { kind: Pod }, patch: "[{ op: add, path: /spec/nodeSelector, value: { kubernetes.io/os: windows } }]" }]\n',
    },
    { found: { ...ALL, 'linux.yaml': 'pod/host-pid' }, read: ['kustomization.yaml', 'linux.yaml'] },
  ],
])('after a change, a second start reads the file %s', async (_, changed, expected) => {
  expect(await next(await filled(), { files: { ...FILES, ...changed } })).toEqual(expected);
});

test('of a file that cannot be read, what only its earlier text shows is not kept', async () => {
  const uri = 'file:///work/bad.yaml';
  const folder = folderWith({});
  const client = await start(folder);
  await client.pullWorkspace();
  await client.open(uri, FILES[uri] ?? '');
  await client.diagnostics(uri);
  await client.replace(uri, 'kind: Pod', 'kind: "Pod');
  expect((await client.diagnostics(uri)).map(({ code }) => code)).toEqual(['pod/host-pid', undefined]);
  await client.write(uri, client.text(uri), FileChangeType.Changed);
  await client.settle();
  await client.end();
  const { 'bad.yaml': _, ...found } = ALL;
  expect(await next(folder, { files: { ...FILES, [uri]: client.text(uri) } })).toMatchObject({ found });
});

test('a file that is gone has no diagnostics', async () => {
  const { 'file:///work/bad.yaml': _, ...files } = FILES;
  expect(await next(await filled(), { files })).toEqual({ found: { 'by-class.yaml': 'pod/host-pid' }, read: [] });
});

test('a restored file is checked again when another one changes', async () => {
  const client = await start(await filled());
  await client.pullWorkspace();
  await restored(client);
  await client.write('file:///work/class.yaml', undefined, FileChangeType.Deleted);
  await vi.waitUntil(async () => Object.keys(rulesByFile(await client.pullWorkspace())).length === 1, PATIENT);
  await client.end();
});

test.each<[string, Start, readonly string[]]>([
  ['another version', { version: '2' }, Object.keys(FILES)],
  ['another language', { options: { texts: { a: 'b' } } }, Object.keys(FILES)],
  ['another setting of the client', { settings: { kubewin: { kubernetesVersion: '1.30' } } }, MANIFESTS],
  [
    'a configuration file',
    { files: { ...FILES, 'file:///work/.kubewin.yaml': 'kubernetesVersion: "1.30"\n' } },
    MANIFESTS,
  ],
])('what is kept is not taken for %s', async (_, options, read) => {
  const { found, read: names } = await next(await filled(), options);
  expect(found).toMatchObject(ALL);
  expect(names).toEqual(read.map((uri) => uri.slice('file:///work/'.length)).sort());
});

describe('a broken entry', () => {
  test('that was cut off is as good as none, or the part that is whole is taken', async () => {
    const folder = await filled();
    const file = entryIn(folder);
    const bytes = readFileSync(file);
    for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 40)) {
      writeFileSync(file, bytes.subarray(0, length));
      expect((await next(folder)).found).toEqual(ALL);
    }
  });

  test.each(['', '{}', '[[4, "x"]]\nnull', '[]\n'])('with the content %j is as good as none', async (content) => {
    const folder = await filled();
    writeFileSync(entryIn(folder), content);
    expect((await next(folder)).found).toEqual(ALL);
  });
});

test('what follows from the text of an unsaved document is not kept', async () => {
  const folder = folderWith({});
  const client = await start(folder);
  await client.open('file:///work/class.yaml', RUNTIME_CLASS.replace('windows', 'linux'));
  await client.pullWorkspace();
  await client.end();
  expect(readdirSync(folder)).toEqual([]);
});

test('what is kept is compared with unsaved documents', async () => {
  const client = await start(await filled(), {});
  await client.open('file:///work/class.yaml', RUNTIME_CLASS.replace('windows', 'linux'));
  await vi.waitUntil(async () => Object.keys(rulesByFile(await client.pullWorkspace())).length === 1, PATIENT);
  await client.end();
});

test('a client that does not request diagnostics gets those that are known', async () => {
  const capabilities = { ...PLAIN, workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
  const folder = folderWith({});
  for (const read of [Object.keys(FILES).length, 0]) {
    const client = await start(folder, { capabilities });
    const sent = [await client.next<{ uri: string }>('diagnostics'), await client.next<{ uri: string }>('diagnostics')];
    expect(sent.map(({ uri }) => uri).sort()).toEqual(['file:///work/bad.yaml', 'file:///work/by-class.yaml']);
    await restored(client);
    expect(readBy(client)).toHaveLength(read);
    await client.end();
  }
});

test.each([
  ['an editor that names no folder', undefined, VS_CODE],
  ['an editor that reports no changes', 'named', PLAIN],
])('nothing is kept for %s', async (_, option, capabilities) => {
  const folder = folderWith({});
  const client = await start(folder, {
    options: { cacheFolder: option === undefined ? undefined : folder },
    capabilities,
  });
  await restored(client);
  await client.end();
  expect(readdirSync(folder)).toEqual([]);
});

test('the cache is written when nothing has happened for a while, and only if something has changed', async () => {
  const folder = folderWith({});
  const client = await start(folder);
  await client.pullWorkspace();
  await restored(client);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await client.write('file:///work/clean.yaml', `${CLEAN}# changed\n`, FileChangeType.Changed);
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    return readdirSync(folder).some((name) => name.endsWith('.entry'));
  }, PATIENT);
  vi.useRealTimers();
  const before = readFileSync(entryIn(folder));
  writeFileSync(entryIn(folder), 'not replaced');
  await client.end();
  expect(before.length).toBeGreaterThan(100);
  expect(readFileSync(entryIn(folder), 'utf8')).toBe('not replaced');
});
