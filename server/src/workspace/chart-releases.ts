import type { ChartRelease } from '../helm/chart-releases.ts';
import { isKustomizationName } from '../kubernetes/kustomization.ts';
import type { ChartTools } from '../lint/charts/chart-tools.ts';
import type { ValueSet } from '../lint/settings/chart-values.ts';
import { shift } from '../text/span.ts';
import type { CachedDocument } from './cached-document.ts';
import type { Files } from './files.ts';
import { resolveUri } from './uri.ts';

type ReleaseTools = Pick<ChartTools, 'chartReleases'>;

/** A set of values of a release. */
export interface ReleaseSet extends ValueSet {
  /** The folder of the chart that it installs. */
  readonly chart: string;
  /** The file of the release. */
  readonly uri: string;
  /** The root of the repository, in which the values files must be. */
  readonly root: string;
}

/** The releases in the workspace that install charts with values of their own. */
export class ChartReleases {
  readonly #files: Files;
  /** By the files that may have them; undefined until the tools are there. */
  readonly #byFile = new Map<string, readonly ChartRelease[] | undefined>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** Whether a file may have releases. */
  has(uri: string): boolean {
    return this.#byFile.has(uri);
  }

  /** Takes up the text of a file. Returns whether it may have, or had, releases. */
  changed(uri: string): boolean {
    const had = this.#byFile.delete(uri);
    const mayHave = this.#files.get(uri)?.documents.some(mayHoldRelease) === true;
    if (mayHave) this.#byFile.set(uri, undefined);
    return had || mayHave;
  }

  #read(uri: string, { chartReleases }: ReleaseTools): readonly ChartRelease[] {
    const isKustomization = isKustomizationName(uri.slice(uri.lastIndexOf('/') + 1));
    const documents = this.#files.get(uri)?.documents ?? [];
    return documents.flatMap((cached) => {
      if (cached.isItem || !mayHoldRelease(cached)) return [];
      return chartReleases(cached.parse(), isKustomization).map((release) => ({
        ...release,
        values: release.values && shift(release.values, cached.span.start),
      }));
    });
  }

  /** The sets of values for some charts, by their folders, in the order of the files. */
  sets(charts: readonly string[], tools: ReleaseTools): readonly ReleaseSet[] {
    for (const [uri, releases] of this.#byFile)
      if (releases === undefined) this.#byFile.set(uri, this.#read(uri, tools));
    const folders = new Set(charts);
    const names = new Map<string, Set<string>>();
    return [...this.#byFile]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([uri, releases]) =>
        (releases ?? []).flatMap(({ name, isInFolder, chart: path, files, values, assignments }) => {
          // The repository is the outermost folder in which the path leads to a chart.
          const around = foldersAround(uri);
          const root = (isInFolder ? around.slice(-1) : around).find((folder) =>
            folders.has(resolveUri(folder, path) ?? ''),
          );
          const chart = root && resolveUri(root, path);
          if (root === undefined || chart === undefined) return [];
          const uris = files.map((file) => resolveUri(root, file) ?? '');
          if (!uris.every((own) => own.startsWith(`${root}/`))) return [];
          const taken = names.get(chart) ?? new Set();
          names.set(chart, taken);
          const own = distinctName(name, uri.slice(root.length + 1), taken);
          taken.add(own);
          const inline = values && { uri, span: values };
          return [{ name: own, chart, uri, root, files: uris, inline, assignments }];
        }),
      );
  }
}

function mayHoldRelease(cached: CachedDocument): boolean {
  cached.mayHoldRelease ??= namesRelease(cached.text);
  return cached.mayHoldRelease;
}

function namesRelease(text: string): boolean {
  if (/\bhelm\.toolkit\.fluxcd\.io\/|\bhelmCharts\b/.test(text)) return true;
  return /\bargoproj\.io\//.test(text) && /\bApplication\b/.test(text);
}

/** A name that no other set of the chart has: with the path of its file, and with a number if need be. */
function distinctName(name: string, path: string, taken: ReadonlySet<string>): string {
  let own = name;
  for (let i = 1; taken.has(own); i++) own = `${name} (${path}${i === 1 ? '' : ` ${i}`})`;
  return own;
}

/** The folders around a file, the outermost first. */
function foldersAround(uri: string): string[] {
  const folders: string[] = [];
  for (let end = uri.lastIndexOf('/'); end > 0 && uri[end - 1] !== '/'; end = uri.lastIndexOf('/', end - 1)) {
    folders.unshift(uri.slice(0, end));
  }
  return folders;
}
