import { expect, test } from 'vitest';
import { FileChangeType, type PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { BY_CLASS, DECLARED, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

test('publishes changed diagnostics with the version of the document', async () => {
  const client = await TestClient.start({ capabilities: PLAIN });
  expect(client.initialized.capabilities.diagnosticProvider).toBeUndefined();
  await client.open(URI, DECLARED);
  expect(await nextPublished(client)).toEqual({ uri: URI, version: 1, rules: ['pod/host-pid'] });
  await client.replace(URI, 'hostPID: true', 'hostPID: false');
  expect(await nextPublished(client)).toEqual({ uri: URI, version: 2, rules: [] });
  await client.replace(URI, 'name: declared', 'name: other');
  await client.settle();
  expect(client.received('diagnostics')).toEqual([]);
});

test('publishes findings of files that are not open, and clears those of deleted files', async () => {
  const files = {
    'file:///work/a.yaml': SCHEDULED,
    'file:///work/b.yaml': BY_CLASS,
    'file:///work/c.yaml': RUNTIME_CLASS,
  };
  const client = await TestClient.start({ capabilities: PLAIN, files });
  expect([await nextPublished(client), await nextPublished(client)]).toEqual([
    { uri: 'file:///work/a.yaml', rules: ['pod/host-pid'] },
    { uri: 'file:///work/b.yaml', rules: ['pod/host-pid'] },
  ]);
  await client.write('file:///work/a.yaml', undefined, FileChangeType.Deleted);
  expect(await nextPublished(client)).toEqual({ uri: 'file:///work/a.yaml', rules: [] });
  await client.open('file:///work/c.yaml', RUNTIME_CLASS.replace('windows\n', 'linux\n'));
  expect(await nextPublished(client)).toEqual({ uri: 'file:///work/b.yaml', rules: [] });
});

test('clears the diagnostics of a closed document without a file', async () => {
  const client = await TestClient.start({ capabilities: PLAIN });
  await client.open('untitled:Untitled-1', DECLARED);
  await nextPublished(client);
  await client.close('untitled:Untitled-1');
  expect(await nextPublished(client)).toEqual({ uri: 'untitled:Untitled-1', rules: [] });
});

test('clears diagnostics under the old URI if a file is opened under another one', async () => {
  const client = await TestClient.start({ capabilities: PLAIN, files: { 'file:///work/a%21.yaml': SCHEDULED } });
  await nextPublished(client);
  await client.open('file:///work/a!.yaml', SCHEDULED);
  expect([await nextPublished(client), await nextPublished(client)]).toEqual([
    { uri: 'file:///work/a%21.yaml', rules: [] },
    { uri: 'file:///work/a!.yaml', version: 1, rules: ['pod/host-pid'] },
  ]);
});

async function nextPublished(client: TestClient) {
  const { diagnostics, ...about } = await client.next<PublishDiagnosticsParams>('diagnostics');
  return { ...about, rules: diagnostics.map(({ code }) => code) };
}

test('publishes nothing before the settings are known', async () => {
  const files = { 'file:///work/deep/.kubewin.yaml': 'rules: { pod: off }\n', 'file:///work/deep/pod.yaml': DECLARED };
  const capabilities = { ...PLAIN, workspace: { configuration: true } };
  const client = await TestClient.start({ capabilities, files, settings: { kubewin: { rules: { pod: 'hint' } } } });
  await client.open('file:///work/deep/pod.yaml', DECLARED);
  await client.open(URI, DECLARED);
  const { uri, diagnostics } = await client.next<PublishDiagnosticsParams>('diagnostics');
  expect({ uri, severities: diagnostics.map(({ severity }) => severity) }).toEqual({ uri: URI, severities: [4] });
  await client.settle();
  expect(client.received('diagnostics')).toEqual([]);
});
