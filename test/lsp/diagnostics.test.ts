import { describe, expect, test } from 'vitest';
import { DiagnosticSeverity, DiagnosticTag, FileChangeType, HoverRequest } from 'vscode-languageserver/node';
import { BY_CLASS, CLEAN, DECLARED, KUSTOMIZE, LINUX, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { FEW_RULES, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

test('a diagnostic has all that the client can show', async () => {
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

test('evidence in the same document is told where it makes a guess', async () => {
  const client = await TestClient.start({ server: {} });
  const text = CLEAN.replace(/nodeSelector:\n.*/, 'securityContext: { runAsNonRoot: true }');
  await client.open(URI, text.replace('registry.example/web:1.0', 'mcr.microsoft.com/windows/nanoserver:ltsc2022'));
  await client.replace(URI, 'true }', 'true, windowsOptions: { runAsUserName: ContainerAdministrator } }');
  const found = (await client.diagnostics(URI)).find(({ code }) => code === 'run-as-non-root/container-administrator');
  expect(found?.relatedInformation?.at(-1)).toEqual({
    location: { uri: URI, range: expect.anything() },
    message: 'Windows pod (image mcr.microsoft.com/windows/nanoserver:ltsc2022)',
  });
});

test.each([
  [{ rulePageCommand: 'open.page' }, 'command:open.page?%5B%22pod%2Fhost-pid%22%5D'],
  [{ rulePageCommand: 7 }, expect.stringMatching(/^https:/)],
])('the code of a diagnostic leads to the page of its rule: %j', async (initializationOptions, href) => {
  const client = await TestClient.start({ initializationOptions });
  await client.open(URI, SCHEDULED);
  expect((await client.diagnostics(URI)).map(({ codeDescription }) => codeDescription)).toEqual([{ href }]);
});

test('a client that can show less gets less', async () => {
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
])('ranges are right with %s', async (_, text) => {
  const client = await TestClient.start();
  await client.open(URI, text);
  expect((await client.diagnostics(URI)).map(({ range }) => range)).toEqual([client.rangeOf(URI, 'hostPID')]);
});

test('JSON with comments is checked, and not edited', async () => {
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

test('what is not Kubernetes, or for Linux, is silent', async () => {
  const client = await TestClient.start();
  for (const text of ['hostPID: true\n', LINUX, '', '{', 'kind: Pod\napiVersion: v1\nspec: [windows']) {
    await client.open(URI, text);
    expect(await client.diagnostics(URI)).toEqual([]);
    await client.close(URI);
  }
});

test('every key stroke counts, and what stays the same is not sent again', async () => {
  const client = await TestClient.start();
  await client.open(URI, SCHEDULED);
  const first = await client.pull(URI);
  expect(await client.pull(URI, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
  await client.replace(URI, 'hostPID: true', 'hostPID: false');
  expect(await client.pull(URI, first.resultId)).toMatchObject({ kind: 'full', items: [] });
  await client.replace(URI, 'hostPID: false', 'hostPID: true');
  expect(await client.pull(URI, first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
});

test('the evidence may stand in another file, whose change makes open documents stale', async () => {
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
  // The same by typing, and nothing has to be saved.
  await client.open(other, RUNTIME_CLASS);
  await client.next('refresh');
  expect(await client.diagnostics(URI)).toHaveLength(1);
});

test('typing in a patch of Kustomize changes what is found in its base', async () => {
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

test('what does not concern other documents refreshes none', async () => {
  const client = await TestClient.start({ files: { 'file:///work/class.yaml': RUNTIME_CLASS } });
  await client.open(URI, BY_CLASS);
  await client.pullWorkspace();
  await client.diagnostics(URI);
  await client.open('file:///work/other.yaml', SCHEDULED);
  await client.replace('file:///work/other.yaml', 'hostPID: true', 'hostPID: false');
  await client.settle();
  expect(client.heard('refresh')).toEqual([]);
});

test('a request that was canceled is answered as such', async () => {
  const client = await TestClient.start();
  await client.open(URI, CLEAN);
  const { CancellationTokenSource } = await import('vscode-languageserver/node');
  const source = new CancellationTokenSource();
  const asked = client.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri: URI } }, source.token);
  source.cancel();
  await expect(asked).rejects.toMatchObject({ code: -32800 });
});

test('a request that cannot be answered is logged and answered with nothing', async () => {
  const client = await TestClient.start();
  await client.open(URI, DECLARED);
  expect(await client.connection.sendRequest('textDocument/hover', { textDocument: { uri: URI } })).toBeNull();
  expect(await client.connection.sendRequest('textDocument/codeAction', { textDocument: { uri: URI } })).toEqual([]);
  expect(await client.connection.sendRequest('textDocument/diagnostic', {})).toEqual({ kind: 'full', items: [] });
  expect(await client.connection.sendRequest('workspace/diagnostic', {})).toEqual({ items: [] });
  expect(await client.connection.sendRequest('kubewin/status', {})).toBeNull();
  expect(client.heard('log')).toHaveLength(5);
  expect(await client.diagnostics(URI)).toHaveLength(1);
});

test('a rule that fails is logged once, and the others go on', async () => {
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
  expect(client.heard('log')).toEqual([expect.stringMatching(/os\/broken failed: Error: by intention/)]);
});
