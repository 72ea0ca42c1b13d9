import { describe, expect, test } from 'vitest';
import type { Node, Template } from '../../server/src/helm/ast.ts';
import { parseTemplate } from '../../server/src/helm/parse-template.ts';

const parse = (text: string): Template => parseTemplate({ path: 'templates/a.yaml', text });
const faults = (text: string) => parse(text).faults.map(({ message }) => message);

/** The nodes of a template in short: texts in quotes, actions without their braces. */
function outline(text: string): string {
  const template = parse(text);
  const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const inner = (nodes: readonly Node[]): string => nodes.map(one).join(' ');
  const one = (node: Node): string => {
    switch (node.kind) {
      case 'text':
        return JSON.stringify(slice(node));
      case 'branching':
        return `[${node.branches
          .map(({ kind, pipeline, nodes }) => `${kind} ${pipeline ? slice(pipeline) : ''}: ${inner(nodes)}`)
          .join(' | ')}]${node.end === undefined ? '?' : ''}`;
      case 'template':
        return `template ${node.name}`;
      case 'write':
        return slice(node.pipeline);
      default:
        return node.kind;
    }
  };
  return inner(template.nodes);
}

test('reads text and actions', () => {
  expect(outline('a: {{ .Values.a | quote }}\n')).toBe('"a: " .Values.a | quote "\\n"');
  expect(outline('{{/* {{ }} */}}a')).toBe('"a"');
  expect(outline('{{- /* a */ -}}a')).toBe('"a"');
  expect(outline('{{ "}}" }}')).toBe('"}}"');
  expect(outline('{{ `a\n}}` }}b')).toBe('`a\n}}` "b"');
});

test('removes blanks at trim markers', () => {
  expect(outline('a \n {{- .b -}} \n c')).toBe('"a" .b "c"');
  expect(outline('a {{-3}} b')).toBe('"a " -3 " b"');
  expect(outline('a {{- 3 }} {{- 4 -}} b')).toBe('"a" 3 4 "b"');
  const [, action] = parse('a \n {{- .b -}} \n c').nodes;
  expect(action).toMatchObject({ tag: { start: 4, end: 14, trimStart: 1, trimEnd: 17 } });
});

test('reads branches', () => {
  expect(outline('{{ if .a }}1{{ else if .b }}2{{ else }}3{{ end }}')).toBe('[if .a: "1" | if .b: "2" | else : "3"]');
  expect(outline('{{ with .a }}1{{ else with .b }}2{{ end }}')).toBe('[with .a: "1" | with .b: "2"]');
  expect(outline('{{ range $i, $a := .a }}{{ break }}{{ else }}3{{ end }}')).toBe(
    '[range $i, $a := .a: break | else : "3"]',
  );
});

test('reads definitions', () => {
  const { definitions, nodes } = parse('{{ define "a" }}1{{ end }}{{ block "b" . }}2{{ end }}{{ template "a" }}');
  expect([...definitions.keys()]).toEqual(['a', 'b']);
  expect(nodes.map(({ kind }) => kind)).toEqual(['template', 'template']);
});

describe('operands', () => {
  const operands = (text: string) => {
    const [node] = parse(`{{ ${text} }}`).nodes;
    return node?.kind === 'write' ? node.pipeline.commands.map(({ operands }) => operands) : undefined;
  };
  test.each([
    ['.a.b', { kind: 'field', fields: [{ name: 'a' }, { name: 'b' }] }],
    ['$', { kind: 'variable', name: '$', fields: [] }],
    ['$.a', { kind: 'variable', name: '$', fields: [{ name: 'a' }] }],
    ['(f).a', { kind: 'chain', of: { kind: 'pipeline' }, fields: [{ name: 'a' }] }],
    ['f.a', { kind: 'chain', of: { kind: 'function' }, fields: [{ name: 'a' }] }],
    ['true', { kind: 'boolean', value: true }],
    ['"a\\n\\u00e9"', { kind: 'string', text: 'a\né', isExact: false }],
    ['`a\\n`', { kind: 'string', text: 'a\\n', isExact: true }],
    ["'a'", { kind: 'number', value: 97 }],
    ['-0x_1f', { kind: 'number', value: -31, isInteger: true }],
    ['0755', { kind: 'number', value: 493 }],
    ['1.5e3', { kind: 'number', value: 1500, isInteger: false }],
    ['.5', { kind: 'number', value: 0.5 }],
    ['9223372036854775807', { kind: 'number', isSafe: false }],
  ])('%s', (text, operand) => {
    expect(operands(text)?.[0]?.[0]).toMatchObject(operand);
  });
  test('are separated by blanks', () => {
    expect(operands('f (g .a) "b" | h 1')).toHaveLength(2);
    expect(faults('{{ f"a" }}')).not.toEqual([]);
    expect(faults('{{ f(g) }}')).not.toEqual([]);
  });
});

test.each([
  ['{{ }}', 'missing value or empty command'],
  ['{{ .a', 'unclosed action'],
  ['{{ .a | }}', 'missing value or empty command'],
  ['{{ .a | "b" }}', 'non executable command in pipeline'],
  ['{{ (.a }}', 'unclosed left paren'],
  ['{{ .a) }}', 'unexpected right paren'],
  ['{{ "a }}', 'unterminated string'],
  ['{{ $a, $b := .c }}', 'too many declarations'],
  ['{{ if .a }}', 'unexpected EOF: missing end'],
  ['{{ end }}', 'unexpected {{end}}'],
  ['{{ break }}', '{{break}} outside {{range}}'],
  ['{{ define .a }}{{ end }}', 'expected the name of a template'],
  ['{{ .a.1 }}', 'unexpected ".1" in operand'],
  ['{{ 08 }}', 'illegal number syntax'],
  ['{{/* a', 'unclosed comment'],
])('%s is broken: %s', (text, message) => {
  expect(faults(text)).toEqual([message]);
});

test('reads what is around a broken action', () => {
  expect(outline('a: {{ .b. }}\nc: {{ .d }}')).toBe('"a: " broken "\\nc: " .d');
  expect(outline('a: {{ .b\nc: {{ .d }}')).toBe('"a: " broken "\\nc: " .d');
  expect(outline('a: {{ "b\nc: {{ .d }}')).toBe('"a: " broken "\\nc: " .d');
  expect(outline('{{ if (.a }}b{{ end }}c')).toBe('[if : "b"] "c"');
  expect(outline('{{ if .a }}b')).toBe('[if .a: "b"]?');
});
