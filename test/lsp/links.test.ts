import { expect, test } from 'vitest';
import { DocumentLinkRequest } from 'vscode-languageserver/node';
import { DECLARED, LINUX } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const TEXT = `# kubewin: allow-file pod/host-pid -- tools
${DECLARED}---
# kubewin: os=linux
# kubewin: allow container/privileged, nothing/here KW1103
${LINUX}`;

async function linksOf(options: object) {
  const client = await TestClient.start(options);
  await client.open(URI, TEXT);
  return (await client.connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri: URI } })) ?? [];
}

test('links are announced to clients that support them', async () => {
  expect((await TestClient.start()).initialized.capabilities.documentLinkProvider).toEqual({});
  const { capabilities } = (await TestClient.start({ capabilities: PLAIN })).initialized;
  expect(capabilities.documentLinkProvider).toBeUndefined();
});

test('rules in comments are linked to their pages in the editor', async () => {
  const found = await linksOf({ initializationOptions: { rulePageCommand: 'show' } });
  const target = 'command:show?%5B%22pod%2Fhost-pid%22%5D';
  const tooltip = 'hostPID on a Windows pod';
  const line = DECLARED.split('\n').length + 2;
  expect(found).toEqual([
    { range: { start: { line: 0, character: 22 }, end: { line: 0, character: 34 } }, target, tooltip },
    { range: { start: { line, character: 52 }, end: { line, character: 58 } }, target, tooltip },
  ]);
});

test('images of Microsoft in Windows pods are linked to their tags', async () => {
  const image = (name: string) => `registry.example/${name}`;
  const text = (before: string, ...names: readonly string[]) =>
    names.reduce((all, name, i) => `${all}    - name: c${i}\n      image: ${name}\n`, before);
  const windows = text(
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  os:\n    name: windows\n  containers:\n',
    '"mcr.microsoft.com/windows/servercore:ltsc2022"',
    image('app:1'),
    'mcr.microsoft.com/{{ .Values.image }}',
  );
  const linux = text(LINUX.slice(0, LINUX.indexOf('    - name:')), 'mcr.microsoft.com/dotnet/aspnet:9.0');
  const client = await TestClient.start();
  await client.open(URI, `${windows}---\n${linux}`);
  const found = await client.connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri: URI } });
  expect(found).toEqual([
    {
      range: { start: { line: 9, character: 13 }, end: { line: 9, character: 60 } },
      target: 'https://mcr.microsoft.com/en-us/artifact/mar/windows/servercore/tags',
      tooltip: 'The tags of this image',
    },
  ]);
});

test('without a page in the editor, they are linked to their first source', async () => {
  const textDocument = { ...VS_CODE.textDocument, documentLink: {} };
  const [first] = await linksOf({ capabilities: { ...VS_CODE, textDocument } });
  expect(first?.target).toMatch(/^https:\/\/kubernetes\.io\//);
  expect(first?.tooltip).toBeUndefined();
});
