import type { CheckSettings } from '../../lint/settings/settings.ts';
import type { Rereader } from '../../workspace/file-text.ts';
import { EarlierQuestions } from '../../workspace/question-table.ts';
import { type FileSnapshot, Snapshots } from '../../workspace/snapshots.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { KeptFile, KeptRun, KeptSnapshots } from '../cache/run-cache.ts';
import type { Input } from '../files/input.ts';
import type { ReadInput } from './read-inputs.ts';

interface KeptSnapshot {
  readonly snapshot: FileSnapshot;
  readonly questions: EarlierQuestions;
}

/** The files of a run whose texts are those of an earlier run, so that they need not be read. */
export class RestoredFiles {
  readonly #last: KeptRun;
  readonly #snapshots: Snapshots;
  readonly #byUri = new Map<string, KeptSnapshot>();
  readonly #knownPaths: ReadonlySet<string>;
  readonly #added = new Set<string>();

  /** Without `snapshots`, no file is restored. */
  constructor(
    last: KeptRun,
    snapshots: () => readonly KeptSnapshots[],
    read: readonly ReadInput[],
    workspace: Workspace,
    { digest }: Rereader,
  ) {
    this.#last = last;
    this.#snapshots = new Snapshots(workspace.snapshotSource);
    const known = read.flatMap((result) => ('input' in result && result.texts === undefined ? result.input : []));
    this.#knownPaths = new Set(known.map(({ path }) => path));
    // Otherwise, most files are checked, for which there can be several threads.
    if (known.length < read.length * MIN_SHARE) return;
    const charts = new Set(read.flatMap((result) => ('input' in result ? chartFolderOf(result.input.uri) : [])));
    for (const { questions: rows, files } of snapshots()) {
      const questions = new EarlierQuestions(rows, digest);
      for (const [uri, snapshot] of files) {
        if (!isBelow(uri, charts)) this.#byUri.set(uri, { snapshot, questions });
      }
    }
  }

  /** Adds a known file to the workspace, and returns the length of its text; undefined if its text is needed. */
  add({ uri }: Input): number | undefined {
    const kept = this.#byUri.get(uri);
    const digest = this.#last.texts[uri];
    if (kept === undefined || digest === undefined) return undefined;
    this.#snapshots.add(uri, digest, kept.snapshot);
    this.#added.add(uri);
    return kept.snapshot.documents.at(-1)?.end ?? 0;
  }

  /** Adds what was known of files with the same settings. */
  addResults(inputs: readonly Input[], keyOf: (settings: CheckSettings) => string): void {
    for (const { input, kept, file } of this.#restored(inputs)) {
      if (keyOf(input.settings) === file.settings) {
        this.#snapshots.addResults(input.uri, kept.snapshot, kept.questions);
      }
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
    for (const { input, file } of this.#restored(inputs)) {
      const isSame = file.others.every((path) => this.#knownPaths.has(path));
      if (isSame && keyOf(input.settings) === file.settings) results.set(input.uri, file);
    }
    return results;
  }

  *#restored(inputs: readonly Input[]) {
    const files = new Map(this.#last.files.map((file) => [file.uri, file]));
    for (const input of inputs) {
      const kept = this.#byUri.get(input.uri);
      const file = files.get(input.uri);
      if (kept !== undefined && file !== undefined && this.#added.has(input.uri)) yield { input, kept, file };
    }
  }
}

/** Files are restored if at least this share of them is known. */
const MIN_SHARE = 1 / 2;

const METADATA = '/Chart.yaml';

function chartFolderOf(uri: string): string | readonly never[] {
  return uri.endsWith(METADATA) ? uri.slice(0, -METADATA.length) : [];
}

function isBelow(uri: string, folders: ReadonlySet<string>): boolean {
  if (folders.size === 0) return false;
  for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) {
    if (folders.has(uri.slice(0, end))) return true;
  }
  return false;
}
