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

test('without a page in the editor, they are linked to their first source', async () => {
  const textDocument = { ...VS_CODE.textDocument, documentLink: {} };
  const [first] = await linksOf({ capabilities: { ...VS_CODE, textDocument } });
  expect(first?.target).toMatch(/^https:\/\/kubernetes\.io\//);
  expect(first?.tooltip).toBeUndefined();
});
