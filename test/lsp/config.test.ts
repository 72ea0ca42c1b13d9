import { describe, expect, test, vi } from 'vitest';
import { DiagnosticSeverity, FileChangeType } from 'vscode-languageserver/node';
import { BY_CLASS, DECLARED, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { PLAIN, rulesByFile, TestClient } from './test-client.ts';

const CONFIG = 'file:///work/.kubewin.yaml';
const URI = 'file:///work/pod.yaml';
const { Error: Fault, Warning, Information, Hint } = DiagnosticSeverity;

const set = (severity: string) => `rules: { pod/host-pid: ${severity} }\n`;

async function severities(client: TestClient, uri = URI): Promise<unknown[]> {
  return (await client.diagnostics(uri)).map(({ severity }) => severity);
}

describe('the nearest file counts, before the settings of the editor', () => {
  test.each<[name: string, files: Record<string, string>, uri: string, expected: unknown[]]>([
    ['there is none', {}, URI, [Hint]],
    ['in the same folder', { [CONFIG]: set('error') }, URI, [Fault]],
    ['further up', { [CONFIG]: set('error') }, 'file:///work/a/b/pod.yaml', [Fault]],
    [
      'none that is further up',
      { [CONFIG]: set('error'), 'file:///work/a/.kubewin.yaml': '' },
      'file:///work/a/b/pod.yaml',
      [Warning],
    ],
    ['not above the workspace folder', { 'file:///.kubewin.yaml': set('error') }, URI, [Hint]],
    [
      'not above a repository',
      { [CONFIG]: set('error'), 'file:///work/a/.git': 'gitdir' },
      'file:///work/a/b/pod.yaml',
      [Hint],
    ],
    [
      'not for a document outside of all folders',
      { 'file:///else/.kubewin.yaml': set('error') },
      'file:///else/pod.yaml',
      [Hint],
    ],
    [
      'by a glob',
      { [CONFIG]: `overrides: [{ files: [a/], ${set('information').trim()} }]\n` },
      'file:///work/a/b/pod.yaml',
      [Information],
    ],
    [
      'by no glob',
      { [CONFIG]: `overrides: [{ files: [b/], ${set('information').trim()} }]\n` },
      'file:///work/a/b/pod.yaml',
      [Warning],
    ],
    ['a broken one, with the defaults', { [CONFIG]: 'rules: {' }, URI, [Warning]],
  ])('%s', async (_, files, uri, expected) => {
    const client = await TestClient.start({ files, settings: { kubewin: { rules: { pod: 'hint' } } } });
    await client.open(uri, SCHEDULED);
    expect(await severities(client, uri)).toEqual(expected);
  });

  test('each folder has its own', async () => {
    const client = await TestClient.start({
      folders: ['file:///one', 'file:///two'],
      files: { 'file:///one/.kubewin.yaml': set('error'), 'file:///two/.kubewin.yaml': set('off') },
    });
    for (const [uri, expected] of [
      ['file:///one/a.yaml', [Fault]],
      ['file:///two/a.yaml', []],
    ] as const) {
      await client.open(uri, SCHEDULED);
      expect(await severities(client, uri)).toEqual(expected);
    }
  });

  test('which files are checked is a setting of the editor', async () => {
    const files = { [CONFIG]: set('error'), [URI]: SCHEDULED };
    const client = await TestClient.start({ files, settings: { kubewin: { scope: 'off' } } });
    await client.open(URI, SCHEDULED);
    expect(await severities(client)).toEqual([]);
  });
});

describe('changes are taken up', () => {
  test('by a watcher: a new one, another one, none', async () => {
    const client = await TestClient.start();
    await client.open(URI, SCHEDULED);
    expect(await severities(client)).toEqual([Warning]);
    for (const [text, type, expected] of [
      [set('hint'), FileChangeType.Created, [Hint]],
      [set('error'), FileChangeType.Changed, [Fault]],
      [undefined, FileChangeType.Deleted, [Warning]],
    ] as const) {
      await client.write(CONFIG, text, type);
      await client.next('refresh');
      await vi.waitFor(async () => expect(await severities(client)).toEqual(expected));
    }
  });

  test('a file that is written with the same text changes nothing', async () => {
    const client = await TestClient.start({ files: { [CONFIG]: set('hint') } });
    await client.open(URI, SCHEDULED);
    await client.diagnostics(URI);
    await client.write(CONFIG, set('hint'), FileChangeType.Changed);
    await client.settle();
    expect(client.heard('refresh')).toEqual([]);
  });

  test('with the folder that it is in', async () => {
    const deep = 'file:///work/deep/.kubewin.yaml';
    const client = await TestClient.start({ files: { [deep]: set('error') } });
    await client.open('file:///work/deep/a/pod.yaml', SCHEDULED);
    expect(await severities(client, 'file:///work/deep/a/pod.yaml')).toEqual([Fault]);
    client.disk.files.delete(deep);
    await client.watched('file:///work/deep', FileChangeType.Deleted);
    await client.next('refresh');
    expect(await severities(client, 'file:///work/deep/a/pod.yaml')).toEqual([Warning]);
  });

  test('what is not saved does not count, but what is wrong in it is told', async () => {
    const client = await TestClient.start({ files: { [CONFIG]: set('hint') } });
    await client.open(URI, SCHEDULED);
    await client.open(CONFIG, set('hint'));
    await client.replace(CONFIG, 'hint', 'loud');
    expect(await severities(client)).toEqual([Hint]);
    expect(await client.diagnostics(CONFIG)).toMatchObject([
      {
        severity: Fault,
        source: 'kubewin',
        range: client.rangeOf(CONFIG, 'loud'),
        message: expect.stringContaining('cannot be `loud`'),
      },
    ]);
  });

  test('what is saved is told by a client that does not watch', async () => {
    const { didChangeWatchedFiles: _, ...workspace } = { didChangeWatchedFiles: {}, ...PLAIN.workspace };
    const client = await TestClient.start({ capabilities: { ...PLAIN, workspace }, files: { [CONFIG]: set('hint') } });
    await client.open(CONFIG, set('hint'));
    await client.open(URI, SCHEDULED);
    await client.settle();
    client.disk.files.set(CONFIG, set('error'));
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri: CONFIG } });
    await vi.waitFor(() =>
      expect(client.heard('diagnostics').at(-1)).toMatchObject({ uri: URI, diagnostics: [{ severity: Fault }] }),
    );
  });

  test('other settings of the editor and other folders leave it as it is', async () => {
    const client = await TestClient.start({ files: { [CONFIG]: set('error') } });
    await client.open(URI, SCHEDULED);
    await client.set({ kubewin: { rules: { pod: 'hint' } } });
    await client.settle();
    expect(await severities(client)).toEqual([Fault]);
    const added = [{ uri: 'file:///other', name: 'other' }];
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added, removed: [] } });
    await client.settle();
    expect(await severities(client)).toEqual([Fault]);
  });
});

describe('in the whole workspace', () => {
  const files = {
    'file:///work/a/pod.yaml': SCHEDULED,
    'file:///work/b/pod2.yaml': SCHEDULED,
    'file:///work/b/c/pod3.yaml': SCHEDULED,
  };

  test('files have the settings of theirs, and those that it excludes are silent, open or not', async () => {
    const config = { [CONFIG]: 'exclude: [a]\n', 'file:///work/b/c/.kubewin.yaml': set('off') };
    const client = await TestClient.start({ files: { ...files, ...config } });
    expect(rulesByFile(await client.pullWorkspace())).toEqual({ 'pod2.yaml': 'pod/host-pid' });
    await client.open('file:///work/a/pod.yaml', SCHEDULED);
    expect(await severities(client, 'file:///work/a/pod.yaml')).toEqual([]);
    expect((await client.status('file:///work/a/pod.yaml'))?.why).toContain('excluded');
  });

  test('what it no longer excludes is read', async () => {
    const client = await TestClient.start({ files: { ...files, [CONFIG]: 'exclude: [a, b]\n' } });
    await client.open('file:///work/x.yaml', '');
    await client.diagnostics('file:///work/x.yaml');
    await client.write(CONFIG, 'exclude: [a]\n', FileChangeType.Changed);
    const byFile = rulesByFile(await client.pullWorkspace());
    expect(byFile).toEqual({ 'pod2.yaml': 'pod/host-pid', 'pod3.yaml': 'pod/host-pid' });
  });

  test('what is wrong is told of a file that is not open, until it is right', async () => {
    const client = await TestClient.start({ files: { 'file:///work/deep/.kubewin.yaml': 'rule: {}\n' } });
    const { items } = await client.pullWorkspace();
    expect(items).toMatchObject([
      {
        uri: 'file:///work/deep/.kubewin.yaml',
        items: [{ severity: Fault, message: 'Unknown setting `rule`. Did you mean `rules`?' }],
      },
    ]);
    const known = Object.fromEntries(items.map(({ uri, resultId }) => [uri, resultId ?? '']));
    await client.write('file:///work/deep/.kubewin.yaml', 'rules: {}\n', FileChangeType.Changed);
    expect((await client.pullWorkspace(known)).items).toMatchObject([{ kind: 'full', items: [] }]);
  });

  test('facts hold across files with settings of their own', async () => {
    const client = await TestClient.start({
      files: {
        'file:///work/a/.kubewin.yaml': 'kubernetesVersion: 1.30\n',
        'file:///work/a/class.yaml': RUNTIME_CLASS,
        'file:///work/b/.kubewin.yaml': set('error'),
        'file:///work/b/pod.yaml': BY_CLASS,
      },
    });
    const { items } = await client.pullWorkspace();
    expect(items).toMatchObject([{ uri: 'file:///work/b/pod.yaml', items: [{ severity: Fault }] }]);
  });
});

test('the release of a file decides', async () => {
  const client = await TestClient.start({ files: { [CONFIG]: 'kubernetesVersion: 1.23\n' } });
  await client.open(URI, DECLARED);
  expect(await severities(client)).toEqual([Warning]);
  expect((await client.status(URI))?.cluster.kubernetesVersion.value).toBe('1.23');
});
