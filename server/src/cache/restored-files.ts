import type { Rereader } from '../workspace/file-text.ts';
import { EarlierQuestions } from '../workspace/question-table.ts';
import type { File } from '../workspace/report.ts';
import { type FileSnapshot, Snapshots } from '../workspace/snapshots.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { KeptSnapshots } from './snapshot-list.ts';

/** Adds files to a workspace by their snapshots, so that they need not be read. Files of charts are always read. */
export class RestoredFiles {
  readonly #snapshots: Snapshots;
  readonly #kept = new Map<string, { readonly snapshot: FileSnapshot; readonly questions: EarlierQuestions }>();
  readonly #workspace: Workspace;
  readonly #charts: ReadonlySet<string>;
  readonly #digest: (text: string) => string;
  /** The files that were added, as the workspace has them until they change. */
  readonly #added = new Map<string, File | undefined>();

  /** `uris` are all files of the workspace. */
  constructor(uris: Iterable<string>, workspace: Workspace, { digest }: Rereader) {
    this.#workspace = workspace;
    this.#snapshots = new Snapshots(workspace.snapshotSource);
    this.#charts = new Set([...uris].flatMap(chartFolderOf));
    this.#digest = digest;
  }

  /** Takes up snapshots, before files are added. */
  load({ questions: rows, files }: KeptSnapshots): void {
    const questions = new EarlierQuestions(rows, this.#digest);
    for (const [uri, snapshot] of files) {
      if (!isBelow(uri, this.#charts)) this.#kept.set(uri, { snapshot, questions });
    }
  }

  /** Adds a file whose text has the digest of then. Returns the length of its text; undefined if its text is needed. */
  add(uri: string, digest: string): number | undefined {
    const kept = this.#kept.get(uri);
    if (kept === undefined) return undefined;
    this.#snapshots.add(uri, digest, kept.snapshot);
    this.#added.set(uri, this.#workspace.file(uri));
    return kept.snapshot.documents.at(-1)?.end ?? 0;
  }

  /** Whether a file was added. */
  has(uri: string): boolean {
    return this.#added.has(uri);
  }

  /** Adds what was known of a file that was added. To be called if its settings are those of then. */
  addResults(uri: string): void {
    const kept = this.#kept.get(uri);
    if (kept !== undefined && this.has(uri)) this.#snapshots.addResults(uri, kept.snapshot, kept.questions);
  }

  /** Frees the memory of the snapshots. To be called when all results were added. */
  forgetSnapshots(): void {
    this.#kept.clear();
  }

  /** Adds a file of which nothing was kept but that nothing can be found in it. Its settings are those of then. */
  addIdle(uri: string): void {
    this.#snapshots.addIdle(uri);
  }

  /** Whether a file that was added still has the text of then, and is not open. */
  isUnchanged(uri: string): boolean {
    return this.has(uri) && this.#workspace.file(uri) === this.#added.get(uri);
  }

  /** Whether the findings of then are true of an unchanged file, and it was not checked since. */
  isCurrent(uri: string): boolean {
    return this.isUnchanged(uri) && this.#snapshots.isCurrent(uri);
  }
}

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
