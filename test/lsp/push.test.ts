import { expect, test } from 'vitest';
import { FileChangeType, type PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { BY_CLASS, DECLARED, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

test('a client that does not ask is sent what changes, with the version', async () => {
  const client = await TestClient.start({ capabilities: PLAIN });
  expect(client.initialized.capabilities.diagnosticProvider).toBeUndefined();
  await client.open(URI, DECLARED);
  expect(await sent(client)).toEqual({ uri: URI, version: 1, rules: ['pod/host-pid'] });
  await client.replace(URI, 'hostPID: true', 'hostPID: false');
  expect(await sent(client)).toEqual({ uri: URI, version: 2, rules: [] });
  await client.replace(URI, 'name: declared', 'name: other');
  await client.settle();
  expect(client.heard('diagnostics')).toEqual([]);
});

test('it gets the findings of files that are not open, and loses those of files that are gone', async () => {
  const files = {
    'file:///work/a.yaml': SCHEDULED,
    'file:///work/b.yaml': BY_CLASS,
    'file:///work/c.yaml': RUNTIME_CLASS,
  };
  const client = await TestClient.start({ capabilities: PLAIN, files });
  expect([await sent(client), await sent(client)]).toEqual([
    { uri: 'file:///work/a.yaml', rules: ['pod/host-pid'] },
    { uri: 'file:///work/b.yaml', rules: ['pod/host-pid'] },
  ]);
  await client.write('file:///work/a.yaml', undefined, FileChangeType.Deleted);
  expect(await sent(client)).toEqual({ uri: 'file:///work/a.yaml', rules: [] });
  await client.open('file:///work/c.yaml', RUNTIME_CLASS.replace('windows\n', 'linux\n'));
  expect(await sent(client)).toEqual({ uri: 'file:///work/b.yaml', rules: [] });
});

test('what was sent for a document goes when it is closed and there is no file', async () => {
  const client = await TestClient.start({ capabilities: PLAIN });
  await client.open('untitled:Untitled-1', DECLARED);
  await sent(client);
  await client.close('untitled:Untitled-1');
  expect(await sent(client)).toEqual({ uri: 'untitled:Untitled-1', rules: [] });
});

test('a file that goes by another name when it is closed is cleared under the old one', async () => {
  const client = await TestClient.start({ capabilities: PLAIN, files: { 'file:///work/a%21.yaml': SCHEDULED } });
  await sent(client);
  await client.open('file:///work/a!.yaml', SCHEDULED);
  expect([await sent(client), await sent(client)]).toEqual([
    { uri: 'file:///work/a%21.yaml', rules: [] },
    { uri: 'file:///work/a!.yaml', version: 1, rules: ['pod/host-pid'] },
  ]);
});

async function sent(client: TestClient) {
  const { diagnostics, ...about } = await client.next<PublishDiagnosticsParams>('diagnostics');
  return { ...about, rules: diagnostics.map(({ code }) => code) };
}

test('nothing is sent before the settings are known', async () => {
  const files = { 'file:///work/deep/.kubewin.yaml': 'rules: { pod: off }\n', 'file:///work/deep/pod.yaml': DECLARED };
  const capabilities = { ...PLAIN, workspace: { configuration: true } };
  const client = await TestClient.start({ capabilities, files, settings: { kubewin: { rules: { pod: 'hint' } } } });
  await client.open('file:///work/deep/pod.yaml', DECLARED);
  await client.open(URI, DECLARED);
  const { uri, diagnostics } = await client.next<PublishDiagnosticsParams>('diagnostics');
  expect({ uri, severities: diagnostics.map(({ severity }) => severity) }).toEqual({ uri: URI, severities: [4] });
  await client.settle();
  expect(client.heard('diagnostics')).toEqual([]);
});
