import { touches } from '../text/span.ts';
import { type Chart, readChart, textAt } from './chart.ts';
import { processDependencies } from './dependencies.ts';
import { valuesOf } from './from-yaml.ts';
import { parseTemplate } from './parse-template.ts';
import { NOWHERE, type Place, type Source } from './source.ts';
import { type Use, usesIn, type ValueUse } from './uses.ts';
import { type Dict, dict, type Entry, type Value } from './value.ts';

/** The definitions and uses of the values and the named templates of a chart and its subcharts. */
export class ChartUses {
  readonly #files: ReadonlyMap<string, string>;
  #chains: readonly Chain[] | undefined;
  readonly #uses = new Map<string, readonly Use[]>();

  /** `files` are those of the chart, as for `renderChart`. */
  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  /**
   * Where the value or template is defined that is named at an offset of a file. Values are defined by the keys of values files.
   * The first key decides, unless a template changes values.
   */
  definitionsAt(path: string, offset: number): readonly Place[] {
    const target = this.#targetAt(path, offset);
    if (target === undefined) return [];
    return target.kind === 'template' ? this.#templates(target.name, true) : target.keys;
  }

  /** Where the value or template is used that is named at an offset of a template or values file. */
  referencesAt(path: string, offset: number, withDefinitions: boolean): readonly Place[] {
    const target = this.#targetAt(path, offset);
    if (target === undefined) return [];
    const { kind } = target;
    const definitions = kind === 'template' ? this.#templates(target.name, true) : target.keys;
    const uses = kind === 'template' ? this.#templates(target.name, false) : this.#usesOf(target.keys);
    return unique(withDefinitions ? [...definitions, ...uses] : uses);
  }

  /** The value that is used at an offset of a template; undefined if no values file has it. */
  valueAt(path: string, offset: number): UsedValue | undefined {
    const use = this.#useAt(path, offset);
    const [entry] = use?.kind === 'value' ? this.#entriesOf(path, use) : [];
    if (use?.kind !== 'value' || entry === undefined) return undefined;
    const { source, start, end } = entry.value.at ?? NOWHERE;
    return { use, keyAt: entry.keyAt, written: source.text.slice(start, end) };
  }

  #targetAt(path: string, offset: number): Target | undefined {
    if (/(?:^|\/)templates\//.test(path)) {
      const use = this.#useAt(path, offset);
      if (use?.kind !== 'value') return use;
      return { kind: 'keys', keys: unique(this.#entriesOf(path, use).map(({ keyAt }) => keyAt)) };
    }
    const source = { path, text: this.#files.get(path) ?? '' };
    const key = this.#isValues(path) ? keysAround(source, offset).at(-1) : undefined;
    return key !== undefined && touches(key, offset) ? { kind: 'keys', keys: [key] } : undefined;
  }

  #useAt(path: string, offset: number): Use | undefined {
    const text = this.#files.get(path) ?? '';
    return this.#usesIn({ path, text }).find((use) => touches(use, offset));
  }

  #isValues(path: string): boolean {
    return this.#allChains().some(({ chart }) => path === `${chart.folder}values.yaml`);
  }

  #entriesOf(path: string, use: ValueUse): readonly Entry[] {
    const own = this.#allChains().filter((chain) =>
      [...chain.chart.templates.values()].some((own) => own.path === path),
    );
    return own.flatMap((chain) => entriesIn(chain, use.path));
  }

  #templates(name: string, isDefinition: boolean): readonly Place[] {
    return this.#sources().flatMap((source) =>
      this.#usesIn(source).flatMap((use): Place[] => {
        if (use.kind !== 'template' || use.name !== name || use.isDefinition !== isDefinition) return [];
        return [{ source, start: use.start, end: use.end }];
      }),
    );
  }

  #sources(): readonly Source[] {
    const sources = this.#allChains().flatMap((chain) => [...chain.chart.templates.values()]);
    return [...new Map(sources.map((source) => [source.path, source])).values()];
  }

  /** The uses of the values at keys, and of maps that contain them. */
  #usesOf(keys: readonly Place[]): readonly Place[] {
    const own = new Set(keys.map(idOf));
    const around = new Set(keys.flatMap((key) => keysAround(key.source, key.start)).map(idOf));
    return this.#allChains().flatMap((chain) => {
      const found = new Map<string, readonly string[]>();
      return [...chain.chart.templates.values()].flatMap((source) =>
        this.#usesIn(source).flatMap((use): Place[] => {
          if (use.kind !== 'value') return [];
          const path = use.path.join('\0');
          const ids = found.get(path) ?? entriesIn(chain, use.path).map(({ keyAt }) => idOf(keyAt));
          found.set(path, ids);
          const isUse = ids.some((id) => own.has(id) || (use.isWhole && around.has(id)));
          return isUse ? [{ source, start: use.start, end: use.end }] : [];
        }),
      );
    });
  }

  #usesIn(source: Source): readonly Use[] {
    const known = this.#uses.get(source.path);
    if (known !== undefined) return known;
    const uses = usesIn(parseTemplate(source));
    this.#uses.set(source.path, uses);
    return uses;
  }

  /** Those of enabled subcharts under their aliases, and of the others as they are. */
  #allChains(): readonly Chain[] {
    if (this.#chains !== undefined) return this.#chains;
    const read = readChart(this.#files, []);
    const enabled = read === undefined ? [] : [...chainsOf(processDependencies(read, dict([])))];
    const folders = new Set(enabled.map((chain) => chain.chart.folder));
    const others = read === undefined ? [] : [...chainsOf(read)].filter((chain) => !folders.has(chain.chart.folder));
    this.#chains = [...enabled, ...others];
    return this.#chains;
  }
}

export interface UsedValue {
  readonly use: ValueUse;
  readonly keyAt: Place;
  /** The value as it is written; empty if it is not. */
  readonly written: string;
}

type Target =
  | { readonly kind: 'template'; readonly name: string }
  | { readonly kind: 'keys'; readonly keys: readonly Place[] };

/** A chart with the charts that contain it, the outermost first. */
interface Chain {
  readonly chart: Chart;
  readonly outer: readonly Chart[];
}

function* chainsOf(chart: Chart, outer: readonly Chart[] = []): Iterable<Chain> {
  yield { chart, outer };
  for (const subchart of chart.dependencies) yield* chainsOf(subchart, [...outer, chart]);
}

/** What each values file has at a path of `.Values` of a chart. Values of outer charts have precedence. */
function entriesIn({ chart, outer }: Chain, path: readonly string[]): readonly Entry[] {
  const own = [...outer, chart].flatMap(({ values }, i, charts) => {
    const below = [...charts.slice(i + 1).map(({ name }) => name), ...path];
    return [below, ...(path[0] === 'global' ? [path] : [])].flatMap((keys) => entryAt(values, keys) ?? []);
  });
  // The templates of a library get the values of the chart that includes them.
  const includer = textAt(chart.metadata, 'type').toLowerCase() === 'library' ? outer.at(-1) : undefined;
  const included = includer === undefined ? [] : entriesIn({ chart: includer, outer: outer.slice(0, -1) }, path);
  return [...own, ...included].filter(({ keyAt }) => keyAt.source.path !== '');
}

function entryAt(values: Dict, keys: readonly string[]): Entry | undefined {
  let value: Value | undefined = values;
  let entry: Entry | undefined;
  for (const key of keys) {
    entry = value?.kind === 'dict' ? value.entries.get(key) : undefined;
    value = entry?.value;
  }
  return entry;
}

/** The keys of a values file that lead to an offset, from the outermost to the innermost. */
function keysAround(source: Source, offset: number): readonly Place[] {
  const keys: Place[] = [];
  for (let value = valuesOf(source); value?.kind === 'dict'; ) {
    const around = [...value.entries.values()].findLast(({ keyAt, value: { at } }) => {
      return touches({ start: keyAt.start, end: Math.max(keyAt.end, at?.end ?? 0) }, offset);
    });
    if (around !== undefined) keys.push(around.keyAt);
    value = around?.value;
  }
  return keys;
}

function unique(places: readonly Place[]): readonly Place[] {
  return [...new Map(places.map((place) => [idOf(place), place])).values()];
}

function idOf({ source, start }: Place): string {
  return `${source.path}:${start}`;
}
