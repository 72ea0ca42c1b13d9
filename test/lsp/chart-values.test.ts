import { describe, expect, test } from 'vitest';
import { FileChangeType } from 'vscode-languageserver/node';
import { SCHEDULED } from './manifests.ts';
import { rulesByFile, TestClient } from './test-client.ts';

const CHART = 'file:///work/chart';
const TEMPLATE = `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: {{ .Values.os }}
  {{- toYaml .Values.pod | nindent 2 }}
`;
const FILES = {
  [`${CHART}/Chart.yaml`]: 'apiVersion: v2\nname: agent\nversion: 0.1.0\n',
  [`${CHART}/values.yaml`]: 'os: linux\npod:\n  hostPID: true\n',
  [`${CHART}/templates/pod.yaml`]: TEMPLATE,
  'file:///work/named.yaml': 'os: windows\n',
  // A request for the whole workspace waits until something is found.
  'file:///work/other.yaml': SCHEDULED,
};
const SETTINGS = { kubewin: { helm: { values: { chart: ['../named.yaml'] } } } };
const FOUND = { 'values.yaml': 'pod/host-pid' };

async function found(client: TestClient) {
  const { 'values.yaml': rules } = rulesByFile(await client.pullWorkspace());
  return rules === undefined ? {} : { 'values.yaml': rules };
}

describe('values files that settings name are read', () => {
  test('by the settings of the editor', async () => {
    const client = await TestClient.start({ files: FILES, settings: SETTINGS });
    expect(await found(client)).toEqual(FOUND);
  });

  test('by a configuration file, relative to its folder', async () => {
    const config = { 'file:///work/.kubewin.yaml': 'helm.values: { "*": [../named.yaml] }\n' };
    const client = await TestClient.start({ files: { ...FILES, ...config }, settings: { kubewin: {} } });
    expect(await found(client)).toEqual(FOUND);
  });

  test('also when the setting changes', async () => {
    const client = await TestClient.start({ files: FILES, settings: { kubewin: {} } });
    expect(await found(client)).toEqual({});
    await client.set(SETTINGS);
    await client.settle();
    expect(await found(client)).toEqual(FOUND);
    await client.set({ kubewin: {} });
    await client.settle();
    expect(await found(client)).toEqual({});
  });

  test('again when they change, are deleted or appear', async () => {
    const named = 'file:///work/named.yaml';
    const client = await TestClient.start({ files: { ...FILES, [named]: 'os: linux\n' }, settings: SETTINGS });
    expect(await found(client)).toEqual({});
    await client.write(named, 'os: windows\n', FileChangeType.Changed);
    await client.settle();
    expect(await found(client)).toEqual(FOUND);
    await client.write(named, undefined, FileChangeType.Deleted);
    await client.settle();
    expect(await found(client)).toEqual({});
    const status = await client.status(`${CHART}/templates/pod.yaml`);
    expect(status?.values).toEqual(['`../named.yaml`: The values file cannot be read.']);
    await client.write(named, 'os: windows\n', FileChangeType.Created);
    await client.settle();
    expect(await found(client)).toEqual(FOUND);
    await client.open(named, 'os: [');
    expect((await client.status(`${CHART}/values.yaml`))?.values).toEqual([
      '`../named.yaml`: The values file is not valid YAML, or not a mapping.',
    ]);
    await client.replace(named, '[', 'windows');
    expect(await found(client)).toEqual(FOUND);
  });
});

describe('values files beside a chart', () => {
  const more = {
    [`${CHART}/values-windows.yaml`]: 'os: windows\n',
    [`${CHART}/ci/small-values.yaml`]: 'os: windows\n',
    [`${CHART}/charts/sub/values-other.yaml`]: 'os: windows\n',
  };

  test('are proposed and not used', async () => {
    const client = await TestClient.start({ files: { ...FILES, ...more }, settings: { kubewin: {} } });
    expect(await found(client)).toEqual({});
    const sentence =
      '`kubewin.helm.values` can name `ci/small-values.yaml`, `values-windows.yaml`, so that the chart is checked with these values, too.';
    expect((await client.status(`${CHART}/templates/pod.yaml`))?.values).toEqual([sentence]);
    expect((await client.status('file:///work/named.yaml'))?.values).toEqual([]);
    await client.set({ kubewin: { helm: { values: { chart: ['values-windows.yaml'] } } } });
    await client.settle();
    expect((await client.status(`${CHART}/templates/pod.yaml`))?.values).toEqual([]);
  });
});
