import { describe, expect, test } from 'vitest';
import {
  DefinitionRequest,
  type DocumentHighlight,
  DocumentHighlightKind,
  DocumentHighlightRequest,
  type Location,
  ReferencesRequest,
} from 'vscode-languageserver/node';
import { BY_CLASS, LINUX, RUNTIME_CLASS } from './manifests.ts';
import { PLAIN, TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

const SPEC = 'apiVersion: windows.k8s.io/v1\nkind: GMSACredentialSpec\nmetadata:\n  name: orders\n';
const ACCOUNT = 'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: shop\n  namespace: web\n';
const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: use-orders
rules:
  - apiGroups: [windows.k8s.io]
    resources: [gmsacredentialspecs]
    verbs: [use]
    resourceNames: [orders]
`;
const BINDING = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: use-orders
  namespace: web
subjects:
  - { kind: ServiceAccount, name: shop }
  - { kind: User, name: shop }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: use-orders }
`;
const POD = `apiVersion: v1
kind: Pod
metadata:
  name: shop
  namespace: web
spec:
  serviceAccountName: shop
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: "orders"
  containers:
    - name: shop
      image: registry.example/shop:1.0
      securityContext: { windowsOptions: { gmsaCredentialSpecName: orders } }
`;

/** A ConfigMap and a claim, and what refers to them and to the account besides pods. */
const SETTINGS = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: copy }
spec:
  dataSource: { kind: PersistentVolumeClaim, name: data }
  dataSourceRef: { kind: VolumeSnapshot, name: data }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: disk }
spec:
  claimRef: { name: data }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: read }
rules:
  - { resources: [configmaps/status], resourceNames: [settings] }
  - { resources: [secrets], resourceNames: [settings] }
---
apiVersion: v1
kind: Secret
metadata:
  name: token
  annotations: { kubernetes.io/service-account.name: shop }
`;
const USER = `apiVersion: batch/v1
kind: CronJob
metadata: { name: shop }
spec:
  jobTemplate:
    spec:
      template:
        spec:
          containers:
            - name: shop
              envFrom:
                - configMapRef: { name: settings }
                - secretRef: { name: settings }
              env:
                - name: A
                  valueFrom: { configMapKeyRef: { name: settings, key: a } }
              volumeMounts:
                - { name: settings, mountPath: 'C:settings' }
          initContainers:
            - name: settings
              envFrom:
                - configMapRef: { name: settings }
              volumeDevices:
                - { name: data, devicePath: 'E:' }
          volumes:
            - name: settings
              configMap: { name: settings }
            - name: all
              projected:
                sources:
                  - configMap: { name: settings }
                  - secret: { name: settings }
            - name: data
              persistentVolumeClaim: { claimName: data }
`;

const FILES = {
  'file:///work/class.yaml': RUNTIME_CLASS,
  'file:///work/gmsa/spec.yaml': `# ours\n---\n${SPEC}`,
  'file:///work/gmsa/role.yaml': `${ROLE}---\n${BINDING}`,
  'file:///work/account.yaml': ACCOUNT,
  'file:///work/other.yaml': ACCOUNT.replace('web', 'batch'),
  'file:///work/linux.yaml': LINUX.replace('spec:', 'spec:\n  serviceAccountName: shop').replace(
    'name: linux',
    'name: linux\n  namespace: web',
  ),
  'file:///else/account.yaml': ACCOUNT,
};

/** Locations as `file:line`. */
function shortLocations(found: readonly Location[] | null): string[] {
  return (found ?? []).map(({ uri, range }) => `${uri.replace('file:///work/', '')}:${range.start.line + 1}`);
}

async function openDocument(text = POD, files: Record<string, string> = FILES): Promise<TestClient> {
  const client = await TestClient.start({ files });
  await client.open(URI, text);
  return client;
}

/** The position at the end of a text. */
function at(client: TestClient, text: string) {
  return { textDocument: { uri: URI }, position: client.rangeOf(URI, text).end };
}

async function definitions(client: TestClient, text: string): Promise<Location[]> {
  return (await client.connection.sendRequest(DefinitionRequest.type, at(client, text))) as Location[];
}

async function references(client: TestClient, text: string, includeDeclaration = true): Promise<string[]> {
  const context = { includeDeclaration };
  return shortLocations(await client.connection.sendRequest(ReferencesRequest.type, { ...at(client, text), context }));
}

async function highlights(client: TestClient, text: string): Promise<DocumentHighlight[]> {
  return (await client.connection.sendRequest(DocumentHighlightRequest.type, at(client, text))) ?? [];
}

test('announces navigation to clients that support it, and never what YAML extensions do', async () => {
  const { capabilities } = (await TestClient.start()).initialized;
  expect(capabilities).toMatchObject({
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
  });
  expect(Object.keys(capabilities).filter((name) => /folding|symbol|formatting/i.test(name))).toEqual([]);
  const plain = (await TestClient.start({ capabilities: PLAIN })).initialized.capabilities;
  expect(Object.keys(plain).filter((name) => /definition|references|highlight/i.test(name))).toEqual([]);
});

describe('go to definition', () => {
  test.each([
    ['finds a RuntimeClass', BY_CLASS, 'runtimeClassName: windows', ['class.yaml:4']],
    ['finds a credential spec in a later document', POD, '"orders', ['gmsa/spec.yaml:6']],
    ['works in a container', POD, 'gmsaCredentialSpecName: or', ['gmsa/spec.yaml:6']],
    ['finds a service account of the same namespace', POD, 'serviceAccountName: shop', ['account.yaml:4']],
    [
      'finds service accounts of all namespaces if none is set',
      POD.replace('  namespace: web\n', ''),
      'serviceAccountName: shop',
      ['account.yaml:4', 'other.yaml:4'],
    ],
    ['works in a role', ROLE, 'resourceNames: [orders', ['gmsa/spec.yaml:6']],
    ['works in a binding', BINDING, 'ServiceAccount, name: shop', ['account.yaml:4']],
    ['works with CRLF', POD.replaceAll('\n', '\r\n'), 'serviceAccountName: sh', ['account.yaml:4']],
    ['finds nothing for a user', BINDING, 'User, name: shop', []],
    ['finds nothing for a pod', POD, '  name: shop', []],
    ['finds nothing for a container', POD, '- name: shop', []],
    ['finds nothing at a key', POD, 'serviceAccountN', []],
    ['finds nothing for a placeholder', POD.replace('Name: shop', 'Name: <shop>'), 'Name: <sh', []],
    ['finds nothing for an unknown name', POD.replace('Name: shop', 'Name: none'), 'Name: none', []],
    ['finds nothing in a file that is not a manifest', POD.replace('kind', 'sort'), 'serviceAccountName: shop', []],
  ])('%s', async (_, text, where, expected) => {
    const client = await openDocument(text);
    expect(shortLocations(await definitions(client, where))).toEqual(expected);
  });

  test('returns the range of the name', async () => {
    const [found] = await definitions(await openDocument(BY_CLASS), 'runtimeClassName: windows');
    expect(found?.range).toEqual({ start: { line: 3, character: 8 }, end: { line: 3, character: 20 } });
  });

  test('prefers open documents to files on disk', async () => {
    const client = await openDocument();
    await client.open('file:///work/account.yaml', `\n${ACCOUNT}`);
    expect(shortLocations(await definitions(client, 'serviceAccountName: shop'))).toEqual(['account.yaml:5']);
  });
});

describe('find references', () => {
  test('searches all files, including idle ones', async () => {
    const client = await openDocument();
    expect(await references(client, 'serviceAccountName: shop')).toEqual([
      'account.yaml:4',
      'gmsa/role.yaml:17',
      'linux.yaml:7',
      'pod.yaml:7',
    ]);
    expect(await references(client, '"orders', false)).toEqual(['gmsa/role.yaml:9', 'pod.yaml:10', 'pod.yaml:14']);
  });

  test('works at the name of the object itself', async () => {
    const client = await openDocument(RUNTIME_CLASS, { 'file:///work/pods.yaml': `${BY_CLASS}---\n${BY_CLASS}` });
    expect(await references(client, 'name: windows-2022')).toEqual(['pod.yaml:4', 'pods.yaml:6', 'pods.yaml:17']);
    expect(await references(client, 'name: windows-2022', false)).toEqual(['pods.yaml:6', 'pods.yaml:17']);
  });
});

describe('finds references to', () => {
  const client = () => openDocument(USER, { 'file:///work/settings.yaml': SETTINGS });
  test('a ConfigMap, in pods and roles', async () => {
    const found = ['pod.yaml:12', 'pod.yaml:16', 'pod.yaml:22', 'pod.yaml:27', 'pod.yaml:31', 'settings.yaml:26'];
    expect(await references(await client(), 'configMapRef: { name: sett', false)).toEqual(found);
  });

  test('a PersistentVolumeClaim, in pods, volumes and other claims', async () => {
    const found = ['pod.yaml:34', 'settings.yaml:13', 'settings.yaml:20', 'settings.yaml:7'];
    expect((await references(await client(), 'claimName: da')).toSorted()).toEqual(found);
  });

  test('a service account in a Secret with its token', async () => {
    const account = USER.replace('containers:', 'serviceAccountName: shop\n          containers:');
    const found = await references(
      await openDocument(account, { 'file:///work/settings.yaml': SETTINGS }),
      'serviceAccountName: sh',
    );
    expect(found).toEqual(['pod.yaml:9', 'settings.yaml:33']);
  });
});

describe('highlights a volume in its pod', () => {
  const lines = async (client: TestClient, text: string) =>
    (await highlights(client, text)).map(({ range, kind }) => [range.start.line + 1, kind]);
  const { Read, Write } = DocumentHighlightKind;

  test('where it is defined and mounted', async () => {
    const client = await openDocument(`${USER}---\n${USER}`);
    expect(await lines(client, '- { name: sett')).toEqual([
      [26, Write],
      [18, Read],
    ]);
    expect(await lines(client, '- name: da')).toEqual([
      [33, Write],
      [24, Read],
    ]);
  });

  test('if a StatefulSet creates its claim', async () => {
    const client = await openDocument(`apiVersion: apps/v1
kind: StatefulSet
metadata: { name: shop }
spec:
  template:
    spec:
      containers:
        - { name: shop, volumeMounts: [{ name: data, mountPath: 'C:\\data' }] }
  volumeClaimTemplates:
    - metadata: { name: data }
`);
    expect(await lines(client, '{ name: da')).toEqual([
      [10, Write],
      [8, Read],
    ]);
  });
});

test('highlights names in the file, as definitions or references', async () => {
  const client = await openDocument(`${POD}---\n${SPEC}`);
  const found = await highlights(client, '"orders');
  expect(found.map(({ range, kind }) => [range.start.line + 1, kind])).toEqual([
    [10, DocumentHighlightKind.Read],
    [14, DocumentHighlightKind.Read],
    [19, DocumentHighlightKind.Write],
  ]);
  expect(await highlights(client, 'kind: Po')).toEqual([]);
});

test('navigates in 20,000 lines and in a document with syntax errors', { timeout: 30_000 }, async () => {
  const client = await openDocument(`${POD}      env:\n${'        - { name: A, value: b }\n'.repeat(20_000)}`);
  await client.settle();
  const began = performance.now();
  expect(await highlights(client, 'name: A')).toEqual([]);
  expect(await highlights(client, '"orders')).toHaveLength(2);
  expect(performance.now() - began).toBeLessThan(15_000);
  const broken = await openDocument(`${POD}  volumes: [\n`);
  expect(shortLocations(await definitions(broken, 'serviceAccountName: shop'))).toEqual(['account.yaml:4']);
});

test('reads files again whose texts are not kept', async () => {
  const client = await TestClient.start({ files: FILES, isReadable: true });
  await client.next('progress end');
  await client.open(URI, POD);
  const params = { textDocument: { uri: URI }, position: client.rangeOf(URI, '"orders"').start };
  expect(await client.connection.sendRequest(DefinitionRequest.type, params)).toMatchObject([
    { uri: 'file:///work/gmsa/spec.yaml' },
  ]);
  expect(client.disk.reread).toContain('file:///work/gmsa/spec.yaml');
});
