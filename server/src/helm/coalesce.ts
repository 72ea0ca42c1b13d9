import type { Chart } from './chart.ts';
import { copyDict } from './copy.ts';
import { NOWHERE } from './source.ts';
import { type Dict, dict } from './value.ts';

/** The key of values that apply to all subcharts. */
const GLOBAL = 'global';

/**
 * The values of a chart and its subcharts, as `coalesce.go` of Helm merges them: those of a parent chart override those of
 * its subcharts. `keepsNil` is true before import values are processed, where a null does not yet delete a value.
 */
export function coalesceValues(chart: Chart, values: Dict, keepsNil = false): Dict {
  const result = copyDict(values);
  coalesce(chart, result, keepsNil);
  return result;
}

function coalesce(chart: Chart, target: Dict, keepsNil: boolean): void {
  addChartValues(chart, target, keepsNil);
  for (const subchart of chart.dependencies) {
    const own = target.entries.get(subchart.name)?.value ?? setEmpty(target, subchart.name);
    // A value that is not a map is an error of Helm.
    if (own.kind !== 'dict') continue;
    addGlobals(own, target);
    coalesce(subchart, own, keepsNil);
  }
}

function setEmpty(target: Dict, name: string): Dict {
  const empty = dict([]);
  target.entries.set(name, { value: empty, keyAt: NOWHERE });
  return empty;
}

/** Adds the values of the chart itself to those that it is given. */
function addChartValues({ values, dependencies }: Chart, target: Dict, keepsNil: boolean): void {
  const source = copyDict(values);
  if (source.isOpen) target.isOpen = true;
  for (const [key, entry] of source.entries) {
    const own = target.entries.get(key);
    if (own === undefined) target.entries.set(key, entry);
    else if (own.value.kind === 'nil' && !keepsNil) target.entries.delete(key);
    else if (own.value.kind === 'dict' && entry.value.kind === 'dict') {
      const isSubchart = dependencies.some(({ name }) => name === key);
      coalesceTables(own.value, entry.value, isSubchart || keepsNil);
    }
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
