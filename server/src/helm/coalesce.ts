import type { Chart } from './chart.ts';
import { copyDict } from './copy.ts';
import type { HelmRelease } from './helm-release.ts';
import { NOWHERE } from './source.ts';
import { type Dict, dict, type Value } from './value.ts';

/** The key of values that apply to all subcharts. */
const GLOBAL = 'global';

/**
 * Which null values are removed. `all` keeps every one: so Helm merges before it processes `import-values`. Helm 3 lets a null
 * that is set by a values file delete the value of a chart, and Helm 4 also removes the null values of the charts themselves.
 */
type Nulls = 'all' | HelmRelease;

/**
 * The values of a chart and its subcharts, as `coalesce.go` of Helm merges them: those of a parent chart override those of
 * its subcharts.
 */
export function coalesceValues(chart: Chart, values: Dict, nulls: Nulls): Dict {
  const result = copyDict(values);
  coalesce(chart, result, nulls);
  return result;
}

function coalesce(chart: Chart, target: Dict, nulls: Nulls): void {
  addChartValues(chart, target, nulls);
  for (const subchart of chart.dependencies) {
    const own = target.entries.get(subchart.name)?.value ?? setEmpty(target, subchart.name);
    // A value that is not a map is an error of Helm.
    if (own.kind !== 'dict') continue;
    addGlobals(own, target);
    coalesce(subchart, own, nulls);
  }
}

function setEmpty(target: Dict, name: string): Dict {
  const empty = dict([]);
  target.entries.set(name, { value: empty, keyAt: NOWHERE });
  return empty;
}

/** Adds the values of the chart itself to those that it is given. */
function addChartValues({ values, dependencies }: Chart, target: Dict, nulls: Nulls): void {
  const source = copyDict(values);
  if (source.isOpen) target.isOpen = true;
  for (const [key, entry] of source.entries) {
    const own = target.entries.get(key);
    if (own === undefined) {
      if (nulls === 4) removeNulls(entry.value);
      if (nulls !== 4 || entry.value.kind !== 'nil') target.entries.set(key, entry);
    } else if (own.value.kind === 'nil' && nulls !== 'all') target.entries.delete(key);
    else if (own.value.kind === 'dict' && entry.value.kind === 'dict') {
      const keepsNil = nulls === 'all' || dependencies.some(({ name }) => name === key);
      if (nulls === 4 && !keepsNil) removeNulls(entry.value);
      coalesceTables(own.value, entry.value, keepsNil);
    }
  }
}

/** Removes the null entries of a map, and of maps in it. */
function removeNulls(value: Value): void {
  if (value.kind !== 'dict') return;
  for (const [key, entry] of value.entries) {
    if (entry.value.kind === 'nil') value.entries.delete(key);
    else removeNulls(entry.value);
  }
}

/** Adds the entries of a map to another, which has precedence. */
export function coalesceTables(target: Dict, source: Dict, keepsNil: boolean): void {
  if (source.isOpen) target.isOpen = true;
  for (const [key, entry] of source.entries) {
    const own = target.entries.get(key);
    if (own === undefined) target.entries.set(key, entry);
    else if (own.value.kind === 'nil' && !keepsNil && entry.value.kind !== 'nil') target.entries.delete(key);
    else if (own.value.kind === 'dict' && entry.value.kind === 'dict') coalesceTables(own.value, entry.value, keepsNil);
  }
}

/** Copies the global values of a parent chart into those of a subchart. */
function addGlobals(target: Dict, source: Dict): void {
  const [own, parents] = [target, source].map(({ entries }) => entries.get(GLOBAL)?.value);
  if ((own !== undefined && own.kind !== 'dict') || (parents !== undefined && parents.kind !== 'dict')) return;
  const globals = own ?? setEmpty(target, GLOBAL);
  for (const [key, entry] of parents?.entries ?? []) {
    const before = globals.entries.get(key)?.value;
    if (entry.value.kind !== 'dict') {
      if (before?.kind !== 'dict') globals.entries.set(key, entry);
      continue;
    }
    // The values of the parent have precedence, but only in this copy.
    const copied: Dict = { ...entry.value, entries: new Map(entry.value.entries) };
    if (before?.kind === 'dict') coalesceTables(copied, before, true);
    else if (before !== undefined) continue;
    globals.entries.set(key, { ...entry, value: copied });
  }
  if (parents?.isOpen) globals.isOpen = true;
}
