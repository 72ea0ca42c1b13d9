import { describe, expect, test } from 'vitest';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { DECLARED, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const { Error: Fault, Warning, Information, Hint } = DiagnosticSeverity;

describe('what is set decides', () => {
  test.each([
    ['nothing', null, [Fault]],
    ['an empty object', {}, [Fault]],
    ['the release', { kubernetesVersion: '1.23' }, [Warning]],
    ['a rule off', { rules: { 'pod/host-pid': 'off' } }, []],
    ['a rule', { rules: { 'pod/host-pid': 'information' } }, [Information]],
    ['a category', { rules: { pod: 'hint' } }, [Hint]],
    ['a rule before its category', { rules: { pod: 'off', 'pod/host-pid': 'warning' } }, [Warning]],
    ['a wrong rule beside it', { rules: { 'pod/host-ipc': 'loud', pod: 'hint' } }, [Hint]],
    ['a wrong place of pods and a wrong glob beside it', { embeddedPods: { A: [] }, exclude: [1, 'pod.yaml'] }, []],
    ['something wrong beside it', { scope: 'everything', rules: { pod: 'hint' } }, [Hint]],
  ])('%s', async (_, kubewin, severities) => {
    const client = await TestClient.start({ settings: { kubewin } });
    await client.open(URI, DECLARED);
    expect((await client.diagnostics(URI)).map(({ severity }) => severity)).toEqual(severities);
  });
});

test('a change is taken up and refreshes open documents', async () => {
  const client = await TestClient.start();
  await client.next('register workspace/didChangeConfiguration');
  await client.open(URI, DECLARED);
  await client.diagnostics(URI);
  await client.set({ kubewin: { kubernetesVersion: '1.20' } });
  await client.next('refresh');
  expect(await client.diagnostics(URI)).toMatchObject([{ severity: Warning }]);
});

test('where the pods of custom resources are is taken up', async () => {
  const client = await TestClient.start();
  await client.open(URI, SCHEDULED.replace('v1\nkind: Pod', 'example.com/v1\nkind: Widget'));
  expect(await client.diagnostics(URI)).toEqual([]);
  await client.set({ kubewin: { embeddedPods: { 'example.com/Widget': ['spec'] } } });
  await client.next('refresh');
  expect(await client.diagnostics(URI)).toMatchObject([{ code: 'pod/host-pid' }]);
});

test('each folder has its own, and what is outside of all too', async () => {
  const client = await TestClient.start({
    folders: ['file:///one', 'file:///two'],
    settings: {
      kubewin: { rules: { pod: 'hint' } },
      'file:///one kubewin': { rules: { pod: 'warning' } },
      'file:///two kubewin': { rules: { pod: 'off' } },
    },
  });
  const severities: Record<string, unknown[]> = {};
  for (const uri of ['file:///one/pod.yaml', 'file:///two/pod.yaml', 'file:///three/pod.yaml', 'untitled:Untitled-1']) {
    await client.open(uri, DECLARED);
    severities[uri] = (await client.diagnostics(uri)).map(({ severity }) => severity);
  }
  expect(severities).toEqual({
    'file:///one/pod.yaml': [Warning],
    'file:///two/pod.yaml': [],
    'file:///three/pod.yaml': [Hint],
    'untitled:Untitled-1': [Hint],
  });
});

describe('of a client that cannot be asked', () => {
  const { workspace: _, ...capabilities } = VS_CODE;
  test.each([
    ['initializationOptions', { rules: { pod: 'hint' } }, undefined, [Hint]],
    ['initializationOptions with our prefix', { kubewin: { rules: { pod: 'hint' } } }, undefined, [Hint]],
    ['didChangeConfiguration', undefined, { kubewin: { rules: { pod: 'warning' } } }, [Warning]],
    ['the later one wins', { rules: { pod: 'hint' } }, { rules: { pod: 'warning' } }, [Warning]],
    ['an empty one says nothing', { rules: { pod: 'hint' } }, {}, [Hint]],
    ['neither is an object', 'rules', null, [Fault]],
  ])('%s', async (_, initializationOptions, settings, severities) => {
    const client = await TestClient.start({ capabilities, initializationOptions });
    await client.open(URI, DECLARED);
    if (settings !== undefined) {
      await client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    }
    await client.settle();
    expect((await client.diagnostics(URI)).map(({ severity }) => severity)).toEqual(severities);
  });

  test('one that can be asked and knows nothing falls back to what it sent', async () => {
    const client = await TestClient.start({ initializationOptions: { rules: { pod: 'hint' } } });
    await client.open(URI, DECLARED);
    expect(await client.diagnostics(URI)).toMatchObject([{ severity: Hint }]);
  });
});

describe('what is wrong is named, once', () => {
  test.each([
    [
      'a value',
      { kubernetesVersion: '2.0' },
      ['Kubewin: `kubewin.kubernetesVersion` cannot be "2.0"; the default is used.'],
    ],
    [
      'no list and no mapping',
      { exclude: 'a', rules: [] },
      [
        'Kubewin: `kubewin.rules` cannot be []; the default is used.',
        'Kubewin: `kubewin.exclude` cannot be "a"; the default is used.',
      ],
    ],
    [
      'severities and globs, each by itself',
      { rules: { 'pod/host-pid': 'loud', pod: null }, exclude: ['a', 1] },
      [
        'Kubewin: `kubewin.rules`: `pod/host-pid` cannot be "loud"; this entry is ignored.',
        'Kubewin: `kubewin.rules`: `pod` cannot be null; this entry is ignored.',
        'Kubewin: `kubewin.exclude`: `[1]` cannot be 1; this entry is ignored.',
      ],
    ],
    [
      'places of pods without a group',
      { embeddedPods: { Widget: ['spec'] } },
      ['Kubewin: `kubewin.embeddedPods` cannot have `Widget`; this entry is ignored.'],
    ],
    [
      'a place of pods that is no path',
      { embeddedPods: { 'example.com/Widget': ['spec..template', 'spec'], 'example.com/Other': 'spec' } },
      [
        'Kubewin: `kubewin.embeddedPods`: `example.com/Widget` cannot be "spec..template"; this entry is ignored.',
        'Kubewin: `kubewin.embeddedPods`: `example.com/Other` cannot be "spec"; this entry is ignored.',
      ],
    ],
    [
      'a setting',
      { kubernetesversion: '1.30', trace: { server: 'off' } },
      ['Kubewin: Unknown setting `kubewin.kubernetesversion`.'],
    ],
    [
      'rules',
      { rules: { 'pod/host-pidd': 'off', pods: 'off', pod: 'error', 'directive/unused': 'off' } },
      [
        'Kubewin: `kubewin.rules` contains `pod/host-pidd`, which is not a rule or a category.',
        'Kubewin: `kubewin.rules` contains `pods`, which is not a rule or a category.',
      ],
    ],
    ['no object', 'wrong', []],
  ])('%s', async (_, kubewin, messages) => {
    const client = await TestClient.start({ folders: ['file:///one', 'file:///two'], settings: { kubewin } });
    await client.open(URI, DECLARED);
    expect(await client.diagnostics(URI)).toHaveLength(1);
    await client.set({ kubewin, other: 1 });
    await client.settle();
    expect(client.heard('message')).toEqual(messages);
    expect(client.heard('log')).toEqual(messages.map((message) => message.replace('Kubewin: ', '')));
  });

  test('and again when it comes back', async () => {
    const client = await TestClient.start({ settings: { kubewin: { scope: 1 } } });
    await client.next('message');
    await client.set({});
    await client.settle();
    await client.set({ kubewin: { scope: 1 } });
    expect(await client.next('message')).toContain('`kubewin.scope` cannot be 1');
  });
});

test('an excluded document is silent while it is open too', async () => {
  // Globs of nothing exclude nothing.
  const exclude = ['', './', '/', 'legacy/', '**/*.tmp.yaml'];
  const client = await TestClient.start({ settings: { kubewin: { exclude } } });
  for (const [uri, count] of [
    ['file:///work/legacy/deep/pod.yaml', 0],
    ['file:///work/a/b.tmp.yaml', 0],
    ['file:///work/legacy.yaml', 1],
    ['file:///elsewhere/legacy/pod.yaml', 1],
  ] as const) {
    await client.open(uri, SCHEDULED);
    expect(await client.diagnostics(uri)).toHaveLength(count);
  }
});

test('a client that can do nothing is served nevertheless', async () => {
  const client = await TestClient.start({ capabilities: {}, folders: null });
  expect(client.initialized).toMatchObject({
    capabilities: { textDocumentSync: { openClose: true, change: 2 }, hoverProvider: true },
    serverInfo: { name: 'Kubewin' },
  });
  await client.open(URI, DECLARED);
  expect(await client.next('diagnostics')).toMatchObject({ uri: URI, diagnostics: [{ code: 'pod/host-pid' }] });
  expect(PLAIN.workspace).toBeUndefined();
});

test('a client that takes long to tell its settings is answered by the defaults, and by its own when they come', async () => {
  const client = await TestClient.start();
  const asked: ((settings: unknown[]) => void)[] = [];
  client.connection.onRequest('workspace/configuration', () => new Promise((tell) => asked.push(tell)));
  await client.open(URI, SCHEDULED);
  const started = performance.now();
  expect((await client.diagnostics(URI)).length).toBe(1);
  expect(performance.now() - started).toBeGreaterThan(2_000);
  for (const tell of asked) tell([{ rules: { 'pod/host-pid': 'off' } }, null]);
  await client.next('refresh');
  expect(await client.diagnostics(URI)).toEqual([]);
});

test.each([{ kubewin: null }, { kubewin: {} }, null])('%j says nothing', async (settings) => {
  const client = await TestClient.start({
    capabilities: { textDocument: { diagnostic: {} } },
    initializationOptions: settings,
  });
  await client.open(URI, SCHEDULED);
  expect((await client.diagnostics(URI)).length).toBe(1);
  expect(client.heard('message')).toEqual([]);
});
