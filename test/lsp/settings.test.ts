import { describe, expect, test } from 'vitest';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { DECLARED, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const { Error: Fault, Warning, Information, Hint } = DiagnosticSeverity;

describe('settings determine the findings', () => {
  test.each([
    ['with null', null, [Fault]],
    ['with an empty object', {}, [Fault]],
    ['with a Kubernetes release', { kubernetesVersion: '1.23' }, [Warning]],
    ['with a rule that is off', { rules: { 'pod/host-pid': 'off' } }, []],
    ['with the severity of a rule', { rules: { 'pod/host-pid': 'information' } }, [Information]],
    ['with the severity of a rule, named by its code', { rules: { KW1103: 'information' } }, [Information]],
    ['with the severity of a category', { rules: { pod: 'hint' } }, [Hint]],
    ['with a rule that wins over its category', { rules: { pod: 'off', 'pod/host-pid': 'warning' } }, [Warning]],
    ['with an invalid severity of another rule', { rules: { 'pod/host-ipc': 'loud', pod: 'hint' } }, [Hint]],
    ['with invalid paths of pods and an invalid glob', { embeddedPods: { A: [] }, exclude: [1, 'pod.yaml'] }, []],
    ['with another invalid setting', { scope: 'everything', rules: { pod: 'hint' } }, [Hint]],
  ])('%s', async (_, kubewin, severities) => {
    const client = await TestClient.start({ settings: { kubewin } });
    await client.open(URI, DECLARED);
    expect((await client.diagnostics(URI)).map(({ severity }) => severity)).toEqual(severities);
  });
});

test('applies changed settings and refreshes open documents', async () => {
  const client = await TestClient.start();
  await client.next('register workspace/didChangeConfiguration');
  await client.open(URI, DECLARED);
  await client.diagnostics(URI);
  await client.set({ kubewin: { kubernetesVersion: '1.20' } });
  await client.next('refresh');
  expect(await client.diagnostics(URI)).toMatchObject([{ severity: Warning }]);
});

test('applies changed paths of pods in custom resources', async () => {
  const client = await TestClient.start();
  await client.open(URI, SCHEDULED.replace('v1\nkind: Pod', 'example.com/v1\nkind: Widget'));
  expect(await client.diagnostics(URI)).toEqual([]);
  await client.set({ kubewin: { embeddedPods: { 'example.com/Widget': ['spec'] } } });
  await client.next('refresh');
  expect(await client.diagnostics(URI)).toMatchObject([{ code: 'pod/host-pid' }]);
});

test('reads settings for each folder and for files outside of all folders', async () => {
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

describe('a client without workspace/configuration sets them', () => {
  const { workspace: _, ...capabilities } = VS_CODE;
  test.each([
    ['in initializationOptions', { rules: { pod: 'hint' } }, undefined, [Hint]],
    ['in initializationOptions with a prefix', { kubewin: { rules: { pod: 'hint' } } }, undefined, [Hint]],
    ['in didChangeConfiguration', undefined, { kubewin: { rules: { pod: 'warning' } } }, [Warning]],
    ['in both, and the later one wins', { rules: { pod: 'hint' } }, { rules: { pod: 'warning' } }, [Warning]],
    ['in initializationOptions, and an empty object does not reset them', { rules: { pod: 'hint' } }, {}, [Hint]],
    ['to something that is not an object', 'rules', null, [Fault]],
  ])('%s', async (_, initializationOptions, settings, severities) => {
    const client = await TestClient.start({ capabilities, initializationOptions });
    await client.open(URI, DECLARED);
    if (settings !== undefined) {
      await client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    }
    await client.settle();
    expect((await client.diagnostics(URI)).map(({ severity }) => severity)).toEqual(severities);
  });

  test('falls back to initializationOptions if the response is null', async () => {
    const client = await TestClient.start({ initializationOptions: { rules: { pod: 'hint' } } });
    await client.open(URI, DECLARED);
    expect(await client.diagnostics(URI)).toMatchObject([{ severity: Hint }]);
  });
});

describe('invalid settings have one warning', () => {
  test.each([
    [
      'for a value',
      { kubernetesVersion: '2.0' },
      ['Kubewin: `kubewin.kubernetesVersion` cannot be "2.0"; the default is used.'],
    ],
    [
      'for another type than a list or mapping',
      { exclude: 'a', rules: [] },
      [
        'Kubewin: `kubewin.rules` cannot be []; the default is used.',
        'Kubewin: `kubewin.exclude` cannot be "a"; the default is used.',
      ],
    ],
    [
      'for each severity and glob',
      { rules: { 'pod/host-pid': 'loud', pod: null }, exclude: ['a', 1] },
      [
        'Kubewin: `kubewin.rules`: `pod/host-pid` cannot be "loud"; this entry is ignored.',
        'Kubewin: `kubewin.rules`: `pod` cannot be null; this entry is ignored.',
        'Kubewin: `kubewin.exclude`: `[1]` cannot be 1; this entry is ignored.',
      ],
    ],
    [
      'for paths of pods without an API group',
      { embeddedPods: { Widget: ['spec'] } },
      ['Kubewin: `kubewin.embeddedPods` cannot have `Widget`; this entry is ignored.'],
    ],
    [
      'for an invalid path of pods',
      { embeddedPods: { 'example.com/Widget': ['spec..template', 'spec'], 'example.com/Other': 'spec' } },
      [
        'Kubewin: `kubewin.embeddedPods`: `example.com/Widget` cannot be "spec..template"; this entry is ignored.',
        'Kubewin: `kubewin.embeddedPods`: `example.com/Other` cannot be "spec"; this entry is ignored.',
      ],
    ],
    [
      'for a mirror that is not a host',
      { images: { mirrors: { 'docker.io': ['mirror.example', 'https://mirror.example'] }, maxAge: -1 } },
      [
        'Kubewin: `kubewin.images.mirrors`: `docker.io` cannot be "https://mirror.example"; this entry is ignored.',
        'Kubewin: `kubewin.images.maxAge` cannot be -1; the default is used.',
      ],
    ],
    [
      'for an unknown setting',
      { kubernetesversion: '1.30', trace: { server: 'off' } },
      ['Kubewin: Unknown setting `kubewin.kubernetesversion`.'],
    ],
    [
      'for unknown rules',
      { rules: { 'pod/host-pidd': 'off', pods: 'off', pod: 'error', 'directive/unused': 'off' } },
      [
        'Kubewin: `kubewin.rules` contains `pod/host-pidd`, which is not a rule or a category.',
        'Kubewin: `kubewin.rules` contains `pods`, which is not a rule or a category.',
      ],
    ],
    ['but none for a value that is not an object', 'wrong', []],
  ])('%s', async (_, kubewin, messages) => {
    const client = await TestClient.start({ folders: ['file:///one', 'file:///two'], settings: { kubewin } });
    await client.open(URI, DECLARED);
    expect(await client.diagnostics(URI)).toHaveLength(1);
    await client.set({ kubewin, other: 1 });
    await client.settle();
    expect(client.received('message')).toEqual(messages);
    expect(client.received('log')).toEqual(messages.map((message) => message.replace('Kubewin: ', '')));
  });

  test('and one more if they come back', async () => {
    const client = await TestClient.start({ settings: { kubewin: { scope: 1 } } });
    await client.next('message');
    await client.set({});
    await client.settle();
    await client.set({ kubewin: { scope: 1 } });
    expect(await client.next('message')).toContain('`kubewin.scope` cannot be 1');
  });
});

test('reports nothing in an excluded document that is open', async () => {
  // Empty globs exclude nothing.
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

test('serves a client without capabilities', async () => {
  const client = await TestClient.start({ capabilities: {}, folders: null });
  expect(client.initialized).toMatchObject({
    capabilities: { textDocumentSync: { openClose: true, change: 2 }, hoverProvider: true },
    serverInfo: { name: 'Kubewin' },
  });
  await client.open(URI, DECLARED);
  expect(await client.next('diagnostics')).toMatchObject({ uri: URI, diagnostics: [{ code: 'pod/host-pid' }] });
  expect(PLAIN.workspace).toBeUndefined();
});

test('uses the defaults until a slow client sends its settings', async () => {
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

test('logs why a client does not send its settings, and uses the defaults', async () => {
  const client = await TestClient.start();
  client.connection.onRequest('workspace/configuration', () => {
    throw new Error('no settings here');
  });
  await client.open(URI, SCHEDULED);
  expect(await client.next('log')).toContain('no settings here');
  expect((await client.diagnostics(URI)).length).toBe(1);
});

test.each([{ kubewin: null }, { kubewin: {} }, null])('ignores the notification %j', async (settings) => {
  const client = await TestClient.start({
    capabilities: { textDocument: { diagnostic: {} } },
    initializationOptions: settings,
  });
  await client.open(URI, SCHEDULED);
  expect((await client.diagnostics(URI)).length).toBe(1);
  expect(client.received('message')).toEqual([]);
});
