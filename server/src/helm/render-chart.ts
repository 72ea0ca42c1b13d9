import { type KubernetesVersion, NEWEST_VERSION } from '../kubernetes/version.ts';
import type { SyntaxFault, Template } from './ast.ts';
import { MAX_CHART_OUTPUT, MAX_STEPS } from './bounds.ts';
import { capabilitiesObject } from './capabilities.ts';
import { type Chart, type ChartFault, readChart } from './chart.ts';
import { coalesceTables, coalesceValues } from './coalesce.ts';
import { processDependencies } from './dependencies.ts';
import { Engine, type Usage } from './engine.ts';
import { Failure } from './failure.ts';
import { valuesOf } from './from-yaml.ts';
import type { HelmRelease } from './helm-release.ts';
import { chartObject, filesObject, type Release, releaseObject } from './objects.ts';
import { parseTemplate } from './parse-template.ts';
import { setValues } from './set-values.ts';
import { NOWHERE, type Place, type Site, type Source } from './source.ts';
import { SourcedText } from './sourced-text.ts';
import { asChartValues, type Dict, dict, entries, text, type Value, valuesType } from './value.ts';

export interface RenderOptions {
  /** Files with values that override those of the chart, the last with the highest precedence. */
  readonly values?: readonly Source[];
  /** Assignments of `--set`, which override all files. */
  readonly assignments?: readonly string[];
  readonly kubernetesVersion?: KubernetesVersion;
  /** All API versions of the cluster; by default, those of Kubernetes itself are known. */
  readonly apiVersions?: readonly string[];
  /** By default, name and namespace remain as they are in the templates. */
  readonly release?: Release;
  /** Helm 4 by default. */
  readonly helmRelease?: HelmRelease;
  /** The same chart with the same options, before some of its templates changed: what does not depend on them is taken over. */
  readonly previous?: RenderedChart | undefined;
}

/** What Helm makes of a template. */
export interface Rendered {
  readonly source: Source;
  /** What it writes, with what is unknown as it is in the template; undefined if it fails. */
  readonly text: SourcedText | undefined;
  readonly failure: RenderFailure | undefined;
}

export interface RenderFailure {
  readonly message: string;
  readonly place: Place | undefined;
  readonly site: Site | undefined;
}

export interface RenderedChart {
  /** By their paths as Helm names them, without the name of the chart: `charts/sub/templates/a.yaml`. */
  readonly templates: ReadonlyMap<string, Rendered>;
  readonly faults: readonly ChartFault[];
  /** What the parser of Go rejects, by the paths of the files. */
  readonly syntaxFaults: ReadonlyMap<string, readonly SyntaxFault[]>;
  /** What is needed to render it again after a change of templates. */
  readonly memory: RenderMemory;
}

interface RenderMemory {
  readonly files: ReadonlyMap<string, string>;
  readonly parsed: ReadonlyMap<string, Template>;
  /** What each template executes, by its path; undefined if templates change what others read. */
  readonly used: ReadonlyMap<string, Usage> | undefined;
}

/** Renders the templates of a chart; undefined if the files are not a chart. `files` are texts by their paths in the chart; those of
 * charts beside it, to which `file://` leads, begin with `../`. */
export function renderChart(
  files: ReadonlyMap<string, string>,
  options: RenderOptions = {},
): RenderedChart | undefined {
  const faults: ChartFault[] = [];
  const read = readChart(files, faults);
  if (read === undefined) return undefined;
  const given = givenValues(options, faults);
  const chart = processDependencies(read, given);
  const scopes = new ChartScopes(options, files);
  scopes.add(chart, coalesceValues(chart, given, options.helmRelease ?? 4), '', true);
  const rendered = scopes.render();
  // A template changes what others read that were taken over.
  if (rendered === undefined) return renderChart(files, { ...options, previous: undefined });
  return { ...rendered, faults };
}

/** The values of files and assignments, merged as `MergeValues` of `pkg/cli/values/options.go`. */
export function givenValues(
  { values: sources = [], assignments = [] }: Pick<RenderOptions, 'values' | 'assignments'>,
  faults: ChartFault[],
): Dict {
  let merged = dict([]);
  for (const source of sources) {
    const values = valuesOf(source);
    if (values?.kind === 'dict') {
      const before = merged;
      merged = values;
      coalesceTables(merged, before, true);
    } else if (values?.kind !== 'nil') {
      faults.push({ path: source.path, message: 'The file is not valid YAML, or not a mapping.' });
      merged.isOpen = true;
    }
  }
  for (const assignment of assignments) {
    const fault = setValues(merged, assignment);
    if (fault === undefined) continue;
    faults.push({ path: '', message: `Invalid value for \`--set\`: \`${assignment}\`: ${fault}.` });
    merged.isOpen = true;
  }
  return merged;
}

/** A template with what it can read. */
interface Scoped {
  readonly template: Template;
  /** `.` of the template, which all templates of its chart share. */
  readonly dot: Dict;
  readonly path: string;
  readonly basePath: string;
}

/** The templates of a chart and its subcharts, each with the objects that it can read. */
class ChartScopes {
  readonly #release: Value;
  readonly #helmRelease: HelmRelease;
  readonly #capabilities: Value;
  readonly #files: ReadonlyMap<string, string>;
  readonly #previous: RenderedChart | undefined;
  readonly #parsed = new Map<string, Template>();
  readonly #templates = new Map<string, Scoped>();
  #rootName = '';
  #isIncomplete = false;

  constructor(options: RenderOptions, files: ReadonlyMap<string, string>) {
    this.#files = files;
    this.#previous = options.previous;
    this.#release = releaseObject(options.release);
    this.#helmRelease = options.helmRelease ?? 4;
    this.#capabilities = capabilitiesObject(options.kubernetesVersion ?? NEWEST_VERSION, options.apiVersions);
  }

  /** Adds a chart, as `recAllTpls` of `pkg/engine/engine.go`. `path` is that of the chart, and ends with `/`. */
  add(chart: Chart, values: Dict, path: string, isRoot: boolean): Dict {
    if (isRoot) this.#rootName = chart.name;
    if (chart.isIncomplete) {
      this.#isIncomplete = true;
      values.isOpen = true;
    }
    const subcharts = dict([]);
    const dot = dict(
      entries({
        Chart: chartObject(chart, isRoot, this.#helmRelease),
        Files: filesObject(chart.files),
        Release: this.#release,
        Capabilities: this.#capabilities,
        Values: asChartValues(values, this.#helmRelease),
        Subcharts: subcharts,
      }),
    );
    for (const subchart of chart.dependencies) {
      const own = values.entries.get(subchart.name)?.value;
      const scope = this.add(subchart, own?.kind === 'dict' ? own : dict([]), `${path}charts/${subchart.name}/`, false);
      subcharts.entries.set(subchart.name, { value: scope, keyAt: NOWHERE });
    }
    const isLibrary = chart.metadata.entries.get('type')?.value;
    for (const [name, source] of chart.templates) {
      const isPartial = /^_[^/]*$/.test(name.slice(name.lastIndexOf('/') + 1));
      if (isLibrary?.kind === 'text' && isLibrary.value.text.toLowerCase() === 'library' && !isPartial) continue;
      const template = this.#parsed.get(source.path) ?? this.#parsedBefore(source) ?? parseTemplate(source);
      this.#parsed.set(source.path, template);
      this.#templates.set(path + name, { template, dot, path: path + name, basePath: `${path}templates` });
    }
    return dot;
  }

  /** The template of a file that has not changed. */
  #parsedBefore({ path, text }: Source): Template | undefined {
    const before = this.#previous?.memory.parsed.get(path);
    return before?.source.text === text ? before : undefined;
  }

  /** Undefined if templates that were taken over would have to be rendered. */
  render(): Omit<RenderedChart, 'faults'> | undefined {
    const shared = new Set<Dict['entries']>();
    for (const { dot } of this.#templates.values()) addMaps(dot, shared);
    const engine = new Engine(this.#isIncomplete, shared);
    const taken = this.#unchanged();
    const ordered = [...this.#templates.values()].sort((a, b) => compareDepth(b.path, a.path));
    for (const { template, path } of ordered) {
      for (const own of template.definitions.values()) engine.define(own);
      // Each file is a template of its own.
      engine.define({ name: `${this.#rootName}/${path}`, source: template.source, nodes: template.nodes });
    }
    const templates = new Map<string, Rendered>();
    const used = new Map<string, Usage>();
    let length = 0;
    for (const scoped of ordered) {
      const { path } = scoped;
      if (/(?:^|\/)_[^/]*$/.test(path)) continue;
      const before = taken.get(path);
      const rendered =
        length > MAX_CHART_OUTPUT
          ? tooLong(scoped.template.source)
          : (before?.rendered ?? this.#renderOne(engine, scoped));
      used.set(path, before?.usage ?? engine.usage());
      length += rendered.text?.length ?? 0;
      templates.set(path, rendered);
    }
    const steps = [...used.values()].reduce((sum, usage) => sum + usage.steps, 0);
    /** Whether each result depends only on the files that its template executes. */
    const isIndependent = !engine.changes.changesShared && length <= MAX_CHART_OUTPUT && steps < MAX_STEPS;
    if (!isIndependent && taken.size > 0) return undefined;
    const syntaxFaults = new Map([...this.#parsed].map(([path, { faults }]) => [path, faults]));
    const memory = { files: this.#files, parsed: this.#parsed, used: isIndependent ? used : undefined };
    return { templates, syntaxFaults, memory };
  }

  /** What was rendered before and does not depend on a change, by the paths of the templates. */
  #unchanged(): ReadonlyMap<string, { readonly rendered: Rendered; readonly usage: Usage }> {
    const { templates, memory } = this.#previous ?? {};
    const changed = memory && this.#changedFiles(memory);
    if (templates === undefined || memory?.used === undefined || changed === undefined) return new Map();
    return new Map(
      [...memory.used].flatMap(([path, usage]) => {
        const rendered = templates.get(path);
        const isSame = rendered !== undefined && [...usage.files].every((file) => !changed.has(file));
        return isSame ? [[path, { rendered, usage }]] : [];
      }),
    );
  }

  /** The templates that have changed; undefined if more has, such as the names that templates define. */
  #changedFiles({ files, parsed }: RenderMemory): ReadonlySet<string> | undefined {
    const changed = [...this.#files].filter(([path, text]) => files.get(path) !== text).map(([path]) => path);
    const isSame =
      files.size === this.#files.size &&
      changed.every((path) => {
        const [before, now] = [parsed.get(path), this.#parsed.get(path)].map((template) => template?.definitions);
        if (before === undefined || now === undefined) return false;
        const names = [...now.keys()];
        return before.size === now.size && names.every((name) => before.has(name) && !this.#isDefinedTwice(name));
      });
    return isSame ? new Set(changed) : undefined;
  }

  /** Whether several files define a template: which one counts also depends on what is in them. */
  #isDefinedTwice(name: string): boolean {
    return [...this.#parsed.values()].filter(({ definitions }) => definitions.has(name)).length > 1;
  }

  #renderOne(engine: Engine, { template, dot, path, basePath }: Scoped): Rendered {
    const { source } = template;
    const made = (name: string) => text(SourcedText.made(`${this.#rootName}/${name}`, NOWHERE));
    const value = dict(entries({ Name: made(path), BasePath: made(basePath) }), valuesType(this.#helmRelease));
    dot.entries.set('Template', { value, keyAt: NOWHERE });
    try {
      return { source, text: engine.render(source, template.nodes, dot), failure: undefined };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { message, place, site } = error;
      return { source, text: undefined, failure: { message, place, site } };
    }
  }
}

/** Adds the maps in a value. */
function addMaps(value: Value, found: Set<Dict['entries']>): void {
  if (value.kind === 'list') for (const item of value.items) addMaps(item, found);
  if (value.kind !== 'dict' || found.has(value.entries)) return;
  found.add(value.entries);
  for (const entry of value.entries.values()) addMaps(entry.value, found);
}

function tooLong(source: Source): Rendered {
  const failure = { message: 'the output of the chart is too long', place: undefined, site: undefined };
  return { source, text: undefined, failure };
}

/** Compares paths as Helm orders templates: by their depth, then by their names. */
function compareDepth(a: string, b: string): number {
  const [first, second] = [a, b].map((path) => path.split('/').length);
  return (first ?? 0) - (second ?? 0) || (a < b ? -1 : 1);
}
