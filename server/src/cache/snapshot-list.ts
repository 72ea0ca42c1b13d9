import type { Rereader } from '../workspace/file-text.ts';
import { type QuestionsAsData, QuestionTable } from '../workspace/question-table.ts';
import { type FileSnapshot, Snapshots } from '../workspace/snapshots.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What is known of files without their texts, with questions that the same facts answered. It is plain data. */
export interface KeptSnapshots {
  readonly questions: QuestionsAsData;
  readonly files: readonly (readonly [uri: string, snapshot: FileSnapshot])[];
}

/** The snapshots of files of one workspace folder, as JSON of `KeptSnapshots`. */
export class SnapshotList {
  readonly #snapshots: Snapshots;
  readonly #table: QuestionTable;
  readonly #files: string[] = [];

  /** The facts are those of the folder at this time; empty for files outside of all folders. */
  constructor(workspace: Workspace, folder: string, { digest }: Rereader) {
    this.#snapshots = new Snapshots(workspace.snapshotSource);
    this.#table = new QuestionTable(workspace.factsFor(folder), digest);
  }

  /** Adds a file, if there is a snapshot of it. Returns whether there is. */
  add(uri: string): boolean {
    const snapshot = this.#snapshots.of(uri, this.#table);
    if (snapshot !== undefined) this.#files.push(JSON.stringify([uri, snapshot]));
    return snapshot !== undefined;
  }

  toString(): string {
    return `{"questions":${JSON.stringify(this.#table)},"files":[${this.#files.join()}]}`;
  }
}
