import { describe, expect, test } from 'vitest';
import { FileChangeType } from 'vscode-languageserver/node';
import { BY_CLASS, DECLARED, LINUX, SCHEDULED } from './manifests.ts';
import { TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const OPTIONS = { initializationOptions: { explainCommand: 'explain', checkAsWindowsCommand: 'check' } };

async function started(text: string, options: Parameters<typeof TestClient.start>[0] = {}): Promise<TestClient> {
  const client = await TestClient.start({ ...OPTIONS, ...options });
  await client.open(URI, text);
  return client;
}

async function rulesIn(client: TestClient, uri = URI): Promise<unknown[]> {
  return (await client.diagnostics(uri)).map(({ code }) => code);
}

async function lensesOf(client: TestClient): Promise<(string | undefined)[]> {
  return (await client.lenses(URI)).map(({ command }) => `${command?.title} → ${command?.command}`);
}

describe('Check as a Windows Pod', () => {
  test('shows the problems of a Linux pod until it is used again', async () => {
    const client = await started(LINUX);
    expect(await rulesIn(client)).toEqual([]);
    expect(await client.checkAsWindows(URI, 4)).toBe('checked');
    await client.next('refresh');
    const [found, ...others] = await client.diagnostics(URI);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: 'pod/host-pid',
      severity: 2,
      relatedInformation: [
        {
          message: 'Checked as a Windows pod on request',
          location: { uri: URI, range: { start: { line: 3, character: 8 }, end: { line: 3, character: 13 } } },
        },
      ],
    });
    expect(await lensesOf(client)).toEqual(['Checked as a Windows pod · 1 problem → explain', 'Stop → check']);
    expect(await client.checkAsWindows(URI, 4)).toBe('stopped');
    expect(await rulesIn(client)).toEqual([]);
    expect(await lensesOf(client)).toEqual([]);
  });

  test('the lens of a guess leads to exactly the problems that it counts', async () => {
    const client = await started(BY_CLASS);
    await client.next('progress end');
    expect(await lensesOf(client)).toEqual([
      'Probably Windows (RuntimeClass) → explain',
      '1 more problem if this pod runs on Windows → check',
    ]);
    const [, { command }] = (await client.lenses(URI)) as [
      unknown,
      { command: { arguments: [string, { line: number }] } },
    ];
    const [uri, { line }] = command.arguments;
    expect(await client.checkAsWindows(uri, line)).toBe('checked');
    await client.next('refresh lenses');
    expect(await rulesIn(client)).toEqual(['pod/host-pid']);
    expect(await lensesOf(client)).toEqual(['Checked as a Windows pod · 1 problem → explain', 'Stop → check']);
  });

  test('says that nothing is found', async () => {
    const client = await started(LINUX.replace('  hostPID: true\n', ''));
    await client.checkAsWindows(URI, 0);
    expect(await lensesOf(client)).toEqual(['Checked as a Windows pod · no problems → explain', 'Stop → check']);
  });

  test('is about one workload of the file, and stays with it while the text changes', async () => {
    const client = await started([LINUX, LINUX.replace('name: linux', 'name: other')].join('---\n'));
    await client.checkAsWindows(URI, 12);
    const linesOf = async () => (await client.diagnostics(URI)).map(({ range }) => range.start.line);
    expect(await linesOf()).toEqual([15]);
    await client.replace(URI, 'apiVersion', '# first\napiVersion');
    expect(await linesOf()).toEqual([16]);
    await client.replace(URI, 'name: other', 'name: renamed');
    expect(await linesOf()).toEqual([]);
  });

  test('ends with the file, and does not begin for a file that is not open', async () => {
    const client = await started(LINUX, { files: { [URI]: LINUX, 'file:///work/other.yaml': LINUX } });
    await client.next('progress end');
    await client.checkAsWindows(URI, 0);
    expect(await rulesIn(client)).toEqual(['pod/host-pid']);
    await client.close(URI);
    expect(await rulesIn(client)).toEqual([]);
    await client.open(URI, LINUX);
    expect(await rulesIn(client)).toEqual([]);
    expect(await client.checkAsWindows('file:///work/other.yaml', 0)).toBeNull();
  });

  test('a pod that is known to run on Windows is checked anyway', async () => {
    const client = await started([DECLARED, SCHEDULED, 'kind: none\n'].join('---\n'));
    const before = await client.diagnostics(URI);
    expect(await client.checkAsWindows(URI, 2)).toBe('known');
    expect(await client.checkAsWindows(URI, 14)).toBe('known');
    expect(await client.checkAsWindows(URI, 24)).toBeNull();
    expect(await client.diagnostics(URI)).toEqual(before);
  });

  test('a change that makes it a Windows pod ends the assumption, and undoing it does not', async () => {
    const client = await started(LINUX);
    await client.checkAsWindows(URI, 0);
    await client.replace(URI, 'spec:\n', 'spec:\n  os: { name: windows }\n');
    expect(await lensesOf(client)).toEqual(['Windows (os.name) · 1 problem → explain']);
    await client.replace(URI, '  os: { name: windows }\n', '');
    expect(await lensesOf(client)).toEqual(['Checked as a Windows pod · 1 problem → explain', 'Stop → check']);
  });

  test('survives a change of the settings, which applies to it', async () => {
    const client = await started(LINUX);
    await client.checkAsWindows(URI, 0);
    expect(await client.diagnostics(URI)).toMatchObject([{ severity: 2 }]);
    await client.set({ kubewin: { rules: { 'pod/host-pid': 'error' } } });
    await client.next('refresh');
    expect(await client.diagnostics(URI)).toMatchObject([{ severity: 1 }]);
    await client.write('file:///work/.kubewin.yaml', 'rules: { pod: "off" }\n', FileChangeType.Created);
    await client.next('refresh');
    expect(await rulesIn(client)).toEqual([]);
    expect(await lensesOf(client)).toEqual(['Checked as a Windows pod · no problems → explain', 'Stop → check']);
  });

  test('checks no other file again', async () => {
    const others = Object.fromEntries([1, 2, 3].map((i) => [`file:///work/${i}.yaml`, SCHEDULED]));
    const client = await started(LINUX, { files: { ...others, 'file:///work/.kubewin.yaml': 'taint: aks\n' } });
    const first = await client.pullWorkspace();
    const known = Object.fromEntries(first.items.map(({ uri, resultId }) => [uri, resultId ?? '']));
    await client.checkAsWindows(URI, 0);
    const second = await client.pullWorkspace(known);
    expect(second.items.flatMap((item) => (item.kind === 'full' ? item.uri : []))).toEqual([URI]);
  });

  test('the status and the page say so', async () => {
    const client = await started(LINUX);
    await client.checkAsWindows(URI, 0);
    expect(await client.status(URI)).toMatchObject({
      workloads: [{ verdict: 'windows', certainty: 'assumed' }],
      findings: { warning: 1 },
    });
    const page = await client.explain(URI, 0);
    expect(page?.markdown).toContain('**Checked as a Windows pod** on request.\n\n**Probably a Linux pod**');
    expect(page?.markdown).toContain('## Findings\n\n- warning: `hostPID`');
    expect(page?.markdown).not.toContain('Contradictory evidence');
    expect((await client.hover(URI, 1, 0))?.contents).toMatchObject({
      value: expect.stringContaining('**Checked as a Windows pod** on request.'),
    });
  });

  test.each([
    ['the file is excluded', { exclude: ['pod.yaml'] }],
    ['nothing is checked', { scope: 'off' }],
  ])('does nothing if %s', async (_, kubewin) => {
    const client = await started(LINUX, { settings: { kubewin } });
    expect(await client.checkAsWindows(URI, 0)).toBeNull();
    expect(await rulesIn(client)).toEqual([]);
  });

  test('a client without the command explains instead', async () => {
    const client = await started(BY_CLASS, { initializationOptions: { explainCommand: 'explain' } });
    expect(await lensesOf(client)).toEqual([
      'Probably Windows (RuntimeClass) → explain',
      '1 more problem if this pod runs on Windows → explain',
    ]);
    const page = await client.explain(URI, 0);
    expect(page?.markdown).toContain(
      '**1 more problem if this pod runs on Windows**: the command *Check as a Windows Pod* shows them.',
    );
  });

  test('diagnostics are sent to a client that does not request them', async () => {
    const { diagnostic: _, ...withoutPull } = VS_CODE.textDocument ?? {};
    const client = await started(LINUX, { capabilities: { ...VS_CODE, textDocument: withoutPull } });
    await client.checkAsWindows(URI, 0);
    expect(await client.next('diagnostics')).toMatchObject({ uri: URI, diagnostics: [{ code: 'pod/host-pid' }] });
  });
});

describe('in a template of a chart', () => {
  const CHART = 'file:///work/chart';
  const TEMPLATE = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "web.name" . }}
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    {{- include "web.pod" . | nindent 4 }}
`;
  const FILES = {
    [`${CHART}/Chart.yaml`]: 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    [`${CHART}/values.yaml`]: 'image: registry.example/web:1.0\nsecurity:\n  privileged: true\n',
    [`${CHART}/templates/_helpers.tpl`]: `{{- define "web.name" }}{{ .Release.Name }}-web{{ end }}
{{- define "web.pod" -}}
spec:
  containers:
    - name: web
      image: {{ .Values.image }}
      securityContext:
        {{- toYaml .Values.security | nindent 8 }}
{{- end }}
`,
    [`${CHART}/templates/web.yaml`]: TEMPLATE,
    'file:///work/other.yaml': SCHEDULED,
  };
  const uri = `${CHART}/templates/web.yaml`;

  test('shows the problems at the values that decide, until it is used again', async () => {
    const client = await TestClient.start({ ...OPTIONS, files: FILES });
    await client.pullWorkspace();
    await client.open(uri, TEMPLATE, 'helm');
    expect(await rulesIn(client, `${CHART}/values.yaml`)).toEqual([]);
    expect(await client.checkAsWindows(uri, 8)).toBe('checked');
    expect(await rulesIn(client, `${CHART}/values.yaml`)).toEqual(['security-context/privileged']);
    expect(await client.checkAsWindows(uri, 8)).toBe('stopped');
    expect(await rulesIn(client, `${CHART}/values.yaml`)).toEqual([]);
    expect(await client.checkAsWindows(uri, 8)).toBe('checked');
    await client.close(uri);
    expect(await rulesIn(client, `${CHART}/values.yaml`)).toEqual([]);
  });

  test('an action among the refactorings leads there', async () => {
    const client = await TestClient.start({ ...OPTIONS, files: FILES });
    await client.pullWorkspace();
    await client.open(uri, TEMPLATE, 'helm');
    const titles = async () =>
      (await client.codeActions(uri, client.rangeOf(uri, 'Deployment'), ['refactor'])).map(({ title, command }) => [
        title,
        command?.command,
        command?.arguments?.[0],
      ]);
    expect(await titles()).toEqual([['Show what remains to be done for Windows', 'check', uri]]);
    expect(await client.checkAsWindows(uri, 1)).toBe('checked');
    expect(await titles()).toEqual([]);
  });
});
