import { describe, expect, test } from 'vitest';
import type { MarkupContent } from 'vscode-languageserver/node';
import { BY_CLASS, CLEAN, DECLARED, LINUX, RUNTIME_CLASS, SCHEDULED, WORKFLOW } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

/** Fields of which nothing becomes with the default settings or in old releases. */
const WATCHED = `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    web.container.alpha.windows.kubernetes.io/gmsa-credential-spec-name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  hostname: web
  terminationGracePeriodSeconds: 30
  securityContext:
    windowsOptions:
      gmsaCredentialSpec: '{}'
  containers:
    - name: web
      image: registry.example/web:1.0
      terminationMessagePath: C:\\message.txt
      resizePolicy: [{ resourceName: cpu, restartPolicy: NotRequired }]
      lifecycle:
        stopSignal: SIGTERM
`;

describe('a field of a Windows pod', () => {
  test.each([
    ['its key', SCHEDULED, 'hostPID'],
    ['its value', SCHEDULED, 'true'],
    ['without a finding', SCHEDULED.replace('hostPID: true', 'hostPID: false'), 'hostPID'],
    ['with one that is allowed', SCHEDULED.replace('true', 'true # kubewin: allow pod/host-pid'), 'hostPID'],
    ['behind other documents and with CRLF', `a: b\n---\n${SCHEDULED}`.replaceAll('\n', '\r\n'), 'hostPID'],
  ])('%s', async (_, text, at) => {
    const client = await opened(text);
    const { range, value } = await hover(client, at);
    expect(range).toEqual(client.rangeOf(URI, at));
    expect(value).toMatch(/^\*\*hostPID on a Windows pod\*\*/);
    expect(value).toContain('1.24 and later, with `os.name: windows`: The API server rejects this Pod.');
    expect(value).toContain('The event or error is `cannot be set for a windows pod`.');
    expect(value).toContain('Otherwise: ');
    expect(value).toContain('HostProcess container');
    expect(value).toMatch(/\[[^\]]+\]\(https:[^)]+\)$/);
  });

  test('what became of the pod stands out, and the diagnostic is not repeated', async () => {
    const client = await opened(SCHEDULED);
    const { value } = await hover(client, 'hostPID');
    expect(value).toContain('Otherwise: **ignored** here.');
    const [diagnostic] = await client.diagnostics(URI);
    expect(diagnostic?.code).toBe('pod/host-pid');
    for (const sentence of String(diagnostic?.message).split('. ')) expect(value).not.toContain(sentence);
    await client.replace(URI, 'spec:\n', 'spec:\n  os: { name: windows }\n');
    expect((await hover(client, 'hostPID')).value).toContain('with `os.name: windows`: **rejected** here.');
  });

  test('why it cannot be fixed stands in the last line', async () => {
    const client = await opened(DECLARED);
    expect((await hover(client, 'hostPID')).value).not.toContain('Cannot be fixed');
    await client.replace(URI, '# for the profiler', '# {{ .Values.why }}');
    const last = async () => (await hover(client, 'hostPID')).value.split('\n').at(-1);
    expect(await last()).toBe('Cannot be fixed here: a line of the change contains a template expression.');
    await client.replace(URI, '# {{ .Values.why }}', '\n  broken: [');
    expect(await last()).toBe('Cannot be fixed here: the document has syntax errors.');
  });

  test('where nothing was found it says so', async () => {
    const client = await opened(DECLARED);
    expect((await hover(client, 'windows')).value).toMatch(/^\*\*Invalid spec\.os\.name\*\* – no problem found\./);
  });

  test('the release that is set counts', async () => {
    const client = await opened(SCHEDULED, { kubewin: { kubernetesVersion: '1.20' } });
    expect((await hover(client, 'hostPID')).value).toContain('(Not in 1.20.)');
    const newer = await opened(SCHEDULED, { kubewin: { kubernetesVersion: '1.30' } });
    expect((await hover(newer, 'hostPID')).value).not.toContain('(Not in');
  });

  test.each([
    ['1.37', 'terminationMessagePath', 'with docker: '],
    ['1.37', 'terminationGracePeriodSeconds', 'ocker'],
    ['1.29', 'stopSignal', '(Not in 1.29.)'],
    ['1.20', 'resizePolicy', '(Not in 1.20.)'],
    ['1.15', 'hostname', '(Not in 1.15.)'],
    ['1.15', 'gmsaCredentialSpec:', '- GMSA on a HostProcess container'],
    ['1.15', 'web.container.alpha.windows.kubernetes.io/gmsa-credential-spec', '(Not in 1.15.)'],
  ])('in %s %s is explained, though nothing becomes of it there', async (kubernetesVersion, at, says) => {
    const client = await TestClient.start({ server: {}, settings: { kubewin: { kubernetesVersion } } });
    await client.open(URI, WATCHED);
    const { value } = await hover(client, at);
    expect(value).toMatch(/[Nn]o problem found/);
    expect(value).toContain(says);
    expect(value).not.toMatch(/^- {2}/m);
  });

  test('of one that is only taken for Windows', async () => {
    const guessed = SCHEDULED.replace('  nodeSelector:\n    kubernetes.io/os: windows\n', '').replace(
      /image: .*/,
      'image: mcr.microsoft.com/windows/servercore:ltsc2022',
    );
    const { value } = await hover(await opened(guessed), 'hostPID');
    expect(value).toMatch(/^\*\*hostPID on a Windows pod\*\* – no problem found\./);
  });

  test('a rule that is off says nothing', async () => {
    const client = await opened(SCHEDULED, { kubewin: { rules: { 'pod/host-pid': 'off' } } });
    expect(await client.hover(URI, 7, 4)).toBeNull();
  });

  test('a client without Markdown gets plain text', async () => {
    const client = await TestClient.start({ capabilities: PLAIN });
    await client.open(URI, SCHEDULED);
    const { start } = client.rangeOf(URI, 'hostPID');
    const content = (await client.hover(URI, start.line, start.character))?.contents as MarkupContent;
    expect(content.kind).toBe('plaintext');
    expect(content.value).not.toMatch(/\*\*|`|\]\(/);
    expect(content.value).toContain('<https:');
  });
});

describe('an item of a list', () => {
  const withCommand = (words: string) =>
    `${SCHEDULED.replace('hostPID: true', 'hostPID: false')}      command: [${words}]\n`;
  const SHELL = 'Linux shell in a Windows container';
  const BACKSLASH = 'Backslash in double quotes';
  test.each([
    ['what was found in it alone', withCommand("'/bin/sh', '-c'"), '/bin/sh', `**${SHELL}**\n`, [SHELL]],
    [
      'what it and its list are watched for, where nothing was found',
      withCommand("'start.exe', 'now'"),
      'now',
      'No problem ',
      [SHELL, BACKSLASH],
    ],
    [
      'what was found in a part of its text',
      withCommand("'powershell', 'Write $(Get-Date)'"),
      'Write',
      '**$(…) in a PowerShell command**\n',
      [],
    ],
  ])('%s', async (_, text, at, start, titles) => {
    const client = await TestClient.start({ server: {} });
    await client.open(URI, text);
    const { value } = await hover(client, at);
    expect(value.slice(0, start.length)).toBe(start);
    expect([SHELL, BACKSLASH].filter((title) => value.includes(title))).toEqual(titles);
  });
});

test('what a rule found in another object', async () => {
  const service = `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  externalTrafficPolicy: Local
  type: NodePort
  selector: { app: web }
---
${CLEAN.replace('metadata:\n', 'metadata:\n  labels: { app: web }\n')}`;
  const client = await TestClient.start({ settings: { kubewin: { kubernetesVersion: '1.14' } }, server: {} });
  await client.open(URI, service);
  expect(await client.diagnostics(URI)).not.toEqual([]);
  expect((await hover(client, 'externalTrafficPolicy')).value).toContain('Up to 1.19: **ignored** here.');
});

describe('a pod in a shape of its own', () => {
  test.each([
    ['privileged', '**Privileged container on Windows**\n'],
    ['fsGroup', '**fsGroup on a Windows pod**\n'],
  ])('%s', async (at, title) => {
    const client = await TestClient.start({ server: {} });
    await client.open(URI, WORKFLOW);
    expect((await hover(client, at)).value).toContain(title);
  });

  test('each pod of an object is told by its place', async () => {
    const client = await opened(WORKFLOW);
    const { value } = await hover(client, 'Workflow');
    expect(value).toMatch(/^`spec\.templates\[0\]`: \*\*Windows pod\*\*/);
    expect(value).toContain('\n\n`spec.templates[1]`: **Linux pod**');
  });
});

test.each([
  ['Linux', LINUX, 'hostPID'],
  ['unknown', SCHEDULED.replace('  nodeSelector:\n    kubernetes.io/os: windows\n', ''), 'hostPID'],
  ['Windows, a field that nobody watches', SCHEDULED, 'metadata'],
  ['Windows, inside of a field', SCHEDULED, 'registry'],
  ['no Kubernetes', 'hostPID: true\n', 'hostPID'],
  ['broken', '{"hostPID": true', 'hostPID'],
])('%s: nothing', async (_, text, at) => {
  const client = await opened(text);
  const { start } = client.rangeOf(URI, at);
  expect(await client.hover(URI, start.line, start.character)).toBeNull();
});

describe('at the kind and the spec of a pod stands what it is taken for', () => {
  test.each([
    ['declared', DECLARED, 'Windows pod**: `os.name` is set.', '`os.name: windows` (line 7)'],
    ['scheduled', CLEAN, 'Windows pod**: it can only be scheduled', '`kubernetes.io/os: windows` (line 7)'],
    ['by a comment', `# kubewin: os=windows\n${LINUX}`, 'Windows pod**: set by a comment.', '(line 1)'],
    ['Linux, in a document without a word of Windows', LINUX, 'Probably a Linux pod**', '`image nginx:1.27-alpine`'],
    [
      'unknown',
      LINUX.replace('nginx:1.27-alpine', 'registry.example/web'),
      'Unknown operating system**',
      'kubewin: os=windows',
    ],
  ])('%s', async (_, text, headline, evidence) => {
    const client = await opened(text);
    for (const at of ['kind', 'Pod', 'spec']) {
      const { value } = await hover(client, at);
      expect(value).toContain(`**${headline}`);
      expect(value).toContain(evidence);
    }
  });

  test('evidence in another file is a link', async () => {
    const files = { 'file:///work/a%20class.yaml': `kind: x\n---\n${RUNTIME_CLASS}` };
    const client = await TestClient.start({ files });
    await client.open(URI, BY_CLASS);
    await client.pullWorkspace();
    expect((await hover(client, 'Pod')).value).toMatch(
      /\(\[a class\.yaml, line \d+\]\(file:\/\/\/work\/a%20class\.yaml#L\d+\)\)/,
    );
  });

  test('the spec is that of the pod, not of what makes it', async () => {
    const client = await opened(`apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      containers: [{ name: web, image: registry.example/web }]
`);
    expect(await client.hover(URI, 3, 1)).toBeNull();
    expect(await client.hover(URI, 5, 7)).not.toBeNull();
    expect(await client.hover(URI, 1, 1)).not.toBeNull();
  });
});

test('every place in a manifest, with all rules, is answered and starts with a title', async () => {
  const client = await TestClient.start({ capabilities: VS_CODE, server: {} });
  await client.open(URI, DECLARED);
  const lines = DECLARED.split('\n');
  const answered = new Set<number>();
  for (const [line, text] of lines.entries()) {
    for (let character = 0; character <= text.length; character += 3) {
      const answer = (await client.hover(URI, line, character))?.contents as MarkupContent | undefined;
      if (answer === undefined) continue;
      answered.add(line);
      expect(answer.value).toMatch(/^\*\*|^No problem found/);
    }
  }
  expect(answered.size).toBeGreaterThan(lines.length / 2);
});

async function opened(text: string, settings: Readonly<Record<string, unknown>> = {}): Promise<TestClient> {
  const client = await TestClient.start({ settings });
  await client.open(URI, text);
  return client;
}

async function hover(client: TestClient, at: string) {
  const { start } = client.rangeOf(URI, at);
  const answer = await client.hover(URI, start.line, start.character);
  if (answer === null) throw new Error(`nothing is said at «${at}»`);
  return { range: answer.range, value: (answer.contents as MarkupContent).value };
}
