import { expect, test } from 'vitest';
import * as BOUNDS from '../../server/src/helm/bounds.ts';
import { parseTemplate } from '../../server/src/helm/parse-template.ts';
import { renderChart } from '../../server/src/helm/render-chart.ts';
import { setValues } from '../../server/src/helm/set-values.ts';
import { dict } from '../../server/src/helm/value.ts';

const CHART = 'apiVersion: v2\nname: a\nversion: 1.0.0\n';

function render(template: string, others: Readonly<Record<string, string>> = {}) {
  const files = new Map(Object.entries({ 'Chart.yaml': CHART, 'templates/a.yaml': template, ...others }));
  return renderChart(files);
}

/** What a template writes; undefined if it fails. */
const output = (template: string) => render(template)?.templates.get('templates/a.yaml')?.text?.text;
const isUnknown = (template: string) =>
  render(template)
    ?.templates.get('templates/a.yaml')
    ?.text?.pieces.some(({ kind }) => kind === 'hole');
const isBroken = (text: string) => parseTemplate({ path: 'templates/a.yaml', text }).faults.length > 0;
const isValid = (assignment: string) => setValues(dict([]), assignment) === undefined;

/** A text within each limit is `accepted`, and one more is not. */
const TRIES: Readonly<Record<keyof typeof BOUNDS, (n: number) => boolean>> = {
  MAX_PARENTHESES: (n) => !isBroken(`{{ ${'('.repeat(n)}1${')'.repeat(n)} }}`),
  MAX_NESTED_BRANCHES: (n) => !isBroken(`${'{{ if 1 }}'.repeat(n)}${'{{ end }}'.repeat(n)}`),
  MAX_INCLUDES: (n) =>
    output(`{{ define "a" }}{{ if . }}{{ include "a" (sub . 1) }}{{ end }}{{ end }}{{ include "a" ${n - 1} }}`) === '',
  MAX_NESTING: (n) => {
    const depth = 50;
    const inner = '(sub . 1)';
    const branches = `${'{{ if . }}'.repeat(depth)}{{ include "a" ${inner} }}${'{{ end }}'.repeat(depth)}`;
    return output(`{{ define "a" }}${branches}{{ end }}{{ include "a" ${Math.ceil(n / (depth + 1)) - 1} }}`) === '';
  },
  MAX_VALUE_DEPTH: (n) => !isUnknown(`{{ $a := 1 }}{{ range until ${n} }}{{ $a = list $a }}{{ end }}{{ toYaml $a }}`),
  MAX_SUBCHARTS: (n) => {
    const folder = 'charts/a/'.repeat(n);
    const folders = Array.from({ length: n }, (_, i) => [`${'charts/a/'.repeat(i + 1)}Chart.yaml`, CHART]);
    const chart = render('', { ...Object.fromEntries(folders), [`${folder}templates/deep.yaml`]: 'a' });
    return chart?.templates.has(`${folder}templates/deep.yaml`) === true;
  },
  MAX_TEMPLATE_OUTPUT: (n) => output(`{{ repeat ${n} "a" }}`) !== undefined,
  MAX_PIECES: (n) => {
    // Each item writes two parts, of which one is made.
    const rounds = Math.floor(n / 2 / 10_000);
    return output(`{{ range until ${rounds} }}{{ range until 10000 }}a{{ 1 | int64 }}{{ end }}{{ end }}`) !== undefined;
  },
  MAX_CHART_OUTPUT: (n) => {
    const count = Math.ceil(n / BOUNDS.MAX_TEMPLATE_OUTPUT);
    const big = `{{ repeat ${BOUNDS.MAX_TEMPLATE_OUTPUT} "a" }}`;
    const others = Array.from({ length: count }, (_, i) => [`templates/b${i}.yaml`, big]);
    return render('a', Object.fromEntries(others))?.templates.get('templates/a.yaml')?.text !== undefined;
  },
  MAX_ITEMS: (n) => output(`{{ range until ${n} }}{{ end }}`) !== undefined,
  MAX_STEPS: (n) => output(`{{ range until 1000 }}{{ range ${Math.floor(n / 1000)} }}{{ end }}{{ end }}`) !== undefined,
  MAX_REGEX: (n) => !isUnknown(`{{ regexMatch "${'a'.repeat(n)}" "a" }}`),
  MAX_REGEX_STEPS: (n) => !isUnknown(`{{ regexMatch "a*b" (repeat ${Math.floor(Math.sqrt(n)) - 1} "a") }}`),
  MAX_NESTED_NAMES: (n) => isValid(`${'a.'.repeat(n)}a=1`),
  MAX_SET_INDEX: (n) => isValid(`a[${n}]=1`),
  MAX_WIDTH: (n) => !isUnknown(`{{ printf "%${n}d" 1 }}`),
};

/** Limits of which other work takes a part. */
const SHARED = ['MAX_STEPS', 'MAX_NESTING', 'MAX_PIECES', 'MAX_REGEX_STEPS'];

test.each(Object.entries(BOUNDS))('within and beyond the limit: %s', (name, limit) => {
  const isAccepted = TRIES[name as keyof typeof BOUNDS];
  const isShared = SHARED.includes(name);
  expect(isAccepted(Math.floor(isShared ? limit * 0.9 : limit))).toBe(true);
  expect(isAccepted(Math.ceil(isShared ? limit * 1.2 : limit + 1))).toBe(false);
});

test('values of which there are too many are unknown', () => {
  const list = `[${'1,'.repeat(1_000)}]`;
  const show = (aliases: number) => {
    const values = `a: 1\nb: &b ${list}\nc: [${'*b,'.repeat(aliases)}]\n`;
    return render('{{ .Values.a }}', { 'values.yaml': values })?.templates.get('templates/a.yaml')?.text?.text;
  };
  expect(show(190)).toBe('1');
  expect(show(210)).toBe('{{ .Values.a }}');
});
