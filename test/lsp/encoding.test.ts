import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ClientCapabilities,
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DocumentDiagnosticRequest,
  DocumentHighlightRequest,
  HoverRequest,
  type Position,
  type Range,
  ReferencesRequest,
  WorkspaceDiagnosticRequest,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { updateInBytes } from '../../server/src/lsp/documents.ts';
import { DECLARED } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const CLASS = 'file:///work/class.yaml';
const CONFIG = 'file:///work/.kubewin.yaml';

// All findings and positions are after characters of two, three and four bytes.
const FILES: Readonly<Record<string, string>> = {
  [URI]: `apiVersion: v1
kind: Pod
metadata: { labels: { "grün€😀": x }, name: web }
spec: { schedulerName: "grün€😀", hostPID: true, serviceAccountName: shop, runtimeClassName: windows, os: { name: Windows }, "é": { hostIPC: true }, containers: [{ name: "€", image: "registry.example/😀:1", securityContext: { privileged: true } }] }
---
apiVersion: v1
kind: Pod
metadata: { labels: { "grün€😀": x }, name: two }
spec: { schedulerName: "grün€😀", os: { name: windows }, hostPID: true, containers: [{ name: "€", image: "registry.example/web:1" }] }
`,
  [CLASS]: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { labels: { "grün€😀": x }, name: windows }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { "grün€😀": x, kubernetes.io/os: windows } }
`,
  // The server does not keep the text of this file, so it is read again on request.
  'file:///work/account.yaml': `apiVersion: v1
kind: ServiceAccount
metadata: { labels: { "grün€😀": x }, name: shop }
`,
  [CONFIG]: `kubernetesVersion: '1.37'\nrules: { "grün€😀/x": off, pod/host-pif: off }\n`,
};

const UTF8 = { ...VS_CODE, general: { positionEncodings: ['utf-8', 'utf-16'] } };
const COMMANDS = { explainCommand: 'explain', showRemainingCommand: 'remaining' };

test.each([
  [undefined, 'utf-16'],
  [[], 'utf-16'],
  [['utf-16'], 'utf-16'],
  [['utf-8'], 'utf-8'],
  [['utf-8', 'utf-16'], 'utf-8'],
  [['utf-16', 'utf-8'], 'utf-16'],
  [['utf-32', 'utf-8', 'utf-16'], 'utf-8'],
  [['utf-32'], 'utf-16'],
])('uses the first supported encoding of %j: %s', async (positionEncodings, expected) => {
  const general = positionEncodings === undefined ? {} : { general: { positionEncodings } };
  const client = await TestClient.start({ capabilities: { ...PLAIN, ...general } });
  expect(client.initialized.capabilities.positionEncoding).toBe(expected);
});

const at = (before: string): Position => positionOf(URI, (FILES[URI] ?? '').indexOf(before) + before.length);
const everywhere: Range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
const textDocument = { uri: URI };
const range = (text: string): Range => ({ start: at(text), end: at(text) });

test.each<[what: string, method: string, params: object]>([
  ['diagnostics', DocumentDiagnosticRequest.method, { textDocument }],
  ['diagnostics of a configuration file', DocumentDiagnosticRequest.method, { textDocument: { uri: CONFIG } }],
  ['diagnostics of the workspace', WorkspaceDiagnosticRequest.method, { previousResultIds: [] }],
  ['a hover', HoverRequest.method, { textDocument, position: at('hostP') }],
  [
    'fixes',
    CodeActionRequest.method,
    { textDocument, range: everywhere, context: { diagnostics: [], only: ['quickfix'] } },
  ],
  [
    'fixes at a position',
    CodeActionRequest.method,
    { textDocument, range: range('{ privi'), context: { diagnostics: [] } },
  ],
  [
    'all fixes',
    CodeActionRequest.method,
    { textDocument, range: everywhere, context: { diagnostics: [], only: ['source.fixAll'] } },
  ],
  [
    'refactorings',
    CodeActionRequest.method,
    { textDocument, range: range('kind: Po'), context: { diagnostics: [], only: ['refactor'] } },
  ],
  ['completion', CompletionRequest.method, { textDocument, position: at('runtimeClassName: win') }],
  ['a definition in an idle file', DefinitionRequest.method, { textDocument, position: at('serviceAccountName: sh') }],
  ['a definition', DefinitionRequest.method, { textDocument, position: at('runtimeClassName: win') }],
  [
    'references',
    ReferencesRequest.method,
    { textDocument, position: at('runtimeClassName: win'), context: { includeDeclaration: true } },
  ],
  ['highlights', DocumentHighlightRequest.method, { textDocument, position: at('runtimeClassName: win') }],
  ['lenses', CodeLensRequest.method, { textDocument }],
  ['a page', 'kubewin/explain', { uri: URI, position: at('schedulerN') }],
])('returns the same places in both encodings for %s', async (_, method, params) => {
  const [plain, bytes] = await Promise.all([startClient(VS_CODE), startClient(UTF8)]);
  const { uri = URI } = (params as { textDocument?: { uri?: string } }).textDocument ?? {};
  const expected = await plain.connection.sendRequest(method, params);
  const answer = await bytes.connection.sendRequest(method, inBytes(params, URI));
  expect(withoutResultIds(answer)).toEqual(withoutResultIds(inBytes(expected, uri)));
  const hasPlaces = method !== CodeLensRequest.method && method !== 'kubewin/explain';
  expect(countDifferences(expected) > 0, 'some position is after characters of several bytes').toBe(hasPlaces);
});

test('counts bytes in an edit of a configuration file that is not open', async () => {
  const text = 'rules: { "grün€😀": off }\n';
  const client = await startClient(UTF8, { ...FILES, [CONFIG]: text });
  const actions = await client.codeActions(URI, inBytes(range('{ privi'), URI) as Range, ['quickfix']);
  const action = actions.find(({ title }) => title === 'Turn off rule `security-context/privileged`');
  const [change] = action?.edit?.documentChanges ?? [];
  const end = { line: 0, character: Buffer.byteLength('rules: { "grün€😀": off') };
  expect(change).toMatchObject({ textDocument: { uri: CONFIG }, edits: [{ range: { start: end } }] });
});

test('applies the changes of one message one after the other', async () => {
  const client = await TestClient.start({ capabilities: UTF8 });
  await client.open(URI, DECLARED.replace('name: declared', 'name: "€😀"'));
  const change = (line: number, start: number, end: number, text: string) => ({
    range: { start: { line, character: start }, end: { line, character: end } },
    text,
  });
  await client.connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri: URI, version: 2 },
    contentChanges: [
      change(3, 9, 12, 'é'),
      change(3, 11, 15, 'x'),
      {
        range: { start: { line: 3, character: 12 }, end: { line: 7, character: 0 } },
        text: '"\n  é: é\nspec: { "€": x, os: { name: windows }, ',
      },
      change(5, 41, 41, 'hostPID: true, containers: [] }\n#'),
    ],
  });
  const [found] = await client.diagnostics(URI);
  const place = { start: { line: 5, character: 41 }, end: { line: 5, character: 48 } };
  expect(found).toMatchObject({ code: 'pod/host-pid', range: place });
});

test('changes in bytes and in UTF-16 have the same result', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n', '\r\n', '\r'), maxLength: 12 });
  const change = fc.record({ from: fc.nat(), length: fc.nat(8), text: piece });
  fc.assert(
    fc.property(piece, fc.array(change, { minLength: 1, maxLength: 4 }), (start, changes) => {
      const expected = TextDocument.create(URI, 'yaml', 1, start);
      let text = start;
      const steps = changes.map(({ from, length, text: added }) => {
        const begin = snapToCharacter(text, from % (text.length + 1));
        const end = snapToCharacter(text, Math.min(text.length, begin + length));
        const before = TextDocument.create(URI, 'yaml', 1, text);
        const step = { range: { start: before.positionAt(begin), end: before.positionAt(end) }, text: added };
        const bytes = {
          text: added,
          range: { start: bytePosition(text, step.range.start), end: bytePosition(text, step.range.end) },
        };
        text = TextDocument.update(before, [step], 2).getText();
        return { step, bytes };
      });
      TextDocument.update(
        expected,
        steps.map(({ step }) => step),
        2,
      );
      const document = updateInBytes(
        TextDocument.create(URI, 'yaml', 1, start),
        steps.map(({ bytes }) => bytes),
        2,
      );
      expect(document.getText()).toBe(expected.getText());
      expect(document.version).toBe(2);
    }),
  );
});

test('replaces the whole text', () => {
  const document = TextDocument.create(URI, 'yaml', 1, '€');
  expect(updateInBytes(document, [{ text: 'é' }], 2).getText()).toBe('é');
});

/** A client whose server has read all files. */
async function startClient(capabilities: ClientCapabilities, files = FILES): Promise<TestClient> {
  const client = await TestClient.start({ files, capabilities, initializationOptions: COMMANDS, server: {} });
  await client.open(URI, FILES[URI] ?? '');
  await client.pullWorkspace();
  return client;
}

/** Offsets that are not within a surrogate pair or a CRLF. */
function snapToCharacter(text: string, offset: number): number {
  const isWithin = /[\udc00-\udfff]/.test(text[offset] ?? '') || text.slice(offset - 1, offset + 1) === '\r\n';
  return isWithin ? offset - 1 : offset;
}

function positionOf(uri: string, offset: number): Position {
  return TextDocument.create(uri, 'yaml', 1, FILES[uri] ?? '').positionAt(offset);
}

function bytePosition(text: string, position: Position): Position {
  const document = TextDocument.create(URI, 'yaml', 1, text);
  const line = { line: position.line, character: 0 };
  const before = text.slice(document.offsetAt(line), document.offsetAt(position));
  return { line: position.line, character: Buffer.byteLength(before) };
}

/** The same with each position in bytes; that of a document which a value names counts there. */
function inBytes(value: unknown, uri: string, texts = FILES): unknown {
  if (Array.isArray(value)) return value.map((item) => inBytes(item, uri, texts));
  if (typeof value !== 'object' || value === null) return value;
  if ('line' in value && 'character' in value) return bytePosition(texts[uri] ?? '', value as Position);
  const named = 'textDocument' in value ? (value.textDocument as { uri: string }) : (value as { uri?: string });
  const own = named.uri ?? uri;
  // The command of an action runs after its edit.
  const later = 'edit' in value && 'command' in value ? edited(own, value.edit as WorkspaceEdit) : texts;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, inBytes(item, own, key === 'command' ? later : texts)]),
  );
}

/** The texts after an edit of a file. */
function edited(uri: string, { documentChanges = [] }: WorkspaceEdit): Readonly<Record<string, string>> {
  const edits = documentChanges.flatMap((change) =>
    'edits' in change ? change.edits.filter((edit) => 'newText' in edit) : [],
  );
  return { ...FILES, [uri]: TextDocument.applyEdits(TextDocument.create(uri, 'yaml', 1, FILES[uri] ?? ''), edits) };
}

/** Result IDs depend on the ranges. */
function withoutResultIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'resultId' ? undefined : inner)));
}

/** The number of positions that differ between the encodings. */
function countDifferences(value: unknown): number {
  const [plain, bytes] = [value, inBytes(value, URI)].map(
    (result) => JSON.stringify(result).match(/"character":\d+/g) ?? [],
  );
  return plain?.filter((character, i) => character !== bytes?.[i]).length ?? 0;
}
