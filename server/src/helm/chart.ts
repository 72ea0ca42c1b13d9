import { MAX_SUBCHARTS } from './bounds.ts';
import { folderBeside } from './folder-beside.ts';
import { valuesOf } from './from-yaml.ts';
import { formatFloat } from './go-numbers.ts';
import { HELM_IGNORE, withoutIgnored } from './helm-ignore.ts';
import type { Source } from './source.ts';
import { type Dict, dict, type Value } from './value.ts';

/** A chart with its subcharts. */
export interface Chart {
  /** Its name in `Chart.yaml`, or the alias under which a parent chart uses it. */
  readonly name: string;
  /** The path of its folder in the files, which ends with `/`; empty for the chart that is rendered. */
  readonly folder: string;
  /** The content of `Chart.yaml`. */
  readonly metadata: Dict;
  readonly values: Dict;
  /** Templates by their paths in the chart, such as `templates/a.yaml`. */
  readonly templates: ReadonlyMap<string, Source>;
  /** Other files by their paths in the chart. */
  readonly files: ReadonlyMap<string, Source>;
  readonly dependencies: readonly Chart[];
  readonly requirements: readonly Requirement[];
  /** Whether a chart that it depends on is not among the files, so that its values and templates are unknown. */
  readonly isIncomplete: boolean;
}

/** An entry of `dependencies` in `Chart.yaml` or `requirements.yaml`. */
export interface Requirement {
  readonly name: string;
  readonly alias: string;
  readonly version: string;
  /** Where it is from: a folder beside the chart if it begins with `file://`. */
  readonly repository: string;
  /** Paths of values, separated by commas. */
  readonly condition: string;
  readonly tags: readonly string[];
  readonly imports: readonly Value[];
}

/** What is wrong with a file of a chart. */
export interface ChartFault {
  readonly path: string;
  readonly message: string;
}

/** Reads a chart, as `LoadFiles` of `pkg/chart/loader/load.go`; undefined if it has no valid `Chart.yaml` or `.helmignore`. */
export function readChart(files: ReadonlyMap<string, string>, faults: ChartFault[]): Chart | undefined {
  const kept = withoutIgnored(files);
  if (kept !== undefined) return new ChartReader(kept, faults).read('', 0);
  faults.push({ path: HELM_IGNORE, message: 'A pattern of the file is not valid.' });
  return undefined;
}

class ChartReader {
  readonly #files: ReadonlyMap<string, string>;
  readonly #faults: ChartFault[];
  /** By their folders; undefined for those that are not charts or are being read. */
  readonly #charts = new Map<string, Chart | undefined>();

  constructor(files: ReadonlyMap<string, string>, faults: ChartFault[]) {
    this.#files = files;
    this.#faults = faults;
  }

  read(folder: string, depth: number): Chart | undefined {
    if (!this.#charts.has(folder)) {
      this.#charts.set(folder, undefined);
      this.#charts.set(folder, this.#chart(folder, depth));
    }
    return this.#charts.get(folder);
  }

  #chart(folder: string, depth: number): Chart | undefined {
    const metadata = this.#file(`${folder}Chart.yaml`);
    if (metadata === undefined) return undefined;
    const { subfolders, ...files } = this.#filesIn(folder);
    const isOld = textAt(metadata, 'apiVersion') !== 'v2';
    const requirements = requirementsOf((isOld ? this.#file(`${folder}requirements.yaml`) : undefined) ?? metadata);
    const hasValues = this.#files.has(`${folder}values.yaml`);
    return {
      name: textAt(metadata, 'name'),
      folder,
      metadata,
      values: hasValues ? (this.#file(`${folder}values.yaml`) ?? unknownValues()) : dict([]),
      ...files,
      dependencies: depth < MAX_SUBCHARTS ? this.#dependencies(folder, subfolders, requirements, depth + 1) : [],
      requirements,
      isIncomplete: false,
    };
  }

  /** The files of a chart: its templates and others, and the folders below `charts/`. */
  #filesIn(folder: string) {
    const templates = new Map<string, Source>();
    const files = new Map<string, Source>();
    const subfolders = new Set<string>();
    for (const [path, text] of this.#files) {
      // Charts beside this one are not among its own files.
      if (!path.startsWith(folder) || path.startsWith('../', folder.length)) continue;
      const name = path.slice(folder.length);
      const [, subchart, rest] = /^charts\/([^/]+)(\/)?/.exec(name) ?? [];
      if (name.startsWith('templates/')) templates.set(name, { path, text });
      else if (subchart === undefined) files.set(name, { path, text });
      else if (rest !== undefined && !/^[_.]/.test(subchart)) subfolders.add(subchart);
    }
    for (const name of OWN_FILES) files.delete(name);
    return { templates, files, subfolders };
  }

  /** The charts below `charts/`, and those beside the chart of which no copy is there. */
  #dependencies(
    folder: string,
    subfolders: ReadonlySet<string>,
    requirements: readonly Requirement[],
    depth: number,
  ): Chart[] {
    const found = [...subfolders].sort().flatMap((name) => this.read(`${folder}charts/${name}/`, depth) ?? []);
    for (const { name, repository } of requirements) {
      const path = found.some((own) => own.name === name) ? undefined : folderBeside(folder, repository);
      const own = path === undefined ? undefined : this.read(path, depth);
      if (own !== undefined) found.push(own);
    }
    return found;
  }

  /** The map in a file; undefined if there is none. */
  #file(path: string): Dict | undefined {
    const text = this.#files.get(path);
    if (text === undefined) return undefined;
    const value = valuesOf({ path, text });
    if (value?.kind === 'dict') return value;
    if (value?.kind === 'nil') return dict([]);
    this.#faults.push({ path, message: 'The file is not valid YAML, or not a mapping.' });
    return undefined;
  }
}

/** Files of a chart that templates cannot read. */
const OWN_FILES = ['Chart.yaml', 'Chart.lock', 'values.yaml', 'values.schema.json'];

function unknownValues(): Dict {
  return { ...dict([]), isOpen: true };
}

function requirementsOf(file: Dict | undefined): Requirement[] {
  const value = file?.entries.get('dependencies')?.value;
  const items = value?.kind === 'list' ? value.items : [];
  return items.flatMap((item) => {
    if (item.kind !== 'dict') return [];
    return {
      name: textAt(item, 'name'),
      alias: textAt(item, 'alias'),
      version: textAt(item, 'version'),
      repository: textAt(item, 'repository'),
      condition: textAt(item, 'condition'),
      tags: listAt(item, 'tags').flatMap((tag) => stringOf(tag) ?? []),
      imports: listAt(item, 'import-values'),
    };
  });
}

/** A field of a struct of strings; numbers become strings. */
export function textAt({ entries }: Dict, key: string): string {
  const value = entries.get(key)?.value;
  return (value && stringOf(value)) ?? '';
}

function stringOf(value: Value): string | undefined {
  if (value.kind === 'text') return value.value.text;
  if (value.kind === 'bool') return String(value.value);
  if (value.kind !== 'float') return undefined;
  return Number.isSafeInteger(value.value) ? String(value.value) : formatFloat(value.value);
}

function listAt({ entries }: Dict, key: string): readonly Value[] {
  const value = entries.get(key)?.value;
  return value?.kind === 'list' ? value.items : [];
}
