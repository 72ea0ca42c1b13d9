import type { Document } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import type { ChartValuesFact, Facts, Location } from './facts.ts';

/** Whether Helm reads the values of a chart from a file of this name. */
export function isChartValuesName(name: string): boolean {
  return name === 'values.yaml';
}

/** The URI of the folder of the chart that a file is a template of; undefined for a file that is none. */
export function chartOf(uri: string): string | undefined {
  const end = uri.lastIndexOf('/templates/');
  return end === -1 ? undefined : uri.slice(0, end);
}

/** What the values of a chart say of operating systems; undefined where they do not. `chart` is the URI of its folder. */
export function chartValuesOf({ root }: Document, location: Location, chart: string): ChartValuesFact | undefined {
  const nodeSelectors = Object.fromEntries(root === undefined ? [] : selectorsIn(root, ''));
  if (Object.keys(nodeSelectors).length === 0) return undefined;
  return { kind: 'ChartValues', name: chart, namespace: null, location, nodeSelectors };
}

type Selector = ChartValuesFact['nodeSelectors'][string];

/** A node selector in the values of a chart, or in those of a chart that it is a part of. */
export interface GivenSelector {
  readonly values: ChartValuesFact;
  /** Below `.Values` of the chart that gives it. */
  readonly path: string;
  readonly selector: Selector;
}

/** What values say of operating systems that a chart gets, its own and those that the charts around it give. */
export function valuesFor(chart: string, facts: Facts): readonly ChartValuesFact[] {
  return [chart, ...chartsAround(chart).map(({ uri }) => uri)].flatMap((uri) => facts.named('ChartValues', uri) ?? []);
}

/**
 * The node selector at a path below the `.Values` of a chart, as Helm merges values: what the charts around it write
 * under its name takes the place of its own, and their global values are those of all charts in them.
 */
export function selectorFor(chart: string, path: string, facts: Facts): GivenSelector | undefined {
  const isGlobal = path.startsWith('.global.');
  const given = new Map<string, GivenSelector>();
  for (const { uri, prefix } of [{ uri: chart, prefix: '' }, ...chartsAround(chart)]) {
    const values = facts.named('ChartValues', uri);
    for (const key of new Set([prefix + path, ...(isGlobal ? [path] : [])])) {
      const selector = values && Object.hasOwn(values.nodeSelectors, key) ? values.nodeSelectors[key] : undefined;
      if (values && selector) given.set(selector.label, { values, path: key, selector });
    }
  }
  // Two labels may come from different charts, and contradict each other.
  const [first, ...others] = given.values();
  return others.some(({ selector }) => selector.os !== first?.selector.os) ? undefined : first;
}

/** The charts that a chart is a part of, from the inside, and under which path their values hold its own. */
function chartsAround(chart: string): { readonly uri: string; readonly prefix: string }[] {
  const [, uri, name] = /^(.*)\/charts\/([^/]+)$/.exec(chart) ?? [];
  if (uri === undefined) return [];
  const prefix = `.${name}`;
  return [{ uri, prefix }, ...chartsAround(uri).map((one) => ({ ...one, prefix: one.prefix + prefix }))];
}

/** Deeper than anyone writes values. */
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
  if (label === undefined || (os !== 'windows' && os !== 'linux') || labels.some((one) => one.string !== os)) {
    return undefined;
  }
  return { os, label: String(label.key), at: label.wholeSpan };
}
