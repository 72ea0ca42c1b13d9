import { expect, test } from 'vitest';
import type { WorkspaceEdit } from 'vscode-languageserver';
import { DECLARED, LINUX } from './manifests.ts';
import { TestClient } from './test-client.ts';

const URI = 'file:///work/deploy/pod.yaml';
const FIXED = DECLARED.replace('  hostPID: true # for the profiler\n', '');

interface Answer {
  readonly text?: string;
  readonly page?: string;
  readonly fault?: string;
  readonly edit?: WorkspaceEdit;
}

async function clientWith(files: Readonly<Record<string, string>>, settings = {}): Promise<TestClient> {
  return TestClient.start({ files, settings: { kubewin: settings } });
}

function call(client: TestClient, tool: string, input: unknown, uri?: string): Promise<Answer> {
  return client.connection.sendRequest('kubewin/agentTool', { tool, input, uri });
}

async function rulesIn(client: TestClient, path: string, uri: string): Promise<string[]> {
  const { text = '{}', fault } = await call(client, 'kubewin_check', { path }, uri);
  if (fault !== undefined) return [fault];
  return JSON.parse(text).findings.map((found: { path: string; rule: string }) => `${found.path} ${found.rule}`);
}

test('checks a text with the settings of the folder, and no other file', async () => {
  const client = await clientWith({ 'file:///work/.kubewin.yaml': 'rules: { pod/host-pid: hint }\n' });
  const { text = '' } = await call(client, 'kubewin_check', { text: DECLARED, hints: true });
  expect(JSON.parse(text).findings).toMatchObject([{ path: 'text', rule: 'pod/host-pid', severity: 'hint' }]);
});

test('checks a file, or all files of a folder', async () => {
  const other = 'file:///work/other.yaml';
  const client = await clientWith({ [URI]: DECLARED, [other]: DECLARED, 'file:///work/deploy/linux.yaml': LINUX });
  expect(await rulesIn(client, './deploy/pod.yaml', URI)).toEqual(['./deploy/pod.yaml pod/host-pid']);
  expect(await rulesIn(client, 'deploy', 'file:///work/deploy')).toEqual(['deploy/pod.yaml pod/host-pid']);
  expect(await rulesIn(client, '.', 'file:///work')).toEqual([
    'deploy/pod.yaml pod/host-pid',
    'other.yaml pod/host-pid',
  ]);
});

test('checks a file as it is, without an event of a watcher', async () => {
  const client = await clientWith({ [URI]: DECLARED });
  expect(await rulesIn(client, 'pod.yaml', URI)).toEqual(['pod.yaml pod/host-pid']);
  client.disk.files.set(URI, FIXED);
  expect(await rulesIn(client, 'pod.yaml', URI)).toEqual([]);
  const added = 'file:///work/added.yaml';
  client.disk.files.set(added, DECLARED);
  expect(await rulesIn(client, 'added.yaml', added)).toEqual(['added.yaml pod/host-pid']);
  // The text of the editor counts.
  await client.open(added, FIXED);
  expect(await rulesIn(client, 'added.yaml', added)).toEqual([]);
});

test.each([
  ['a file that does not exist', 'file:///work/none.yaml', {}, 'No such file or folder.'],
  [
    'a file outside of the workspace',
    'file:///elsewhere/pod.yaml',
    {},
    'The path is not in a folder of the workspace.',
  ],
  ['a path that is nowhere', undefined, {}, 'The path is not in a folder of the workspace.'],
  ['a file that is not open', URI, { scope: 'open' }, expect.stringContaining('Only open files are checked')],
  ['a file while checks are off', URI, { scope: 'off' }, expect.stringContaining('turns checks off')],
])('says why it does not check %s', async (_, uri, settings, fault) => {
  const client = await clientWith({ [URI]: DECLARED, 'file:///elsewhere/pod.yaml': DECLARED }, settings);
  expect(await call(client, 'kubewin_check', { path: 'x' }, uri)).toEqual({ fault });
});

test('fixes a text, and returns the edit of a file', async () => {
  const client = await clientWith({ [URI]: DECLARED });
  const { text = '' } = await call(client, 'kubewin_fix', { text: DECLARED });
  expect(JSON.parse(text)).toEqual({ applied: ['pod/host-pid, line 8: Remove `hostPID`'], text: FIXED });
  const { edit, text: ofFile = '' } = await call(client, 'kubewin_fix', { path: 'deploy/pod.yaml' }, URI);
  expect(JSON.parse(ofFile)).toEqual({ applied: ['pod/host-pid, line 8: Remove `hostPID`'], path: 'deploy/pod.yaml' });
  const range = { start: { line: 7, character: 0 }, end: { line: 8, character: 0 } };
  expect(edit?.documentChanges).toEqual([
    { textDocument: { uri: URI, version: null }, edits: [{ range, newText: '' }] },
  ]);
  expect(client.disk.files.get(URI)).toBe(DECLARED);
});

test('returns no edit if there is nothing to fix, or if the configuration file has errors', async () => {
  const client = await clientWith({ [URI]: FIXED });
  const { text = '', edit } = await call(client, 'kubewin_fix', { path: 'x' }, URI);
  expect([JSON.parse(text).applied, edit]).toEqual([[], undefined]);
  const faulty = await clientWith({ [URI]: DECLARED, 'file:///work/.kubewin.yaml': 'taint: [\n' });
  expect(await call(faulty, 'kubewin_fix', { path: 'x' }, URI)).toEqual({
    fault: 'The configuration file has errors. Correct them first.',
  });
});

test('explains rules by their pages, and fields', async () => {
  const client = await clientWith({});
  expect(await call(client, 'kubewin_explain', { rule: 'pod/host-pid' })).toEqual({ page: 'rules/pod/host-pid.md' });
  const { text } = await call(client, 'kubewin_explain', { field: 'hostPID', value: 'true' });
  expect(text).toContain('`hostPID` is rejected');
});

test.each([
  ['kubewin_other', {}, 'There is no tool `kubewin_other`.'],
  ['kubewin_check', 'text', 'The input must be an object.'],
  ['kubewin_check', { path: 7 }, 'The input `path` must be a string.'],
])('%s with %j is a fault', async (tool, input, fault) => {
  expect(await call(await clientWith({}), tool, input)).toEqual({ fault });
});

test('a call can be canceled', async () => {
  const client = await clientWith({ [URI]: DECLARED });
  const { CancellationTokenSource } = await import('vscode-languageserver/node');
  const source = new CancellationTokenSource();
  const params = { tool: 'kubewin_check', input: { path: '.' }, uri: 'file:///work' };
  const answer = client.connection.sendRequest('kubewin/agentTool', params, source.token);
  source.cancel();
  await expect(answer).rejects.toThrow('Canceled');
});
