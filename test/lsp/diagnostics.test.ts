import { describe, expect, test } from 'vitest';
import { DiagnosticSeverity, DiagnosticTag, FileChangeType, HoverRequest } from 'vscode-languageserver/node';
import { BY_CLASS, CLEAN, DECLARED, KUSTOMIZE, LINUX, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { FEW_RULES, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

test('sends all properties that the client supports', async () => {
  const client = await TestClient.start();
  await client.open(URI, SCHEDULED);
  expect(await client.diagnostics(URI)).toEqual([
    {
      range: client.rangeOf(URI, 'hostPID'),
      severity: DiagnosticSeverity.Warning,
      code: 'pod/host-pid',
      codeDescription: { href: expect.stringMatching(/^https:/) },
      source: 'kubewin',
      message: expect.stringContaining('`hostPID`'),
      tags: [DiagnosticTag.Unnecessary],
      data: { rule: 'pod/host-pid', index: 0 },
    },
  ]);
});

test.each([
  ['is shown if only the image is known to be one for Windows', 'mcr.microsoft.com/windows/nanoserver:ltsc2022', true],
  ['is not repeated for a guessed verdict', 'registry.example/web:nanoserver', false],
])('evidence in the same document %s', async (_, image, isShown) => {
  const client = await TestClient.start({ server: {} });
  const text = CLEAN.replace(/nodeSelector:\n.*/, 'securityContext: { runAsNonRoot: true }');
  await client.open(URI, text.replace('registry.example/web:1.0', image));
  await client.replace(URI, 'true }', 'true, windowsOptions: { runAsUserName: ContainerAdministrator } }');
  const found = (await client.diagnostics(URI)).find(({ code }) => code === 'run-as-non-root/container-administrator');
  const messages = found?.relatedInformation?.map(({ message }) => message);
  expect(messages).toEqual(['The user name is set here', ...(isShown ? [`Windows pod (image ${image})`] : [])]);
});

test.each([
  [{ rulePageCommand: 'open.page' }, 'command:open.page?%5B%22pod%2Fhost-pid%22%5D'],
  [{ rulePageCommand: 7 }, expect.stringMatching(/^https:/)],
])('links the code of a diagnostic to the page of its rule: %j', async (initializationOptions, href) => {
  const client = await TestClient.start({ initializationOptions });
  await client.open(URI, SCHEDULED);
  expect((await client.diagnostics(URI)).map(({ codeDescription }) => codeDescription)).toEqual([{ href }]);
});

test('sends fewer properties to a client that supports fewer', async () => {
  const client = await TestClient.start({ capabilities: { textDocument: { diagnostic: {} } } });
  await client.open(URI, SCHEDULED);
  const [diagnostic] = await client.diagnostics(URI);
  expect(Object.keys(diagnostic ?? {})).toEqual(['range', 'severity', 'code', 'source', 'message', 'data']);
});

describe.each([
  ['yaml', 1],
  ['yaml.helm-values', 1],
  ['helm', 1],
  ['json', 1],
  ['jsonc', 1],
  ['dockercompose', 0],
  ['plaintext', 0],
])('language %s', (languageId, count) => {
  test.each(['file:///work/pod', 'untitled:Untitled-1', 'file:///elsewhere/pod'])('%s', async (uri) => {
    const client = await TestClient.start();
    await client.open(uri, DECLARED, languageId);
    expect(await client.diagnostics(uri)).toHaveLength(count);
  });
});

test.each([
  ['LF', DECLARED],
  ['CRLF', DECLARED.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${DECLARED}`],
  ['a document before it', `kind: nothing\n---\n${DECLARED}`],
  ['characters outside the basic plane before it', DECLARED.replace('  hostPID', '  hostname: "🪟🪟"\n  hostPID')],
])('computes ranges with %s', async (_, text) => {
  const client = await TestClient.start();
  await client.open(URI, text);
  expect((await client.diagnostics(URI)).map(({ range }) => range)).toEqual([client.rangeOf(URI, 'hostPID')]);
});

test('checks JSON with comments, but does not edit it', async () => {
  const client = await TestClient.start();
  const spec =
    '{ "os": { "name": "windows" }, // https://kubernetes.io\n    "hostPID": true, /* why */ "containers": [] }';
  const text = `// A pod: {\n{\n  "apiVersion": "v1", "kind": "Pod", // "x\n  "metadata": {},\n  "spec": ${spec}\n}\n`;
  for (const language of ['jsonc', 'json']) {
    const uri = `file:///work/pod.${language}`;
    await client.open(uri, text, language);
    const range = client.rangeOf(uri, 'hostPID');
    const [diagnostic] = await client.diagnostics(uri);
    expect(diagnostic?.range.start.line).toBe(range.start.line);
    expect(diagnostic).toMatchObject({ code: 'pod/host-pid' });
    const actions = await client.codeActions(uri, range);
    expect(actions.filter(({ edit }) => edit !== undefined)).toEqual([]);
  }
});

test('reports nothing in other files and in Linux pods', async () => {
  const client = await TestClient.start();
  for (const text of ['hostPID: true\n', LINUX, '', '{']) {
    await client.open(URI, text);
    expect(await client.diagnostics(URI)).toEqual([]);
    await client.close(URI);
  }
});

test('updates results with each keystroke, and does not send unchanged ones again', async () => {
  const client = await TestClient.start();
  await client.open(URI, SCHEDULED);
  const first = await client.pull(URI);
  expect(await client.pull(URI, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
  await client.replace(URI, 'hostPID: true', 'hostPID: false');
  expect(await client.pull(URI, first.resultId)).toMatchObject({ kind: 'full', items: [] });
  await client.replace(URI, 'hostPID: false', 'hostPID: true');
  expect(await client.pull(URI, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
});

test('refreshes open documents when evidence in another file changes', async () => {
  const other = 'file:///work/classes/class.yaml';
  const client = await TestClient.start({ files: { [other]: `# Classes\n---\n${RUNTIME_CLASS}` } });
  await client.open(URI, BY_CLASS);
  await client.pullWorkspace();
  const [diagnostic] = await client.diagnostics(URI);
  expect(diagnostic?.relatedInformation).toMatchObject([
    { location: { uri: other }, message: expect.stringContaining('RuntimeClass') },
  ]);
  await client.write(other, RUNTIME_CLASS.replace('windows\n', 'linux\n'), FileChangeType.Changed);
  await client.next('refresh');
  expect(await client.diagnostics(URI)).toEqual([]);
  // The same happens while typing, without saving.
  await client.open(other, RUNTIME_CLASS);
  await client.next('refresh');
  expect(await client.diagnostics(URI)).toHaveLength(1);
});

test('updates findings in a base while a patch of Kustomize is edited', async () => {
  const files = Object.fromEntries(Object.entries(KUSTOMIZE).map(([path, text]) => [`file:///work/${path}`, text]));
  const [base, patch] = ['file:///work/base/pod.yaml', 'file:///work/overlay/patch.yaml'];
  const client = await TestClient.start({ files });
  await client.open(base, KUSTOMIZE['base/pod.yaml']);
  await client.open(patch, KUSTOMIZE['overlay/patch.yaml']);
  await client.pullWorkspace();
  expect(await client.diagnostics(base)).toMatchObject([
    {
      code: 'pod/host-pid',
      relatedInformation: [
        {
          location: { uri: patch, range: client.rangeOf(patch, 'kubernetes.io/os: windows') },
          message: expect.stringContaining('kubernetes.io/os: windows'),
        },
      ],
    },
  ]);
  const hover = await client.connection.sendRequest(HoverRequest.type, {
    textDocument: { uri: base },
    position: client.rangeOf(base, 'Pod').start,
  });
  expect(JSON.stringify(hover)).toContain(`[patch.yaml, line 7](${patch}#L7)`);
  await client.replace(patch, 'os: windows', 'os: linux');
  await client.next('refresh');
  expect(await client.diagnostics(base)).toEqual([]);
  await client.replace(patch, 'os: linux', 'os: windows\n  hostPID: null');
  expect(await client.diagnostics(base)).toEqual([]);
  await client.replace(patch, '\n  hostPID: null', '');
  expect(await client.diagnostics(base)).toHaveLength(1);
});

test('does not refresh other documents after an unrelated change', async () => {
  const client = await TestClient.start({ files: { 'file:///work/class.yaml': RUNTIME_CLASS } });
  await client.open(URI, BY_CLASS);
  await client.pullWorkspace();
  await client.diagnostics(URI);
  await client.open('file:///work/other.yaml', SCHEDULED);
  await client.replace('file:///work/other.yaml', 'hostPID: true', 'hostPID: false');
  await client.settle();
  expect(client.received('refresh')).toEqual([]);
});

test('responds to a canceled request with an error', async () => {
  const client = await TestClient.start();
  await client.open(URI, CLEAN);
  const { CancellationTokenSource } = await import('vscode-languageserver/node');
  const source = new CancellationTokenSource();
  const asked = client.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri: URI } }, source.token);
  source.cancel();
  await expect(asked).rejects.toMatchObject({ code: -32800 });
});

test('logs an error in a request, and sends an empty response', async () => {
  const client = await TestClient.start();
  await client.open(URI, DECLARED);
  expect(await client.connection.sendRequest('textDocument/hover', { textDocument: { uri: URI } })).toBeNull();
  expect(await client.connection.sendRequest('textDocument/codeAction', { textDocument: { uri: URI } })).toEqual([]);
  expect(await client.connection.sendRequest('textDocument/diagnostic', {})).toEqual({ kind: 'full', items: [] });
  expect(await client.connection.sendRequest('workspace/diagnostic', {})).toEqual({ items: [] });
  expect(await client.connection.sendRequest('kubewin/status', {})).toBeNull();
  expect(client.received('log')).toHaveLength(5);
  expect(await client.diagnostics(URI)).toHaveLength(1);
});

test('logs a failing rule once, and runs the other rules', async () => {
  const broken = {
    ...FEW_RULES[0],
    id: 'os/broken',
    pod: {
      watches: ['spec'],
      check() {
        throw new Error('by intention');
      },
    },
  } as unknown as (typeof FEW_RULES)[number];
  const client = await TestClient.start({ server: { rules: [...FEW_RULES, broken] }, capabilities: VS_CODE });
  await client.open(URI, DECLARED);
  expect(await client.diagnostics(URI)).toHaveLength(1);
  await client.replace(URI, 'declared', 'other');
  expect(await client.diagnostics(URI)).toHaveLength(1);
  expect(client.received('log')).toEqual([expect.stringMatching(/os\/broken failed: Error: by intention/)]);
});
