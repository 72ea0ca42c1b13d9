import { describe, expect, test } from 'vitest';
import { DefinitionRequest, type Location, type MarkupContent, ReferencesRequest } from 'vscode-languageserver/node';
import { TestClient } from './test-client.ts';

const FOLDER = 'file:///work/chart';
const URI = `${FOLDER}/templates/a.yaml`;
const LIBRARY = 'apiVersion: v2\nname: common\nversion: 1.0.0\ntype: library\n';
const CHART = 'apiVersion: v2\nname: web\nversion: 1.0.0\n';

const TEMPLATE = `apiVersion: v1
kind: Pod
metadata:
  name: {{ include "name" . }}
spec:
  nodeSelector:
    kubernetes.io/os: {{ .Values.agent.os }}
  containers:
    - name: web
      image: {{ .Values.image }}
      args: {{ .Values.args }}
`;

const FILES = {
  [`${FOLDER}/Chart.yaml`]: CHART,
  [`${FOLDER}/values.yaml`]: 'agent:\n  os: linux\nimage: registry.example/web:1.0\nargs:\n  - a\n',
  [URI]: TEMPLATE,
  [`${FOLDER}/templates/_names.yaml`]: '{{- define "name" -}}\nweb\n{{- end -}}\n',
};

async function openTemplate(text = TEMPLATE, files: Record<string, string> = FILES): Promise<TestClient> {
  const client = await TestClient.start({ files });
  await client.open(URI, text, 'helm');
  // The answer waits until all files are read.
  await definitions(client, 'kind');
  return client;
}

function at(client: TestClient, text: string, uri = URI) {
  return { textDocument: { uri }, position: client.rangeOf(uri, text).end };
}

function shortLocations(found: readonly Location[] | null): string[] {
  return (found ?? []).map(({ uri, range }) => `${uri.replace('file:///work/', '')}:${range.start.line + 1}`);
}

async function definitions(client: TestClient, text: string): Promise<string[]> {
  const found = await client.connection.sendRequest(DefinitionRequest.type, at(client, text));
  return shortLocations(found as Location[]);
}

async function hover(client: TestClient, text: string): Promise<string | undefined> {
  const { line, character } = client.rangeOf(URI, text).end;
  const found = await client.hover(URI, line, character);
  return found === null ? undefined : (found.contents as MarkupContent).value;
}

describe('in a template of a chart', () => {
  test('goes to the value and to the named template', async () => {
    const client = await openTemplate();
    expect(await definitions(client, '.Values.agent.o')).toEqual(['chart/values.yaml:2']);
    expect(await definitions(client, 'include "na')).toEqual(['chart/templates/_names.yaml:1']);
    expect(await definitions(client, 'kind: Po')).toEqual([]);
  });

  test('reads open files as they are in the editor', async () => {
    const client = await openTemplate();
    await client.open(`${FOLDER}/values.yaml`, 'a: 1\nagent: { os: windows }\n');
    expect(await definitions(client, '.Values.agent.o')).toEqual(['chart/values.yaml:2']);
    expect(await hover(client, '.Values.agent.os')).toContain('`windows`');
  });

  test('finds nothing in a folder without a chart', async () => {
    const { [`${FOLDER}/Chart.yaml`]: _, ...files } = FILES;
    const client = await openTemplate(TEMPLATE, files);
    expect(await definitions(client, '.Values.agent.o')).toEqual([]);
    expect(await hover(client, '.Values.image')).toBeUndefined();
  });

  test('finds the values of all charts that use a chart beside them', async () => {
    const dependency = 'dependencies: [{ name: common, version: 1.0.0, repository: "file://../chart" }]\n';
    const files = {
      ...FILES,
      [`${FOLDER}/Chart.yaml`]: LIBRARY,
      'file:///work/first/Chart.yaml': CHART + dependency,
      'file:///work/first/values.yaml': 'image: first\n',
      'file:///work/second/Chart.yaml': CHART + dependency,
      'file:///work/second/values.yaml': 'image: second\n',
    };
    const client = await openTemplate(TEMPLATE, files);
    expect(await definitions(client, '.Values.im')).toEqual([
      'chart/values.yaml:3',
      'first/values.yaml:1',
      'second/values.yaml:1',
    ]);
  });

  test('shows a value and its file where there is nothing else to show', async () => {
    const client = await openTemplate();
    expect(await hover(client, '.Values.image')).toBe(
      '`.Values.image`: `registry.example/web:1.0` ([values.yaml, line 3](file:///work/chart/values.yaml#L3))',
    );
    expect(await hover(client, '.Values.args')).toBe(
      '`.Values.args` ([values.yaml, line 4](file:///work/chart/values.yaml#L4))',
    );
    expect(await hover(client, 'include "na')).toBeUndefined();
  });
});

test('finds the uses of a value from the values file', async () => {
  const client = await openTemplate();
  const values = `${FOLDER}/values.yaml`;
  await client.open(values, FILES[values] ?? '');
  const references = async (includeDeclaration: boolean) => {
    const params = { ...at(client, '  os', values), context: { includeDeclaration } };
    return shortLocations(await client.connection.sendRequest(ReferencesRequest.type, params));
  };
  expect(await references(false)).toEqual(['chart/templates/a.yaml:7']);
  expect(await references(true)).toEqual(['chart/values.yaml:2', 'chart/templates/a.yaml:7']);
});
