import { describe, expect, test } from 'vitest';
import { ChartUses } from '../../server/src/helm/chart-uses.ts';
import { parseTemplate } from '../../server/src/helm/parse-template.ts';
import type { Place } from '../../server/src/helm/source.ts';
import { usesIn } from '../../server/src/helm/uses.ts';

/** The uses in a template in short: the path or name, and the text in the template. */
function uses(text: string): string[] {
  return usesIn(parseTemplate({ path: 'templates/a.yaml', text })).map((use) => {
    const written = text.slice(use.start, use.end);
    if (use.kind === 'template') return `${use.isDefinition ? 'define' : 'include'} ${use.name} ${written}`;
    return `${use.path.join('.')}${use.isWhole ? '' : '…'} ${written}`;
  });
}

describe('the uses in a template', () => {
  test.each([
    ['a field path', '{{ .Values.a.b }}', ['a… a', 'a.b b']],
    ['from the root', '{{ range .Values.a }}{{ $.Values.b }}{{ end }}', ['a a', 'b b']],
    ['in a pipeline and its arguments', '{{ .Values.a | default .Values.b }}', ['a a', 'b b']],
    ['in parentheses', '{{ (.Values.a).b }}', ['a a', 'a.b b']],
    ['with index', '{{ index .Values "a-b" "c" }}', ['a-b… "a-b"', 'a-b.c "c"'].map((use) => use.replaceAll('"', ''))],
    ['the dot of with', '{{ with .Values.a }}{{ .b }}{{ . }}{{ end }}', ['a a', 'a.b b', 'a .']],
    ['the dot of else', '{{ with .Values.a }}{{ else }}{{ .Values.b }}{{ end }}', ['a a', 'b b']],
    ['a variable', '{{ $x := .Values.a }}{{ $x.b }}{{ $x }}', ['a a', 'a.b b', 'a $x']],
    ['a variable for the root', '{{ $root := . }}{{ range .Values.a }}{{ $root.Values.b }}{{ end }}', ['a a', 'b b']],
    [
      'a variable of the same name',
      '{{ $x := 1 }}{{ with $x := .Values.a }}{{ $x }}{{ end }}{{ $x.b }}',
      ['a a', 'a $x'],
    ],
    ['not a variable that changes', '{{ $x := .Values.a }}{{ $x = .Values.b }}{{ $x.c }}', ['a a', 'b b']],
    ['not the items of range', '{{ range $i, $x := .Values.a }}{{ .b }}{{ $x.b }}{{ end }}', ['a a']],
    ['not where the dot is computed', '{{ with dict "Values" 1 }}{{ .Values.a }}{{ end }}', []],
    ['not what index gets by a variable', '{{ $k := "a" }}{{ with index .Values $k }}{{ .b }}{{ end }}', []],
    ['not other objects', '{{ .Release.Name }}{{ .Chart.Values.a }}{{ .Values }}', []],
    ['templates', '{{ include "a" . }}{{ template `b` . }}', ['include a a', 'include b b']],
    ['definitions', '{{ define "a" }}{{ .Values.b }}{{ end }}', ['define a a', 'b b']],
    ['blocks', '{{- block "a" .Values.x }}{{ end }}', ['include a a', 'x x', 'define a a']],
    ['around a broken action', '{{ .Values.a }}{{ .Values.. }}{{ .Values.b }}', ['a a', 'b b']],
  ])('%s', (_, text, expected) => {
    expect(uses(text)).toEqual(expected);
  });
});

test('paths that are deeper than values are not followed', () => {
  const count = 1000;
  const found = uses(
    `{{ $x := .Values.a }}${'{{ $x := $x.a }}'.repeat(count)}{{ .Values${'.a'.repeat(count)} }}{{ .Values.b }}`,
  );
  expect(found.at(-1)).toBe('b b');
  expect(found.length).toBeLessThan(600);
});

const chart = (name: string, more = '') => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;
const CHART = {
  'Chart.yaml': chart('web', 'dependencies:\n  - { name: sub, version: 1.0.0, alias: other }\n'),
  'values.yaml': 'os: linux\nother:\n  os: windows\n  sub: 1\nglobal:\n  tag: "1"\nmap: { key: 1 }\nlist:\n  - os: 1\n',
  'templates/a.yaml':
    'os: {{ .Values.os }}\nmap: {{ toYaml .Values.map }}\ntag: {{ .Values.global.tag }}\nname: {{ include "name" . }}\n',
  'templates/_names.tpl': '{{ define "name" }}{{ .Values.map.key }}{{ end }}',
  'charts/sub/Chart.yaml': chart('sub'),
  'charts/sub/values.yaml': 'os: linux\nglobal: { tag: "2" }\n',
  'charts/sub/templates/b.yaml': '{{ .Values.os }}{{ .Values.global.tag }}{{ template "name" . }}',
};

function usesOf(files: Readonly<Record<string, string>>) {
  const found = new ChartUses(new Map(Object.entries(files)));
  const shown = (places: readonly Place[]) =>
    places.map(({ source, start, end }) => {
      const line = source.text.slice(0, start).split('\n').length;
      return `${source.path}:${line} ${source.text.slice(start, end)}`;
    });
  const offset = (path: string, text: string) => (files[path] ?? '').indexOf(text) + text.length;
  return {
    definitions: (path: string, text: string) => shown(found.definitionsAt(path, offset(path, text))),
    references: (path: string, text: string, own = false) => shown(found.referencesAt(path, offset(path, text), own)),
    value: (path: string, text: string) => {
      const value = found.valueAt(path, offset(path, text));
      return value && [...shown([value.keyAt]), value.written];
    },
  };
}

describe('the definitions of what a template uses', () => {
  const { definitions } = usesOf(CHART);

  test.each([
    ['a value', 'templates/a.yaml', '.Values.os', ['values.yaml:1 os']],
    ['a part of a path', 'templates/_names.tpl', '.Values.map', ['values.yaml:7 map']],
    ['a whole path', 'templates/_names.tpl', '.Values.map.key', ['values.yaml:7 key']],
    ['the parent first', 'charts/sub/templates/b.yaml', '.os', ['values.yaml:3 os', 'charts/sub/values.yaml:1 os']],
    ['global values', 'charts/sub/templates/b.yaml', '.tag', ['values.yaml:6 tag', 'charts/sub/values.yaml:2 tag']],
    ['a template', 'templates/a.yaml', '"na', ['templates/_names.tpl:1 name']],
    ['a template of the parent', 'charts/sub/templates/b.yaml', '"name', ['templates/_names.tpl:1 name']],
    ['a key itself', 'values.yaml', 'other:\n  o', ['values.yaml:3 os']],
    ['not .Values', 'templates/a.yaml', '.Val', []],
    ['not literal text', 'templates/a.yaml', 'na', []],
    ['not a value', 'values.yaml', 'windo', []],
    ['not a key in a list', 'values.yaml', '- os', []],
    ['not in other files', 'Chart.yaml', 'nam', []],
  ])('%s', (_, path, text, expected) => {
    expect(definitions(path, text)).toEqual(expected);
  });

  test('of a subchart that is disabled', () => {
    const more = 'dependencies: [{ name: sub, version: 1.0.0, condition: on }]\n';
    const files = { ...CHART, 'Chart.yaml': chart('web', more), 'values.yaml': 'on: false\nsub: { os: windows }\n' };
    expect(usesOf(files).definitions('charts/sub/templates/b.yaml', '.os')).toEqual([
      'values.yaml:2 os',
      'charts/sub/values.yaml:1 os',
    ]);
  });

  test('of a library, which gets the values of the chart that includes it', () => {
    const files = { ...CHART, 'Chart.yaml': chart('web'), 'charts/sub/Chart.yaml': chart('sub', 'type: library\n') };
    expect(usesOf(files).definitions('charts/sub/templates/b.yaml', '.os')).toEqual([
      'charts/sub/values.yaml:1 os',
      'values.yaml:1 os',
    ]);
  });

  test('of imported values', () => {
    const more = 'dependencies: [{ name: sub, version: 1.0.0, import-values: [{ child: data, parent: map }] }]\n';
    const files = {
      ...CHART,
      'Chart.yaml': chart('web', more),
      'values.yaml': 'os: linux\n',
      'charts/sub/values.yaml': 'data: { key: 1 }\n',
    };
    expect(usesOf(files).definitions('templates/_names.tpl', '.key')).toEqual(['charts/sub/values.yaml:1 key']);
  });

  test('none in files without a chart', () => {
    expect(
      usesOf({ 'templates/a.yaml': '{{ .Values.a }}', 'values.yaml': 'a: 1' }).definitions('templates/a.yaml', '.a'),
    ).toEqual([]);
  });
});

describe('the references', () => {
  const { references } = usesOf(CHART);

  test.each([
    ['to a key', 'values.yaml', 'os', ['templates/a.yaml:1 os']],
    ['to a value of a subchart', 'values.yaml', 'other:\n  os', ['charts/sub/templates/b.yaml:1 os']],
    ['to a key that a parent chart overrides', 'charts/sub/values.yaml', 'os', ['charts/sub/templates/b.yaml:1 os']],
    ['to a key in a map that is used', 'values.yaml', 'key', ['templates/a.yaml:2 map', 'templates/_names.tpl:1 key']],
    ['to a map', 'values.yaml', 'map', ['templates/a.yaml:2 map', 'templates/_names.tpl:1 map']],
    ['to a global value', 'values.yaml', 'tag', ['templates/a.yaml:3 tag', 'charts/sub/templates/b.yaml:1 tag']],
    ['to the same value', 'templates/a.yaml', '.Values.o', ['templates/a.yaml:1 os']],
    ['to a template', 'templates/_names.tpl', '"n', ['templates/a.yaml:4 name', 'charts/sub/templates/b.yaml:1 name']],
    ['not to a key that is not used', 'values.yaml', 'sub', []],
  ])('%s', (_, path, text, expected) => {
    expect(references(path, text)).toEqual(expected);
  });

  test('with their definitions', () => {
    expect(references('templates/a.yaml', '.Values.os', true)).toEqual(['values.yaml:1 os', 'templates/a.yaml:1 os']);
    expect(references('templates/a.yaml', '"name', true)[0]).toBe('templates/_names.tpl:1 name');
  });
});

test('the value is that of the first definition', () => {
  const { value } = usesOf(CHART);
  expect(value('charts/sub/templates/b.yaml', '.Values.os')).toEqual(['values.yaml:3 os', 'windows']);
  expect(value('templates/a.yaml', '.Values.map')).toEqual(['values.yaml:7 map', '{ key: 1 }']);
  expect(value('templates/a.yaml', '"name')).toBeUndefined();
  expect(value('charts/sub/templates/b.yaml', '.Val')).toBeUndefined();
});
