import type { ChartFault } from '../helm/chart.ts';
import type { Source } from '../helm/source.ts';
import type { ChartTools } from '../lint/charts/chart-tools.ts';
import { type ChartValues, OWN_SET, type ValueSet } from '../lint/settings/chart-values.ts';
import { type CheckSettings, MAX_VALUE_SETS } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import type { Span } from '../text/span.ts';
import { uriIn } from './chart-files.ts';
import type { ChartReleases, ReleaseSet } from './chart-releases.ts';
import type { Files } from './files.ts';

interface Dependencies {
  readonly files: Files;
  readonly releases: ChartReleases;
  /** The settings of a chart, by its folder. */
  settingsOf(folder: string): CheckSettings;
  /** The folders of the charts that are not subcharts. */
  charts(): readonly string[];
  tools(): Pick<ChartTools, 'givenValues' | 'chartReleases'> | undefined;
}

/** What is wrong with values that the user names for a chart. */
export interface ValuesFault {
  /** The values file; undefined for a fault in an assignment. */
  readonly file: { readonly uri: string; readonly path: string } | undefined;
  /** Whether the file could not be read. */
  readonly isMissing: boolean;
  /** A sentence that does not name the file. */
  readonly message: string;
}

/** A file of another text than the one that was read. */
export interface ChangedFile {
  readonly uri: string;
  readonly text: string;
}

/** A values file that the user names. */
interface NamedFile {
  /** The folder in which it must be. */
  readonly within: string | undefined;
  /** Whether only releases name it, which count only if all their files are there. */
  isOptional: boolean;
  /** The folders of the charts that use it. */
  readonly charts: Set<string>;
}

/** The values that the user names for charts, and those of releases that install them. */
export class NamedValues {
  readonly #dependencies: Dependencies;
  /** The values files by their URIs; undefined once there may be others. */
  #files: ReadonlyMap<string, NamedFile> | undefined;
  #releases: readonly ReleaseSet[] | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** To be called when settings or charts have changed. */
  invalidate(): void {
    this.#files = undefined;
    this.#releases = undefined;
  }

  has(uri: string): boolean {
    return this.#named.has(uri);
  }

  /** The folders of the charts that use a values file. */
  chartsWith(uri: string): Iterable<string> {
    return this.#named.get(uri)?.charts ?? [];
  }

  /** The values files that were not read. */
  unread(): readonly (Pick<NamedFile, 'within' | 'isOptional'> & { readonly uri: string })[] {
    return [...this.#named].flatMap(([uri, { within, isOptional }]) =>
      this.#dependencies.files.get(uri) === undefined ? [{ uri, within, isOptional }] : [],
    );
  }

  /** The sets of values with which a chart is checked; there is at least one. */
  setsOf(folder: string): readonly ValueSet[] {
    const { sets } = this.#namedFor(folder);
    const releases = this.#releasesOf(folder).filter(({ files }) =>
      files.every((uri) => this.#dependencies.files.get(uri) !== undefined),
    );
    if (releases.length === 0) return sets;
    const named = sets.map((set) => ({ ...set, name: set.name || (set.files.at(-1) ?? 'values.yaml') }));
    return [...named, ...releases].slice(0, MAX_VALUE_SETS);
  }

  #namedFor(folder: string): ChartValues {
    return this.#dependencies.settingsOf(folder).chartValues ?? { sets: [OWN_SET], within: undefined };
  }

  /** The sets of the releases that install a chart; none if options name its values. */
  #releasesOf(folder: string): readonly ReleaseSet[] {
    const { releases, charts, settingsOf } = this.#dependencies;
    const { chartValues } = settingsOf(folder);
    if (chartValues !== undefined && chartValues.within === undefined) return [];
    const tools = this.#dependencies.tools();
    if (tools === undefined) return [];
    this.#releases ??= releases.sets(charts(), tools);
    return this.#releases.filter(({ chart }) => chart === folder);
  }

  /** The values of a set that were read. A file may have another text. */
  sourcesOf(folder: string, { files, inline }: ValueSet, changed?: ChangedFile): Source[] {
    const sources = files.flatMap((path) => {
      const uri = uriIn(folder, path);
      const current = uri === changed?.uri ? changed.text : this.#dependencies.files.get(uri)?.text;
      const text = this.has(uri) ? current : undefined;
      return text === undefined ? [] : [{ path, text }];
    });
    if (inline === undefined) return sources;
    const text = this.#dependencies.files.get(inline.uri)?.text ?? '';
    return [...sources, { path: inline.uri, text: onlyPart(text, inline.span) }];
  }

  /** What is wrong with the values of charts; each fault once. */
  faults(folders: readonly string[]): readonly ValuesFault[] {
    const faults = folders.flatMap((folder) => this.#faultsOf(folder));
    return [...new Map(faults.map((fault) => [`${fault.file?.uri} ${fault.message}`, fault])).values()];
  }

  #faultsOf(folder: string): readonly ValuesFault[] {
    const { files, tools } = this.#dependencies;
    const { sets, within } = this.#namedFor(folder);
    return sets.flatMap((set) => {
      const unread = set.files.flatMap((path): ValuesFault[] => {
        const uri = uriIn(folder, path);
        if (this.has(uri) && files.get(uri) !== undefined) return [];
        const isOutside = within !== undefined && !uri.startsWith(`${within}/`);
        const message = isOutside
          ? t('The values file is not read, because it is outside of the folder to which `helm.values` applies.')
          : t('The values file cannot be read.');
        return [{ file: { uri, path }, isMissing: !isOutside, message }];
      });
      const invalid: ChartFault[] = [];
      tools()?.givenValues({ values: this.sourcesOf(folder, set), assignments: set.assignments }, invalid);
      const others = invalid.map(({ path, message }): ValuesFault => {
        if (path === '') return { file: undefined, isMissing: false, message };
        const text = t('The values file is not valid YAML, or not a mapping.');
        return { file: { uri: uriIn(folder, path), path }, isMissing: false, message: text };
      });
      return [...unread, ...others];
    });
  }

  get #named(): ReadonlyMap<string, NamedFile> {
    this.#files ??= this.#read();
    return this.#files;
  }

  #read(): ReadonlyMap<string, NamedFile> {
    const named = new Map<string, NamedFile>();
    const add = (uri: string, within: string | undefined, folder: string, isOptional = false) => {
      if (within !== undefined && !uri.startsWith(`${within}/`)) return;
      const known = named.get(uri) ?? { within, isOptional, charts: new Set() };
      known.isOptional &&= isOptional;
      known.charts.add(folder);
      named.set(uri, known);
    };
    for (const folder of this.#dependencies.charts()) {
      const { sets, within } = this.#namedFor(folder);
      for (const file of sets.flatMap(({ files }) => files)) add(uriIn(folder, file), within, folder);
      for (const { uri, root, files } of this.#releasesOf(folder)) {
        for (const file of [uri, ...files]) add(file, root, folder, true);
      }
    }
    return named;
  }
}

/** A text of the same length in which only a part is left, and the line breaks. */
function onlyPart(text: string, { start, end }: Span): string {
  const blank = (part: string) => part.replaceAll(/[^\r\n]/g, ' ');
  return blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
}
