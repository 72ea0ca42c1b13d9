import { expect, test } from 'vitest';
import { FileChangeType } from 'vscode-languageserver/node';
import { DECLARED, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/shop/prod/web.yaml';
const CHECKOV = 'Skip the Checkov checks that Windows pods cannot pass';
const KUBE_LINTER = 'Skip the kube-linter checks that Windows pods cannot pass';
const POLARIS = 'Skip the Polaris checks that Windows pods cannot pass';
const POD = DECLARED.replace('  hostPID: true # for the profiler\n', '').replace(
  /image: .*\n/,
  '$&      securityContext:\n        runAsNonRoot: true\n',
);

async function openDocument(
  files: Readonly<Record<string, string>>,
  text = POD,
  capabilities = VS_CODE,
): Promise<TestClient> {
  const client = await TestClient.start({ files, capabilities });
  await client.open(URI, text);
  return client;
}

/** The actions that skip checks at a text. */
async function skipsAt(client: TestClient, at = 'Pod', uri = URI): Promise<string[]> {
  const actions = await client.codeActions(uri, client.rangeOf(uri, at), ['refactor.rewrite.kubewin']);
  return actions.map(({ title }) => title).filter((title) => title.startsWith('Skip'));
}

test('offers nothing without a configuration file of another linter', async () => {
  const client = await openDocument({ 'file:///work/shop/prod/deploy.yaml': '' });
  expect(await skipsAt(client)).toEqual([]);
});

test('offers to skip checks of a linter with a configuration file in a folder above', async () => {
  const client = await openDocument({ 'file:///work/.checkov.yml': 'quiet: true\n' });
  expect(await skipsAt(client)).toEqual([CHECKOV]);
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'Pod'));
  const action = actions.find(({ title }) => title === CHECKOV);
  expect(action).toMatchObject({ kind: 'refactor.rewrite.kubewin' });
  expect(action?.diagnostics).toBeUndefined();
  await client.apply(action ?? { title: '' });
  expect(client.text(URI)).toContain(
    "  name: declared\n  annotations:\n    checkov.io/skip1: 'CKV_K8S_20=The API server rejects allowPrivilegeEscalation on Windows pods'\n",
  );
  expect(await skipsAt(client)).toEqual([]);
});

test('is offered at the head of the object and in security contexts only', async () => {
  const client = await openDocument({ 'file:///work/shop/.kube-linter.yaml': '' });
  for (const at of ['Pod', 'declared', 'spec', 'os', 'securityContext', 'runAsNonRoot']) {
    expect(await skipsAt(client, at), at).toEqual([KUBE_LINTER]);
  }
  for (const at of ['apiVersion', 'containers', 'name: web']) expect(await skipsAt(client, at), at).toEqual([]);
});

test('is listed after the actions for a finding', async () => {
  const text = POD.replace('runAsNonRoot: true', 'privileged: true');
  const client = await openDocument({ 'file:///work/.kube-linter.yaml': '' }, text);
  const titles = (await client.codeActions(URI, client.rangeOf(URI, 'privileged'))).map(({ title }) => title);
  expect(titles[0]).toBe('Remove `privileged`');
  expect(titles.at(-1)).toBe(KUBE_LINTER);
});

test('ignores configuration files in other folders', async () => {
  const client = await openDocument({
    'file:///work/shop/prod/below/.checkov.yaml': '',
    'file:///work/shop/test/.kube-linter.yaml': '',
    'file:///polaris.yaml': '',
  });
  expect(await skipsAt(client)).toEqual([]);
});

test('offers nothing if the API server accepts the fields', async () => {
  const client = await openDocument({ 'file:///work/.checkov.yaml': '' }, SCHEDULED);
  expect(await skipsAt(client)).toEqual([]);
  expect(client.disk.reads.get('file:///work/.checkov.yml')).toBeUndefined();
});

test('searches again after a watcher reports a configuration file', async () => {
  const client = await openDocument({});
  expect(await skipsAt(client)).toEqual([]);
  await client.write('file:///work/other.yaml', 'a: b\n', FileChangeType.Created);
  expect(await skipsAt(client)).toEqual([]);
  expect(client.disk.reads.get('file:///work/polaris.yaml')).toBe(1);
  await client.write('file:///work/polaris.yaml', 'checks: {}\n', FileChangeType.Created);
  expect(await skipsAt(client)).toEqual([POLARIS]);
  await client.write('file:///work/polaris.yaml', undefined, FileChangeType.Deleted);
  expect(await skipsAt(client)).toEqual([]);
});

test('notices that the folder of a configuration file is deleted', async () => {
  const client = await openDocument({ 'file:///work/shop/.checkov.yaml': '' });
  expect(await skipsAt(client)).toEqual([CHECKOV]);
  client.disk.files.clear();
  await client.watched('file:///work/shop', FileChangeType.Deleted);
  expect(await skipsAt(client)).toEqual([]);
});

test('searches for each request without watchers', async () => {
  const client = await openDocument({}, POD, PLAIN);
  expect(await skipsAt(client)).toEqual([]);
  client.disk.files.set('file:///work/.checkov.yaml', '');
  expect(await skipsAt(client)).toEqual([CHECKOV]);
});

test('does not search without a workspace folder', async () => {
  const client = await TestClient.start({ files: { 'file:///work/shop/prod/.checkov.yaml': '' }, folders: null });
  await client.open(URI, POD);
  expect(await skipsAt(client)).toEqual([]);
});

test('searches a limited number of folders', async () => {
  const deep = (depth: number) => `file:///work/${'a/'.repeat(depth)}web.yaml`;
  const client = await TestClient.start({ files: { 'file:///work/.checkov.yaml': '' } });
  await client.open(deep(49), POD);
  await client.open(deep(50), POD);
  expect(await skipsAt(client, 'Pod', deep(49))).toEqual([CHECKOV]);
  expect(await skipsAt(client, 'Pod', deep(50))).toEqual([]);
});

test('does not wait for a slow disk', async () => {
  const client = await openDocument({ 'file:///work/.checkov.yaml': '' });
  const read = client.disk.read.bind(client.disk);
  client.disk.read = (uri) => (uri.endsWith('.checkov.yaml') ? new Promise(() => {}) : read(uri));
  expect(await skipsAt(client)).toEqual([]);
});
