import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { LineIndex } from '../../server/src/text/line-index.ts';
import { FileText, type Rereader } from '../../server/src/workspace/file-text.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
// biome-ignore lint/correctness/useImportExtensions: scripts of Node use it too, so that its types stand beside it.
import { fileText, random } from '../bench/manifests.mjs';
import { ALL_RULES, testWorkspace } from '../lint-text.ts';
import { CONFIG_MAP, SERVICE, uriOf, WINDOWS_POD } from './manifests.ts';

/** A disk that counts what is read again. */
class Files implements Rereader {
  readonly texts = new Map<string, string>();
  reads = 0;

  read(uri: string): string | undefined {
    this.reads++;
    return this.texts.get(uri);
  }

  digest(text: string): string {
    return `digest of ${text}`;
  }

  digestOfFile(uri: string): string {
    return this.digest(this.texts.get(uri) ?? '');
  }
}

/** The same files where texts are kept and where they are read again. */
function workspacesOf(texts: readonly string[]) {
  const files = new Files();
  const kept = testWorkspace();
  const readable = new Workspace(ALL_RULES, failed, { rereader: files });
  for (const workspace of [kept, readable]) workspace.setSettings('', DEFAULT_SETTINGS);
  texts.forEach((text, i) => {
    files.texts.set(uriOf(i), text);
    kept.setOnDisk(uriOf(i), text);
    readable.setOnDisk(uriOf(i), text);
    readable.setReadable(uriOf(i));
  });
  return { files, kept, readable };
}

function failed(_: unknown, error: unknown): never {
  throw error;
}

/** What is found in all files, and where. */
function foundIn(workspace: Workspace): unknown {
  workspace.startScan();
  for (const uri of workspace.uris()) workspace.prepare(uri);
  workspace.endScan();
  return workspace.uris().map((uri) => {
    const { file, documents = [] } = workspace.findings(uri) ?? {};
    return documents.flatMap(({ start, findings }) =>
      findings.map(({ rule, message, at, related }) => {
        const places = related.map(({ at: other }) => {
          const found = 'uri' in other ? workspace.locate(other) : undefined;
          return found?.file.lines.positionAt(found.span.start);
        });
        return [rule, message, file?.lines.positionAt(start + at.start), places];
      }),
    );
  });
}

test('reports the same findings if the texts of irrelevant files are not kept', () => {
  const next = random(21);
  const generated = Array.from({ length: 300 }, (_, i) => fileText(i, next, 0.2));
  const { files, kept, readable } = workspacesOf([...generated, WINDOWS_POD, SERVICE, CONFIG_MAP]);
  const isWindows = (uri: string) => /os: windows/.test(files.texts.get(uri) ?? '');
  expect(readable.uris().filter((uri) => readable.keptText(uri) !== undefined)).toEqual(
    readable.uris().filter(isWindows),
  );
  expect(foundIn(readable)).toEqual(foundIn(kept));
});

test('rereads a file for the lines of its findings, for its facts, and if it selects a Windows pod', () => {
  const next = random(22);
  const generated = Array.from({ length: 300 }, (_, i) => fileText(i, next, 0.2));
  const { files, readable } = workspacesOf([...generated, WINDOWS_POD, SERVICE, CONFIG_MAP]);
  readable.startScan();
  for (const uri of readable.uris()) readable.prepare(uri);
  readable.endScan();
  const found = readable.uris().filter((uri) => (readable.findings(uri)?.documents ?? []).length > 0);
  const looked = files.reads;
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(6);
  foundIn(readable);
  expect(files.reads - looked).toBeLessThan(found.length + 6);
});

test('rereads files when more becomes relevant with new settings', () => {
  const text = WINDOWS_POD.replace('  nodeSelector: { kubernetes.io/os: windows }\n', '').replace(
    'web:1.0',
    'win-web:1.0',
  );
  const { kept, readable } = workspacesOf([
    text.replace('web:1.0', 'web:1.0\n      securityContext: { runAsUser: 1 }'),
  ]);
  for (const workspace of [kept, readable]) {
    workspace.setSettings('', { ...DEFAULT_SETTINGS, windowsImages: ['registry.example/win-'] });
  }
  expect(foundIn(readable)).toEqual(foundIn(kept));
});

test('reads a manifest that Kustomize turns into a Windows pod once', () => {
  const base = WINDOWS_POD.replace('windows', 'linux').replace('  containers', '  hostPID: true\n  containers');
  const overlay = `resources: [0000.yaml]
patches:
- patch: "[{ op: replace, path: /spec/nodeSelector, value: { kubernetes.io/os: windows } }]"
  target: { kind: Pod }
`;
  const { files, kept, readable } = workspacesOf([base]);
  expect(readable.keptText(uriOf(0))).toBeUndefined();
  for (const workspace of [kept, readable]) workspace.setOnDisk('file:///kustomization.yaml', overlay);
  expect(foundIn(readable)).toEqual(foundIn(kept));
  expect(readable.findings(uriOf(0))?.documents.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toContain(
    'pod/host-pid',
  );
  // All manifests are asked for again when a fact changes.
  for (const workspace of [kept, readable]) workspace.setOnDisk(uriOf(1), WINDOWS_POD);
  expect(foundIn(readable)).toEqual(foundIn(kept));
  expect(files.reads).toBe(1);
});

test('treats a changed file as empty until the change event', () => {
  const { files, readable } = workspacesOf([WINDOWS_POD, SERVICE, CONFIG_MAP]);
  files.texts.set(uriOf(1), '# gone\n');
  files.texts.delete(uriOf(2));
  expect(() => foundIn(readable)).not.toThrow();
  expect(readable.file(uriOf(1))?.text).toBe('');
  expect(readable.file(uriOf(2))?.text).toBe('');
  for (const [i, text] of [SERVICE, CONFIG_MAP].entries()) {
    files.texts.set(uriOf(i + 1), text);
    readable.setOnDisk(uriOf(i + 1), text);
    readable.setReadable(uriOf(i + 1));
  }
  const { kept } = workspacesOf([WINDOWS_POD, SERVICE, CONFIG_MAP]);
  expect(foundIn(readable)).toEqual(foundIn(kept));
});

test('has the same lines for kept, released and reread texts', () => {
  const files = new Files();
  const text = 'a\r\nb\n';
  files.texts.set('file:///a', text);
  const source = new FileText(text, 'utf-16');
  const positions = () => [source.text, source.lines.positionAt(3), source.lines.lineCount];
  const before = positions();
  source.release();
  expect(positions()).toEqual(before);
  source.setReadable('file:///a', files);
  source.release();
  expect(source.kept).toBeUndefined();
  for (let i = 0; i < 10; i++) {
    const other = new FileText('b', 'utf-16');
    other.release();
    expect(other.lines.lineCount).toBe(1);
  }
  expect(positions()).toEqual(before);
  source.release();
  expect(positions()).toEqual(before);
  expect(files.reads).toBe(1);
  source.keep();
  source.release();
  expect(source.kept).toBe(text);
  expect(positions()).toEqual(before);
});

const WRITTEN = [
  ...['---', '---\n', '\n---\n', '--- a\n', '...\n', '\n...\n', '# c\n', '# c', '%YAML 1.2\n', '\n', '\r\n', '\r', ' '],
  ...['a: 1\n', '- a\n', '{{ x }}', '{', '\ufeff', '', 'kind: List\nitems:\n- a: 1\n- a: 1\n', 'kind: Pod\n---\n'],
];

test('has the lines of the text after any edit', () => {
  const edit = fc.tuple(fc.nat(), fc.nat(30), fc.constantFrom(...WRITTEN));
  const texts = fc.array(fc.constantFrom(...WRITTEN), { maxLength: 12 }).map((all) => all.join(''));
  const property = fc.property(texts, fc.array(edit, { minLength: 1, maxLength: 8 }), (first, edits) => {
    const workspace = testWorkspace();
    let text = first;
    workspace.open(uriOf(0), text, 0);
    for (const [version, [place, length, written]] of edits.entries()) {
      // The index is made when it is first used.
      expect(workspace.file(uriOf(0))?.lines.lineCount).toBeGreaterThan(0);
      const at = place % (text.length + 1);
      text = text.slice(0, at) + written + text.slice(at + length);
      workspace.open(uriOf(0), text, version + 1);
      const lines = workspace.file(uriOf(0))?.lines;
      const fresh = new LineIndex(text);
      expect(lines?.lineCount).toBe(fresh.lineCount);
      for (let i = 0; i <= text.length; i++) expect(lines?.positionAt(i)).toEqual(fresh.positionAt(i));
    }
  });
  fc.assert(property, { numRuns: 400 });
});
