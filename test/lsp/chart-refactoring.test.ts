import { expect, test } from 'vitest';
import type { CodeAction, TextDocumentEdit, TextEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Choice } from '../../server/src/lsp/requests.ts';
import { SCHEDULED } from './manifests.ts';
import { TestClient } from './test-client.ts';

const CHART = 'file:///work/chart';
const TEMPLATE = `${CHART}/templates/deployment.yaml`;
const VALUES = `${CHART}/values.yaml`;
const REFACTORING = ['refactor.rewrite.kubewin'];
/** As \`helm create\` writes it, in short. */
const FILES = {
  [`${CHART}/Chart.yaml`]: 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  [VALUES]: `image:
  repository: registry.example/web
  tag: "1.0"
# Only for this pod.
nodeSelector: {}
tolerations: []
securityContext:
  runAsUser: 1000 # not root
`,
  [`${CHART}/templates/_helpers.tpl`]: '{{ define "web.fullname" }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}',
  [TEMPLATE]: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "web.fullname" . }}
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          securityContext:
            {{- toYaml .Values.securityContext | nindent 12 }}
      {{- with .Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
`,
};

const READY = 'Make ready for Windows (1 problem left to fix by hand)';
const READY_2022 = 'Make ready for Windows Server 2022 (1 problem left to fix by hand)';
const TAINT = { kubewin: { taint: 'os=windows:NoSchedule' } };

test('makes a workload of a chart ready for Windows in its template and in its values', async () => {
  const files = FILES;
  const actions = await readyActions(files, TAINT);
  expect(actions.map(({ title }) => title)).toEqual(expect.arrayContaining([READY, READY_2022]));
  expect(actions.some(({ disabled }) => disabled)).toBe(false);
  expect(textsAfter(files, actions[0])).toEqual({
    'templates/deployment.yaml': files[TEMPLATE]?.replace(
      '      containers:\n',
      '      os:\n        name: windows\n      containers:\n',
    ),
    'values.yaml': `image:
  repository: registry.example/web
  tag: "1.0"
# Only for this pod.
nodeSelector:
  kubernetes.io/os: windows
tolerations:
- key: os
  operator: Equal
  value: windows
  effect: NoSchedule
securityContext:
  windowsOptions:
    runAsUserName: ContainerUser
`,
  });
});

test('replaces a value that a template writes under another key', async () => {
  const files = {
    ...FILES,
    [VALUES]: `${FILES[VALUES]}agent:\n  os: linux # by default\n`,
    [TEMPLATE]: `${before('      {{- with .Values.nodeSelector }}')}      nodeSelector:
        kubernetes.io/os: {{ .Values.agent.os }}
`,
  };
  const [action] = await readyActions(files);
  expect(textsAfter(files, action)['values.yaml']).toContain('agent:\n  os: windows # by default\n');
});

test('changes the helper that writes a pod', async () => {
  const files = {
    ...FILES,
    [`${CHART}/templates/_pod.tpl`]: `{{ define "web.pod" }}
containers:
  - name: web
    image: registry.example/web:1.0
    tty: true
hostPID: true
{{ end }}`,
    [TEMPLATE]: `${before('    spec:')}    spec:
      {{- include "web.pod" . | nindent 6 }}
`,
  };
  const [action] = await readyActions(files);
  expect(textsAfter(files, action)).toEqual({
    'templates/_pod.tpl': `{{ define "web.pod" }}
os:
  name: windows
nodeSelector:
  kubernetes.io/os: windows
containers:
  - name: web
    image: registry.example/web:1.0
    tty: true
{{ end }}`,
  });
});

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, unknown>>]>([
  ['another template uses the same value', { [`${CHART}/templates/other.yaml`]: other() }, {}],
  [
    'the chart has several sets of values',
    { [`${CHART}/values-windows.yaml`]: 'replicas: 2\n' },
    { kubewin: { helm: { values: { '*': { linux: [], windows: ['values-windows.yaml'] } } } } },
  ],
  [
    'a value is unknown',
    { [TEMPLATE]: `${before('      containers')}      hostname: {{ randAlpha 5 }}\n${after('    spec:\n')}` },
    {},
  ],
  [
    'a helper may write the same field',
    {
      [TEMPLATE]: `${FILES[TEMPLATE]}      {{- include "web.os" . | nindent 6 }}\n`,
      [`${CHART}/templates/_os.tpl`]: '{{ define "web.os" }}{{ end }}',
    },
    {},
  ],
])('refuses with the reason if %s', async (_, files, settings) => {
  const actions = await readyActions({ ...FILES, ...files }, settings);
  const reasons = new Set(actions.map(({ disabled }) => disabled?.reason));
  expect(reasons).toEqual(new Set(['A template writes parts of this document.']));
});

test('a client that asks for the build gets one action, and the ways of the chart', async () => {
  const client = await openTemplate(FILES, TAINT, { makeReadyCommand: 'kubewin.makeReady' });
  const actions = await client.codeActions(TEMPLATE, client.rangeOf(TEMPLATE, 'kind'), REFACTORING);
  const ready = actions.filter(({ title }) => title.startsWith('Make ready'));
  expect(ready).toMatchObject([{ title: 'Make ready for Windows…', command: { command: 'kubewin.makeReady' } }]);
  const [uri, position] = ready[0]?.command?.arguments ?? [];
  expect([uri, position]).toEqual([TEMPLATE, client.rangeOf(TEMPLATE, 'spec:\n      containers').start]);
  const ways: Choice[] = await client.connection.sendRequest('kubewin/waysToWindows', { uri, position });
  const one = await readyActions(FILES, TAINT);
  expect(ways.map(({ edit }) => edit)).toEqual(one.map(({ edit }) => edit));
  expect(ways.map(({ title }) => title)).toContain('Windows Server 2022');
});

/** The part of the template before a text. */
function before(text: string): string {
  const [start = ''] = FILES[TEMPLATE]?.split(text) ?? [];
  return start;
}

/** The part of the template after a text. */
function after(text: string): string {
  return FILES[TEMPLATE]?.split(text)[1] ?? '';
}

function other(): string {
  return (FILES[TEMPLATE] ?? '').replace('name: {{ include "web.fullname" . }}', 'name: other');
}

async function readyActions(
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<CodeAction[]> {
  const client = await openTemplate(files, settings);
  const actions = await client.codeActions(TEMPLATE, client.rangeOf(TEMPLATE, 'kind'), REFACTORING);
  return actions.filter(({ title }) => title.startsWith('Make ready'));
}

async function openTemplate(
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, unknown>>,
  initializationOptions = {},
): Promise<TestClient> {
  const client = await TestClient.start({
    files: { ...files, 'file:///work/pod.yaml': SCHEDULED },
    settings,
    initializationOptions,
    server: {},
  });
  // The files were read.
  await client.pullWorkspace();
  await client.open(TEMPLATE, files[TEMPLATE] ?? '', 'helm');
  return client;
}

/** The texts of the changed files after an action, by their paths in the chart. */
function textsAfter(files: Readonly<Record<string, string>>, action: CodeAction | undefined): Record<string, string> {
  const changes = (action?.edit?.documentChanges ?? []) as TextDocumentEdit[];
  return Object.fromEntries(
    changes.map(({ textDocument: { uri }, edits }) => [
      uri.slice(CHART.length + 1),
      TextDocument.applyEdits(TextDocument.create(uri, 'yaml', 1, files[uri] ?? ''), edits as TextEdit[]),
    ]),
  );
}
