import { RestoredFiles } from '../../cache/restored-files.ts';
import type { KeptSnapshots } from '../../cache/snapshot-list.ts';
import type { CheckSettings } from '../../lint/settings/settings.ts';
import type { Rereader } from '../../workspace/file-text.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { KeptFile, KeptRun } from '../cache/run-cache.ts';
import type { Input } from '../files/input.ts';
import type { ReadInput } from './read-inputs.ts';

/** The files of a run whose texts are those of an earlier run, and their results. */
export class RestoredInputs {
  readonly #last: KeptRun;
  readonly #files: RestoredFiles;
  readonly #results: ReadonlyMap<string, KeptFile>;
  readonly #knownPaths: ReadonlySet<string>;

  /** Without `snapshots`, no file is restored. */
  constructor(
    last: KeptRun,
    snapshots: () => readonly KeptSnapshots[],
    read: readonly ReadInput[],
    workspace: Workspace,
    rereader: Rereader,
  ) {
    this.#last = last;
    this.#results = new Map(last.files.map((file) => [file.uri, file]));
    const known = read.flatMap((result) => ('input' in result && result.texts === undefined ? result.input : []));
    this.#knownPaths = new Set(known.map(({ path }) => path));
    const uris = read.flatMap((result) => ('input' in result ? result.input.uri : []));
    this.#files = new RestoredFiles(uris, workspace, rereader);
    // Otherwise, most files are checked, for which there can be several threads.
    if (known.length < read.length * MIN_SHARE) return;
    for (const kept of snapshots()) this.#files.load(kept);
  }

  /** Adds a known file to the workspace, and returns the length of its text; undefined if its text is needed. */
  add({ uri }: Input): number | undefined {
    const digest = this.#last.texts[uri];
    return digest === undefined ? undefined : this.#files.add(uri, digest);
  }

  /** Adds what was known of files with the same settings. */
  addResults(inputs: readonly Input[], keyOf: (settings: CheckSettings) => string): void {
    for (const { uri, settings } of inputs) {
      if (keyOf(settings) === this.#results.get(uri)?.settings) this.#files.addResults(uri);
    }
  }

  /** The results of files with the same settings, by their URIs. They are valid if the workspace says so. */
  results(
    inputs: readonly Input[],
    keyOf: (settings: CheckSettings) => string,
    thorough: boolean,
  ): ReadonlyMap<string, KeptFile> {
    const results = new Map<string, KeptFile>();
    if (thorough !== this.#last.thorough) return results;
    for (const { uri, settings } of inputs) {
      const file = this.#files.has(uri) ? this.#results.get(uri) : undefined;
      if (file === undefined || keyOf(settings) !== file.settings) continue;
      if (file.others.every((path) => this.#knownPaths.has(path))) results.set(uri, file);
    }
    return results;
  }
}

/** Files are restored if at least this share of them is known. */
const MIN_SHARE = 1 / 2;
