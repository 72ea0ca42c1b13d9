import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { DidChangeTextDocumentNotification } from 'vscode-languageserver';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { TestClient } from '../lsp/test-client.ts';
import { cases, expectFound, type Failed } from './cases.ts';
import { EDIT, type Edit, edited } from './edits.ts';
import { MANIFESTS } from './texts.ts';
import { readDiagnostics, type WorkspaceDiagnostics } from './workspace-diagnostics.ts';

const IN_CI = 6;

/** Cases that failed before. */
const FAILED: readonly Failed[] = [];

const URIS = ['file:///work/a.yaml', 'file:///work/b.yaml'] as const;

/** Objects that pods in other files depend on. */
const DISK = {
  'file:///work/classes.yaml':
    'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: windows-2022\nhandler: h\n' +
    'scheduling:\n  nodeSelector:\n    kubernetes.io/os: windows\n',
};

const PROPERTY = fc.asyncProperty(
  fc.tuple(
    fc.tuple(MANIFESTS, MANIFESTS).map(([first, second]) => `${first}---\n${second}`),
    MANIFESTS,
  ),
  fc.array(fc.tuple(fc.nat(1), EDIT), { minLength: 1, maxLength: 12, size: 'max' }),
  sameAsFresh,
);

afterEach(() => {
  vi.restoreAllMocks();
});

test('after each edit, a server reports the same as one that opens the text', () => fc.assert(PROPERTY, cases(IN_CI)));

test.each(FAILED)('case $path of seed $seed passes', (failed) => fc.assert(PROPERTY, failed));

test('a server that forgets the last document of a changed file is detected', async () => {
  const open = Workspace.prototype.open;
  vi.spyOn(Workspace.prototype, 'open').mockImplementation(function (this: Workspace, uri, text, version) {
    open.call(this, uri, this.isOpen(uri) ? text.replace(/\n---(?![\s\S]*\n---)[\s\S]*/, '') : text, version);
  });
  await expectFound(PROPERTY, IN_CI, /to deeply equal/);
});

async function sameAsFresh(texts: readonly string[], edits: readonly (readonly [number, Edit])[]): Promise<void> {
  const files = URIS.map((uri, i) => ({ uri, text: texts[i] ?? '', earlier: '', version: 1 }));
  const client = await opened(files);
  try {
    for (const [index, edit] of edits) {
      const [file, other] = index === 0 ? files : files.toReversed();
      if (file === undefined || other === undefined) throw new Error('there are two files');
      const { text, changes } = edited(file.text, edit, other.text, file.earlier);
      Object.assign(file, { text, earlier: file.text, version: file.version + 1 });
      await client.connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri: file.uri, version: file.version },
        contentChanges: [...changes],
      });
      const expected = await diagnosticsOfFresh(files);
      const shown = await readDiagnostics(client);
      expect(readable(shown, [shown, expected])).toEqual(readable(expected, [shown, expected]));
    }
  } finally {
    await client.end();
  }
}

/**
 * Without files that cannot be read as YAML now: their findings are those of the last text that could, and only an edit shows
 * that a text without a readable `kind` is a manifest.
 */
function readable(diagnostics: WorkspaceDiagnostics, all: readonly WorkspaceDiagnostics[]): WorkspaceDiagnostics {
  const isReadable = (uri: string) =>
    !all.some((own) => own[uri]?.some(({ message }) => String(message).includes('cannot be read as YAML')));
  return Object.fromEntries(Object.entries(diagnostics).filter(([uri]) => isReadable(uri)));
}

type Files = readonly { readonly uri: string; readonly text: string }[];

async function opened(files: Files): Promise<TestClient> {
  const client = await TestClient.start({ files: DISK, server: {}, endsEarly: true });
  for (const { uri, text } of files) await client.open(uri, text);
  return client;
}

async function diagnosticsOfFresh(files: Files): Promise<WorkspaceDiagnostics> {
  const fresh = await opened(files);
  try {
    return await readDiagnostics(fresh);
  } finally {
    await fresh.end();
  }
}
