import { type RenderedChart, renderChart } from '../../server/src/helm/render-chart.ts';
import { type KubernetesVersion, parseVersion } from '../../server/src/kubernetes/version.ts';
import { compareTexts } from './compared.ts';
import type { Answer, HelmRelease, Question } from './helm-program.ts';

/** A chart as we render it, with the settings of a question. */
export function renderQuestion(question: Question, helmRelease: HelmRelease = 3): RenderedChart {
  const { files, values, assignments = [], kubernetesVersion, apiVersions, release } = question;
  const version: KubernetesVersion | undefined = parseVersion(kubernetesVersion ?? '');
  const rendered = renderChart(new Map(Object.entries(files)), {
    ...(version === undefined ? {} : { kubernetesVersion: version }),
    ...(apiVersions === undefined ? {} : { apiVersions }),
    ...(release === undefined ? {} : { release }),
    values: (values ?? []).map((text, i) => ({ path: `values-${i}.yaml`, text })),
    assignments,
    helmRelease,
  });
  if (rendered === undefined) throw new Error('The files are not a chart.');
  return rendered;
}

export interface ChartComparison {
  /** What is claimed and is not what Helm makes of the chart. */
  readonly differences: readonly string[];
  /** The templates of which something is unknown. */
  readonly unknown: readonly string[];
  readonly templates: number;
  /** Templates that are known but for unknown scalars. */
  readonly withoutBranches: number;
  readonly characters: number;
  readonly known: number;
}

/** Compares a rendered chart with what Helm makes of it. */
export function compareChart(rendered: RenderedChart, { templates = {}, errors = {} }: Answer): ChartComparison {
  const differences: string[] = [];
  const unknown: string[] = [];
  let [count, withoutBranches, characters, known] = [0, 0, 0, 0];
  for (const [path, truth] of Object.entries(templates)) {
    const { text, failure } = rendered.templates.get(path) ?? {};
    if (text === undefined) {
      differences.push(`${path} fails: ${failure?.message}`);
      continue;
    }
    const comparison = compareTexts(text, truth);
    if (comparison.difference !== undefined) differences.push(`${path}: ${comparison.difference}`);
    if (text.hasHoles) unknown.push(path);
    if (truth.trim() === '') continue;
    count++;
    if (!comparison.hasBranches) withoutBranches++;
    characters += truth.length;
    known += Math.min(comparison.known, truth.length);
  }
  for (const [path, error] of Object.entries(errors)) {
    const { text, source } = rendered.templates.get(path) ?? {};
    const isBroken = source === undefined || (rendered.syntaxFaults.get(source.path)?.length ?? 0) > 0;
    if (isBroken || text === undefined) continue;
    if (text.hasHoles) unknown.push(path);
    else differences.push(`${path} does not fail: ${error}`);
  }
  return { differences, unknown, templates: count, withoutBranches, characters, known };
}
