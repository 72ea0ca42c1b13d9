import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDocument, visit } from 'yaml';
import { objects } from '../../server/src/kubernetes/object.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { pieces } from '../../server/src/yaml/read/list-items.ts';
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
  ['an anchor', LIST.replace('name: web', 'name: &name web'), [false, true, true]],
  [
    'an alias in the item of its anchor',
    LIST.replace('name: web', 'name: &name web').replace('name: web', 'name: *name'),
    [false, true, true],
  ],
  ['an alias without an anchor', LIST.replace('hostPID: true', 'hostPID: *yes'), [false, true, true]],
  [
    'an alias in another item',
    LIST.replace('name: web', 'name: &name web').replace('name: log', 'name: *name'),
    [false],
  ],
  [
    'an alias behind a quoted key',
    LIST.replace('kind: Pod', '"a&":&b 1').replace(/name: log.*/s, '"a&":*b\n'),
    [false],
  ],
  [
    'anchors of one name in several items',
    LIST.replaceAll('hostPID: true', 'hostPID: &yes true').replace('name: log', 'name: *yes'),
    [false],
  ],
  ['an action that writes a value', LIST.replace('hostPID: true', 'hostPID: {{ .Values.pid }}'), [false, true, true]],
  ['an action outside of the items', LIST.replace('v1', '{{ .Values.version }}'), [false]],
  ['an action that writes lines', LIST.replace('hostPID: true', 'hostPID: {{ toYaml .Values.pid }}'), [false]],
  ['an action in a line of its own', LIST.replace('hostPID: true', '{{ .Values.pid }}'), [false]],
  ['an action that is an item', `${LIST}  - {{ .Values.item }}\n`, [false]],
  ['an action over two lines', LIST.replace('hostPID: true', 'hostPID: {{ .Values.pid\n}}'), [false]],
  ['an action that is not closed', LIST.replace('hostPID: true', 'hostPID: "{{ .Values.pid"'), [false]],
  ['a branch', LIST.replace('hostPID: true', 'hostPID: {{ if .Values.pid }}true{{ end }}'), [false]],
  ['a tab', LIST.replace('hostPID: true', 'hostPID: true\t'), [false, true, true]],
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
  '\t',
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

const VALUES = ['1', '&a 1', '*a', '&b { c: 1 }', '*b', '{ <<: *b }', '[&a 2, *a]', '"&a"', '"*a"', '|\n    &a *b\n'];

test('cuts a List with anchors into the items that the parser reads', () => {
  const value = fc.constantFrom(...VALUES);
  let cut = 0;
  const property = fc.property(value, fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 3 }), (head, all) => {
    const items = all.map(([a, b]) => `- a: ${a}\n  b: ${b}\n`).join('');
    const text = `kind: List\nmetadata:\n  a: ${head}\nitems:\n${items}`;
    const found = pieces(text).flatMap(({ start, end, isItem }) => (isItem ? text.slice(start, end) : []));
    if (found.length === 0 || hasMissingAnchor(text)) return;
    cut++;
    expect(found.flatMap(read)).toEqual((read(text) as { items: unknown[] }).items);
  });
  fc.assert(property, { numRuns: 2_000 });
  expect(cut).toBeGreaterThan(40);
});

const ACTIONS = [
  '{{ .Values.a }}',
  '"{{ .Values.a }}"',
  'a{{ .Values.a }}b',
  '{{ .Values.a | quote }}',
  '[{{ .Values.a }}]',
  '{ a: {{ .Values.a }} }',
  '{{ toYaml .Values.a | nindent 6 }}',
  '{{ if .Values.a }}b{{ end }}',
  '{{ .Values.a',
];

test('finds the same in a List with actions in values as if it were not cut', () => {
  const lines = LIST.split('\n').filter((line) => /: [^{]/.test(line) && !line.startsWith('kind'));
  const action = fc.tuple(fc.nat(lines.length - 1), fc.constantFrom(...ACTIONS));
  const found = (text: string) =>
    lintText(text, DEFAULT_SETTINGS).map(({ rule, at, offset, message }) => [rule, offset + at.start, message]);
  let cut = 0;
  const property = fc.property(fc.array(action, { minLength: 1, maxLength: 3 }), (all) => {
    const written = LIST.split('\n').map((line) => {
      const [, value] = all.find(([at]) => lines[at] === line) ?? [];
      return value === undefined ? line : line.replace(/: .*/, `: ${value}`);
    });
    const text = written.join('\n');
    const whole = `${text}# {{/* keeps the List whole */}}\n`;
    expect(pieces(whole)).toHaveLength(1);
    if (pieces(text).length === 1) return;
    cut++;
    expect(found(text)).toEqual(found(whole));
  });
  fc.assert(property, { numRuns: 400 });
  expect(cut).toBeGreaterThan(100);
});

function hasMissingAnchor(text: string): boolean {
  const document = parseDocument(text);
  let isMissing = false;
  visit(document, {
    Alias(_, alias) {
      isMissing ||= alias.resolve(document) === undefined;
    },
  });
  return isMissing;
}

test('locates findings in items in the whole file', () => {
  const found = lintText(LIST, DEFAULT_SETTINGS).filter(({ rule }) => rule === 'pod/host-pid');
  expect(found.map(({ at, offset, field }) => [LIST.slice(offset + at.start, offset + at.end), field])).toEqual([
    ['hostPID', 'spec.hostPID'],
    ['hostPID', 'spec.hostPID'],
  ]);
  expect(new Set(found.map(({ at, offset }) => offset + at.start)).size).toBe(2);
  expect(objects(parse(LIST)).length).toBe(2);
});
