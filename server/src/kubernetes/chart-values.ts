import type { Document } from '../yaml/document.ts';
import type { Field } from '../yaml/field.ts';
import type { ChartValuesFact, Place } from './facts.ts';

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
export function chartValuesOf({ root }: Document, place: Place, chart: string): ChartValuesFact | undefined {
  const nodeSelectors = Object.fromEntries(root === undefined ? [] : selectorsIn(root, ''));
  if (Object.keys(nodeSelectors).length === 0) return undefined;
  return { kind: 'ChartValues', name: chart, namespace: null, place, nodeSelectors };
}

type Selector = ChartValuesFact['nodeSelectors'][string];

/** Deeper than anyone writes values. */
const MAX_PATH = 200;

function selectorsIn(values: Field, path: string): [string, Selector][] {
  if (path.length > MAX_PATH) return [];
  const own = selectorOf(values);
  const inner = values
    .entries()
    .flatMap(([key, value]) => (/^\w+$/.test(key) && value.isMapping ? selectorsIn(value, `${path}.${key}`) : []));
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
