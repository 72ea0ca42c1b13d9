import { describe, expect, test } from 'vitest';
import {
  type AnnotatedTextEdit,
  PrepareRenameRequest,
  type PrepareRenameResult,
  RenameRequest,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { packed } from '../archives.ts';
import { BY_CLASS, RUNTIME_CLASS } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

const SPEC = `apiVersion: windows.k8s.io/v1
kind: GMSACredentialSpec
metadata:
  name: orders # ours
`;
const ACCOUNT = 'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: shop\n  namespace: web\n';
const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n';
const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: orders }
rules:
  - { apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], verbs: [use], resourceNames: ['orders'] }
`;
const POD = `apiVersion: v1
kind: Pod
metadata:
  name: orders
  namespace: web
spec:
  serviceAccountName: shop
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: "orders"
  containers:
    - name: orders
      image: registry.example/orders:1.0
      securityContext: { windowsOptions: { gmsaCredentialSpecName: orders } }
      envFrom:
        - configMapRef: { name: settings }
`;

type Files = Readonly<Record<string, string>>;

async function openDocument(text = POD, files: Files = {}, options: object = {}): Promise<TestClient> {
  const client = await TestClient.start({ files, ...options });
  await client.open(URI, text);
  return client;
}

function at(client: TestClient, text: string) {
  return { textDocument: { uri: URI }, position: client.rangeOf(URI, text).end };
}

/** The edit, or the message of the error. */
async function rename(client: TestClient, text: string, newName: string): Promise<WorkspaceEdit | string | null> {
  return client.connection
    .sendRequest(RenameRequest.type, { ...at(client, text), newName })
    .catch((error) => error.message);
}

async function prepare(client: TestClient, text: string): Promise<PrepareRenameResult | string | null> {
  return client.connection.sendRequest(PrepareRenameRequest.type, at(client, text)).catch((error) => error.message);
}

function documentEdits(edit: WorkspaceEdit | string | null): TextDocumentEdit[] {
  expect(edit).toBeTypeOf('object');
  return ((edit as WorkspaceEdit | null)?.documentChanges ?? []) as TextDocumentEdit[];
}

/** The changed texts by URI. */
function renamed(edit: WorkspaceEdit | string | null, texts: Files): Files {
  return Object.fromEntries(
    documentEdits(edit).map(({ textDocument: { uri }, edits }) => {
      const before = TextDocument.create(uri, 'yaml', 1, texts[uri] ?? '');
      return [uri, TextDocument.applyEdits(before, edits as AnnotatedTextEdit[])];
    }),
  );
}

test('is announced to clients that support it, with its preparation if they ask for it', async () => {
  expect((await TestClient.start()).initialized.capabilities.renameProvider).toEqual({ prepareProvider: true });
  expect((await TestClient.start({ capabilities: PLAIN })).initialized.capabilities.renameProvider).toBeUndefined();
  const capabilities = { textDocument: { rename: {} } };
  expect((await TestClient.start({ capabilities })).initialized.capabilities.renameProvider).toBe(true);
});

describe('the preparation', () => {
  test('returns the name without quotes', async () => {
    const client = await openDocument();
    const range = { start: { line: 9, character: 31 }, end: { line: 9, character: 37 } };
    expect(await prepare(client, 'gmsaCredentialSpecName: "or')).toEqual({ range, placeholder: 'orders' });
    const plain = { start: { line: 6, character: 22 }, end: { line: 6, character: 26 } };
    expect(await prepare(client, 'serviceAccountName: ')).toEqual({ range: plain, placeholder: 'shop' });
  });

  test.each([
    ['the name of a pod', POD, '  name: or'],
    ['a key', POD, 'serviceAccountNa'],
    ['a placeholder', POD.replace('Name: shop', 'Name: <shop>'), 'Name: <sh'],
    ['a template expression', POD.replace('Name: shop', 'Name: {{ .Values.shop }}'), 'Name: {{ .Val'],
  ])('returns nothing for %s', async (_, text, where) => {
    const client = await openDocument(text);
    expect(await prepare(client, where)).toBeNull();
    expect(await rename(client, where, 'other')).toBeNull();
  });

  test('says that a document has syntax errors', async () => {
    const client = await openDocument(`${POD}  volumes: [\n`);
    const reason = '`pod.yaml` cannot be changed: The document has syntax errors.';
    expect(await prepare(client, 'serviceAccountName: sh')).toBe(reason);
    expect(await rename(client, 'serviceAccountName: sh', 'other')).toBe(reason);
  });
});

describe('renames', () => {
  test('a credential spec in all files, and changes nothing else', async () => {
    const texts = { [URI]: POD, 'file:///work/gmsa.yaml': `${ROLE}---\n${SPEC}`, 'file:///else/gmsa.yaml': SPEC };
    const client = await openDocument(POD, texts);
    const edit = await rename(client, 'gmsaCredentialSpecName: "or', 'sales.v2');
    expect(renamed(edit, texts)).toEqual({
      'file:///work/gmsa.yaml': `${ROLE.replace("'orders'", "'sales.v2'")}---\n${SPEC.replace('orders', 'sales.v2')}`,
      [URI]: POD.replace('"orders"', '"sales.v2"').replace('Name: orders }', 'Name: sales.v2 }'),
    });
  });

  test('from the name of the object itself', async () => {
    const texts = { [URI]: RUNTIME_CLASS, 'file:///work/pods.yaml': `${BY_CLASS}---\r\n${BY_CLASS}` };
    const client = await openDocument(RUNTIME_CLASS, texts);
    expect(renamed(await rename(client, 'name: windows-2022', '2025'), texts)).toEqual({
      [URI]: RUNTIME_CLASS.replace('windows-2022', "'2025'"),
      'file:///work/pods.yaml': texts['file:///work/pods.yaml']?.replaceAll('windows-2022', "'2025'"),
    });
  });

  test('only in its namespace', async () => {
    const texts = { [URI]: POD, 'file:///work/accounts.yaml': `${ACCOUNT}---\n${ACCOUNT.replace('web', 'batch')}` };
    const client = await openDocument(POD, texts);
    expect(renamed(await rename(client, 'serviceAccountName: shop', 'store'), texts)).toEqual({
      'file:///work/accounts.yaml': texts['file:///work/accounts.yaml']?.replace('shop', 'store'),
      [URI]: POD.replace('Name: shop', 'Name: store'),
    });
  });

  test('a template without a chart in the lines that have no expression', async () => {
    const text = POD.replace('spec:', '  labels: { a: {{ .a }} }\nspec:');
    const edit = await rename(await openDocument(text), 'configMapRef: { name: settings', 'other');
    expect(renamed(edit, { [URI]: text })).toEqual({ [URI]: text.replace('settings', 'other') });
  });

  test('in JSON, and nothing for the same name', async () => {
    const text = '{ "apiVersion": "v1", "kind": "Pod", "spec": { "containers": [], "runtimeClassName": "windows" } }';
    const client = await openDocument(text);
    expect(renamed(await rename(client, '"windo', 'win'), { [URI]: text })).toEqual({
      [URI]: text.replace('windows', 'win'),
    });
    expect(await rename(client, '"windo', 'windows')).toBeNull();
  });
});

describe('the edit', () => {
  test('has the versions of open documents, and needs no confirmation', async () => {
    const client = await openDocument(POD, { [URI]: '# old\n', 'file:///work/account.yaml': ACCOUNT });
    await client.replace(URI, 'image: registry.example', 'image: registry2.example');
    const edit = await rename(client, 'serviceAccountName: shop', 'store');
    expect(documentEdits(edit).map(({ textDocument }) => textDocument)).toEqual([
      { uri: 'file:///work/account.yaml', version: null },
      { uri: URI, version: 2 },
    ]);
    expect(edit).toMatchObject({
      changeAnnotations: {
        rename: { label: 'Rename the ServiceAccount "shop" to "store"', needsConfirmation: false },
      },
    });
  });

  test('asks about names that may mean another object, and says if there is no object', async () => {
    const text = POD.replace('  namespace: web\n', '');
    const files = { 'file:///work/account.yaml': ACCOUNT };
    const edit = await rename(await openDocument(text, files), 'serviceAccountName: shop', 'store');
    expect(
      documentEdits(edit).map(({ edits }) => (edits as AnnotatedTextEdit[]).map((each) => each.annotationId)),
    ).toEqual([['other namespace'], ['rename']]);
    expect(edit).toMatchObject({
      changeAnnotations: { rename: { needsConfirmation: false }, 'other namespace': { needsConfirmation: true } },
    });
    expect(await rename(await openDocument(), 'serviceAccountName: shop', 'store')).toMatchObject({
      changeAnnotations: { rename: { description: 'The object itself is not in this folder.' } },
    });
  });

  test('has no annotations or versions for clients without them', async () => {
    const capabilities = { ...VS_CODE, workspace: { ...VS_CODE.workspace, workspaceEdit: {} } };
    const edit = await rename(await openDocument(POD, {}, { capabilities }), 'serviceAccountName: shop', 'store');
    const before = TextDocument.create(URI, 'yaml', 1, POD);
    const edits = (edit as WorkspaceEdit).changes?.[URI] ?? [];
    expect(TextDocument.applyEdits(before, edits)).toBe(POD.replace('Name: shop', 'Name: store'));
    expect(JSON.stringify(edit)).not.toContain('annotation');
  });

  test('changes files whose texts are not kept', async () => {
    const files = { 'file:///work/map.yaml': MAP };
    const client = await openDocument(POD, files, { isReadable: true });
    const edit = await rename(client, 'configMapRef: { name: settings', 'other');
    expect(renamed(edit, { ...files, [URI]: POD })).toMatchObject({
      'file:///work/map.yaml': MAP.replace('settings', 'other'),
    });
  });
});

describe('refuses', () => {
  const CHART = 'apiVersion: v2\nname: chart\nversion: 1.0.0\n';
  const ACCOUNT_NAME = 'serviceAccountName: shop';
  const NO_CHARTS = (path: string) => `\`${path}\` uses this name, and Kubewin does not rename in Helm charts.`;

  test.each(['Shop', '-shop', 'shop/a', '', 'a'.repeat(254), '<shop>'])('the invalid name %j', async (newName) => {
    expect(await rename(await openDocument(), ACCOUNT_NAME, newName)).toMatch(/^`.*` is not a valid name: /);
  });

  test.each<[string, string, Files, string, string]>([
    [
      'a name that exists in the namespace',
      POD,
      { 'file:///work/a.yaml': ACCOUNT.replace('shop', 'new') },
      ACCOUNT_NAME,
      'The ServiceAccount `new` exists already.',
    ],
    [
      'an object of Kubernetes',
      POD.replace('Name: shop', 'Name: default'),
      {},
      'serviceAccountName: default',
      'Kubernetes creates the ServiceAccount `default` in each namespace.',
    ],
    [
      'names in several namespaces and in none',
      POD.replace('  namespace: web\n', ''),
      { 'file:///work/a.yaml': `${ACCOUNT}---\n${ACCOUNT.replace('web', 'batch')}` },
      ACCOUNT_NAME,
      '`shop` is in the namespaces `batch` and `web`, and not all places name theirs.',
    ],
    [
      'a role for several kinds',
      POD,
      { 'file:///work/role.yaml': ROLE.replace('[gmsacredentialspecs]', '[gmsacredentialspecs, others]') },
      'gmsaCredentialSpecName: "or',
      'A role in `role.yaml` uses this name for several kinds of objects.',
    ],
    [
      'another file with syntax errors',
      POD,
      { 'file:///work/my%20files/broken.yaml': `${ACCOUNT}  a: [\n` },
      ACCOUNT_NAME,
      '`my files/broken.yaml` cannot be changed: The document has syntax errors.',
    ],
    [
      'an anchor',
      POD,
      { 'file:///work/a.yaml': POD.replace('Name: shop', 'Name: &a shop').replace('- name: orders', '- name: *a') },
      ACCOUNT_NAME,
      '`a.yaml` cannot be changed: The field is part of a YAML anchor, alias or merge key.',
    ],
    [
      'a template of a chart',
      POD,
      { 'file:///work/chart/Chart.yaml': CHART, 'file:///work/chart/templates/a.yaml': ACCOUNT },
      ACCOUNT_NAME,
      NO_CHARTS('chart/templates/a.yaml'),
    ],
    [
      'a chart that gets the name from its values',
      POD,
      {
        'file:///work/chart/Chart.yaml': CHART,
        'file:///work/chart/values.yaml': 'account: shop\n',
        'file:///work/chart/templates/a.yaml': ACCOUNT.replace('shop', '{{ .Values.account }}'),
      },
      ACCOUNT_NAME,
      NO_CHARTS('chart/templates/a.yaml'),
    ],
    [
      'a name with the prefix of Kustomize',
      POD.replace('name: settings', 'name: dev-settings'),
      { 'file:///work/a/kustomization.yaml': 'namePrefix: dev-\n', 'file:///work/a/map.yaml': MAP },
      'configMapRef: { name: dev-settings',
      'Kustomize builds `dev-settings` from `settings`.',
    ],
    [
      'a name to which Kustomize adds a suffix that is used elsewhere',
      POD,
      {
        'file:///work/a/kustomization.yaml': 'nameSuffix: -dev\n',
        'file:///work/b.yaml': POD.replace('name: settings', 'name: settings-dev'),
      },
      'configMapRef: { name: settings',
      'Kustomize builds `settings-dev` from this name, and `b.yaml` uses it.',
    ],
  ])('%s', async (_, text, files, where, reason) => {
    expect(await rename(await openDocument(text, files), where, 'new')).toBe(reason);
  });

  const IN_KUSTOMIZE = '`kustomization.yaml` uses this name for Kustomize, and Kubewin does not rename there.';
  test.each([
    ['a generator', 'configMapGenerator:\n  - name: settings\n'],
    ['a generator of the new name', 'configMapGenerator:\n  - name: new\n'],
    ['the target of a patch', 'patches:\n  - path: a.yaml\n    target: { kind: ConfigMap, name: settings }\n'],
    ['a pattern', 'patches:\n  - path: a.yaml\n    target: { name: settin.* }\n'],
    ['a pattern that is not simple', 'patches:\n  - path: a.yaml\n    target: { name: "(?i)s[a-z]+" }\n'],
    ['a replacement', 'replacements:\n  - source: { kind: ConfigMap, name: settings }\n'],
    ['the target of a replacement', 'replacements:\n  - targets:\n      - select: { name: settings }\n'],
    ['a variable', 'vars:\n  - name: A\n    objref: { kind: ConfigMap, name: settings }\n'],
    ['a patch', `patches:\n  - patch: |\n      ${MAP.replaceAll('\n', '\n      ')}\n`],
    ['an old patch', `patchesStrategicMerge:\n  - |\n    ${MAP.replaceAll('\n', '\n    ')}\n`],
    ['a JSON patch', 'patches:\n  - patch: |\n      - { op: add, path: /a, value: { name: [settings] } }\n'],
  ])('what Kustomize reads in %s', async (_, text) => {
    const client = await openDocument(POD, { 'file:///work/kustomization.yaml': text });
    expect(await rename(client, 'configMapRef: { name: settings', 'new')).toBe(IN_KUSTOMIZE);
  });

  test.each([
    ['another kind', 'patches:\n  - path: a.yaml\n    target: { kind: Deployment, name: settings }\n'],
    ['both names', 'patches:\n  - path: a.yaml\n    target: { kind: ConfigMap, name: .* }\n'],
    ['all objects', 'patches:\n  - path: a.yaml\n    target: { kind: ConfigMap }\n'],
    ['another object', 'secretGenerator:\n  - name: settings\nresources: [settings]\n'],
    ['a patch for another kind', `patches:\n  - patch: '{ kind: Pod, metadata: { name: settings } }'\n`],
  ])('nothing if Kustomize names %s', async (_, text) => {
    const client = await openDocument(POD, { 'file:///work/kustomization.yaml': text });
    expect(documentEdits(await rename(client, 'configMapRef: { name: settings', 'new'))).toHaveLength(1);
  });

  test('a JSON patch in a file', async () => {
    const files = { 'file:///work/patch.yaml': '- op: replace\n  path: /spec/serviceAccountName\n  value: shop\n' };
    expect(await rename(await openDocument(POD, files), ACCOUNT_NAME, 'new')).toBe(
      IN_KUSTOMIZE.replace('kustomization', 'patch'),
    );
  });

  test('a packed chart', async () => {
    const client = await TestClient.start({
      files: { 'file:///work/chart/Chart.yaml': CHART },
      archives: {
        'file:///work/chart/charts/sub-1.0.0.tgz': await packed({
          'sub/Chart.yaml': CHART.replace('chart', 'sub'),
          'sub/templates/a.yaml': ACCOUNT,
        }),
      },
    });
    await client.open(URI, POD);
    expect(await rename(client, ACCOUNT_NAME, 'new')).toMatch(/sub-1\.0\.0\.tgz.*does not rename in Helm charts/);
  });

  test('read-only files, and files that are changing', async () => {
    const client = await openDocument(POD, { 'file:///work/a.yaml': ACCOUNT });
    await client.settle();
    client.disk.readOnly.add('file:///work/a.yaml');
    expect(await rename(client, ACCOUNT_NAME, 'new')).toBe('`a.yaml` cannot be changed: The file is read-only.');
    client.disk.readOnly.clear();
    client.disk.files.set('file:///work/a.yaml', `# new\n${ACCOUNT}`);
    expect(await rename(client, ACCOUNT_NAME, 'new')).toBe(
      '`a.yaml` cannot be changed: The file is changing on disk. Try again.',
    );
  });
});
