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

describe('the nearest configuration file wins over the settings of the editor', () => {
  test.each<[name: string, files: Record<string, string>, uri: string, expected: unknown[]]>([
    ['if there is no file, the editor decides', {}, URI, [Hint]],
    ['in the same folder', { [CONFIG]: set('error') }, URI, [Fault]],
    ['in a folder above', { [CONFIG]: set('error') }, 'file:///work/a/b/pod.yaml', [Fault]],
    [
      'not one in a folder further up',
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
      'with an override that matches',
      { [CONFIG]: `overrides: [{ files: [a/], ${set('information').trim()} }]\n` },
      'file:///work/a/b/pod.yaml',
      [Information],
    ],
    [
      'with an override that does not match',
      { [CONFIG]: `overrides: [{ files: [b/], ${set('information').trim()} }]\n` },
      'file:///work/a/b/pod.yaml',
      [Warning],
    ],
    ['with the defaults if it is broken', { [CONFIG]: 'rules: {' }, URI, [Warning]],
  ])('%s', async (_, files, uri, expected) => {
    const client = await TestClient.start({ files, settings: { kubewin: { rules: { pod: 'hint' } } } });
    await client.open(uri, SCHEDULED);
    expect(await severities(client, uri)).toEqual(expected);
  });

  test('each workspace folder has its own file', async () => {
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

  test('the editor decides which files are checked', async () => {
    const files = { [CONFIG]: set('error'), [URI]: SCHEDULED };
    const client = await TestClient.start({ files, settings: { kubewin: { scope: 'off' } } });
    await client.open(URI, SCHEDULED);
    expect(await severities(client)).toEqual([]);
  });
});

/** Expects that the rule has the severity of a file that is created, changed and deleted. */
async function expectToFollow(client: TestClient, uri: string): Promise<void> {
  expect(await severities(client)).toEqual([Warning]);
  for (const [text, type, expected] of [
    [set('hint'), FileChangeType.Created, [Hint]],
    [set('error'), FileChangeType.Changed, [Fault]],
    [undefined, FileChangeType.Deleted, [Warning]],
  ] as const) {
    await client.write(uri, text, type);
    await client.next('refresh');
    await vi.waitFor(async () => expect(await severities(client)).toEqual(expected));
  }
}

describe('changes are applied', () => {
  test('when a watcher reports that a file was created, changed or deleted', async () => {
    const client = await TestClient.start();
    await client.open(URI, SCHEDULED);
    await expectToFollow(client, CONFIG);
  });

  test('but not when a file is written with the same text', async () => {
    const client = await TestClient.start({ files: { [CONFIG]: set('hint') } });
    await client.open(URI, SCHEDULED);
    await client.diagnostics(URI);
    await client.write(CONFIG, set('hint'), FileChangeType.Changed);
    await client.settle();
    expect(client.received('refresh')).toEqual([]);
  });

  test('when its folder is deleted', async () => {
    const deep = 'file:///work/deep/.kubewin.yaml';
    const client = await TestClient.start({ files: { [deep]: set('error') } });
    await client.open('file:///work/deep/a/pod.yaml', SCHEDULED);
    expect(await severities(client, 'file:///work/deep/a/pod.yaml')).toEqual([Fault]);
    client.disk.files.delete(deep);
    await client.watched('file:///work/deep', FileChangeType.Deleted);
    await client.next('refresh');
    expect(await severities(client, 'file:///work/deep/a/pod.yaml')).toEqual([Warning]);
  });

  test('when they are saved; errors are shown before', async () => {
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

  test('when a client without watchers saves the file', async () => {
    const { didChangeWatchedFiles: _, ...workspace } = { didChangeWatchedFiles: {}, ...PLAIN.workspace };
    const client = await TestClient.start({ capabilities: { ...PLAIN, workspace }, files: { [CONFIG]: set('hint') } });
    await client.open(CONFIG, set('hint'));
    await client.open(URI, SCHEDULED);
    await client.settle();
    client.disk.files.set(CONFIG, set('error'));
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri: CONFIG } });
    await vi.waitFor(() =>
      expect(client.received('diagnostics').at(-1)).toMatchObject({ uri: URI, diagnostics: [{ severity: Fault }] }),
    );
  });

  test('and remain after changes of editor settings and folders', async () => {
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

describe('a file that another one extends', () => {
  const BASE = 'file:///work/shared/base.yaml';

  test('applies, and is read again when it is created, changed or deleted', async () => {
    const client = await TestClient.start({ files: { [CONFIG]: 'extends: ./shared/base.yaml\n' } });
    await client.open(URI, SCHEDULED);
    await expectToFollow(client, BASE);
  });

  test('excludes files, and no longer does after a change', async () => {
    const client = await TestClient.start({
      files: { [CONFIG]: 'extends: ./shared/base.yaml\n', [BASE]: 'exclude: [pod.yaml]\n', [URI]: SCHEDULED },
    });
    await client.open(URI, SCHEDULED);
    expect(await severities(client)).toEqual([]);
    await client.write(BASE, '', FileChangeType.Changed);
    expect(rulesByFile(await client.pullWorkspace())).toHaveProperty(['pod.yaml']);
  });

  test('has its faults at their places, also while the file that extends it is edited', async () => {
    const client = await TestClient.start({
      files: { [CONFIG]: 'extends: ./shared/base.yaml\n', [BASE]: 'extends: ./none.yaml\ncolor: red\n' },
    });
    await client.open(URI, SCHEDULED);
    await client.open(BASE, 'extends: ./none.yaml\ncolor: red\n');
    expect((await client.diagnostics(BASE)).map(({ message }) => message)).toEqual([
      'Unknown setting `color`.',
      '`./none.yaml` does not exist.',
    ]);
    await client.replace(BASE, 'extends', '# Shared by all teams\nextends');
    expect(await client.diagnostics(BASE)).toMatchObject([{}, { range: client.rangeOf(BASE, './none.yaml') }]);
    await client.replace(BASE, './none.yaml', './other.yaml');
    expect(await client.diagnostics(BASE)).toHaveLength(1);
  });

  test('is not read outside of the workspace folder', async () => {
    const client = await TestClient.start({
      files: { [CONFIG]: 'extends: ../base.yaml\n', 'file:///base.yaml': set('error') },
    });
    await client.open(URI, SCHEDULED);
    await client.open(CONFIG, 'extends: ../base.yaml\n');
    expect(await severities(client)).toEqual([Warning]);
    expect(await client.diagnostics(CONFIG)).toMatchObject([
      { message: '`../base.yaml` is outside of the folder or repository that is checked.' },
    ]);
  });
});

describe('configuration files in the whole workspace', () => {
  const files = {
    'file:///work/a/pod.yaml': SCHEDULED,
    'file:///work/b/pod2.yaml': SCHEDULED,
    'file:///work/b/c/pod3.yaml': SCHEDULED,
  };

  test('apply to open and unopened files, and exclude both', async () => {
    const config = { [CONFIG]: 'exclude: [a]\n', 'file:///work/b/c/.kubewin.yaml': set('off') };
    const client = await TestClient.start({ files: { ...files, ...config } });
    expect(rulesByFile(await client.pullWorkspace())).toEqual({ 'pod2.yaml': 'pod/host-pid' });
    await client.open('file:///work/a/pod.yaml', SCHEDULED);
    expect(await severities(client, 'file:///work/a/pod.yaml')).toEqual([]);
    expect((await client.status('file:///work/a/pod.yaml'))?.why).toContain('excluded');
  });

  test('make files known when they are no longer excluded', async () => {
    const client = await TestClient.start({ files: { ...files, [CONFIG]: 'exclude: [a, b]\n' } });
    await client.open('file:///work/x.yaml', '');
    await client.diagnostics('file:///work/x.yaml');
    await client.write(CONFIG, 'exclude: [a]\n', FileChangeType.Changed);
    const byFile = rulesByFile(await client.pullWorkspace());
    expect(byFile).toEqual({ 'pod2.yaml': 'pod/host-pid', 'pod3.yaml': 'pod/host-pid' });
  });

  test('have diagnostics until they are corrected, even if they are not open', async () => {
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

  test('have quick fixes for words that were probably meant', async () => {
    const client = await TestClient.start();
    await client.open(CONFIG, 'ruls:\ncniMode: overlayy\nkubernetesVersion: 2\n');
    const titles = async (at: string) =>
      (await client.codeActions(CONFIG, client.rangeOf(CONFIG, at))).map(({ title }) => title);
    expect(await titles('ruls')).toEqual(['Replace with `rules`']);
    expect(await titles('kubernetesVersion')).toEqual([]);
    const [fix] = await client.codeActions(CONFIG, client.rangeOf(CONFIG, 'overlayy'), ['quickfix']);
    expect(fix?.diagnostics).toEqual([(await client.diagnostics(CONFIG))[1]]);
    if (fix !== undefined) await client.apply(fix);
    expect(client.text(CONFIG)).toContain('cniMode: overlay\n');
    expect(await client.codeActions(CONFIG, client.rangeOf(CONFIG, 'ruls'), ['refactor'])).toEqual([]);
  });

  test('are marked if a check by the JSON schema finds them, too', async () => {
    const client = await TestClient.start();
    await client.open(
      CONFIG,
      'ruls:\ncniMode: overlayy\nkubernetesVersion: 1.9\ntaint: no\nexclude: [a/**/b/**/c/**/d/**]\n',
    );
    const marked = (await client.diagnostics(CONFIG)).map(({ range, data }) => [range.start.line, data]);
    expect(marked).toEqual([
      [0, 'schema'],
      [1, 'schema'],
      [2, undefined],
      [3, 'schema'],
      [4, undefined],
    ]);
  });

  test('do not separate facts of files with different settings', async () => {
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

test('the Kubernetes release of a file determines the effect', async () => {
  const client = await TestClient.start({ files: { [CONFIG]: 'kubernetesVersion: 1.23\n' } });
  await client.open(URI, DECLARED);
  expect(await severities(client)).toEqual([Warning]);
  expect((await client.status(URI))?.cluster.kubernetesVersion.value).toBe('1.23');
});
