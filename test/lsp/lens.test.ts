import { describe, expect, test } from 'vitest';
import { type Command, FileChangeType } from 'vscode-languageserver/node';
import { BY_CLASS, CLEAN, DECLARED, LINUX, RUNTIME_CLASS, SCHEDULED, WORKFLOW } from './manifests.ts';
import { TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const OPTIONS = { initializationOptions: { explainCommand: 'explain' } };

/** The lines and titles of the lenses in a document. */
async function lensTitles(client: TestClient, uri = URI): Promise<string[]> {
  return (await client.lenses(uri)).map(({ range, command }) => `${range.start.line}: ${command?.title}`);
}

test.each<[name: string, text: string, expected: string[]]>([
  ['declared', DECLARED, ['0: Windows (os.name) · 1 problem']],
  ['without problems', CLEAN, ['0: Windows (node selector)']],
  ['guessed', BY_CLASS, ['0: Probably Windows (RuntimeClass)', '0: 1 more problem if this pod runs on Windows']],
  [
    'by image',
    SCHEDULED.replace(/ {2}nodeSelector:\n.*\n/, '').replace(
      /image: .*/,
      'image: mcr.microsoft.com/windows/servercore:ltsc2022',
    ),
    ['0: Windows, by its image · 1 problem'],
  ],
  [
    'guessed, with a problem of its own',
    BY_CLASS.replace('spec:\n', 'spec:\n  os: { name: Win }\n'),
    ['0: Probably Windows (RuntimeClass) · 1 problem', '0: 1 more problem if this pod runs on Windows'],
  ],
  [
    'guessed, without a problem on Windows',
    BY_CLASS.replace('  hostPID: true\n', ''),
    ['0: Probably Windows (RuntimeClass)'],
  ],
  ['guessed, and suppressed', `# kubewin: allow pod/host-pid\n${BY_CLASS}`, ['1: Probably Windows (RuntimeClass)']],
  [
    'contradictory',
    BY_CLASS.replace(/$/, '      securityContext: { privileged: true }\n'),
    ['0: Possibly Windows (RuntimeClass)', '0: 2 more problems if this pod runs on Windows'],
  ],
  ['Linux', LINUX, []],
  ['no pod', 'apiVersion: v1\nkind: Secret\n', []],
  ['not Kubernetes', 'services: {}', []],
  ['several documents', ['# first\n', LINUX, SCHEDULED].join('---\n'), ['12: Windows (node selector) · 1 problem']],
  ['several pods in one object', WORKFLOW, ['8: Windows (node selector) · 1 problem']],
  [
    'a Helm test',
    CLEAN.replace('metadata:\n', 'metadata:\n  annotations: { helm.sh/hook: test }\n'),
    ['0: Windows (node selector) · Helm test'],
  ],
  [
    'a Helm hook',
    SCHEDULED.replace('metadata:\n', 'metadata:\n  annotations: { helm.sh/hook: "pre-install, pre-upgrade" }\n'),
    ['0: Windows (node selector) · Helm hook: pre-install, pre-upgrade · 1 problem'],
  ],
  ['suppressed', `# kubewin: allow pod/host-pid\n${SCHEDULED}`, ['1: Windows (node selector)']],
])('shows lenses above Windows workloads only: %s', async (_, text, expected) => {
  const client = await TestClient.start(OPTIONS);
  await client.open(URI, text);
  expect(await lensTitles(client)).toEqual(expected);
});

test('sends the document and the position with the command', async () => {
  const client = await TestClient.start(OPTIONS);
  await client.open(URI, DECLARED);
  const [lens] = await client.lenses(URI);
  expect(lens?.command).toMatchObject({ command: 'explain', arguments: [URI, { line: 0, character: 0 }] });
});

test.each([
  ['they are turned off', { lens: false }, {}],
  ['they are turned off as before 0.2', { lens: 'off' }, {}],
  [
    'they are turned off in the editor and there is a configuration file',
    { lens: false },
    { 'file:///work/.kubewin.yaml': '' },
  ],
  ['no file is checked', { scope: 'off' }, {}],
  ['the file is excluded', { exclude: ['pod.yaml'] }, {}],
])('shows no lenses if %s', async (_, kubewin, files) => {
  const client = await TestClient.start({ ...OPTIONS, settings: { kubewin }, files });
  await client.open(URI, DECLARED);
  expect(await lensTitles(client)).toEqual([]);
});

test('refreshes lenses only when another file changes them', async () => {
  const client = await TestClient.start(OPTIONS);
  await client.next('progress end');
  await client.open(URI, BY_CLASS);
  expect(await lensTitles(client)).toContain('0: Probably Windows (RuntimeClass)');
  await client.write('file:///work/class.yaml', RUNTIME_CLASS, FileChangeType.Created);
  await client.next('refresh lenses');
  expect(await lensTitles(client)).toEqual(['0: Windows (RuntimeClass) · 1 problem']);
  await client.write('file:///work/secret.yaml', 'apiVersion: v1\nkind: Secret\n', FileChangeType.Created);
  await client.close(URI);
  await client.write('file:///work/class.yaml', undefined, FileChangeType.Deleted);
  await client.settle();
  expect(client.received('refresh lenses')).toEqual([]);
});

test('updates lenses with the text', async () => {
  const client = await TestClient.start(OPTIONS);
  await client.open(URI, [DECLARED, SCHEDULED].join('---\n'));
  await client.replace(URI, 'hostPID: true #', 'hostPID: false #');
  expect(await lensTitles(client)).toEqual(['0: Windows (os.name)', '12: Windows (node selector) · 1 problem']);
});

describe('a client that can show problems', () => {
  const COMMANDS = {
    explainCommand: 'explain',
    showProblemCommand: 'show',
    makeReadyCommand: 'ready',
    checkAsWindowsCommand: 'check',
  };
  const READY = 'Make ready for Windows…';
  const EXPLAIN = 'Explain this workload';

  async function open(text: string, options: Parameters<typeof TestClient.start>[0] = {}): Promise<TestClient> {
    const client = await TestClient.start({ initializationOptions: COMMANDS, ...options });
    await client.open(URI, text);
    return client;
  }

  /** The lenses with their commands, as they are shown. */
  async function shown(client: TestClient, uri = URI): Promise<(Command | undefined)[]> {
    const lenses = await client.lenses(uri);
    const resolved = await Promise.all(
      lenses.map((lens) => (lens.command === undefined ? client.resolveLens(lens) : lens)),
    );
    return resolved.map(({ command }) => command);
  }

  async function shownTitles(client: TestClient, uri = URI): Promise<string[]> {
    return (await shown(client, uri)).flatMap((command) => command?.title ?? []);
  }

  test.each<[name: string, text: string, expected: string[]]>([
    ['with a problem', DECLARED, ['Windows (os.name) · 1 problem', READY, EXPLAIN]],
    ['without problems', CLEAN, ['Windows (node selector)']],
    ['guessed', BY_CLASS, ['Probably Windows (RuntimeClass)', '1 more problem if this pod runs on Windows']],
    [
      'guessed, with a problem of its own',
      BY_CLASS.replace('spec:\n', 'spec:\n  os: { name: Win }\n'),
      ['Probably Windows (RuntimeClass) · 1 problem', READY, EXPLAIN, '1 more problem if this pod runs on Windows'],
    ],
    [
      'that cannot be made ready',
      `${DECLARED}  hostUsers: {{ .Values.users }}\n`,
      ['Windows (os.name) · 1 problem', EXPLAIN],
    ],
    ['that is part of a custom resource', WORKFLOW, ['Windows (node selector) · 1 problem', EXPLAIN]],
  ])('has a lens for each thing to do with a workload %s', async (_, text, expected) => {
    expect(await shownTitles(await open(text))).toEqual(expected);
  });

  test('is led to the first problem of the workload', async () => {
    const client = await open([SCHEDULED, `${DECLARED}      securityContext: { privileged: true }\n`].join('---\n'));
    const [, , , show] = await shown(client);
    const position = { line: 12 + 7, character: 2 };
    expect(show).toEqual({ title: 'Windows (os.name) · 2 problems', command: 'show', arguments: [URI, position] });
  });

  test('is asked how to make the workload ready, or offered to stop after a check on request', async () => {
    const client = await open(LINUX);
    await client.checkAsWindows(URI, 0);
    const [show, ready, explain, stop, ...others] = await shown(client);
    expect(show).toMatchObject({ title: 'Checked as a Windows pod · 1 problem', command: 'show' });
    expect(ready).toEqual({ title: READY, command: 'ready', arguments: [URI, { line: 4, character: 0 }] });
    expect(explain).toMatchObject({ command: 'explain', arguments: [URI, { line: 0, character: 0 }] });
    expect([stop, ...others]).toMatchObject([{ title: 'Stop', command: 'check' }]);
    const [uri, position] = ready?.arguments ?? [];
    expect(await client.connection.sendRequest('kubewin/waysToWindows', { uri, position })).not.toEqual([]);
  });

  test('has no lens that would render a chart at each change', async () => {
    const uri = 'file:///work/chart/templates/web.yaml';
    const files = { 'file:///work/chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n', [uri]: DECLARED };
    const client = await TestClient.start({ initializationOptions: COMMANDS, files });
    await client.pullWorkspace();
    await client.open(uri, DECLARED, 'helm');
    expect(await shownTitles(client, uri)).toEqual(['Windows (os.name) · 1 problem', EXPLAIN]);
  });

  test('without a way to make a workload ready has no such lens', async () => {
    const { makeReadyCommand: _, ...initializationOptions } = COMMANDS;
    const client = await open(DECLARED, { initializationOptions });
    expect(await lensTitles(client)).toEqual(['0: Windows (os.name) · 1 problem', `0: ${EXPLAIN}`]);
    const { codeLensProvider } = client.initialized.capabilities;
    expect(codeLensProvider).toEqual({});
  });

  test('keeps its lenses where they are while the document cannot be read', async () => {
    const client = await open(DECLARED);
    expect(await shownTitles(client)).toContain(READY);
    await client.replace(URI, 'metadata', '# new\nmetadata');
    await client.lenses(URI);
    await client.replace(URI, 'name: web', 'name: "web');
    const [show] = await shown(client);
    expect(show?.arguments).toEqual([URI, { line: 8, character: 2 }]);
  });
});

const { codeLens: _, ...withoutLenses } = VS_CODE.textDocument ?? {};

test.each([
  ['a client with lenses and the command', VS_CODE, OPTIONS.initializationOptions, true],
  ['a client without lenses', { ...VS_CODE, textDocument: withoutLenses }, OPTIONS.initializationOptions, false],
  ['a client without the command', VS_CODE, {}, false],
])('announces lenses, or not, to %s', async (_, capabilities, initializationOptions, expected) => {
  const client = await TestClient.start({ capabilities, initializationOptions });
  expect('codeLensProvider' in client.initialized.capabilities).toBe(expected);
});

test('shows a lens above a workload whose pod a helper writes', async () => {
  const helper =
    '{{- define "pod" -}}\nspec:\n  hostPID: true\n  nodeSelector: { kubernetes.io/os: {{ .Values.os }} }\n  containers: [{ name: a }]\n{{- end }}\n';
  const template = `# web\napiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    {{- include "pod" . | nindent 4 }}
`;
  const chart = {
    'file:///work/chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'file:///work/chart/values.yaml': 'os: windows\n',
    'file:///work/chart/templates/_pod.tpl': helper,
  };
  const uri = 'file:///work/chart/templates/web.yaml';
  const initializationOptions = { ...OPTIONS.initializationOptions, showRenderedCommand: 'show' };
  const client = await TestClient.start({ initializationOptions, files: { ...chart, [uri]: template } });
  await client.pullWorkspace();
  await client.open(uri, template, 'helm');
  expect(await client.lenses(uri)).toMatchObject([
    { range: { start: { line: 1 } }, command: { title: 'Windows (node selector)', command: 'show' } },
  ]);
});
