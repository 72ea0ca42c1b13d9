import { expect, test } from 'vitest';
import caseInsensitiveDuplicate from '../../server/src/rules/env/case-insensitive-duplicate.ts';
import { TestClient } from './test-client.ts';

const FOLDER = 'file:///work/chart';
const URI = `${FOLDER}/templates/a.yaml`;
const VALUES = `${FOLDER}/values.yaml`;
const HELPERS = `${FOLDER}/templates/_helpers.yaml`;

const TEMPLATE = `apiVersion: v1
kind: Pod
metadata:
  name: {{ .Release.Name }}
spec:
  {{- include "selector" . | nindent 2 }}
  hostPID: true
  containers:
    - name: web
      image: {{ required "an image is needed" .Values.image | quote }}
`;

const FILES: Record<string, string> = {
  [`${FOLDER}/Chart.yaml`]: 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  [VALUES]: 'os: windows\nimage: registry.example/web:1.0\n',
  [URI]: TEMPLATE,
  [HELPERS]: '{{- define "selector" -}}\nnodeSelector:\n  kubernetes.io/os: {{ .Values.os }}\n{{- end -}}\n',
};

const RENDERED = `apiVersion: v1
kind: Pod
metadata:
  name: {{ .Release.Name }}
spec:
  nodeSelector:
    kubernetes.io/os: windows
  hostPID: true
  containers:
    - name: web
      image: "registry.example/web:1.0"
`;

async function openTemplate(files: Record<string, string> = FILES): Promise<TestClient> {
  const client = await TestClient.start({ files });
  await client.open(URI, TEMPLATE, 'helm');
  return client;
}

test('the text of a rendered template has findings at its places', async () => {
  const client = await openTemplate();
  const { text, diagnostics, failure } = (await client.rendered(URI)) ?? {};
  expect(text).toBe(RENDERED);
  expect(failure).toBeNull();
  const [diagnostic, ...others] = diagnostics ?? [];
  expect(others).toEqual([]);
  expect(diagnostic).toMatchObject({
    code: 'pod/host-pid',
    range: { start: { line: 7, character: 2 }, end: { line: 7, character: 9 } },
  });
});

test('a related location is in the files of the chart', async () => {
  const env = '      env:\n        {{- toYaml .Values.env | nindent 8 }}\n';
  const files = { ...FILES, [VALUES]: `${FILES[VALUES]}env:\n  - name: PATH\n  - name: Path\n`, [URI]: TEMPLATE + env };
  const client = await TestClient.start({ files, server: { rules: [caseInsensitiveDuplicate] } });
  await client.open(URI, TEMPLATE + env, 'helm');
  const [diagnostic, ...others] = (await client.rendered(URI))?.diagnostics ?? [];
  expect([diagnostic?.range.start.line, others]).toEqual([13, []]);
  const places = diagnostic?.relatedInformation?.map(({ location: { uri, range } }) => [uri, range.start.line]);
  expect(places).toEqual([[VALUES, 3]]);
});

test.each([
  ['the template', 'hostPID', URI, 'hostPID'],
  ['a value', 'windows', VALUES, 'windows'],
  ['the middle of a value', 'dows', VALUES, 'dows'],
  ['a value in quotation marks', 'registry', VALUES, 'registry'],
  ['a helper', 'nodeSelector', HELPERS, 'nodeSelector'],
  ['the indentation of a line', '    kubernetes.io', HELPERS, 'kubernetes'],
  ['an unknown value', '{{ .Rel', URI, '{{ .Release'],
])('leads from %s to its source', async (_, text, uri, source) => {
  const client = await openTemplate();
  const before = RENDERED.slice(0, RENDERED.indexOf(text)).split('\n');
  const found = await client.renderedSource(URI, before.length - 1, before.at(-1)?.length ?? 0);
  const lines = (FILES[uri] ?? '').split('\n');
  const { line = -1, character } = found?.range.start ?? {};
  expect([found?.uri, lines[line]?.slice(character).startsWith(source)]).toEqual([uri, true]);
});

test('follows the text in the editor', async () => {
  const client = await openTemplate();
  await client.open(VALUES, FILES[VALUES] ?? '');
  await client.replace(VALUES, 'web:1.0', 'web:2.0');
  await client.replace(URI, 'hostPID', 'hostIPC');
  expect((await client.rendered(URI))?.text).toBe(RENDERED.replace('web:1.0', 'web:2.0').replace('hostPID', 'hostIPC'));
});

test('a template with which Helm fails has a reason and a place', async () => {
  const client = await openTemplate({ ...FILES, [VALUES]: 'os: windows\n' });
  const rendered = await client.rendered(URI);
  expect(rendered).toMatchObject({ text: null, diagnostics: [], failure: { at: { uri: URI } } });
  expect(rendered?.failure?.message).toContain('an image is needed');
  expect(rendered?.failure?.at?.range.start.line).toBe(9);
  expect(await client.renderedSource(URI, 0, 0)).toEqual(rendered?.failure?.at);
});

test('a chart in which nothing is for Windows is rendered on request', async () => {
  const client = await openTemplate({ ...FILES, [VALUES]: 'os: linux\nimage: web\n' });
  await client.replace(URI, '  hostPID: true\n', '');
  const rendered = await client.rendered(URI);
  expect(rendered?.text).toContain('kubernetes.io/os: linux');
  expect(rendered?.diagnostics).toEqual([]);
  expect((await client.renderedSource(URI, 6, 22))?.uri).toBe(VALUES);
});

test('other files are not rendered', async () => {
  const client = await openTemplate();
  expect(await client.rendered(VALUES)).toBeNull();
  expect(await client.rendered(HELPERS)).toBeNull();
  expect(await client.rendered('file:///work/none.yaml')).toBeNull();
  expect(await client.renderedSource(VALUES, 0, 0)).toBeNull();
});
