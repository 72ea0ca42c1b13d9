import { expect, test } from 'vitest';
import type { Node } from '../../server/src/helm/ast.ts';
import { parseTemplate } from '../../server/src/helm/parse-template.ts';
import { renderChart } from '../../server/src/helm/render-chart.ts';
import { randomFrom } from '../policy/random.ts';
import { CHARTS } from './charts.ts';
import { corpusCharts } from './corpus-charts.ts';
import { generatedCharts } from './generated-charts.ts';

const charts = [
  ...Object.values(CHARTS).map(({ files }) => files),
  ...generatedCharts(3, 30),
  ...[...corpusCharts().values()].filter((files) => JSON.stringify(files).length < 60_000),
];

/** A chart, and one of its templates. */
function picked(random: ReturnType<typeof randomFrom>) {
  const files = new Map(Object.entries(random.pick(charts)));
  const path = random.pick([...files.keys()].filter((name) => name.includes('templates/')));
  return { files, path, text: files.get(path) ?? '' };
}

test('templates that are cut anywhere are rendered', () => {
  const random = randomFrom(11);
  for (let i = 0; i < 300; i++) {
    const { files, path, text } = picked(random);
    const offset = Math.floor(random.pick([0.2, 0.5, 0.8, 1]) * text.length * (i / 300));
    files.set(path, text.slice(0, offset));
    expect(() => renderChart(files)).not.toThrow();
  }
});

test('templates with random changes are rendered', () => {
  const random = randomFrom(12);
  const parts = [
    '{{',
    '}}',
    '{{-',
    '-}}',
    '(',
    ')',
    '|',
    '"',
    '`',
    '.',
    '$',
    ' ',
    '\n',
    '{{ end }}',
    '{{ else }}',
    '/*',
    ':=',
    ',',
  ];
  for (let i = 0; i < 600; i++) {
    const { files, path, text } = picked(random);
    const start = Math.floor((i / 600) * text.length);
    const removed = random.pick([0, 1, 2, 10]);
    files.set(path, text.slice(0, start) + random.pick(parts) + text.slice(start + removed));
    expect(() => renderChart(files)).not.toThrow();
  }
});

test('values with random changes are read', () => {
  const random = randomFrom(13);
  for (let i = 0; i < 200; i++) {
    const { files } = picked(random);
    const text = files.get('values.yaml') ?? '';
    const start = Math.floor((i / 200) * text.length);
    files.set(
      'values.yaml',
      text.slice(0, start) + random.pick(['[', '}', ': ', '\n', '"', '&a ', '*a', '- ', '|']) + text.slice(start),
    );
    expect(() => renderChart(files)).not.toThrow();
  }
});

test('text around a broken action is read', () => {
  const random = randomFrom(14);
  for (let i = 0; i < 300; i++) {
    const { text } = picked(random);
    const starts = [...text.matchAll(/\{\{/g)].map(({ index }) => index);
    if (starts.length === 0) continue;
    const start = random.pick(starts);
    // Someone types an action: all of it behind the offset is missing.
    const end = text.indexOf('}}', start);
    const lineEnd = `${text}\n`.indexOf('\n', start);
    if (end === -1 || lineEnd < end || text.startsWith('{{/*', start) || text.startsWith('{{- /*', start)) continue;
    const cut = text.slice(0, start + 3) + text.slice(lineEnd);
    const whole = textsOf(text);
    const found = textsOf(cut);
    const removed = lineEnd - start - 3;
    for (const [from, to] of whole) {
      if (to < start) expect(found).toContainEqual([from, to]);
      else if (from > lineEnd) expect(found).toContainEqual([from - removed, to - removed]);
    }
  }
});

/** The spans of literal text in a template, without the blanks around it. */
function textsOf(text: string): [number, number][] {
  const spans: [number, number][] = [];
  const add = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (node.kind === 'branching') for (const branch of node.branches) add(branch.nodes);
      if (node.kind !== 'text') continue;
      const inner = text.slice(node.start, node.end);
      const start = node.start + inner.length - inner.trimStart().length;
      if (inner.trim() !== '') spans.push([start, start + inner.trim().length]);
    }
  };
  const { nodes, definitions } = parseTemplate({ path: 'templates/a.yaml', text });
  add(nodes);
  for (const definition of definitions.values()) add(definition.nodes);
  return spans;
}

test.each([
  ['parentheses', `{{ ${'('.repeat(5_000)}1${')'.repeat(5_000)} }}`],
  ['branches', `${'{{ if true }}'.repeat(5_000)}a${'{{ end }}'.repeat(5_000)}`],
  ['includes', '{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}'],
  ['templates', '{{ define "a" }}{{ template "a" . }}{{ end }}{{ template "a" . }}'],
  ['tpl', '{{ define "a" }}{{ tpl "{{ include \\"a\\" . }}" . }}{{ end }}{{ include "a" . }}'],
  ['pipes', `{{ 1${' | toString'.repeat(5_000)} }}`],
  ['long lists', '{{ range until 100001 }}a{{ end }}'],
  ['much output', '{{ range until 1000 }}{{ repeat 100000 "a" }}{{ end }}'],
  ['many steps', '{{ range until 10000 }}{{ range until 10000 }}{{ end }}{{ end }}'],
  ['doubling', `{{ $a := "a" }}{{ range until 60 }}{{ $a = print $a $a }}{{ end }}`],
  [
    'nested maps',
    `{{ $a := dict }}{{ range until 5000 }}{{ $a = dict "a" $a }}{{ end }}{{ toYaml $a }}{{ toJson $a }}{{ $a }}`,
  ],
  ['cycles', '{{ $a := dict }}{{ $_ := set $a "a" $a }}{{ toYaml $a }}{{ toJson $a }}{{ $a }}{{ deepCopy $a }}'],
  [
    'nested branches of recursive templates',
    `{{ define "a" }}${'{{ if lookup "a" }}'.repeat(45)}{{ include "a" ${'('.repeat(45)}add . 1${')'.repeat(45)} }}${'{{ end }}'.repeat(45)}{{ end }}{{ include "a" 1 }}`,
  ],
  ['unknown loops', `${'{{ range lookup "a" }}'.repeat(60)}a${'{{ end }}'.repeat(60)}`],
  ['unknown branches', `${'{{ if lookup "a" }}'.repeat(60)}a${'{{ end }}'.repeat(60)}`],
])('limits %s', (_, template) => {
  const files = new Map([
    ['Chart.yaml', 'apiVersion: v2\nname: a\nversion: 1.0.0\n'],
    ['templates/a.yaml', template],
  ]);
  const start = performance.now();
  expect(() => renderChart(files)).not.toThrow();
  expect(performance.now() - start).toBeLessThan(20_000);
});

test('after a change of templates, what does not depend on them is taken over, and the result is the same', () => {
  const random = randomFrom(13);
  let taken = 0;
  for (let i = 0; i < 300; i++) {
    const { files, path, text } = picked(random);
    const previous = renderChart(files);
    const at = Math.floor((text.length * ((i * 7) % 100)) / 100);
    const inserted = random.pick([
      'x',
      '\n',
      '{{',
      '{{ .Values.a }}',
      '{{ $_ := set .Values "a" "b" }}',
      '{{ define "who" }}x{{ end }}',
      '{{ end }}',
    ]);
    const changed = new Map([...files, [path, text.slice(0, at) + inserted + text.slice(at)]]);
    const [own, whole] = [renderChart(changed, { previous }), renderChart(changed)];
    for (const [name, { text: written, failure }] of whole?.templates ?? []) {
      const other = own?.templates.get(name);
      expect(other?.failure?.message).toBe(failure?.message);
      expect(other?.text?.text).toBe(written?.text);
      const placed = (pieces = other?.text?.pieces) =>
        pieces?.map(({ kind, source, start, end }) => [kind, source.path, start, end]);
      expect(placed()).toEqual(placed(written?.pieces));
      if (other !== undefined && other === previous?.templates.get(name)) taken++;
    }
  }
  expect(taken).toBeGreaterThan(300);
});
