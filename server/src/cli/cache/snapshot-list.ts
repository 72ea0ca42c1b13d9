import type { Rereader } from '../../workspace/file-text.ts';
import { QuestionTable } from '../../workspace/question-table.ts';
import { Snapshots } from '../../workspace/snapshots.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** The snapshots of files, as JSON of `KeptSnapshots`. */
export class SnapshotList {
  readonly #snapshots: Snapshots;
  readonly #table: QuestionTable;
  readonly #files: string[] = [];

  /** The facts are those of the workspace at this time. All files are in one folder. */
  constructor(workspace: Workspace, { digest }: Rereader) {
    this.#snapshots = new Snapshots(workspace.snapshotSource);
    this.#table = new QuestionTable(workspace.factsFor(''), digest);
  }

  /** Adds a file, if there is a snapshot of it. */
  add(uri: string): void {
    const snapshot = this.#snapshots.of(uri, this.#table);
    if (snapshot !== undefined) this.#files.push(JSON.stringify([uri, snapshot]));
  }

  toString(): string {
    return `{"questions":${JSON.stringify(this.#table)},"files":[${this.#files.join()}]}`;
  }
}
