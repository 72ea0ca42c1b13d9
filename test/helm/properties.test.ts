import { expect, test } from 'vitest';
import { parseTemplate } from '../../server/src/helm/parse-template.ts';
import { renderChart } from '../../server/src/helm/render-chart.ts';
import type { Site } from '../../server/src/helm/source.ts';
import type { SourcedText } from '../../server/src/helm/sourced-text.ts';
import { randomFrom } from '../policy/random.ts';
import { compared } from '../shared.ts';
import { CHARTS } from './charts.ts';
import { corpusCharts } from './corpus-charts.ts';
import { generatedCharts } from './generated-charts.ts';

const CHARTS_OF_ALL_KINDS = [
  ...Object.values(CHARTS).map(({ files }) => files),
  ...generatedCharts(7, 50),
  ...corpusCharts().values(),
].map((files) => new Map(Object.entries(files)));

const chartWith = (template: string) =>
  new Map([
    ['Chart.yaml', 'apiVersion: v2\nname: a\nversion: 1.0.0\n'],
    ['templates/a.yaml', template],
  ]);
const rendered = (template: string) => renderChart(chartWith(template))?.templates.get('templates/a.yaml')?.text;

test('text without actions renders to itself', () => {
  const random = randomFrom(1);
  for (let i = 0; i < 300; i++) {
    const text = random
      .some(['a: b', '\n', '  ', '{', '}}', '- ', '"', '`', '/*', 'é', '😀', '\t', '\r\n'], 0, 30)
      .join('');
    if (text.includes('{{')) continue;
    const output = rendered(text);
    expect(output?.text).toBe(text);
    expect(output?.pieces.every(({ kind, start, end }) => kind === 'exact' && start === 0 && end === text.length)).toBe(
      true,
    );
  }
});

test('each character leads back to where it is from', () => {
  let pieces = 0;
  for (const files of CHARTS_OF_ALL_KINDS) {
    for (const { text } of renderChart(files)?.templates.values() ?? []) {
      if (text !== undefined) pieces += checkPieces(text, files);
    }
  }
  compared('pieces of rendered charts with their sources', pieces);
});

/** Checks that exact pieces are copies, that offsets lead to their pieces, and that each piece is in a file. */
function checkPieces(text: SourcedText, files: ReadonlyMap<string, string>): number {
  let at = 0;
  for (const { kind, length, source, start, end } of text.pieces) {
    expect(length).toBeGreaterThan(0);
    if (kind === 'exact') {
      expect(source.text.slice(start, end)).toBe(text.text.slice(at, at + length));
      // Files by their paths: no exact text is from a template that `tpl` made.
      expect(files.get(source.path)).toBe(source.text);
      expect(text.originAt(at + length - 1)).toMatchObject({ source, start: end - 1, end });
    }
    expect(text.originAt(at)).toMatchObject({ kind, source, start });
    at += length;
  }
  expect(at).toBe(text.text.length);
  expect(text.originAt(at)).toBeUndefined();
  return text.pieces.length;
}

test('what is rendered once is rendered again', () => {
  for (const files of CHARTS_OF_ALL_KINDS.slice(0, 30)) {
    const [first, second] = [renderChart(files), renderChart(files)].map((chart) =>
      [...(chart?.templates ?? [])].map(([path, { text }]) => [path, text?.text]),
    );
    expect(first).toEqual(second);
  }
});

test('slices have the pieces of their characters', () => {
  const random = randomFrom(2);
  const template = 'a{{ "b" }}c{{ .Release.Name }}d{{ printf "%d" 5 }}e';
  const text = rendered(template);
  expect(text?.text).toBe('abc{{ .Release.Name }}d5e');
  const places = [0, 1, 2, 3, 22, 23, 24, 25];
  for (let i = 0; i < 100; i++) {
    const [start = 0, end = 0] = random.some(places, 2, 2).sort((a, b) => a - b);
    const slice = text?.slice(start, end);
    expect(slice?.text).toBe(text?.text.slice(start, end));
    for (let at = start; at < end; at++) expect(slice?.originAt(at - start)).toEqual(text?.originAt(at));
  }
});

test('an action and the actions that include it are known of what they write', () => {
  const files = chartWith('{{ define "x" }}in {{ . }}{{ end }}a: {{ include "x" .Values.v }}');
  files.set('values.yaml', 'v: value\n');
  const text = renderChart(files)?.templates.get('templates/a.yaml')?.text;
  expect(text?.text).toBe('a: in value');
  const [literal, included, value] = text?.pieces ?? [];
  const actionsOf = (site: Site | undefined): string[] =>
    site === undefined
      ? []
      : [site.place.source.text.slice(site.place.start, site.place.end), ...actionsOf(site.includedBy)];
  expect(literal?.site).toBeUndefined();
  expect(actionsOf(included?.site)).toEqual(['include "x" .Values.v']);
  expect(value?.source.path).toBe('values.yaml');
  expect(actionsOf(value?.site)).toEqual(['{{ . }}', 'include "x" .Values.v']);
});

test('all of a template is parsed once', () => {
  for (const files of CHARTS_OF_ALL_KINDS) {
    for (const [path, text] of files) {
      if (!path.includes('templates/')) continue;
      const { faults } = parseTemplate({ path, text });
      expect(faults).toEqual([]);
    }
  }
});
