import { describe, expect, test, vi } from 'vitest';
import {
  CancellationTokenSource,
  ConfigurationRequest,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  FileChangeType,
  type MessageConnection,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver/node';
import type { Rule } from '../../server/src/lint/rule.ts';
import hostPid from '../../server/src/rules/pod/host-pid.ts';
import { CLEAN, DECLARED, LINUX, SCHEDULED } from './manifests.ts';
import { resultIds, rulesByFile, TestClient } from './test-client.ts';

/** 300 files, of which 30 have a finding. */
const FILES = Object.fromEntries(
  Array.from({ length: 300 }, (_, i) => [uriOf(i), i % 10 === 0 ? SCHEDULED : i % 2 === 0 ? CLEAN : LINUX]),
);
const OTHER = { uri: 'file:///other', name: 'other' };
/** Far fewer runs than there are changes, but more than a slow machine needs for a burst. */
const MAX_RUNS = 100;

test('applies 500 changes of the workspace folders together', async () => {
  const client = await TestClient.start({ files: { ...FILES, 'file:///other/a.yaml': DECLARED } });
  const known = resultIds(await client.pullWorkspace());
  const listed = countLists(client);
  for (let i = 0; i < 500; i++) {
    const event = i % 2 === 0 ? { added: [OTHER], removed: [] } : { added: [], removed: [OTHER] };
    await client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event });
  }
  await client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, {
    event: { added: [OTHER], removed: [] },
  });
  await pullUntil(client, known, (changed) => changed['a.yaml'] === 'pod/host-pid');
  expect(listed()).toBeLessThan(MAX_RUNS);
});

test('lists a folder again with the next event if that failed', async () => {
  const client = await TestClient.start({ files: { 'file:///work/a.yaml': SCHEDULED } });
  const known = resultIds(await client.pullWorkspace());
  const { disk } = client;
  const manifests = disk.manifests.bind(disk);
  let failures = 0;
  disk.manifests = (...args) => {
    if (failures++ === 0) throw new Error('The disk is busy.');
    return manifests(...args);
  };
  await client.write('file:///work/b.yaml', SCHEDULED, FileChangeType.Created);
  await vi.waitFor(() => expect(failures).toBe(1));
  await client.write('file:///work/a.yaml', CLEAN, FileChangeType.Changed);
  expect(rulesByFile(await client.pullWorkspace(known))).toEqual({ 'a.yaml': '', 'b.yaml': 'pod/host-pid' });
});

test('reads 200 folders that are added one by one', async () => {
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`file:///f${i}/a.yaml`, SCHEDULED]));
  const client = await TestClient.start({ files: { ...files, ...FILES } });
  for (let i = 0; i < 200; i++) {
    const event = { added: [{ uri: `file:///f${i}`, name: '' }], removed: [] };
    await client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event });
  }
  let answer = await client.pullWorkspace();
  while (answer.items.length < 230) answer = await client.pullWorkspace(resultIds(answer));
  expect(answer.items).toHaveLength(230);
});

test('keeps only the last of 500 pending requests, and responds to the others', async () => {
  const client = await TestClient.start({ files: FILES });
  const known = resultIds(await client.pullWorkspace());
  const answers: { index: number; items: readonly unknown[] }[] = [];
  const requests = Array.from({ length: 500 }, async (_, index) => {
    const { items } = await client.pullWorkspace(known);
    answers.push({ index, items });
  });
  await Promise.all(requests.slice(0, 495));
  await client.settle();
  const inOrder = answers.toSorted((a, b) => a.index - b.index);
  expect(inOrder).toEqual(Array.from({ length: 495 }, (_, index) => ({ index, items: [] })));
  await client.write(uriOf(0), CLEAN, FileChangeType.Changed);
  await Promise.all(requests);
  expect(answers.slice(495).map(({ items }) => items.length)).toEqual([30, 30, 30, 30, 30]);
});

test('applies thousands of changes on disk together, including the last one', async () => {
  const client = await TestClient.start({ files: FILES });
  const known = resultIds(await client.pullWorkspace());
  const listed = countLists(client);
  const types: readonly FileChangeType[] = [FileChangeType.Created, FileChangeType.Changed, FileChangeType.Deleted];
  for (let i = 0; i < 5000; i++) await client.watched(uriOf(i % 400), types[i % 3] ?? FileChangeType.Changed);
  await client.write(uriOf(0), CLEAN, FileChangeType.Changed);
  await client.write(uriOf(1), SCHEDULED, FileChangeType.Changed);
  await pullUntil(client, known, (changed) => changed['0.yaml'] === '' && changed['1.yaml'] === 'pod/host-pid');
  expect(listed()).toBeLessThan(MAX_RUNS);
});

test('removes all files below nested folders that are deleted', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [`file:///work/a/${i}/b/${i}.yaml`, SCHEDULED]),
  );
  const client = await TestClient.start({ files: { ...files, 'file:///work/a.yaml': SCHEDULED } });
  const known = resultIds(await client.pullWorkspace());
  for (const uri of Object.keys(files)) client.disk.files.delete(uri);
  for (const folder of ['a/7/b', 'a/7', 'a']) await client.watched(`file:///work/${folder}`, FileChangeType.Deleted);
  const changed = await pullUntil(client, known, (changed) => Object.keys(changed).length >= 50);
  expect(changed).toEqual(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.yaml`, ''])));
});

describe('a request for the workspace can be canceled', () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [uriOf(i), SCHEDULED]));

  test.each<[string, (client: TestClient, until: Promise<void>) => void]>([
    ['before the settings are known', (client, until) => delaySettings(client.connection, until)],
    ['while the folder is listed', (client, until) => delayDisk(client, 'manifests', until)],
    ['while the files are read', (client, until) => delayDisk(client, 'read', until)],
  ])('%s', async (_, delayUntil) => {
    const client = new TestClient({ files });
    const { promise, resolve } = latch();
    delayUntil(client, promise);
    await client.initialize({});
    const source = new CancellationTokenSource();
    const request = requestWorkspace(client, source);
    await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [] });
    source.cancel();
    await expect(request).rejects.toMatchObject({ code: -32800 });
    resolve();
    expect((await client.pullWorkspace()).items).toHaveLength(40);
  });

  test.each([0, 1, 10, 25])('after %i files', async (step) => {
    const source = new CancellationTokenSource();
    let checked = -1;
    const { pod } = hostPid as Rule;
    if (pod === undefined) throw new Error('the rule is one on pods');
    const slow: Rule = {
      ...hostPid,
      pod: {
        watches: pod.watches,
        check(field, context) {
          if (checked >= 0 && checked++ === step) source.cancel();
          // Longer than a loop runs before it gives way to requests.
          const began = performance.now();
          while (checked > 0 && performance.now() - began < 9);
          pod.check(field, context);
        },
      },
    };
    const client = await TestClient.start({ files, server: { rules: [slow] } });
    await client.pullWorkspace();
    await client.set({ kubewin: { kubernetesVersion: '1.30' } });
    await client.settle();
    checked = 0;
    await expect(requestWorkspace(client, source)).rejects.toMatchObject({ code: -32800 });
    // The check stops soon after the cancellation, and the next response is complete.
    expect(checked).toBeGreaterThan(step);
    expect(checked).toBeLessThan(step + 12);
    checked = -1;
    expect((await client.pullWorkspace()).items).toHaveLength(40);
  });
});

test('responds to requests for an open document while the disk is slow', async () => {
  const client = new TestClient({ files: FILES });
  const { promise, resolve } = latch();
  delayDisk(client, 'read', promise);
  await client.initialize({});
  await client.open(uriOf(1), SCHEDULED);
  expect((await client.diagnostics(uriOf(1))).map(({ code }) => code)).toEqual(['pod/host-pid']);
  await client.watched(uriOf(2), FileChangeType.Changed);
  expect((await client.codeActions(uriOf(1), client.rangeOf(uriOf(1), 'hostPID'))).length).toBeGreaterThan(0);
  resolve();
  expect((await client.pullWorkspace()).items).toHaveLength(31);
});

test('handles files that are deleted or changed while they are listed and read', async () => {
  const client = new TestClient({ files: FILES });
  const { disk } = client;
  const read = disk.read.bind(disk);
  disk.read = async (uri) => {
    if (uri === uriOf(10)) for (const deleted of [uriOf(0), uriOf(20)]) disk.files.delete(deleted);
    if (uri === uriOf(30)) disk.files.set(uriOf(1), SCHEDULED);
    const reading = await read(uri);
    if (uri === uriOf(40)) disk.files.set(uri, CLEAN);
    return reading;
  };
  await client.initialize({});
  const first = await client.pullWorkspace();
  const { Changed, Deleted } = FileChangeType;
  for (const [index, type] of [
    [0, Deleted],
    [20, Deleted],
    [1, Changed],
    [40, Changed],
  ] as const) {
    await client.watched(uriOf(index), type);
  }
  await vi.waitFor(async () => {
    const files = rulesByFile(await client.pullWorkspace({ ...resultIds(first), [uriOf(10)]: 'old' }));
    const found = Object.keys(files).filter((name) => files[name] !== '');
    expect(found).toContain('1.yaml');
    expect(found.filter((name) => ['0.yaml', '20.yaml', '40.yaml'].includes(name))).toEqual([]);
  });
});

function uriOf(index: number): string {
  return `file:///work/${index}.yaml`;
}

function latch(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/**
 * Pulls until the responses together have what is expected: the rules of each changed file. On a slow machine, a burst of
 * events is applied in parts, and the first response has only what changed until then.
 */
async function pullUntil(
  client: TestClient,
  known: Record<string, string>,
  isComplete: (changed: Record<string, string>) => boolean,
): Promise<Record<string, string>> {
  const changed: Record<string, string> = {};
  for (let ids = known; !isComplete(changed); ) {
    const answer = await client.pullWorkspace(ids);
    Object.assign(changed, rulesByFile({ items: answer.items.filter(({ kind }) => kind === 'full') }));
    ids = resultIds(answer);
  }
  return changed;
}

function requestWorkspace(client: TestClient, { token }: CancellationTokenSource): Promise<unknown> {
  return client.connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds: [] }, token);
}

/** Delays responses to requests for settings until the promise resolves. */
function delaySettings(connection: MessageConnection, until: Promise<void>): void {
  connection.onRequest(ConfigurationRequest.type, async ({ items }) => {
    await until;
    return items.map(() => null);
  });
}

/** Delays listing or reading until the promise resolves. */
function delayDisk({ disk }: TestClient, name: 'manifests' | 'read', until: Promise<void>): void {
  const read = disk.read.bind(disk);
  const manifests = disk.manifests.bind(disk);
  if (name === 'read') disk.read = (uri) => until.then(() => read(uri));
  else {
    disk.manifests = async function* (...args) {
      await until;
      yield* manifests(...args);
    };
  }
}

/** Counts how often a folder is listed from now on. */
function countLists({ disk }: TestClient): () => number {
  let calls = 0;
  const manifests = disk.manifests.bind(disk);
  disk.manifests = (...args) => {
    calls++;
    return manifests(...args);
  };
  return () => calls;
}
