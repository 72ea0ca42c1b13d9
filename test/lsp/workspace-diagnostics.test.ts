import { describe, expect, test, vi } from 'vitest';
import {
  CancellationTokenSource,
  FileChangeType,
  type FileSystemWatcher,
  WatchKind,
  WorkDoneProgressCancelNotification,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver/node';
import { BY_CLASS, CLEAN, DECLARED, LINUX, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { FEW_RULES, PLAIN, resultIds, rulesByFile, TestClient, VS_CODE } from './test-client.ts';

const FILES = {
  'file:///work/bad.yaml': SCHEDULED,
  'file:///work/deep/down/declared.yml': DECLARED,
  'file:///work/by-class.yaml': BY_CLASS,
  'file:///work/class.yaml': RUNTIME_CLASS,
  'file:///work/clean.yaml': CLEAN,
  'file:///work/linux.yaml': LINUX,
  'file:///work/package.json': '{ "name": "hostPID" }',
};
const ALL = { 'bad.yaml': 'pod/host-pid', 'by-class.yaml': 'pod/host-pid', 'declared.yml': 'pod/host-pid' };

test('lists files that were never opened', async () => {
  const client = await TestClient.start({ files: FILES });
  expect(rulesByFile(await client.pullWorkspace())).toEqual(ALL);
});

test('a request is pending until something changes, and the response has the change', async () => {
  const client = await TestClient.start({ files: FILES });
  const known = resultIds(await client.pullWorkspace());
  const { answer, isAnswered } = pendingRequest(client, known);
  await client.settle();
  expect(isAnswered()).toBe(false);
  await client.write('file:///work/bad.yaml', CLEAN, FileChangeType.Changed);
  expect(rulesByFile(await answer)).toEqual({
    'bad.yaml': '',
    'by-class.yaml': 'unchanged',
    'declared.yml': 'unchanged',
  });
});

test.each([
  ['an unrelated file', 'file:///work/linux.yaml', `${LINUX}# a comment\n`],
  ['a comment at the end of a file', 'file:///work/bad.yaml', `${SCHEDULED}# a comment\n`],
])('a request remains pending after a change of %s', async (_, uri, text) => {
  const client = await TestClient.start({ files: FILES });
  const { isAnswered } = pendingRequest(client, resultIds(await client.pullWorkspace()));
  await client.write(uri, text, FileChangeType.Changed);
  await client.settle();
  expect(isAnswered()).toBe(false);
});

test('a request is pending if there is nothing to report', async () => {
  const client = await TestClient.start({ files: { 'file:///work/clean.yaml': CLEAN } });
  const { answer, isAnswered } = pendingRequest(client, {});
  await client.settle();
  expect(isAnswered()).toBe(false);
  await client.write('file:///work/new.yaml', SCHEDULED, FileChangeType.Created);
  expect(rulesByFile(await answer)).toEqual({ 'new.yaml': 'pod/host-pid' });
});

test('partial results are sent first, and then an empty response', async () => {
  const files = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`file:///work/${i}.yaml`, SCHEDULED]));
  const client = await TestClient.start({ files });
  const answer = await client.pullWorkspace({}, 'parts');
  expect(answer.items).toHaveLength(120);
  expect(answer).toMatchObject({ parts: [50, 50, 20], last: 0 });
  const next = client.pullWorkspace(resultIds(answer), 'more parts');
  await client.write('file:///work/7.yaml', CLEAN, FileChangeType.Changed);
  expect(await next).toMatchObject({ parts: [50, 50, 20], last: 0 });
});

test('responds to a canceled request with an error, and to pending ones when the server stops', async () => {
  const client = await TestClient.start({ files: FILES });
  const known = resultIds(await client.pullWorkspace());
  const source = new CancellationTokenSource();
  const params = { previousResultIds: Object.entries(known).map(([uri, value]) => ({ uri, value })) };
  const canceled = client.connection.sendRequest(WorkspaceDiagnosticRequest.type, params, source.token);
  const { answer } = pendingRequest(client, known);
  await client.settle();
  source.cancel();
  await expect(canceled).rejects.toMatchObject({ code: -32800 });
  await client.connection.sendRequest('shutdown');
  expect((await answer).items).toEqual([]);
});

describe('a change on disk is applied', () => {
  test.each<[string, string, string | undefined, FileChangeType, Record<string, string>]>([
    ['when a file is deleted', 'file:///work/bad.yaml', undefined, FileChangeType.Deleted, { 'bad.yaml': '' }],
    [
      'when a file is created',
      'file:///work/a/new.yaml',
      SCHEDULED,
      FileChangeType.Created,
      { 'new.yaml': 'pod/host-pid' },
    ],
    [
      'when a RuntimeClass changes',
      'file:///work/class.yaml',
      RUNTIME_CLASS.replace('windows\n', 'linux\n'),
      FileChangeType.Changed,
      { 'by-class.yaml': '' },
    ],
    ['when a file becomes binary', 'file:///work/bad.yaml', '\0', FileChangeType.Changed, { 'bad.yaml': '' }],
  ])('%s', async (_, uri, text, type, expected) => {
    const client = await TestClient.start({ files: FILES });
    const { answer } = pendingRequest(client, resultIds(await client.pullWorkspace()));
    await client.write(uri, text, type);
    expect(changedIn(rulesByFile(await answer))).toEqual(expected);
  });

  test('when a folder is deleted', async () => {
    const client = await TestClient.start({ files: FILES });
    const { answer } = pendingRequest(client, resultIds(await client.pullWorkspace()));
    client.disk.files.delete('file:///work/deep/down/declared.yml');
    await client.watched('file:///work/deep', FileChangeType.Deleted);
    expect(changedIn(rulesByFile(await answer))).toEqual({ 'declared.yml': '' });
  });

  test('when a deleted file is created again', async () => {
    const client = await TestClient.start({ files: FILES });
    const before = resultIds(await client.pullWorkspace());
    await client.write('file:///work/bad.yaml', undefined, FileChangeType.Deleted);
    const between = resultIds(await client.pullWorkspace(before));
    await client.write('file:///work/bad.yaml', SCHEDULED, FileChangeType.Created);
    expect(changedIn(rulesByFile(await client.pullWorkspace(between)))).toEqual({ 'bad.yaml': 'pod/host-pid' });
  });

  test('without reading other files again', async () => {
    const client = await TestClient.start({ files: FILES });
    const known = resultIds(await client.pullWorkspace());
    await client.write('file:///work/bad.yaml', CLEAN, FileChangeType.Changed);
    await client.pullWorkspace(known);
    const reads = [...client.disk.reads].filter(([uri]) => !/\/\.(?:git|kubewin(?:-images)?\.yaml)$/.test(uri));
    expect(new Map(reads)).toEqual(new Map(Object.keys(FILES).map((uri) => [uri, uri.endsWith('bad.yaml') ? 2 : 1])));
  });

  test('when it happens during the first scan', async () => {
    const client = await TestClient.start({ files: FILES });
    await client.write('file:///work/bad.yaml', CLEAN, FileChangeType.Changed);
    const answer = await client.pullWorkspace();
    const seen = rulesByFile(answer);
    if (seen['bad.yaml']) Object.assign(seen, rulesByFile(await client.pullWorkspace(resultIds(answer))));
    expect(seen['bad.yaml'] ?? '').toBe('');
  });
});

describe('files are not read because of', () => {
  const exclude = { 'file:///work/gone/a.yaml': SCHEDULED, 'file:///work/bad.yaml': SCHEDULED };
  test.each([
    ['kubewin.exclude', { kubewin: { exclude: ['gone'] } }, {}],
    [
      'files.exclude',
      { 'files.exclude': { gone: true, '**/bad.yaml': false, '**/*.yaml': { when: '$(basename).y' } } },
      {},
    ],
    ['.gitignore', {}, { 'file:///work/.gitignore': 'gone/\n' }],
  ])('%s', async (_, settings, files) => {
    const client = await TestClient.start({ files: { ...exclude, ...files }, settings });
    expect(rulesByFile(await client.pullWorkspace())).toEqual({ 'bad.yaml': 'pod/host-pid' });
    expect(client.disk.reads.has('file:///work/gone/a.yaml')).toBe(false);
    await client.write('file:///work/gone/a.yaml', SCHEDULED, FileChangeType.Changed);
    await client.write('file:///work/gone/b.yaml', SCHEDULED, FileChangeType.Created);
    await client.write('file:///work/new.yaml', SCHEDULED, FileChangeType.Created);
    await vi.waitFor(async () => {
      const next = await client.pullWorkspace({ 'file:///work/bad.yaml': 'old' });
      expect(Object.keys(rulesByFile(next)).sort()).toEqual(['bad.yaml', 'new.yaml']);
    });
  });

  test('a .gitignore that has changed', async () => {
    const client = await TestClient.start({ files: exclude });
    const known = resultIds(await client.pullWorkspace());
    const { answer } = pendingRequest(client, known);
    await client.write('file:///work/.gitignore', 'gone/\n', FileChangeType.Created);
    expect(changedIn(rulesByFile(await answer))).toEqual({ 'a.yaml': '' });
  });

  test('settings that have changed', async () => {
    const client = await TestClient.start({ files: exclude });
    const { answer } = pendingRequest(client, resultIds(await client.pullWorkspace()));
    await client.set({ kubewin: { exclude: ['bad.*'] } });
    const second = await answer;
    expect(changedIn(rulesByFile(second))).toEqual({ 'bad.yaml': '' });
    await client.set({});
    expect(changedIn(rulesByFile(await client.pullWorkspace(resultIds(second))))).toEqual({
      'bad.yaml': 'pod/host-pid',
    });
  });
});

describe('kubewin.scope', () => {
  test('open: files that are not open only provide facts', async () => {
    const client = await TestClient.start({ files: FILES, settings: { kubewin: { scope: 'open' } } });
    await client.open('file:///work/by-class.yaml', BY_CLASS);
    expect(rulesByFile(await client.pullWorkspace())).toEqual({ 'by-class.yaml': 'pod/host-pid' });
  });

  test('off: nothing is read and reported', async () => {
    const client = await TestClient.start({ files: FILES, settings: { kubewin: { scope: 'off' } } });
    await client.open('file:///work/bad.yaml', SCHEDULED);
    expect(await client.diagnostics('file:///work/bad.yaml')).toEqual([]);
    const { answer, isAnswered } = pendingRequest(client, {});
    await client.settle();
    expect(isAnswered()).toBe(false);
    expect(client.disk.reads.size).toBe(0);
    await client.set({});
    expect(changedIn(rulesByFile(await answer))).toMatchObject({ 'bad.yaml': 'pod/host-pid' });
  });

  test('changing it from workspace to off clears all findings', async () => {
    const client = await TestClient.start({ files: FILES });
    const { answer } = pendingRequest(client, resultIds(await client.pullWorkspace()));
    await client.set({ kubewin: { scope: 'off' } });
    expect(rulesByFile(await answer)).toEqual({ 'bad.yaml': '', 'by-class.yaml': '', 'declared.yml': '' });
  });
});

describe('open documents', () => {
  const uri = 'file:///work/bad.yaml';

  test('win over the files on disk and have a version', async () => {
    const client = await TestClient.start({ files: FILES });
    await client.open(uri, SCHEDULED);
    await client.replace(uri, 'hostPID: true', 'hostPID: true # on purpose');
    const { items } = await client.pullWorkspace();
    expect(items.map(({ uri, version }) => [uri.slice(13), version])).toEqual([
      ['bad.yaml', 2],
      ['by-class.yaml', null],
      ['deep/down/declared.yml', null],
    ]);
  });

  test('change findings in files that are not open', async () => {
    const client = await TestClient.start({ files: FILES });
    await client.open('file:///work/class.yaml', RUNTIME_CLASS);
    const { answer } = pendingRequest(client, resultIds(await client.pullWorkspace()));
    await client.replace('file:///work/class.yaml', 'os: windows', 'os: linux');
    expect(changedIn(rulesByFile(await answer))).toEqual({ 'by-class.yaml': '' });
  });

  test('are replaced by the file on disk when they are closed without saving', async () => {
    const client = await TestClient.start({ files: FILES });
    const known = resultIds(await client.pullWorkspace());
    await client.open(uri, SCHEDULED);
    await client.replace(uri, 'hostPID: true', 'hostPID: false');
    const changed = await client.pullWorkspace(known);
    expect(changedIn(rulesByFile(changed))).toEqual({ 'bad.yaml': '' });
    await client.close(uri);
    expect(changedIn(rulesByFile(await client.pullWorkspace(resultIds(changed))))).toEqual({
      'bad.yaml': 'pod/host-pid',
    });
  });

  test('are reported again when they are closed, even if the client has no result ID', async () => {
    const client = await TestClient.start({ files: FILES, settings: { kubewin: { scope: 'open' } } });
    await client.open(uri, SCHEDULED);
    await client.diagnostics(uri);
    await client.close(uri);
    expect(rulesByFile(await client.pullWorkspace())).toEqual({ 'bad.yaml': '' });
  });

  test('are reported under the URI of the client', async () => {
    const name = 'file:///C:/work/a%20b.yaml';
    const client = await TestClient.start({
      folders: ['file:///C:/work/'],
      files: { 'file:///c%3A/work/a%20b.yaml': CLEAN, 'file:///c%3A/work/c.yaml': SCHEDULED },
    });
    await client.open(name, SCHEDULED);
    const { items } = await client.pullWorkspace();
    expect(items.map((item) => item.uri)).toEqual([name, 'file:///C:/work/c.yaml']);
  });
});

describe('on Windows, URIs that differ by case are one file', () => {
  const file = 'file:///c%3A/work/Web/Pod.yaml';

  test.each([
    ['file:///C:/Work', 'file:///c:/work/web/pod.yaml'],
    ['file:///c%3A/work', 'file:///C%3A/WORK/Web/Pod.yaml'],
  ])('%s with %s', async (folder, name) => {
    const client = await TestClient.start({
      folders: [folder],
      files: { [file.replace('c%3A/work', folder.slice(8).replace('C:', 'c%3A'))]: SCHEDULED },
      server: { rules: FEW_RULES, platform: 'win32' },
    });
    const known = await client.pullWorkspace();
    expect(known.items).toHaveLength(1);
    await client.open(name, CLEAN);
    expect(await client.diagnostics(name)).toEqual([]);
    const answer = await client.pullWorkspace(resultIds(known));
    expect(answer.items).toMatchObject([{ uri: name, kind: 'full', version: 1, items: [] }]);
    await client.close(name);
    expect(await client.status(name)).toMatchObject({ findings: { warning: 1 } });
  });
});

describe('workspace folders', () => {
  const files = {
    'file:///one/class.yaml': RUNTIME_CLASS,
    'file:///one/pod.yaml': BY_CLASS,
    'file:///two/pod.yaml': BY_CLASS,
    'file:///two/inner/bad.yaml': SCHEDULED,
  };
  const shown = (items: readonly { uri: string }[]) => items.map(({ uri }) => uri).sort();

  test('do not share facts', async () => {
    const client = await TestClient.start({ files, folders: ['file:///one', 'file:///two'] });
    const { items } = await client.pullWorkspace();
    expect(shown(items)).toEqual(['file:///one/pod.yaml', 'file:///two/inner/bad.yaml']);
  });

  test('can be added and removed', async () => {
    const client = await TestClient.start({ files, folders: ['file:///one'] });
    const first = await client.pullWorkspace();
    expect(shown(first.items)).toEqual(['file:///one/pod.yaml']);
    await changeFolders(client, ['file:///two'], ['file:///one']);
    const second = await client.pullWorkspace(resultIds(first));
    const known = { ...resultIds(first), ...resultIds(second) };
    const last = shown(second.items).includes('file:///two/inner/bad.yaml')
      ? second
      : await client.pullWorkspace(known);
    expect(last.items).toContainEqual(expect.objectContaining({ uri: 'file:///two/inner/bad.yaml', kind: 'full' }));
    expect(second.items).toContainEqual(expect.objectContaining({ uri: 'file:///one/pod.yaml', items: [] }));
  });

  test('own the files that are not in a nested workspace folder', async () => {
    const settings = { 'file:///two/inner kubewin': { rules: { 'pod/host-pid': 'off' } } };
    const client = await TestClient.start({
      files,
      settings,
      folders: ['file:///two', 'file:///two/inner', 'file:///one'],
    });
    expect(shown((await client.pullWorkspace()).items)).toEqual(['file:///one/pod.yaml']);
  });

  test('are not required for open documents', async () => {
    const client = await TestClient.start({ files, folders: null });
    await client.open('file:///two/inner/bad.yaml', SCHEDULED);
    expect(shown((await client.pullWorkspace()).items)).toEqual(['file:///two/inner/bad.yaml']);
  });
});

describe('watchers', () => {
  test.each([
    [
      'are relative to each folder',
      VS_CODE,
      [
        { globPattern: { baseUri: 'file:///work', pattern: '**/*.{yaml,yml,json}' } },
        { globPattern: { baseUri: 'file:///work', pattern: '**/_*.tpl' } },
        { globPattern: { baseUri: 'file:///work', pattern: '**/charts/*.tgz' } },
        { globPattern: { baseUri: 'file:///work', pattern: '**/.helmignore' } },
        { globPattern: { baseUri: 'file:///work', pattern: '**/.gitignore' } },
        { globPattern: { baseUri: 'file:///work', pattern: '**' }, kind: WatchKind.Delete },
      ],
    ],
    [
      'are plain globs for other clients',
      { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
      [
        { globPattern: '**/*.{yaml,yml,json}' },
        { globPattern: '**/_*.tpl' },
        { globPattern: '**/charts/*.tgz' },
        { globPattern: '**/.helmignore' },
        { globPattern: '**/.gitignore' },
        { globPattern: '**', kind: WatchKind.Delete },
      ],
    ],
  ])('%s', async (_, capabilities, expected) => {
    const client = await TestClient.start({ capabilities });
    await client.next('register workspace/didChangeWatchedFiles');
    expect(watchers(client)).toEqual([expected]);
  });

  test('are registered again when the workspace folders change', async () => {
    const client = await TestClient.start();
    await client.next('register workspace/didChangeWatchedFiles');
    await changeFolders(client, ['file:///two'], ['file:///work']);
    await client.next('register workspace/didChangeWatchedFiles');
    await client.settle();
    expect(
      watchers(client)
        .flat()
        .map(({ globPattern }) => (globPattern as { baseUri: string }).baseUri),
    ).toEqual(Array(6).fill('file:///two'));
  });

  test('are not registered with a client that does not support them', async () => {
    const client = await TestClient.start({ capabilities: PLAIN });
    await client.settle();
    expect(client.registrations).toEqual([]);
  });

  test('are replaced by notifications of saved documents', async () => {
    const { workspace, ...capabilities } = VS_CODE;
    const { didChangeWatchedFiles, ...others } = workspace ?? {};
    const client = await TestClient.start({ files: FILES, capabilities: { ...capabilities, workspace: others } });
    const known = resultIds(await client.pullWorkspace());
    const uri = 'file:///work/new.yaml';
    await client.open(uri, SCHEDULED);
    client.disk.files.set(uri, SCHEDULED);
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    await vi.waitFor(() => expect(client.disk.reads.has(uri)).toBe(true));
    await client.close(uri);
    expect(changedIn(rulesByFile(await client.pullWorkspace(known)))).toEqual({ 'new.yaml': 'pod/host-pid' });
    expect(didChangeWatchedFiles).toBeDefined();
  });
});

test('shows progress if the client supports it', async () => {
  const client = await TestClient.start({ files: FILES });
  await client.next('progress');
  const plain = await TestClient.start({ files: FILES, capabilities: { textDocument: { diagnostic: {} } } });
  await plain.pullWorkspace();
  expect(plain.received('progress')).toEqual([]);
});

/** A pending request, and whether it has a response. */
function pendingRequest(client: TestClient, known: Readonly<Record<string, string>>) {
  let isAnswered = false;
  const answer = client.pullWorkspace(known).finally(() => {
    isAnswered = true;
  });
  return { answer, isAnswered: () => isAnswered };
}

function changedIn(rules: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(rules).filter(([, found]) => found !== 'unchanged'));
}

function watchers(client: TestClient): FileSystemWatcher[][] {
  return client.registrations
    .filter(({ method }) => method === 'workspace/didChangeWatchedFiles')
    .map(({ registerOptions }) => registerOptions.watchers);
}

async function changeFolders(client: TestClient, added: readonly string[], removed: readonly string[]): Promise<void> {
  const named = (uris: readonly string[]) => uris.map((uri) => ({ uri, name: uri }));
  await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
    event: { added: named(added), removed: named(removed) },
  });
}

const MANY = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [`file:///work/${String(i).padStart(2, '0')}.yaml`, SCHEDULED]),
);

test('reports the percentage of files that were read', async () => {
  const client = await TestClient.start({ files: MANY });
  await client.pullWorkspace();
  expect(await client.next('progress begin')).toMatchObject({ title: 'Kubewin', cancellable: true, percentage: 0 });
  await client.next('progress end');
  const reports = client.received('progress report') as { percentage: number; message: string }[];
  expect(reports.at(-1)).toEqual({ kind: 'report', percentage: 100, message: '40 of 40 files' });
  const percentages = reports.map(({ percentage }) => percentage);
  expect(percentages).toEqual(percentages.toSorted((a, b) => a - b));
});

test('reports the files that were read before a cancellation, and reads the rest later', async () => {
  const client = await TestClient.start({ files: MANY });
  const { disk } = client;
  let resume: () => void = () => {};
  const isCanceled = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const read = disk.read.bind(disk);
  disk.read = async (uri) => {
    if (uri > 'file:///work/10') await isCanceled;
    return read(uri);
  };
  const token = await client.next<string>('progress');
  await client.next('progress begin');
  await vi.waitFor(() => expect(disk.reads.has('file:///work/09.yaml')).toBe(true));
  await client.connection.sendNotification(WorkDoneProgressCancelNotification.type, { token });
  await client.settle();
  resume();
  await client.next('progress end');
  const { items } = await client.pullWorkspace();
  expect(items.length).toBeLessThan(40);
  await client.write('file:///work/more.yaml', SCHEDULED, FileChangeType.Created);
  const known = Object.fromEntries(items.map(({ uri, resultId = '' }) => [uri, resultId]));
  const more = await client.pullWorkspace(known);
  expect(new Set([...items, ...more.items].map(({ uri }) => uri)).size).toBe(41);
});
