import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../server/src/text/edit.ts';
import type { Change } from '../../server/src/yaml/edit/change.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';
import { mask } from '../../server/src/yaml/read/mask.ts';

test.each([
  ['plain YAML', 'a: { b: {} }\n', 'a: { b: {} }\n'],
  ['a value', 'a: {{ .b }}\n', 'a: $$$$$$$$\n'],
  ['a part of a value', 'a: x:{{.b}}-y\n', 'a: x:$$$$$$-y\n'],
  ['in quotes and flow', 'a: ["{{.b}}", {{.c}}]\n', 'a: ["$$$$$$", $$$$$$]\n'],
  ['a key', '{{.a}}: 1\n', '$$$$$$: 1\n'],
  ['lines of their own', '{{- if .a }}\n  b: 1\n  {{end}}{{ if .c }} \n', ' \n b: 1\n \n'],
  ['a trailing comment', '{{ end }} # end\n', ' # end\n'],
  ['a comment of the template after a value', 'a: 1 {{/* x */}}\n', 'a: 1 \n'],
  ['lines under a key', 'a: {{ toYaml .b | nindent 2 }}\n  c: 1\n', 'a: \n c: 1\n'],
  ['several lines', 'a: {{ b\r\n  "}}"\r\n}}\r\n', 'a: $$$$\r\n \r\n \r\n'],
  ['strings that close nothing', 'a: {{ "}}" `}}` \'}\' "\\"}}" }}!\n', `a: ${'$'.repeat(26)}!\n`],
  ['what is not closed', 'a: {{ .b\n', 'a: {{ .b\n'],
  ['what is closed only after the next begins', 'a: {{ .b\nc: {{.d}}\n', 'a: {{ .b\nc: $$$$$$\n'],
  ['a byte order mark and tabs', '\uFEFF{{- if\t.a }}\na: 1\n', '\uFEFF \na: 1\n'],
])('masks %s', (_, text, expected) => {
  expect(mask(text).text.replace(/ +/g, ' ')).toBe(expected);
});

test.each([
  ['variables', `a: [\${B}, c]\n\${D}\n`, 'a: [$$$$, c]\n    \n'],
  ['what is no variable', `a: $B \${} \${{B}}\n`, `a: $B \${} $$$$$$\n`],
  [
    'the key that the following lines belong to',
    'm:\n{{ include "l" . | indent 2 }}\n    a: 1\n',
    `m:\n  ${'$'.repeat(27)}:\n    a: 1\n`,
  ],
  [
    'the key before lines in a branch',
    'm:\n{{ include "l" . | indent 2 }}\n{{ if .a }}\n    a: 1\n{{ end }}\n',
    `m:\n  ${'$'.repeat(27)}:\n           \n    a: 1\n         \n`,
  ],
  ['no key beside others', 'm:\n  {{- include "l" . | nindent 2 }}\n  a: 1\n', `m:\n${' '.repeat(34)}\n  a: 1\n`],
  [
    'the first line of a block scalar',
    'a: |-\n  {{- toYaml .b | nindent 4 }}\n    c\n',
    `a: |-\n    ${'$'.repeat(26)}\n    c\n`,
  ],
  ['the first line of a block scalar if the action is just long enough', 'a: |\n{{ b}}\n c\n', 'a: |\n $$$$$\n c\n'],
  ['no first line of a block scalar if the action is too short', 'a: |\n{{b}}\n c\n', 'a: |\n     \n c\n'],
  ['no line where none follows', 'a: |\n  {{ .b }}\nc: 1\n', 'a: |\n          \nc: 1\n'],
])('masks thoroughly %s', (_, text, expected) => {
  expect(mask(text, true).text).toBe(expected);
});

const PIECES = [
  '{{',
  '}}',
  '-',
  '/*',
  '*/',
  '"',
  '`',
  "'",
  '\n',
  '\r\n',
  ' ',
  'if',
  'end',
  'else',
  'a: ',
  '- ',
  '#',
  '\\',
  '|',
  ' | indent 2 }}\n',
  ': |\n',
  '${',
  '}',
  '\uFEFF',
  '\t',
];
const TEXTS = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })))
  .map((parts) => parts.join(''));

test('keeps the length and lines of a text, masks a masked text no further, and can always be parsed', () => {
  fc.assert(
    fc.property(TEXTS, (text) => {
      const { text: masked, template } = mask(text);
      for (const masking of [masked, mask(text, true).text]) {
        expect(masking.replace(/[^\r\n]/g, 'x')).toBe(text.replace(/[^\r\n]/g, 'x'));
      }
      expect(mask(masked).text).toBe(masked);
      if (!text.includes('{{')) expect(template).toBeUndefined();
      for (const { root } of parse(text).views) walk(root);
    }),
    { numRuns: 1_200 },
  );
});

test.each([
  ['openings', '{{'],
  ['comments', '{{/*'],
  ['strings', '{{ "\\"'],
  ['raw strings', '{{`'],
  ['branches', '{{if x}}\n'],
  ['ends', '{{end}}'],
  ['values', 'a: {{ x }}\n'],
  ['variables', `\${X}`],
  ['lines', '{{ x | indent 2 }}\n'],
  ['lines in one', '{{ x | indent 2 }}'],
  // Quadratic time would take hours.
])(
  'takes linear time for a megabyte of %s',
  (_, piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(mask(text).template?.branches.length ?? 0).toBeLessThan(101);
    expect(mask(text, true).text).toHaveLength(text.length);
  },
  60_000,
);

describe('output of templates', () => {
  const root = parse(
    `known: windows
value: {{ .Values.x }}
quoted: "{{ .Values.x }}"
image: mcr.microsoft.com/windows/nanoserver:{{ .Values.tag }}
lines:
  {{- toYaml .Values.x | nindent 2 }}
more:
  a: 1
  {{- include "x" . | nindent 2 }}
items: [1, {{ .Values.x }}]
pair: { a: 1, b: 2 }
list: [1, 2]
keys:
  a: 1
  b: 2
branch:
  a: 1
  {{- if .Values.x }}
  b: 2
  {{- end }}
branches:
  - 1
  {{- if .Values.x }}
  - 2
  {{- end }}
between:
  - 1
  {{- include "x" . | nindent 2 }}
  - 2
under:
  a: {{- toYaml .Values.x | nindent 4 }}
  b:
    {{- toYaml .Values.x | nindent 4 }}
    c: 1
beside:
  a: {{- toYaml .Values.x | nindent 2 }}
  b: 1
script: |
  echo
  {{ .Values.x }}
{{ .Values.key }}: 1
after: 2
`,
  ).root;

  test.each(['value', 'quoted', 'lines', 'image', 'script'])('is unknown in %s', (key) => {
    const field = root?.get(key);
    expect(field).toBeDefined();
    expect([field?.string, field?.number, field?.boolean]).toEqual([undefined, undefined, undefined]);
    expect(field?.isUnknown).toBe(true);
  });

  test('does not affect other values', () => {
    expect(root?.get('known')?.string).toBe('windows');
    expect(root?.at('more', 'a')?.number).toBe(1);
    expect(root?.get('after')?.number).toBe(2);
    expect(root?.get('image')?.outline).toBe('mcr.microsoft.com/windows/nanoserver:{{…}}');
    expect(root?.get('known')?.isIncomplete).toBe(false);
  });

  test.each(['lines', 'more', 'items', 'branch', 'branches', 'between', 'beside'])('makes %s incomplete', (key) => {
    expect(root?.get(key)?.isIncomplete).toBe(true);
  });

  test.each(['known', 'pair', 'list', 'keys', 'under'])('leaves %s complete', (key) => {
    expect(root?.get(key)?.isIncomplete).toBe(false);
  });

  test('is counted as a doubt when it is read', () => {
    const doubts = () => root?.document.doubts.count;
    const before = doubts();
    expect(root?.get('known')?.string).toBe('windows');
    expect(doubts()).toBe(before);
    expect(root?.at('more', 'b')).toBeUndefined();
    expect(doubts()).not.toBe(before);
  });
});

describe('a template that is not valid YAML', () => {
  test.each([
    ['a variable in a list', `a: 1\nb: [\${B}]\n`, '["b",0]'],
    ['a variable in a mapping', `a: 1\nb: {c: \${C}}\n`, '["b","c"]'],
    ['text that begins with an action', 'a: 1\nb: |\n  {{- toYaml .b | nindent 2 }}\n  c\n', '["b"]'],
  ])('is read with %s', (_, text, path) => {
    const { root, errors } = parse(text);
    expect(errors).toEqual([]);
    expect(root?.get('a')?.number).toBe(1);
    expect(root?.at(...JSON.parse(path))?.isUnknown).toBe(true);
  });

  test('is read without the lines of a key that an action writes', () => {
    const text = 'm:\n  n: 1\n{{ include "l" . | indent 2 }}\n    a: 1\n  b: 2\n';
    const { root, errors } = parse(text);
    expect(errors).toEqual([]);
    expect(
      root
        ?.get('m')
        ?.entries()
        .map(([key]) => key),
    ).toEqual(['n', 'b']);
    expect(root?.get('m')?.isIncomplete).toBe(true);
  });

  test('has errors if the thorough mask does not help', () => {
    expect(parse(`a: [\${B}\nc: 1\n`).errors).not.toEqual([]);
  });

  test('has variables as values if it is valid YAML', () => {
    const { root, template } = parse(`a: \${A}\nb: "[\${B}]"\n`);
    expect(template).toBeUndefined();
    expect(root?.get('a')?.string).toBe(`\${A}`);
  });
});

test('reads only the text outside of branches, or with one branch taken', () => {
  const { views, root, errors } = parse(`{{- if .Values.on }}
a: 1
{{- if eq .Values.os "windows" }}
os: windows
{{- else }}
os: linux
  {{- if .Values.deep }}
deep: true
  {{- end }}
{{- end }}
{{- define "x" }}
never: 1
{{- end }}
b: 2
{{- end }}
`);
  const keys = (field: Field | undefined) => field?.entries().map(([key, { source }]) => `${key}=${source}`);
  expect(errors).toEqual([]);
  expect(keys(root)).toEqual(['a=1', 'b=2']);
  expect(views.map((view) => keys(view.root))).toEqual([
    ['a=1', 'b=2'],
    ['a=1', 'os=windows', 'b=2'],
    ['a=1', 'os=linux', 'b=2'],
    ['a=1', 'os=linux', 'deep=true', 'b=2'],
  ]);
});

test.each([
  ['on a line of its own', '{{ if .a }}\nb: 1\n{{ end }}\n'],
  ['in a comment', '{{ if .a }}\nb: 1\n# {{ end }}\n'],
  ['in a comment on the last line', '{{ if .a }}\nb: 1 # {{ end }}\n'],
  ['in a comment after a list', '{{ if .a }}\nb:\n- 1\n- [2] # {{ end }}\n'],
  ['in a comment after a key', '{{ if .a }}\nb: 1\nc: # {{ end }}\n'],
])('ignores a branch around the whole document that ends %s', (_, text) => {
  const { root, errors } = parse(text);
  expect(errors).toEqual([]);
  expect(root?.get('b')).toBeDefined();
});

const remove = (...path: string[]): Change => ({ kind: 'remove', path });
const insert = (...path: string[]): Change => ({ kind: 'insert', path, value: 9 });

test.each<[string, string, Change, string]>([
  ['beside other actions', 'a: {{ .a }}\nb: 1\nc: "{{ .c }}"\n', remove('b'), 'a: {{ .a }}\nc: "{{ .c }}"\n'],
  ['in a branch', '{{- if .a }}\nb: 1\n{{- end }}\nc: 1\n', remove('b'), '{{- if .a }}\n{{- end }}\nc: 1\n'],
  [
    'before a branch',
    'a: 1\nb: 1\n{{- if .c }}\nd: 1\n{{- end }}\n',
    remove('b'),
    'a: 1\n{{- if .c }}\nd: 1\n{{- end }}\n',
  ],
  ['beside variables', `a: [\${A}]\nb: 1\n`, remove('b'), `a: [\${A}]\n`],
  ['around everything', '{{- if .a }}\nb: 1\n{{- end }}\n', insert('c'), '{{- if .a }}\nb: 1\nc: 9\n{{- end }}\n'],
])('edits %s', (_, before, change, after) => {
  const plan = editsFor(parse(before), [change]);
  expect(plan).toMatchObject({ ok: true, text: after });
  if (plan.ok) expect(applyEdits(before, plan.edits)).toBe(after);
});

test.each<[string, string, Change]>([
  ['a line with an action', 'a: 1\nb: {{ .b }}\n', remove('b')],
  ['a line with a variable', `a: 1\nb: [\${B}]\n`, remove('b')],
  ['what holds actions', 'a: 1\nb:\n  c: 1\n  {{- if .d }}\n  d: 1\n  {{- end }}\n', remove('b')],
  ['what more is written to', 'a:\n  b: 1\nc:\n  d: 1\n  {{- toYaml .d | nindent 2 }}\n', remove('c')],
  [
    'the only key that is seen',
    'securityContext:\n  b: 1\n  {{- toYaml .d | nindent 2 }}\n',
    remove('securityContext', 'b'),
  ],
  ['into a branch', 'a:\n  b: 1\n  {{- if .c }}\n  c: 1\n  {{- end }}\nd: 1\n', insert('a', 'e')],
  ['between a key and the action that writes its value', 'a: 1\nb:\n  {{- toYaml .b | nindent 2 }}\n', insert('c')],
  ['before the written value', 'a:\n  b: 1\n  {{- toYaml .b | nindent 2 }}\n', insert('a', 'c')],
  [
    'one of two alternatives',
    '{{ if .a }}\nb:\n  c: 1\n  d: 1\n{{ else }}\nb:\n  c: 1\n  d: 1\n{{ end }}\ne: 1\n',
    remove('b', 'c'),
  ],
])('does not edit %s', (_, text, change) => {
  expect(editsFor(parse(text), [change])).toMatchObject({ ok: false });
});

function walk(field: Field): void {
  const children = field.isMapping ? field.entries().map(([, child]) => child) : field.items();
  for (const child of children) walk(child);
}
