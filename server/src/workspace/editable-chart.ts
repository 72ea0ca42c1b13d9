import type { Release } from '../helm/objects.ts';
import type { RenderedChart, RenderOptions } from '../helm/render-chart.ts';
import type { SourcedText } from '../helm/sourced-text.ts';
import { chartOf } from '../kubernetes/chart-values.ts';
import type { EditableChart } from '../lint/charts/chart-edits.ts';
import type { ChartTools } from '../lint/charts/chart-tools.ts';
import { RenderedTemplate } from '../lint/charts/rendered-template.ts';
import { renderedUri } from './chart-files.ts';

/** A chart that a file is a part of. */
export interface ChartFiles {
  /** The texts of its files by their paths in the chart, and of those of charts beside it that it uses. */
  readonly files: ReadonlyMap<string, string>;
  /** The path of the file. */
  readonly path: string;
  readonly uriOf: (path: string) => string;
}

/** What differs from a chart as it is. */
export interface ChartChanges {
  /** Other texts of files, by their URIs. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
  readonly release?: Release;
  /** What was rendered before, for what has not changed. */
  readonly previous?: RenderedChart | undefined;
}

export interface RenderedOnce {
  readonly chart: RenderedChart | undefined;
  /** A template by its name and its path in the chart, with its text. */
  templateOf(name: string, path: string, text: SourcedText): RenderedTemplate;
}

/** Renders a chart with one set of values. */
export function renderOnce(
  { files, uriOf }: ChartFiles,
  options: Required<Pick<RenderOptions, 'values' | 'assignments' | 'kubernetesVersion'>>,
  renderChart: ChartTools['renderChart'],
  { texts, release, previous }: ChartChanges = {},
): RenderedOnce {
  const folder = uriOf('.');
  const current = (path: string, text: string) => texts?.get(uriOf(path)) ?? text;
  const values = options.values.map(({ path, text }) => ({ path, text: current(path, text) }));
  const all = new Map([...files].map(([path, text]) => [path, current(path, text)]));
  const chart = renderChart(all, { ...options, values, previous, ...(release && { release }) });
  const valuesPaths = values.map(({ path }) => path);
  return {
    chart,
    templateOf: (name, path, text) => {
      const template = uriOf(path);
      const uri = renderedUri(template, `${folder} ${name}`);
      return new RenderedTemplate({ uri, template, text, uriOf, valuesPaths, set: undefined });
    },
  };
}

/** A chart to edit. With a release, the whole text of its templates is known. */
export function editableChart(
  text: (uri: string) => string | undefined,
  render: (changes: ChartChanges) => RenderedOnce,
): EditableChart {
  let previous: RenderedChart | undefined;
  return {
    valuesOf: (template) => `${chartOf(template)}/values.yaml`,
    text,
    render: (texts) => {
      const { chart, templateOf } = render({ texts, previous, release: SOME_RELEASE });
      previous ??= chart;
      const templates = [...(chart?.templates ?? [])];
      return new Map(
        templates.flatMap(([name, { source, text: rendered }]) =>
          rendered === undefined ? [] : [[name, templateOf(name, source.path, rendered)]],
        ),
      );
    },
  };
}

const SOME_RELEASE: Release = { name: 'release-name', namespace: 'default' };
