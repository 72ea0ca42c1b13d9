import { expect, test } from 'vitest';
import { DefinitionRequest, FileChangeType } from 'vscode-languageserver/node';
import { packed } from '../archives.ts';
import { SCHEDULED } from './manifests.ts';
import { resultIds, rulesByFile, TestClient } from './test-client.ts';

const CHART = 'file:///work/chart';
const VALUES = 'os: windows\nsecurity:\n  # as on Linux\n  privileged: true\n  procMount: Default\n';
const TEMPLATE = `apiVersion: v1
kind: Pod
metadata:
  name: {{ .Release.Name }}
spec:
  nodeSelector:
    kubernetes.io/os: {{ .Values.os }}
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        {{- toYaml .Values.security | nindent 8 }}
`;
const FILES = {
  [`${CHART}/Chart.yaml`]: 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  [`${CHART}/values.yaml`]: VALUES,
  [`${CHART}/templates/pod.yaml`]: TEMPLATE,
};

test('a finding in values is among the problems of the workspace, with the place in the template', async () => {
  const client = await TestClient.start({ files: FILES });
  const report = await client.pullWorkspace();
  expect(rulesByFile(report)).toEqual({ 'values.yaml': 'security-context/privileged' });
  const [diagnostic] = await client.diagnostics(`${CHART}/values.yaml`);
  expect(diagnostic).toMatchObject({
    range: { start: { line: 3, character: 2 }, end: { line: 3, character: 12 } },
    relatedInformation: [
      { location: { uri: `${CHART}/templates/pod.yaml`, range: { start: { line: 11, character: 8 } } } },
    ],
  });
});

test('a keystroke in values changes what is found in the template, and back', async () => {
  const client = await TestClient.start({
    files: { ...FILES, [`${CHART}/templates/pod.yaml`]: `${TEMPLATE}  hostPID: true\n` },
  });
  await client.pullWorkspace();
  const template = `${CHART}/templates/pod.yaml`;
  await client.open(`${CHART}/values.yaml`, VALUES);
  await client.open(template, `${TEMPLATE}  hostPID: true\n`, 'helm');
  expect((await client.diagnostics(template)).map(({ code }) => code)).toEqual(['pod/host-pid']);
  await client.replace(`${CHART}/values.yaml`, 'os: windows', 'os: linux');
  expect(await client.diagnostics(template)).toEqual([]);
  await client.replace(`${CHART}/values.yaml`, 'os: linux', 'os: windows');
  expect((await client.diagnostics(template)).map(({ code }) => code)).toEqual(['pod/host-pid']);
});

test('a quick fix changes the value and keeps what is around it', async () => {
  const client = await TestClient.start({ files: FILES });
  await client.pullWorkspace();
  await client.open(`${CHART}/values.yaml`, VALUES);
  const uri = `${CHART}/values.yaml`;
  const actions = await client.codeActions(uri, client.rangeOf(uri, 'privileged'));
  const action = actions.find(({ title }) => title === 'Remove `privileged`');
  const { edit } = await client.resolve(action ?? { title: 'missing' });
  expect(edit?.documentChanges).toMatchObject([
    { textDocument: { uri }, edits: [{ range: { start: { line: 2, character: 0 }, end: { line: 4, character: 0 } } }] },
  ]);
});

test('a chart that is created later is rendered', async () => {
  const { [`${CHART}/Chart.yaml`]: metadata = '', ...others } = FILES;
  const client = await TestClient.start({ files: { ...others, 'file:///work/other.yaml': SCHEDULED } });
  const first = await client.pullWorkspace();
  expect(rulesByFile(first)).toEqual({ 'other.yaml': 'pod/host-pid' });
  await client.write(`${CHART}/Chart.yaml`, metadata, FileChangeType.Created);
  const second = await client.pullWorkspace(resultIds(first));
  expect(rulesByFile(second)).toMatchObject({ 'values.yaml': 'security-context/privileged' });
});

test('helpers of a packed subchart count, and nothing is reported in it', async () => {
  const archive = `${CHART}/charts/common-1.0.0.tgz`;
  const common = (os: string) =>
    packed({
      'common/Chart.yaml': 'apiVersion: v2\nname: common\nversion: 1.0.0\n',
      'common/templates/_os.tpl': `{{- define "common.os" -}}\n${os}\n{{- end }}\n`,
      'common/templates/pod.yaml': SCHEDULED,
    });
  const pod = TEMPLATE.replace('{{ .Values.os }}', '{{ include "common.os" . }}');
  const metadata =
    'apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{ name: common, version: 1.0.0, repository: "" }]\n';
  const client = await TestClient.start({
    files: { ...FILES, [`${CHART}/Chart.yaml`]: metadata, [`${CHART}/templates/pod.yaml`]: pod },
    archives: { [archive]: await common('windows') },
  });
  const first = await client.pullWorkspace();
  expect(rulesByFile(first)).toEqual({ 'values.yaml': 'security-context/privileged' });
  await client.open(`${CHART}/templates/pod.yaml`, pod, 'helm');
  const template = `${CHART}/templates/pod.yaml`;
  const position = client.rangeOf(template, 'common.os').start;
  const params = { textDocument: { uri: template }, position };
  expect(await client.connection.sendRequest(DefinitionRequest.type, params)).toEqual([]);
  client.disk.archives.set(archive, await common('linux'));
  await client.watched(archive, FileChangeType.Changed);
  expect(rulesByFile(await client.pullWorkspace(resultIds(first)))).toEqual({ 'values.yaml': '' });
});

test('.helmignore counts, is not checked itself, and its changes count', async () => {
  const ignore = `${CHART}/.helmignore`;
  const pod = TEMPLATE.replace('{{ .Release.Name }}', 'web');
  const client = await TestClient.start({
    files: {
      ...FILES,
      'file:///work/other.yaml': SCHEDULED,
      [`${CHART}/templates/pod.yaml`]: pod,
      [ignore]: '*.swp\n{a: &b\ntemplates/\n',
    },
  });
  const first = await client.pullWorkspace();
  expect(rulesByFile(first)).toEqual({ 'other.yaml': 'pod/host-pid' });
  await client.write(ignore, '*.swp\n', FileChangeType.Changed);
  const second = await client.pullWorkspace(resultIds(first));
  expect(rulesByFile(second)).toMatchObject({ 'values.yaml': 'security-context/privileged' });
});
