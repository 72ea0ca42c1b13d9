import type { Span } from '../../text/span.ts';

/** The values files of a chart: one set of them, or several sets by their names. Later files override earlier ones. */
export type NamedValues = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** Values with which a chart is rendered, in addition to its own. */
export interface ValueSet {
  /** Empty for the only set of a chart. */
  readonly name: string;
  /** Paths relative to the folder of the chart, or URIs. */
  readonly files: readonly string[];
  /** The part of a file with values that override those of the files. */
  readonly inline?: { readonly uri: string; readonly span: Span } | undefined;
  /** Assignments of `--set`. */
  readonly assignments: readonly string[];
}

/** The values that the user names for a chart. */
export interface ChartValues {
  /** Each of them is checked; there is at least one. */
  readonly sets: readonly ValueSet[];
  /** The folder in which the files must be; undefined for files that options name. */
  readonly within: string | undefined;
}

/** No values in addition to those of the chart itself. */
export const OWN_SET: ValueSet = { name: '', files: [], assignments: [] };

/** The sets that an entry of the setting names. */
export function valueSets(named: NamedValues): ChartValues['sets'] {
  if (isList(named)) return [{ name: '', files: named, assignments: [] }];
  const sets = Object.entries(named).map(([name, files]) => ({ name, files, assignments: [] }));
  return sets.length === 0 ? [OWN_SET] : sets;
}

function isList(named: NamedValues): named is readonly string[] {
  return Array.isArray(named);
}
