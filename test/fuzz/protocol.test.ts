import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import {
  CancellationTokenSource,
  CodeActionRequest,
  type Diagnostic,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWorkspaceFoldersNotification,
  DidSaveTextDocumentNotification,
  DocumentDiagnosticRequest,
  ExecuteCommandRequest,
  FileChangeType,
  HoverRequest,
  LSPErrorCodes,
  type ProtocolRequestType,
  ResponseError,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver';
import { Diagnostics } from '../../server/src/lsp/diagnostics.ts';
import { PLAIN, TestClient, VS_CODE } from '../lsp/test-client.ts';
import { cases, expectFound, type Failed } from './cases.ts';
import { readDiagnostics, sortedByFile, type WorkspaceDiagnostics } from './workspace-diagnostics.ts';

const IN_CI = 25;

/** Cases that failed before. */
const FAILED: readonly Failed[] = [];

const FOLDERS = ['file:///work', 'file:///work/overlay', 'file:///second'] as const;

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: { app: web }
spec:
  runtimeClassName: windows
  hostPID: true
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext: { privileged: true }
`;
const CLASS = `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows
handler: runhcs
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
`;

const DECLARED = POD.replace('runtimeClassName: windows', 'os: { name: windows }');
const TEMPLATE = POD.replace('runtimeClassName: windows', 'nodeSelector: { kubernetes.io/os: {{ .Values.os }} }');
const PATCH = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { os: { name: windows } }\n';
const SERVICE =
  'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { sessionAffinity: ClientIP, selector: { app: web } }\n';

/** The initial text of each file, and other texts that it can get. Each can also be empty or have the text of another file. */
const TEXTS = {
  'file:///work/pod.yaml': [POD, DECLARED, TEMPLATE, `${POD}  - "`, `${SERVICE}---\n${POD}`],
  'file:///work/class.yaml': [CLASS, CLASS.replace('windows\n', 'other\n'), CLASS.replaceAll('windows\n', 'linux\n')],
  'file:///work/kustomization.yaml': ['resources: [pod.yaml]\n', 'resources: [pod.yaml, class.yaml]\n'],
  'file:///work/overlay/kustomization.yaml': [
    'resources: [..]\npatches: [{ path: patch.yaml }]\n',
    'resources: [..]\n',
  ],
  'file:///work/overlay/patch.yaml': [PATCH, PATCH.replace('windows', 'linux')],
  'file:///work/overlay/pod.yaml': [SERVICE, POD],
  'file:///work/.gitignore': ['overlay\n', 'class.yaml\n'],
  'file:///work/chart/Chart.yaml': ['name: web\nversion: 1.0.0\napiVersion: v2\n'],
  'file:///work/chart/values.yaml': ['os: windows\n', 'os: linux\n'],
  'file:///work/chart/templates/pod.yaml': [TEMPLATE],
  'file:///second/a b.yaml': [POD, CLASS],
  'file:///none/outside.yaml': [DECLARED],
  'untitled:Untitled-1': [POD, DECLARED],
} as const;
type Uri = keyof typeof TEXTS;

const URIS = Object.keys(TEXTS) as Uri[];
/** Files that others depend on are chosen more often. */
const ANY_URI = fc.constantFrom(...URIS, ...URIS.slice(0, 2), ...URIS.slice(0, 2));
const ON_DISK = fc.subarray(URIS.filter((uri) => uri.startsWith('file:') && !uri.endsWith('.gitignore')));

function textOf(uri: Uri, n: number): string {
  const texts: readonly string[] = [...TEXTS[uri], ...TEXTS[uri], '', POD];
  return texts[n % texts.length] ?? '';
}

const SETTINGS = [
  {},
  { scope: 'workspace' },
  { scope: 'workspace', kubernetesVersion: '1.27' },
  { scope: 'open' },
  { scope: 'off' },
  { scope: 'workspace', exclude: ['overlay'] },
  { scope: 'workspace', rules: { 'pod/host-pid': 'off' }, taint: 'aks' },
  { scope: 'workspace', exclude: ['**/*'], taint: 7, unknown: true },
];

const STEP = fc.record({
  kind: fc.constantFrom(
    ...(['open', 'open', 'change', 'change', 'change', 'close', 'close', 'glance', 'save', 'write', 'write'] as const),
    ...([
      'delete',
      'watch',
      'ask',
      'ask',
      'ask',
      'cancel',
      'settings',
      'folder',
      'wait',
      'compare',
      'compare',
    ] as const),
  ),
  uri: ANY_URI,
  /** An index into the available choices. */
  n: fc.nat(1_000),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/** After `patience` milliseconds, a request counts as unanswered. */
const inAnyOrder = ({ patience }: { readonly patience: number }) =>
  fc.asyncProperty(
    fc.boolean(),
    ON_DISK,
    fc.array(STEP, { minLength: 1, maxLength: 30, size: 'max' }),
    (pulls, files, steps) => answersAll(pulls, files, steps, patience),
  );

const PROPERTY = inAnyOrder({ patience: 10_000 });

afterEach(() => {
  vi.restoreAllMocks();
});

test('every request is answered in any order, and afterwards the server reports the same as a fresh one', () =>
  fc.assert(PROPERTY, cases(IN_CI)));

test.each(FAILED)('case $path of seed $seed passes', (failed) => fc.assert(PROPERTY, failed));

test('a server that does not answer canceled requests is detected', async () => {
  const ofWorkspace = Diagnostics.prototype.ofWorkspace;
  vi.spyOn(Diagnostics.prototype, 'ofWorkspace').mockImplementation(async function (this: Diagnostics, ...args) {
    const answer = await ofWorkspace.apply(this, args);
    return args[1].isCancellationRequested ? new Promise(() => {}) : answer;
  });
  await expectFound(inAnyOrder({ patience: 500 }), IN_CI, /no answer/);
});

/** A user opens a file, changes it and discards the change. */
const GLANCE = ['open', 'change', 'close'] as const;

/** A client that takes steps without waiting for answers, and its state. */
class Editor {
  readonly client: TestClient;
  readonly #pulls: boolean;
  readonly #open = new Map<string, { readonly text: string; readonly version: number }>();
  readonly #folders = new Set<string>(FOLDERS.slice(0, 1));
  readonly #asked: {
    readonly method: string;
    readonly source: CancellationTokenSource;
    readonly answer: Promise<string>;
  }[] = [];
  #settings: object = {};

  private constructor(client: TestClient, pulls: boolean) {
    this.client = client;
    this.#pulls = pulls;
  }

  static async start(pulls: boolean, files: Readonly<Record<string, string>>): Promise<Editor> {
    return new Editor(await start(pulls, files, FOLDERS.slice(0, 1), {}), pulls);
  }

  /** A new client that starts with the current state of this one. */
  async fresh(): Promise<TestClient> {
    const files = Object.fromEntries(this.client.disk.files);
    const client = await start(this.#pulls, files, [...this.#folders], this.#settings);
    for (const [uri, { text }] of this.#open) await client.open(uri, text);
    return client;
  }

  async step({ kind, uri, n }: Step): Promise<void> {
    const { connection, disk } = this.client;
    const document = this.#open.get(uri);
    const text = textOf(uri, n);
    if (kind === 'open' && document === undefined) {
      const onDisk = disk.files.get(uri) ?? text;
      this.#open.set(uri, { text: onDisk, version: 1 });
      await this.client.open(uri, onDisk);
    }
    if (kind === 'change' && document !== undefined) {
      const version = document.version + 1;
      this.#open.set(uri, { text, version });
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    }
    if (kind === 'close' && document !== undefined) {
      this.#open.delete(uri);
      await this.client.close(uri);
    }
    if (kind === 'glance') for (const step of GLANCE) await this.step({ kind: step, uri, n });
    if (kind === 'save' && document !== undefined && uri.startsWith('file:')) {
      const type = disk.files.has(uri) ? FileChangeType.Changed : FileChangeType.Created;
      disk.files.set(uri, document.text);
      await connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
      if (this.#pulls) await this.client.watched(uri, type);
    }
    if (kind === 'write' && this.#pulls && uri.startsWith('file:')) {
      await this.client.write(uri, text, disk.files.has(uri) ? FileChangeType.Changed : FileChangeType.Created);
    }
    if (kind === 'delete' && this.#pulls && disk.files.has(uri)) {
      await this.client.write(uri, undefined, FileChangeType.Deleted);
    }
    // A watcher can report events for files that did not change.
    if (kind === 'watch') await this.client.watched(uri, ((n % 3) + 1) as FileChangeType);
    if (kind === 'ask') this.#ask(uri, n);
    if (kind === 'cancel') this.#asked[n % this.#asked.length]?.source.cancel();
    if (kind === 'settings') {
      this.#settings = SETTINGS[n % SETTINGS.length] ?? {};
      this.client.settings = { kubewin: this.#settings };
      await connection.sendNotification(DidChangeConfigurationNotification.type, {
        settings: this.#pulls ? null : { kubewin: this.#settings },
      });
    }
    if (kind === 'folder') {
      const folder = FOLDERS[n % FOLDERS.length] ?? FOLDERS[0];
      const folders = [{ uri: folder, name: folder }];
      const isNew = !this.#folders.delete(folder);
      if (isNew) this.#folders.add(folder);
      await connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, {
        event: isNew ? { added: folders, removed: [] } : { added: [], removed: folders },
      });
    }
    if (kind === 'wait') await new Promise((resolve) => setTimeout(resolve, n % 10));
  }

  #ask(uri: string, n: number): void {
    const textDocument = { uri };
    const position = { line: n % 17, character: n % 23 };
    const range = { start: position, end: { line: position.line + (n % 3) * 500, character: n % 29 } };
    const ask = <P, R>(type: Pick<ProtocolRequestType<P, R, never, unknown, unknown>, 'method'>, params: P) => {
      const source = new CancellationTokenSource();
      const asked = this.client.connection.sendRequest<R>(type.method, params, source.token);
      this.#asked.push({ method: type.method, source, answer: outcome(asked) });
    };
    const all = [
      () => ask(HoverRequest.type, { textDocument, position }),
      () => ask(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [] } }),
      () => ask(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [], only: ['source'] } }),
      () => ask({ method: 'kubewin/status' }, textDocument),
      () => ask(ExecuteCommandRequest.type, { command: 'kubewin.fixWorkspace' }),
      () => ask(DocumentDiagnosticRequest.type, { textDocument }),
      () => ask(WorkspaceDiagnosticRequest.type, { previousResultIds: [{ uri, value: String(n) }] }),
      () => ask(WorkspaceDiagnosticRequest.type, { previousResultIds: [] }),
    ];
    all[n % all.length]?.();
  }

  /** How all requests were answered, after those that are still waiting were canceled. */
  async outcomes(patience: number): Promise<readonly string[]> {
    // Some requests are only answered after a change.
    await this.client.settle();
    for (const { source } of this.#asked) source.cancel();
    return Promise.all(this.#asked.map(({ answer, method }) => within(answer, patience, `no answer to ${method}`)));
  }
}

async function answersAll(
  pulls: boolean,
  files: readonly Uri[],
  steps: readonly Step[],
  patience: number,
): Promise<void> {
  const editor = await Editor.start(pulls, Object.fromEntries(files.map((uri) => [uri, TEXTS[uri][0]])));
  try {
    const compare = () => expectSame(editor, pulls ? readDiagnostics : sent);
    for (const step of steps) await (step.kind === 'compare' ? compare() : editor.step(step));
    expect((await editor.outcomes(patience)).filter((outcome) => !KNOWN.includes(outcome))).toEqual([]);
    await compare();
    // Exceptions of handlers are logged with their stack, and those of rules with the name of the rule.
    expect(editor.client.received('log').filter((entry) => /\n\s+at |^The rule /.test(String(entry)))).toEqual([]);
  } finally {
    await editor.client.end();
  }
}

/** Valid answers. A client does not call methods that the server does not offer. */
const KNOWN = ['result', String(LSPErrorCodes.RequestCancelled), String(LSPErrorCodes.ServerCancelled)];

async function outcome(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
    return 'result';
  } catch (error) {
    return error instanceof ResponseError ? String(error.code) : String(error);
  }
}

/** Waits until the server has finished its work: the final result counts. */
async function expectSame(
  editor: Editor,
  diagnosticsOf: (client: TestClient) => Promise<WorkspaceDiagnostics> | WorkspaceDiagnostics,
): Promise<void> {
  const fresh = await editor.fresh();
  try {
    const isSame = async () => {
      await Promise.all([editor.client.settle(), fresh.settle()]);
      const [actual, expected] = await Promise.all([diagnosticsOf(editor.client), diagnosticsOf(fresh)]);
      expect(actual).toEqual(expected);
    };
    await vi.waitFor(isSame, { timeout: 2_000, interval: 20 });
  } finally {
    await fresh.end();
  }
}

/** The notifications of a server. */
function sent(client: TestClient): WorkspaceDiagnostics {
  const lists = client.received('diagnostics') as { readonly uri: string; readonly diagnostics: Diagnostic[] }[];
  return sortedByFile(new Map(lists.map(({ uri, diagnostics }) => [uri, diagnostics])));
}

async function within<T>(work: Promise<T>, milliseconds: number, otherwise: string): Promise<T | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function start(
  pulls: boolean,
  files: Readonly<Record<string, string>>,
  folders: readonly string[],
  settings: object,
): Promise<TestClient> {
  return TestClient.start({
    files,
    folders,
    settings: { kubewin: settings },
    capabilities: pulls ? VS_CODE : { ...PLAIN, workspace: { workspaceFolders: true } },
    initializationOptions: pulls ? undefined : settings,
    server: {},
    endsEarly: true,
  });
}
