import { describe, expect, test } from 'vitest';
import { type RenderOptions, renderChart } from '../../server/src/helm/render-chart.ts';

const VALUES = 'text: known\nlist: [a, b]\nempty: ""\n';

function rendered(template: string, options: RenderOptions = {}, others: Readonly<Record<string, string>> = {}) {
  const files = new Map(
    Object.entries({
      'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'values.yaml': VALUES,
      'templates/a.yaml': template,
      ...others,
    }),
  );
  const chart = renderChart(files, options);
  const { text, failure } = chart?.templates.get('templates/a.yaml') ?? {};
  return { text: text?.text, failure: failure?.message };
}

/** In tests, `U` is an unknown value, and `L` is the same without parentheses. */
const U = '(lookup "v1" "Secret" "" "a")';
const L = U.slice(1, -1);

describe('the output of unknown actions remains', () => {
  test.each([
    ['a: {{ U }}', 'a: {{ U }}'],
    ['a: {{- U -}} b', 'a: {{- U -}} b'],
    ['a: {{ printf "%s-%s" .Values.text .Release.Name }}', 'a: known-{{ .Release.Name }}'],
    ['a: {{ .Release.Name | quote }}', 'a: "{{ .Release.Name }}"'],
    ['a: {{ print .Release.Name "-b" | quote }}', 'a: "{{ .Release.Name }}-b"'],
    ['a: {{ .Release.Name | trunc 63 }}', 'a: {{ .Release.Name | trunc 63 }}'],
    ['a:\n  {{- toYaml U | nindent 2 }}\n', 'a:\n  {{- toYaml U | nindent 2 }}\n'],
    ['{{ dict "a" U "b" .Values.text | toYaml }}', 'a: {{ L }}\nb: known'],
    ['{{ list U .Values.text | join "," }}', '{{ list U .Values.text | join "," }}'],
    ['{{ undefinedFunction 1 }}', '{{ undefinedFunction 1 }}'],
    ['{{ $x := U }}{{ $x.a }}', '{{ $x.a }}'],
  ])('%s', (template, expected) => {
    const replace = (text: string) => text.replaceAll('U', U).replaceAll('L', L);
    expect(rendered(replace(template)).text).toBe(replace(expected));
  });
});

test('all entries of a map are unknown behind a branch that may have merged unknown ones into it', () => {
  const template = '{{ $d := dict "a" "1" }}{{ if U }}{{ $_ := mergeOverwrite $d U }}{{ end }}{{ $d.a }}';
  expect(rendered(template.replaceAll('U', U)).text).toMatch(/\{\{ \$d\.a \}\}$/);
});

describe('a result that does not depend on the unknown value is known', () => {
  test.each([
    ['{{ if and false U }}a{{ else }}b{{ end }}', 'b'],
    ['{{ if or true U }}a{{ end }}', 'a'],
    ['{{ if and U false }}a{{ else }}b{{ end }}', 'b'],
    ['{{ if default "x" U }}a{{ end }}', 'a'],
    ['{{ default "x" .Values.text }}', 'known'],
    ['{{ ternary "a" "b" true }}', 'a'],
    ['{{ (dict "a" U "b" 1).b }}', '1'],
    ['{{ hasKey (dict "a" U) "a" }}', 'true'],
    ['{{ len (list U U) }}', '2'],
    ['{{ kindIs "string" .Release.Name }}', 'true'],
    ['{{ if .Release.Name }}a{{ end }}', 'a'],
    ['{{ range list 1 U }}a{{ end }}', 'aa'],
    ['{{ required "needed" .Release.Name | kindOf }}', 'string'],
  ])('%s', (template, expected) => {
    expect(rendered(template.replaceAll('U', U)).text).toBe(expected);
  });
});

describe('branches with unknown conditions remain', () => {
  test.each([
    ['{{ if U }}{{ .Values.text }}{{ end }}', '{{ if U }}known{{ end }}'],
    ['{{ if U }}a{{ else }}{{ .Values.text }}{{ end }}', '{{ if U }}a{{ else }}known{{ end }}'],
    ['{{ if .Values.empty }}a{{ else if U }}b{{ end }}', '{{ if U }}b{{ end }}'],
    ['{{ if U }}a{{ else if .Values.empty }}b{{ else }}c{{ end }}', '{{ if U }}a{{ else }}c{{ end }}'],
    ['{{ if U }}a{{ else if .Values.text }}b{{ else }}c{{ end }}', '{{ if U }}a{{ else }}b{{ end }}'],
    ['{{ if U }}{{ $x := 1 }}{{ end }}a', 'a'],
    ['{{ with U }}{{ .a }}{{ $.Values.text }}{{ end }}', '{{ with U }}{{ .a }}known{{ end }}'],
    ['{{ range U }}{{ .a }}-{{ $.Values.text }}{{ end }}', '{{ range U }}{{ .a }}-known{{ end }}'],
    ['{{ range .Values.list }}{{ . }}{{ if U }}!{{ end }}{{ end }}', 'a{{ if U }}!{{ end }}b{{ if U }}!{{ end }}'],
    ['a:\n  {{- if U }}\n  b: 1\n  {{- end }}\n', 'a:\n  {{- if U }}\n  b: 1\n  {{- end }}\n'],
  ])('%s', (template, expected) => {
    expect(rendered(template.replaceAll('U', U)).text).toBe(expected.replaceAll('U', U));
  });
});

describe('what an unknown branch changes is unknown', () => {
  test.each([
    ['{{ $x := 1 }}{{ if U }}{{ $x = 2 }}{{ $x }}{{ end }}{{ $x }}', '{{ if U }}2{{ end }}{{ $x }}'],
    ['{{ $x := 1 }}{{ if U }}{{ $x = 2 }}{{ else }}{{ $x }}{{ end }}', '{{ if U }}{{ else }}1{{ end }}'],
    ['{{ $d := dict "a" 1 "b" 1 }}{{ if U }}{{ $_ := set $d "a" 2 }}{{ end }}{{ $d.a }}{{ $d.b }}', '{{ $d.a }}1'],
    ['{{ $x := 1 }}{{ range U }}{{ $x }}{{ $x = add $x 1 }}{{ end }}', '{{ range U }}{{ $x }}{{ end }}'],
    ['{{ $d := dict }}{{ if U }}{{ $_ := set $d "a" 2 }}{{ end }}{{ if $d }}b{{ end }}', '{{ if $d }}b{{ end }}'],
  ])('%s', (template, expected) => {
    expect(rendered(template.replaceAll('U', U)).text).toBe(expected.replaceAll('U', U));
  });
});

describe('errors', () => {
  test.each([
    ['{{ fail "no" }}', 'error calling fail: no'],
    ['{{ required "needed" .Values.missing }}', 'error calling required: needed'],
    ['{{ .Values.missing.deeper }}', 'nil pointer evaluating interface {}.deeper'],
    ['{{ include "missing" . }}', 'error calling include: template: no template "missing"'],
    ['{{ lower 1 }}', 'wrong type for value; expected text; got int'],
  ])('%s fails', (template, message) => {
    expect(rendered(template)).toEqual({ text: undefined, failure: message });
  });

  test('an error that need not happen leaves its action', () => {
    expect(rendered(`{{ if ${U} }}{{ fail "no" }}a{{ end }}b`).text).toBe(`{{ if ${U} }}{{ fail "no" }}a{{ end }}b`);
  });

  test('have their place', () => {
    const files = new Map([
      ['Chart.yaml', 'apiVersion: v2\nname: web\nversion: 1.0.0\n'],
      ['templates/_a.tpl', '{{ define "x" }}{{ fail "no" }}{{ end }}'],
      ['templates/a.yaml', '{{ include "x" . }}'],
    ]);
    const { place, site } = renderChart(files)?.templates.get('templates/a.yaml')?.failure ?? {};
    expect(place?.source.path).toBe('templates/_a.tpl');
    expect(site?.place.source.path).toBe('templates/a.yaml');
  });
});

describe('helpers', () => {
  const helpers = `{{ define "name" }}{{ if contains .Values.text .Release.Name }}{{ .Release.Name }}{{ else }}a-{{ .Release.Name }}{{ end }}{{ end }}
{{ define "labels" }}a: 1
{{- if .Release.IsInstall }}
b: 2
{{- end }}{{ end }}`;
  const own = (template: string) => rendered(template, {}, { 'templates/_helpers.tpl': helpers }).text;

  test('that write a single line are unknown as a whole', () => {
    expect(own('name: {{ include "name" . }}-x')).toBe('name: {{ include "name" . }}-x');
    expect(own('name: {{ template "name" . }}')).toBe('name: {{ template "name" . }}');
  });

  test('that write several lines have their branches', () => {
    expect(own('x:\n  {{- include "labels" . | nindent 2 }}\n')).toBe(
      'x:\n  a: 1\n  {{- if .Release.IsInstall }}\n  b: 2\n  {{- end }}\n',
    );
  });
});

test('values of files that cannot be read are unknown', () => {
  expect(rendered('{{ .Values.a }}{{ if .Values.b }}c{{ end }}', {}, { 'values.yaml': 'a: [' }).text).toBe(
    '{{ .Values.a }}{{ if .Values.b }}c{{ end }}',
  );
  const values = [{ path: 'other.yaml', text: 'a: [' }];
  expect(rendered('{{ .Values.other }}', { values }).text).toBe('{{ .Values.other }}');
});

test('templates and values of charts that are not there are unknown', () => {
  const others = {
    'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{name: common, version: 1.x}]\n',
  };
  expect(rendered('{{ include "common.a" . }} {{ .Values.common.a }}', {}, others).text).toBe(
    '{{ include "common.a" . }} {{ .Values.common.a }}',
  );
});

test('charts beside a chart are its dependencies', () => {
  const dependency = 'dependencies: [{name: common, version: 1.x, repository: "file://../common"}]\n';
  const others = {
    'Chart.yaml': `apiVersion: v2\nname: web\nversion: 1.0.0\n${dependency}`,
    '../common/Chart.yaml': 'apiVersion: v2\nname: common\nversion: 1.2.0\n',
    '../common/values.yaml': 'a: 1\n',
    '../common/templates/_a.tpl': '{{ define "common.a" }}common{{ end }}',
  };
  expect(rendered('{{ include "common.a" . }} {{ .Values.common.a }}', {}, others).text).toBe('common 1');
});

test('API versions of Kubernetes are known by its release', () => {
  const has = (version: string) => `{{ if .Capabilities.APIVersions.Has "${version}" }}yes{{ else }}no{{ end }}`;
  expect(rendered(has('apps/v1')).text).toBe('yes');
  expect(rendered(has('policy/v1beta1')).text).toBe('no');
  expect(rendered(has('policy/v1beta1'), { kubernetesVersion: '1.24' }).text).toBe('yes');
  expect(rendered(has('policy/v1'), { kubernetesVersion: '1.20' }).text).toBe('no');
  expect(rendered(has('policy/v1'), { kubernetesVersion: '1.21' }).text).toBe('yes');
  expect(rendered(has('monitoring.coreos.com/v1')).text).toBe(has('monitoring.coreos.com/v1'));
});

// As `yaml_emitter_write_plain_scalar` of the YAML library of Helm: at the first space behind column 80.
test.each([
  ['k', 16],
  ['a-longer-key', 14],
])('toYaml breaks a long line by its column, with the key %s', (key, count) => {
  const words = Array.from({ length: 20 }, () => 'word');
  const { text } = rendered(`{{ toYaml (dict "${key}" "${words.join(' ')}") }}`);
  expect(text).toBe(`${key}: ${words.slice(0, count).join(' ')}\n  ${words.slice(count).join(' ')}`);
});
