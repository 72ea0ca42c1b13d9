import type { Document } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import type { ChartValuesFact, Location } from './facts.ts';
import { type Facts, named } from './questions.ts';

/** Whether Helm reads the default values of a chart from a file with this name. */
export function isChartValuesName(name: string): boolean {
  return name === 'values.yaml';
}

/** The URI of the folder of the chart to which a template belongs; undefined for files that are not templates. */
export function chartOf(uri: string): string | undefined {
  const end = uri.lastIndexOf('/templates/');
  return end === -1 ? undefined : uri.slice(0, end);
}

/** The node selectors for operating systems in the values of a chart; undefined if none. `chart` is its folder's URI. */
export function chartValuesOf({ root }: Document, location: Location, chart: string): ChartValuesFact | undefined {
  const nodeSelectors = Object.fromEntries(root === undefined ? [] : selectorsIn(root, ''));
  if (Object.keys(nodeSelectors).length === 0) return undefined;
  return { kind: 'ChartValues', name: chart, namespace: null, location, nodeSelectors };
}

type Selector = ChartValuesFact['nodeSelectors'][string];

/** A node selector that a chart gets from its own values or from those of a parent chart. */
export interface ChartSelector {
  readonly values: ChartValuesFact;
  /** Below `.Values` of the chart whose values contain it. */
  readonly path: string;
  readonly selector: Selector;
}

/** The values that a chart gets: its own and those of its parent charts. */
export function valuesFor(chart: string, facts: Facts): readonly ChartValuesFact[] {
  return [chart, ...parentCharts(chart).map(({ uri }) => uri)].flatMap(
    (uri) => facts.ask(named('ChartValues', uri)) ?? [],
  );
}

/**
 * The node selector at a path below the `.Values` of a chart, as Helm merges values: parent charts override the values of
 * a subchart under its name, and their global values apply to all subcharts.
 */
export function selectorFor(chart: string, path: string, facts: Facts): ChartSelector | undefined {
  const isGlobal = path.startsWith('.global.');
  const byLabel = new Map<string, ChartSelector>();
  for (const { uri, prefix } of [{ uri: chart, prefix: '' }, ...parentCharts(chart)]) {
    const values = facts.ask(named('ChartValues', uri));
    for (const key of new Set([prefix + path, ...(isGlobal ? [path] : [])])) {
      const selector = values && Object.hasOwn(values.nodeSelectors, key) ? values.nodeSelectors[key] : undefined;
      if (values && selector) byLabel.set(selector.label, { values, path: key, selector });
    }
  }
  // Two labels may come from different charts, and contradict each other.
  const [first, ...others] = byLabel.values();
  return others.some(({ selector }) => selector.os !== first?.selector.os) ? undefined : first;
}

/** The parent charts of a subchart, the nearest first, with the path under which their values contain its own. */
function parentCharts(chart: string): { readonly uri: string; readonly prefix: string }[] {
  const [, uri, name] = /^(.*)\/charts\/([^/]+)$/.exec(chart) ?? [];
  if (uri === undefined) return [];
  const prefix = `.${name}`;
  return [{ uri, prefix }, ...parentCharts(uri).map((chart) => ({ ...chart, prefix: chart.prefix + prefix }))];
}

/** Values are not read below longer paths. */
const MAX_PATH = 200;

function selectorsIn(values: Field, path: string): [string, Selector][] {
  if (path.length > MAX_PATH) return [];
  const own = selectorOf(values);
  const inner = values
    .entries()
    .flatMap(([key, value]) => (/^[-\w]+$/.test(key) && value.isMapping ? selectorsIn(value, `${path}.${key}`) : []));
  return own === undefined ? inner : [[path, own], ...inner];
}

function selectorOf(values: Field): Selector | undefined {
  const labels = ['kubernetes.io/os', 'beta.kubernetes.io/os'].flatMap((key) => values.get(key) ?? []);
  const [label] = labels;
  const os = label?.string;
  if (label === undefined || (os !== 'windows' && os !== 'linux') || labels.some(({ string }) => string !== os)) {
    return undefined;
  }
  return { os, label: String(label.key), at: label.wholeSpan };
}
