import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objects } from '../../server/src/kubernetes/object.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { LineIndex } from '../../server/src/text/line-index.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { type CutText, pieces, piecesAfter } from '../../server/src/yaml/read/list-items.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { lintText } from '../lint-text.ts';
import { compared, sharedManifests, sharedText } from '../shared.ts';
import { read } from './data.ts';

const POD = `  - apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostPID: true
      containers:
        - name: web
          image: registry.example/web:1.0
`;
const LIST = `apiVersion: v1\nkind: List\nitems:\n${POD}${POD.replaceAll('web', 'log')}`;

test.each<[string, string, readonly boolean[]]>([
  ['a List', LIST, [false, true, true]],
  [
    'what kubectl writes',
    `apiVersion: v1\nitems:\n${POD}${POD}kind: List\nmetadata:\n  resourceVersion: ""\n`,
    [false, true, true, false],
  ],
  ['items in column 0', LIST.replace(/^ {2}/gm, ''), [false, true, true]],
  ['CRLF', LIST.replaceAll('\n', '\r\n'), [false, true, true]],
  ['comments and blank lines', LIST.replaceAll('  - api', '# one\n\n  - api'), [false, true, true]],
  ['after another document', `kind: Pod\n---\n${LIST}`, [false, false, true, true]],
  ['one item', `apiVersion: v1\nkind: List\nitems:\n${POD}`, [false]],
  ['items of another kind of list', LIST.replace('kind: List', 'kind: PodList'), [false]],
  ['an anchor', LIST.replace('name: web', 'name: &name web'), [false]],
  ['an alias', LIST.replace('hostPID: true', 'hostPID: *yes'), [false]],
  ['a template', LIST.replace('hostPID: true', 'hostPID: {{ .Values.pid }}'), [false]],
  ['a tab', LIST.replace('hostPID: true', 'hostPID: true\t'), [false]],
  ['a directive', `# kubewin: allow pod/host-pid\n${LIST}`, [false]],
  ['flow style', 'apiVersion: v1\nkind: List\nitems: [{ kind: Pod }, { kind: Pod }]\n', [false]],
  ['a line that is not indented enough', LIST.replace('image: registry.example/log:1.0', 'args: ["a\n b"]'), [false]],
  ['another key after the items', `${LIST}spec: {}\n`, [false]],
  ['items twice', `${LIST}items:\n${POD}${POD}`, [false]],
])('cuts %s', (_, text, expected) => {
  const found = pieces(text);
  expect(found.map(({ isItem }) => isItem)).toEqual(expected);
  expect(found.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
});

/** The objects of a text as data, by document and by piece. */
function inDocuments(text: string): unknown[] {
  return slice(text).map(({ start, end }) => read(text.slice(start, end)));
}

function itemsIn(text: string): unknown[] {
  return pieces(text).flatMap(({ start, end, isItem }) => (isItem ? read(text.slice(start, end)) : []) as unknown[]);
}

test('finds the same items in real manifests as the parser', () => {
  const files = ['windows', 'linux', 'helm', 'nonk8s'].flatMap((area) => sharedManifests(`corpus/${area}`));
  let cut = 0;
  for (const file of files) {
    const text = sharedText(file);
    const items = itemsIn(text);
    if (items.length === 0) continue;
    cut++;
    const lists = inDocuments(text).flatMap(
      (document) => ((document as { items?: unknown[] } | null)?.items ?? []) as unknown[],
    );
    expect(lists, file).toEqual(expect.arrayContaining(items));
  }
  compared('files in which a List is cut', cut);
});

const PIECES = [
  '- ',
  '  ',
  '\n',
  'a: 1\n',
  'x: |\n',
  '"',
  "'",
  '#',
  'kind: List\n',
  '      deep: 1\n',
  '  - kind: Pod\n',
  '{',
  ']',
  ':',
];

test('cuts an edited List into the items that the parser reads', () => {
  const place = fc.nat(LIST.length);
  const edits = fc.array(fc.tuple(place, fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 3 });
  let cut = 0;
  fc.assert(
    fc.property(edits, (all) => {
      const text = all.reduce((whole, [at, piece]) => whole.slice(0, at) + piece + whole.slice(at), LIST);
      const [document, ...others] = slice(text).map(({ start, end }) => parse(text.slice(start, end)));
      if (document === undefined || others.length > 0 || document.errors.length > 0) return;
      const items = itemsIn(text);
      if (items.length === 0) return;
      cut++;
      expect(items).toEqual((read(text) as { items: unknown[] }).items);
    }),
    { numRuns: 600 },
  );
  expect(cut).toBeGreaterThan(100);
});

const WRITTEN = [
  ...['---', '---\n', '\n---\n', '--- a\n', '...\n', '\n...\n', '# c\n', '# c', '%YAML 1.2\n', '\n', '\r\n', '\r', ' '],
  ...['a: 1\n', '- a\n', '{{ x }}', '{', '\ufeff', '', LIST, `kind: Pod\n---\n`],
];

test('cuts a text after an edit into the same pieces and lines as from the start', () => {
  const edit = fc.tuple(fc.nat(), fc.nat(30), fc.constantFrom(...WRITTEN));
  const texts = fc.array(fc.constantFrom(...WRITTEN), { maxLength: 12 }).map((all) => all.join(''));
  let quick = 0;
  const property = fc.property(texts, fc.array(edit, { minLength: 1, maxLength: 8 }), (first, edits) => {
    let cut: CutText = { text: first, pieces: pieces(first) };
    let lines = new LineIndex(first);
    expect(lines.lineCount).toBeGreaterThan(0);
    for (const [place, length, written] of edits) {
      const { text: old } = cut;
      const at = place % (old.length + 1);
      const text = old.slice(0, at) + written + old.slice(at + length);
      const recut = piecesAfter(cut, text);
      if (recut.head + recut.tail > 0) quick++;
      expect(recut.pieces).toEqual(pieces(text));
      lines = lines.changed(text, recut.changed, text.length - old.length);
      const fresh = new LineIndex(text);
      expect(lines.lineCount).toBe(fresh.lineCount);
      for (let i = 0; i <= text.length; i++) expect(lines.positionAt(i)).toEqual(fresh.positionAt(i));
      cut = recut;
    }
  });
  fc.assert(property, { numRuns: 400 });
  expect(quick).toBeGreaterThan(200);
});

test('cuts a text from the start without its previous version', () => {
  for (const text of ['', 'kind: Pod\n---\nkind: Pod\n']) {
    const cut = { text: '', pieces: pieces('kind: Service\n---\nkind: Pod\n') };
    expect(piecesAfter(cut, text)).toMatchObject({ pieces: pieces(text), head: 0, tail: 0 });
  }
});

test('cuts the whole text again if an action of a template may reach into the next documents', () => {
  const [plain, template] = ['a: 1\n---\nb: 2 }}\n---\nc: 3\n', 'a: {{ 1\n---\nb: 2 }}\n---\nc: 3\n'];
  expect(pieces(template)).toHaveLength(2);
  expect(piecesAfter({ text: plain, pieces: pieces(plain) }, template).pieces).toEqual(pieces(template));
  expect(piecesAfter({ text: template, pieces: pieces(template) }, plain).pieces).toEqual(pieces(plain));
});

test('cuts only the document that has changed', () => {
  const documents = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: 1\n`);
  const before = documents.join('---\n');
  const after = before.replace('c: 1', 'c: 22');
  expect(piecesAfter({ text: before, pieces: pieces(before) }, after)).toMatchObject({ head: 2, tail: 3 });
});

test('locates findings in items in the whole file', () => {
  const found = lintText(LIST, DEFAULT_SETTINGS).filter(({ rule }) => rule === 'pod/host-pid');
  expect(found.map(({ at, offset, field }) => [LIST.slice(offset + at.start, offset + at.end), field])).toEqual([
    ['hostPID', 'spec.hostPID'],
    ['hostPID', 'spec.hostPID'],
  ]);
  expect(new Set(found.map(({ at, offset }) => offset + at.start)).size).toBe(2);
  expect(objects(parse(LIST)).length).toBe(2);
});
