import type { ChartFault } from '../helm/chart.ts';
import type { Source } from '../helm/source.ts';
import type { ChartTools } from '../lint/charts/chart-tools.ts';
import { type ChartValues, OWN_SET, type ValueSet } from '../lint/settings/chart-values.ts';
import type { CheckSettings } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import { uriIn } from './chart-files.ts';
import type { Files } from './files.ts';

interface Dependencies {
  readonly files: Files;
  /** The settings of a chart, by its folder. */
  settingsOf(folder: string): CheckSettings;
  /** The folders of the charts that are not subcharts. */
  charts(): readonly string[];
  tools(): Pick<ChartTools, 'givenValues'> | undefined;
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
  /** The folders of the charts that use it. */
  readonly charts: Set<string>;
}

/** The values that the user names for charts. */
export class NamedValues {
  readonly #dependencies: Dependencies;
  /** The values files by their URIs; undefined once there may be others. */
  #files: ReadonlyMap<string, NamedFile> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** To be called when settings or charts have changed. */
  invalidate(): void {
    this.#files = undefined;
  }

  has(uri: string): boolean {
    return this.#named.has(uri);
  }

  /** The folders of the charts that use a values file. */
  chartsWith(uri: string): Iterable<string> {
    return this.#named.get(uri)?.charts ?? [];
  }

  /** The values files that were not read, with the folder in which each must be. */
  unread(): readonly { readonly uri: string; readonly within: string | undefined }[] {
    return [...this.#named].flatMap(([uri, { within }]) =>
      this.#dependencies.files.get(uri) === undefined ? [{ uri, within }] : [],
    );
  }

  /** The values of a chart. */
  of(folder: string): ChartValues {
    return this.#dependencies.settingsOf(folder).chartValues ?? { sets: [OWN_SET], within: undefined };
  }

  /** The values files of a set that were read. A file may have another text. */
  sourcesOf(folder: string, { files }: ValueSet, changed?: ChangedFile): Source[] {
    return files.flatMap((path) => {
      const uri = uriIn(folder, path);
      const current = uri === changed?.uri ? changed.text : this.#dependencies.files.get(uri)?.text;
      const text = this.has(uri) ? current : undefined;
      return text === undefined ? [] : [{ path, text }];
    });
  }

  /** What is wrong with the values of charts; each fault once. */
  faults(folders: readonly string[]): readonly ValuesFault[] {
    const faults = folders.flatMap((folder) => this.#faultsOf(folder));
    return [...new Map(faults.map((fault) => [`${fault.file?.uri} ${fault.message}`, fault])).values()];
  }

  #faultsOf(folder: string): readonly ValuesFault[] {
    const { files, tools } = this.#dependencies;
    const { sets, within } = this.of(folder);
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
    for (const folder of this.#dependencies.charts()) {
      const { sets, within } = this.of(folder);
      for (const file of sets.flatMap(({ files }) => files)) {
        const uri = uriIn(folder, file);
        if (within !== undefined && !uri.startsWith(`${within}/`)) continue;
        const known = named.get(uri) ?? { within, charts: new Set() };
        known.charts.add(folder);
        named.set(uri, known);
      }
    }
    return named;
  }
}
