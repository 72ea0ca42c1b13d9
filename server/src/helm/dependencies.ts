import { type Chart, type Requirement, textAt } from './chart.ts';
import { coalesceTables, coalesceValues } from './coalesce.ts';
import { copyDict } from './copy.ts';
import { parseVersion, satisfies } from './semver.ts';
import { NOWHERE } from './source.ts';
import { type Dict, dict, type Value } from './value.ts';

/**
 * The chart with the subcharts that are enabled, under their aliases, and with the values that it imports from them, as
 * `ProcessDependenciesWithMerge` of `pkg/chartutil/dependencies.go`.
 */
export function processDependencies(chart: Chart, values: Dict): Chart {
  return withImports(withEnabled(chart, values, ''));
}

/** `path` is that of the values of the chart in the values of the chart that is rendered, and ends with `.`. */
function withEnabled(chart: Chart, values: Dict, path: string): Chart {
  if (chart.requirements.length === 0) {
    return { ...chart, dependencies: chart.dependencies.map((own) => withEnabled(own, values, `${path}${own.name}.`)) };
  }
  const others = chart.dependencies.filter((own) => !chart.requirements.some((required) => isFor(required, own)));
  const found = chart.requirements.map((requirement) => {
    const own = chart.dependencies.find((dependency) => isFor(requirement, dependency));
    return { requirement, name: requirement.alias || requirement.name, own };
  });
  const named = found.flatMap(({ own, name }) => (own === undefined ? [] : { ...own, name }));
  const all = { ...chart, dependencies: [...others, ...named] };
  const coalesced = coalesceValues(all, values, 4);
  const disabled = new Set<string>();
  let { isIncomplete } = chart;
  for (const { requirement, name, own } of found) {
    const isOn = isEnabled(requirement, coalesced, path);
    if (isOn === false) disabled.add(name);
    else if (own === undefined || isOn === undefined) isIncomplete = true;
  }
  const dependencies = all.dependencies.filter(({ name }) => !disabled.has(name));
  return {
    ...chart,
    isIncomplete,
    requirements: chart.requirements
      .filter(({ name, alias }) => !disabled.has(alias || name))
      .map((requirement) => ({ ...requirement, name: requirement.alias || requirement.name })),
    dependencies: dependencies.map((own) => withEnabled(own, coalesced, `${path}${own.name}.`)),
  };
}

function isFor({ name, version }: Requirement, chart: Chart): boolean {
  if (chart.name !== name) return false;
  const parsed = parseVersion(textAt(chart.metadata, 'version'));
  return version === '' || (parsed !== undefined && satisfies(version, parsed) === true);
}

/** Whether conditions and tags enable a subchart; undefined if it depends on an unknown value. */
function isEnabled({ tags, condition }: Requirement, values: Dict, path: string): boolean | undefined {
  const given = valueAt(values, ['tags']);
  const flags = tags.flatMap((tag) => (given?.kind === 'dict' ? (given.entries.get(tag)?.value ?? []) : []));
  const booleans = flags.flatMap((flag) => (flag.kind === 'bool' ? flag.value : []));
  const byTags = booleans.length === 0 || booleans.includes(true);
  for (const part of condition.trim().split(',')) {
    if (part === '') continue;
    const value = valueAt(values, (path + part).split('.'));
    if (value?.kind === 'bool') return value.value;
    if (value?.kind === 'unknown') return undefined;
  }
  return values.isOpen ? undefined : byTags;
}

/** The value at a path of keys. */
function valueAt(values: Dict, path: readonly string[]): Value | undefined {
  let value: Value | undefined = values;
  for (const key of path) value = value?.kind === 'dict' ? value.entries.get(key)?.value : undefined;
  return value;
}

function withImports(chart: Chart): Chart {
  const dependencies = chart.dependencies.map(withImports);
  const whole = { ...chart, dependencies };
  if (chart.requirements.length === 0) return whole;
  const coalesced = coalesceValues(whole, dict([]), 'all');
  // What was imported first has precedence.
  const imported = dict([]);
  for (const { name, imports } of chart.requirements) {
    for (const entry of imports) {
      const [from, to] = importPath(entry) ?? [];
      if (from === undefined || to === undefined) continue;
      const table = valueAt(coalesced, [name, ...from]);
      if (table?.kind === 'dict') coalesceTables(imported, nested(to, copyDict(table)), true);
    }
  }
  coalesceTables(coalesced, imported, true);
  return { ...whole, values: coalesced };
}

/** From which path of a subchart to which path of its parent values are imported. */
function importPath(entry: Value): readonly [readonly string[], readonly string[]] | undefined {
  if (entry.kind === 'text') return [['exports', ...entry.value.text.split('.')], []];
  if (entry.kind !== 'dict') return undefined;
  const [child, parent] = ['child', 'parent'].map((key) => {
    const value = entry.entries.get(key)?.value;
    return value?.kind === 'text' ? value.value.text : undefined;
  });
  if (child === undefined || parent === undefined) return undefined;
  return [child.split('.'), parent === '.' ? [] : parent.split('.')];
}

/** A map at a path in an otherwise empty one. */
function nested(path: readonly string[], map: Dict): Dict {
  return path.reduceRight((inner, key) => dict([[key, { value: inner, keyAt: NOWHERE }]]), map);
}
