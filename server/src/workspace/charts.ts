import type { Template } from '../helm/ast.ts';
import { folderBeside } from '../helm/folder-beside.ts';
import type { Location } from '../kubernetes/facts.ts';
import type { EditableChart } from '../lint/charts/chart-edits.ts';
import type { ChartTools } from '../lint/charts/chart-tools.ts';
import { type FileSpan, type RenderedSet, RenderedTemplate } from '../lint/charts/rendered-template.ts';
import { type Relevance, relevance } from '../lint/rule-set/relevance.ts';
import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import { OWN_SET, type ValueSet } from '../lint/settings/chart-values.ts';
import type { CheckSettings } from '../lint/settings/settings.ts';
import type { Span } from '../text/span.ts';
import { mayHaveWindowsEvidence } from '../windows/evidence-words.ts';
import { firstAfter } from '../yaml/read/first-after.ts';
import type { CachedDocument } from './cached-document.ts';
import { renderedUri, uriIn } from './chart-files.ts';
import { ChartReleases } from './chart-releases.ts';
import { type ChartChanges, type ChartFiles, editableChart, type RenderedOnce, renderOnce } from './editable-chart.ts';
import type { Files } from './files.ts';
import { type ChangedFile, NamedValues, type ValuesFault } from './named-values.ts';
import { coveredSpans, grouped } from './rendered-spans.ts';
import { decodePath, resolveUri } from './uri.ts';

/** The rules, and the settings of a file. */
interface ChartsOptions {
  readonly words: RuleSet['words'];
  settingsOf(uri: string): CheckSettings;
}

/** The texts that take the place of a template, by their URIs, which no front end sees; undefined for those that are gone. */
export type RenderedTexts = readonly (readonly [uri: string, text: string | undefined])[];

/** A template with which Helm fails. */
export interface FailedTemplate {
  readonly message: string;
  /** Where it fails, if this is known. */
  readonly at: FileSpan | undefined;
}

/** A chart that is not a subchart. */
interface Root {
  readonly files: Set<string>;
  isChanged: boolean;
  /** The charts beside it that it uses, by their URIs. */
  beside: readonly string[];
  templates: readonly RenderedTemplate[];
  /** What was rendered last, by everything that the output depends on beside the files of the chart. */
  readonly last: Map<string, ReturnType<ChartTools['renderChart']>>;
}

/** The charts of the workspace. What Helm makes of their templates are files of their own, which take the place of the templates. */
export class Charts {
  readonly #files: Files;
  readonly #options: ChartsOptions;
  readonly #releases: ChartReleases;
  /** The values that the user names for charts, and those of releases. */
  readonly values: NamedValues;
  /** The folders that have a `Chart.yaml`. */
  readonly #folders = new Set<string>();
  /** By their folders; undefined once there may be others. */
  #roots: Map<string, Root> | undefined;
  #removed: RenderedTemplate[] = [];
  readonly #byUri = new Map<string, RenderedTemplate>();
  /** What is rendered of each file, in order; undefined once a chart has changed. */
  #covered: ReadonlyMap<string, readonly Span[]> | undefined;
  /** The last template that `closedBy` parsed. */
  #parsed: Template | undefined;
  #contributors: ReadonlyMap<string, readonly RenderedTemplate[]> | undefined;

  #renderCount = 0;
  #tools: ChartTools | undefined;
  #rendersAll = false;

  constructor(files: Files, options: ChartsOptions) {
    this.#files = files;
    this.#options = options;
    this.#releases = new ChartReleases(files);
    this.values = new NamedValues({
      files,
      releases: this.#releases,
      settingsOf: (folder) => options.settingsOf(folder + METADATA),
      charts: () => this.#rootFolders(),
      tools: () => this.#tools,
    });
  }

  /** Without it, charts are read as they are written. */
  get tools(): ChartTools | undefined {
    return this.#tools;
  }

  set tools(tools: ChartTools | undefined) {
    this.#tools = tools;
    this.values.invalidate();
  }

  /** Whether charts are rendered in which nothing can be for Windows. */
  set rendersAll(rendersAll: boolean) {
    if (rendersAll === this.#rendersAll) return;
    this.#rendersAll = rendersAll;
    this.settingsChanged();
  }

  /** Whether there are charts that cannot be rendered before the tools are loaded. */
  get needsTools(): boolean {
    return this.#tools === undefined && this.#folders.size > 0;
  }

  /** How often charts were rendered because they have changed. */
  get renderCount(): number {
    return this.#renderCount;
  }

  /** Takes up that a file has another text, is new, or is gone. */
  changed(uri: string): void {
    const isRelease = this.#releases.changed(uri);
    if (uri.endsWith(METADATA)) {
      const folder = uri.slice(0, -METADATA.length);
      const exists = this.#files.get(uri) !== undefined;
      if (exists !== this.#folders.has(folder)) {
        if (exists) this.#folders.add(folder);
        else this.#folders.delete(folder);
        this.#reset();
        return;
      }
    }
    if (this.#folders.size === 0 || this.#roots === undefined) return;
    for (const user of this.values.chartsWith(uri)) this.#setChanged(user);
    if (isRelease) {
      this.values.invalidate();
      for (const user of this.values.chartsWith(uri)) this.#setChanged(user);
    }
    const folder = this.#rootOf(uri);
    const root = folder === undefined ? undefined : this.#roots.get(folder);
    if (root === undefined || folder === undefined) return;
    if (this.#files.get(uri) === undefined) root.files.delete(uri);
    else root.files.add(uri);
    for (const [other, { beside }] of this.#roots) if (beside.includes(folder)) this.#setChanged(other);
    this.#setChanged(folder);
  }

  /** To be called when settings have changed. */
  settingsChanged(): void {
    this.values.invalidate();
    for (const folder of this.#roots?.keys() ?? []) this.#setChanged(folder);
  }

  #setChanged(folder: string): void {
    const root = this.#roots?.get(folder);
    if (root !== undefined) root.isChanged = true;
  }

  #reset(): void {
    for (const { templates } of this.#roots?.values() ?? []) this.#removed.push(...templates);
    this.#roots = undefined;
    this.values.invalidate();
  }

  /** Whether a file belongs to a chart, is named as its values, or may install one. */
  has(uri: string): boolean {
    if (this.#releases.has(uri)) return true;
    return this.#folders.size > 0 && (this.#rootOf(uri) !== undefined || this.values.has(uri));
  }

  /** The folders of the charts that are not subcharts. */
  #rootFolders(): readonly string[] {
    return [...this.#folders].filter((folder) => this.#rootOf(folder + METADATA) === folder);
  }

  /** What is wrong with the values that the user names for the chart of a file; of all charts without a file. */
  valuesFaults(uri?: string): readonly ValuesFault[] {
    const folder = uri === undefined ? undefined : this.#rootOf(uri);
    const folders = uri === undefined ? this.#rootFolders() : folder === undefined ? [] : [folder];
    return this.values.faults(folders);
  }

  /**
   * The files beside the chart of a file that look like its values, as paths in the chart, while the user names no values for the
   * chart.
   */
  proposedValues(uri: string): readonly string[] {
    const folder = this.#rootOf(uri);
    if (folder === undefined || this.#options.settingsOf(folder + METADATA).chartValues !== undefined) return NOTHING;
    const files = (this.#roots ?? this.#newRoots()).get(folder)?.files ?? [];
    const paths = [...files].map((own) => decodePath(own.slice(folder.length + 1)));
    return paths.filter((path) => VALUES_FILE.test(path)).sort();
  }

  /** The folder of the outermost chart that a file belongs to. */
  #rootOf(uri: string): string | undefined {
    let found: string | undefined;
    for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) {
      const folder = uri.slice(0, end);
      if (!this.#folders.has(folder)) continue;
      // A chart in another folder of a chart than `charts/` is no subchart.
      if (found !== undefined && !found.startsWith(`${folder}/charts/`)) break;
      found = folder;
    }
    return found;
  }

  /** Whether the chart of a file is rendered, because something in it can be for Windows. */
  isRendered(uri: string): boolean {
    const own = this.#rootOf(uri);
    return own !== undefined && (this.#roots?.get(own)?.last.size ?? 0) > 0;
  }

  /** The charts that a file is a part of: that in whose folder it is, and those beside it that use this one. */
  with(uri: string): readonly ChartFiles[] {
    const own = this.#folders.size === 0 ? undefined : this.#rootOf(uri);
    if (own === undefined) return NOTHING;
    return [...(this.#roots ?? [])].flatMap(([folder, root]) => {
      if (folder !== own && !root.beside.includes(own)) return [];
      const files = this.#filesOf(folder, root);
      const uriOf = (path: string) => uriIn(folder, path);
      const path = [...files.keys()].find((name) => uriOf(name) === uri);
      return path === undefined ? [] : [{ files, path, uriOf }];
    });
  }

  /**
   * What Helm makes of a template, or why it fails, also in a chart in which nothing can be for Windows. Undefined for a file
   * that is not rendered by itself. Of several charts that use it, and of several sets of values, the first decides.
   */
  rendered(uri: string): RenderedTemplate | FailedTemplate | undefined {
    const tools = this.#tools;
    const all = [...(this.#roots?.values() ?? [])].flatMap(({ templates }) => templates);
    const known = all.find(({ template }) => template === uri);
    if (known !== undefined || tools === undefined) return known;
    for (const own of this.with(uri)) {
      const set = this.values.setsOf(own.uriOf('.'))[0] ?? OWN_SET;
      const { chart, templateOf } = this.#renderOnce(own, set, tools);
      for (const [name, { source, text, failure }] of chart?.templates ?? []) {
        if (source.path !== own.path) continue;
        if (text !== undefined) return templateOf(name, source.path, text);
        const { message = '', place } = failure ?? {};
        return { message, at: place && { uri: own.uriOf(place.source.path), span: place } };
      }
    }
    return undefined;
  }

  /**
   * The chart of a template, to render it with other texts of its files. Undefined if several charts use it or the chart has
   * several sets of values: what is right for one of them may be wrong for another.
   */
  editable(uri: string): EditableChart | undefined {
    const tools = this.#tools;
    const [own, ...others] = this.with(uri);
    const [set, ...otherSets] = own === undefined ? [] : this.values.setsOf(own.uriOf('.'));
    if (tools === undefined || own === undefined || set === undefined || others.length + otherSets.length > 0)
      return undefined;
    const text = (file: string) => this.#files.get(file)?.text;
    return editableChart(text, (changes) => this.#renderOnce(own, set, tools, changes));
  }

  /** Renders a chart with one set of values, beside what is kept of it. */
  #renderOnce(own: ChartFiles, set: ValueSet, { renderChart }: ChartTools, changes?: ChartChanges): RenderedOnce {
    const values = this.values.sourcesOf(own.uriOf('.'), set);
    const { kubernetesVersion } = this.#options.settingsOf(own.uriOf('Chart.yaml'));
    return renderOnce(own, { values, assignments: set.assignments, kubernetesVersion }, renderChart, changes);
  }

  /** Renders the charts that have changed. Returns the texts that are new or gone. */
  render(): RenderedTexts {
    const tools = this.#tools;
    if (tools === undefined || (this.#folders.size === 0 && this.#removed.length === 0)) return NOTHING;
    const roots = this.#roots ?? this.#newRoots();
    this.#roots = roots;
    const changed = [...roots].filter(([, { isChanged }]) => isChanged);
    if (changed.length === 0 && this.#removed.length === 0) return NOTHING;
    const removed = [...this.#removed, ...changed.flatMap(([, { templates }]) => templates)];
    this.#removed = [];
    this.#renderCount++;
    for (const { uri } of removed) this.#byUri.delete(uri);
    for (const [folder, root] of changed) {
      root.isChanged = false;
      root.templates = this.#rendered(folder, root, tools);
      for (const template of root.templates) this.#byUri.set(template.uri, template);
    }
    this.#covered = undefined;
    this.#contributors = undefined;
    const gone = removed.flatMap(({ uri }) => (this.#byUri.has(uri) ? [] : [[uri, undefined] as const]));
    return [
      ...gone,
      ...changed.flatMap(([, { templates }]) => templates.map(({ uri, text }) => [uri, text.text] as const)),
    ];
  }

  #newRoots(): Map<string, Root> {
    const roots = new Map<string, Root>();
    for (const uri of this.#files.uris()) {
      const folder = this.#rootOf(uri);
      if (folder === undefined) continue;
      const root = roots.get(folder) ?? {
        files: new Set<string>(),
        isChanged: true,
        beside: [],
        templates: [],
        last: new Map(),
      };
      root.files.add(uri);
      roots.set(folder, root);
    }
    return roots;
  }

  /** The templates of a chart; none if nothing in it can be for Windows, unless all are wanted. A file may have another text. */
  #rendered(
    folder: string,
    root: Root,
    { renderChart }: ChartTools,
    changed?: ChangedFile,
  ): readonly RenderedTemplate[] {
    const files = this.#filesOf(folder, root, changed);
    const settings = this.#options.settingsOf(`${folder}${METADATA}`);
    const sets = this.values.setsOf(folder);
    const given = sets.map((set) => ({ set, values: this.values.sourcesOf(folder, set, changed) }));
    const texts = [
      ...files.values(),
      ...given.flatMap(({ set, values }) => [...values.map(({ text }) => text), ...set.assignments]),
    ];
    const last = new Map(root.last);
    if (changed === undefined) root.last.clear();
    if (!this.#rendersAll && !texts.some((text) => this.#isRelevant(text, settings))) return [];
    const { kubernetesVersion } = settings;
    const templates: RenderedTemplate[] = [];
    for (const { set, values } of given) {
      const { name, assignments } = set;
      const options = { kubernetesVersion, values, assignments };
      const key = JSON.stringify(options);
      const chart = renderChart(files, { ...options, previous: last.get(key) });
      if (changed === undefined) root.last.set(key, chart);
      const rendered = sets.length === 1 ? undefined : { chart: folder, name, count: sets.length };
      const valuesPaths = values.map(({ path }) => path);
      for (const [path, { source, text }] of chart?.templates ?? []) {
        if (text === undefined || !/\.ya?ml$/.test(path)) continue;
        const template = resolveUri(folder, source.path);
        if (template === undefined) continue;
        const uri = renderedUri(template, rendered === undefined ? `${folder} ${path}` : `${folder} ${path} ${name}`);
        const uriOf = (own: string) => uriIn(folder, own);
        templates.push(new RenderedTemplate({ uri, template, text, uriOf, valuesPaths, set: rendered }));
      }
    }
    return templates;
  }

  /** The files of a chart and of those beside it that it uses, by their paths. */
  #filesOf(folder: string, root: Root, changed?: ChangedFile): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    root.beside = [];
    this.#addFiles(folder, '', files, root, changed);
    return files;
  }

  /** Adds the files of the chart at a path from a folder, and of those beside it that it uses. */
  #addFiles(folder: string, prefix: string, files: Map<string, string>, root: Root, changed?: ChangedFile): void {
    const chart = resolveUri(folder, prefix) ?? folder;
    const own = this.#roots?.get(chart)?.files ?? (root.files as ReadonlySet<string>);
    for (const uri of own) {
      const text = uri === changed?.uri ? changed.text : this.#files.get(uri)?.text;
      if (text !== undefined) files.set(prefix + decodePath(uri.slice(chart.length + 1)), text);
    }
    const metadata = ['Chart.yaml', 'requirements.yaml'].map((name) => files.get(prefix + name) ?? '').join('\n');
    for (const [repository] of metadata.matchAll(/\bfile:\/\/\.\.\/[^"'\s]+/g)) {
      const path = folderBeside(prefix, repository);
      const other = path && resolveUri(folder, path);
      if (!path || !other || !this.#folders.has(other) || root.beside.includes(other)) continue;
      root.beside = [...root.beside, other];
      this.#addFiles(folder, path, files, root, changed);
    }
  }

  #isRelevant(text: string, settings: CheckSettings): boolean {
    const found: Relevance = relevance(text, this.#options.words, settings);
    return found === 'some' || found === 'assigned' || mayHaveWindowsEvidence(text);
  }

  /** The texts of all templates of the charts that use a file, by their URIs: as they are, or if the file has this text. */
  renderWith(uri: string, text?: string): ReadonlyMap<string, string> {
    const tools = this.#tools;
    const used = new Set(this.renderedWith(uri));
    const roots = [...(this.#roots ?? [])].filter(([, { templates }]) => templates.some((own) => used.has(own)));
    if (tools === undefined) return new Map();
    const templates = roots.flatMap(([folder, root]) =>
      text === undefined ? root.templates : this.#rendered(folder, root, tools, { uri, text }),
    );
    return new Map(templates.map((template) => [template.uri, template.text.text]));
  }

  /** The set of values with which a template is rendered under a URI; undefined if the chart has only one. */
  setOf(uri: string): RenderedSet | undefined {
    return this.#byUri.get(uri)?.set;
  }

  /** The rendered templates that contain text of a file, in the order of their URIs. */
  renderedWith(uri: string): readonly RenderedTemplate[] {
    this.#contributors ??= grouped([...this.#byUri.values()]);
    return this.#contributors.get(uri) ?? NOTHING;
  }

  /** What is rendered of a template itself: once for each set of values and each chart that uses it. */
  renderedOf(template: string): readonly RenderedTemplate[] {
    return this.renderedWith(template).filter((rendered) => rendered.template === template);
  }

  /** Whether any text in a span of a file is rendered. */
  covers(uri: string, span: Span): boolean {
    this.#covered ??= coveredSpans([...this.#byUri.values()]);
    const spans = this.#covered.get(uri) ?? NOTHING;
    const next = spans[firstAfter(spans, ({ end }) => end > span.start)];
    return next !== undefined && next.start < Math.max(span.end, span.start + 1);
  }

  /** The condition of the outermost branch around an offset of a template in which nothing is rendered. */
  closedBy(uri: string, offset: number): string | undefined {
    const text = this.#files.get(uri)?.text;
    const tools = this.#tools;
    if (text === undefined || tools === undefined) return undefined;
    if (this.#parsed?.source.path !== uri || this.#parsed.source.text !== text) {
      this.#parsed = tools.parseTemplate({ path: uri, text });
    }
    return tools.branchesAround(this.#parsed, offset).find((branch) => !this.covers(uri, branch))?.condition;
  }

  /** Whether rendered text takes the place of a document, so that no facts come from the document itself. */
  replaces({ uri, span }: CachedDocument): boolean {
    return this.#byUri.size > 0 && this.covers(uri, span);
  }

  /** The place in a source of what is at a location in a rendered template; undefined for any other location. */
  sourceOf(location: Location): { readonly uri: string; readonly span: Span } | undefined {
    const template = this.#byUri.get(location.uri);
    const start = this.#files.get(location.uri)?.documents[location.document]?.span.start;
    if (template === undefined || start === undefined) return undefined;
    return template.sourceOf({ start: location.span.start + start, end: location.span.end + start });
  }
}

const METADATA = '/Chart.yaml';
/** As public charts name their sets of values; those in `ci/` are for chart-testing. */
const VALUES_FILE = /^(?:values[-.][^/]+|ci\/[^/]+-values)\.ya?ml$/;
const NOTHING: readonly never[] = [];
