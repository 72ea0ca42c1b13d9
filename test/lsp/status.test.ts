import { expect, test } from 'vitest';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { BY_CLASS, CLEAN, DECLARED, LINUX, SCHEDULED } from './manifests.ts';
import { TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

test('has the verdicts of the pods and the number of findings', async () => {
  const client = await TestClient.start({ settings: { kubewin: { kubernetesVersion: '1.29' } } });
  await client.open(URI, [DECLARED, SCHEDULED, LINUX].join('---\n'));
  // Wait until the folder has been read.
  await client.execute('none');
  expect(await client.status(URI)).toEqual({
    cluster: {
      provider: { value: 'unknown', from: 'default' },
      kubernetesVersion: { value: '1.29', from: 'editor' },
      containerRuntime: { value: 'containerd-1.7', from: 'default' },
      taint: { value: 'none', from: 'default' },
      mixedCluster: { value: 'false', from: 'default' },
    },
    config: null,
    busy: false,
    checked: 'yes',
    workloads: [
      { kind: 'Pod', name: 'declared', verdict: 'windows', certainty: 'declared' },
      { kind: 'Pod', name: 'scheduled', verdict: 'windows', certainty: 'scheduled' },
      { kind: 'Pod', name: 'linux', verdict: 'linux', certainty: 'guessed' },
    ],
    findings: { error: 1, warning: 1, information: 0, hint: 0 },
    syntaxError: null,
    why: null,
    values: [],
  });
});

test.each([
  ['checks are turned off', SCHEDULED, { scope: 'off' }, 'Checks are turned off (`kubewin.scope`).'],
  [
    'the file is excluded',
    SCHEDULED,
    { exclude: ['*.yaml'] },
    'The file is excluded (`kubewin.exclude` or `.kubewin.yaml`).',
  ],
  [
    'a template has syntax errors',
    'apiVersion: v1\nkind: {{ .x }}\na: [Pod',
    {},
    'The template cannot be read as YAML.',
  ],
  ['the file is not a manifest', 'services: {}', {}, 'The file does not contain a Kubernetes object.'],
  ['the file is empty', '', {}, 'The file does not contain a Kubernetes object.'],
  ['there is no pod', 'apiVersion: v1\nkind: Secret\n', {}, 'The file does not contain a pod.'],
  ['there are only Linux pods', LINUX, {}, 'The file does not contain a Windows pod.'],
  ['the verdict is guessed', BY_CLASS, {}, null],
  [
    'all findings are suppressed',
    `# kubewin: allow pod/host-pid\n${SCHEDULED}`,
    {},
    'All problems are suppressed by comments.',
  ],
  ['there are no problems', CLEAN, {}, 'No problems found.'],
])('says why nothing is reported: %s', async (_, text, kubewin, why) => {
  const client = await TestClient.start({ settings: { kubewin } });
  await client.open(URI, text);
  // The name of the RuntimeClass is evidence for a guessed verdict.
  expect((await client.status(URI))?.why).toBe(why ?? 'No problems found.');
});

test.each([
  ['in the file', 'apiVersion: v1\nkind: Pod\nspec: [', 3],
  ['in its second document', 'apiVersion: v1\nkind: Pod\n---\n\nspec: [', 5],
])('names the line of a syntax error %s', async (_, text, line) => {
  const client = await TestClient.start();
  await client.open(URI, text);
  expect(await client.status(URI)).toMatchObject({ syntaxError: line, why: null });
});

test('names the line of a syntax error beside findings', async () => {
  const client = await TestClient.start();
  await client.open(URI, `${SCHEDULED}more: [`);
  expect(await client.status(URI)).toMatchObject({ findings: { warning: 1 }, syntaxError: 12 });
});

test('describes a file that is not open', async () => {
  const client = await TestClient.start({ files: { [URI]: SCHEDULED }, settings: { kubewin: { scope: 'open' } } });
  await client.pull(URI);
  expect(await client.status(URI)).toMatchObject({ why: 'Only open files are checked (`kubewin.scope`).' });
  expect(await client.status('file:///work/none.yaml')).toMatchObject({ workloads: [] });
});

test('notifies clients that requested a status when it may have changed', async () => {
  const client = await TestClient.start();
  await client.open(URI, SCHEDULED);
  await client.settle();
  expect(client.received('status')).toEqual([]);
  await client.status(URI);
  await client.replace(URI, 'windows', 'linux');
  await client.next('status');
  await client.set({ kubewin: { kubernetesVersion: '1.30' } });
  await client.next('status');
});

const CONFIG = 'file:///work/.kubewin.yaml';

test.each<[name: string, files: Record<string, string>, settings: object, from: string[], config: string | null]>([
  [
    'nowhere',
    {},
    {},
    ['unknown default', `${NEWEST_VERSION} default`, 'containerd-2 default', 'none default', 'false default'],
    null,
  ],
  [
    'in the editor',
    {},
    { kubernetesVersion: '1.30', containerRuntime: 'docker', taint: 'aks' },
    ['unknown default', '1.30 editor', 'docker editor', 'aks editor', 'false default'],
    null,
  ],
  [
    'in a file, which wins over the editor',
    { [CONFIG]: 'kubernetesVersion: 1.29\n' },
    { taint: 'aks' },
    ['unknown default', '1.29 file', 'containerd-1.7 default', 'none default', 'false default'],
    CONFIG,
  ],
  [
    'in an override of a file',
    { [CONFIG]: 'overrides: [{ files: [pod.yaml], taint: eks }, { files: [a.yaml], containerRuntime: docker }]\n' },
    {},
    ['unknown default', `${NEWEST_VERSION} default`, 'containerd-2 default', 'eks file', 'false default'],
    CONFIG,
  ],
  [
    'in a file, by the provider',
    { [CONFIG]: 'provider: openshift\n' },
    {},
    ['openshift file', `${NEWEST_VERSION} default`, 'containerd-2 default', 'openshift default', 'false default'],
    CONFIG,
  ],
  [
    'nowhere if the file has errors',
    { [CONFIG]: 'taint: {\n' },
    { taint: 'aks' },
    ['unknown default', `${NEWEST_VERSION} default`, 'containerd-2 default', 'none default', 'false default'],
    CONFIG,
  ],
])('says where the settings of the cluster are set: %s', async (_, files, kubewin, from, config) => {
  const client = await TestClient.start({ files, settings: { kubewin } });
  await client.open(URI, SCHEDULED);
  const status = await client.status(URI);
  expect(Object.values(status?.cluster ?? {}).map(({ value, from: origin }) => `${value} ${origin}`)).toEqual(from);
  expect(status?.config).toBe(config);
});

test('is busy while the workspace is read, and sends a notification at the end', async () => {
  const client = new TestClient({ files: { [URI]: SCHEDULED } });
  const { disk } = client;
  const manifests = disk.manifests.bind(disk);
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  disk.manifests = async function* (folder, exclude) {
    await released;
    yield* manifests(folder, exclude);
  };
  await client.initialize({});
  await client.next('progress');
  expect(await client.status(URI)).toMatchObject({ busy: true });
  release();
  await client.next('status');
  expect(await client.status(URI)).toMatchObject({ busy: false, findings: { warning: 1 } });
});
