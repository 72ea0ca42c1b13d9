import type { OtherLinter } from '../lint/other-linters/linters.ts';
import { OTHER_LINTERS } from '../lint/other-linters/linters.ts';
import type { Disk } from '../workspace/disk.ts';

/** Which other linters have a configuration file in the workspace. The content of these files is not used. */
export class LinterFiles {
  readonly #disk: Disk;
  /** Whether the client reports changed files, so that results can be cached. */
  readonly #isWatched: boolean;
  readonly #folders = new Map<string, Promise<readonly OtherLinter[]>>();

  constructor(disk: Disk, isWatched: boolean) {
    this.#disk = disk;
    this.#isWatched = isWatched;
  }

  /** The linters with a file in the folder of a file, or in one above it up to the workspace folder. */
  async near(uri: string, workspaceFolder: string): Promise<readonly OtherLinter[]> {
    if (workspaceFolder === '') return [];
    const folders = foldersUpTo(uri, workspaceFolder);
    const found = await Promise.all(folders.map((folder) => this.#in(folder, workspaceFolder)));
    return OTHER_LINTERS.filter((linter) => found.some((linters) => linters.includes(linter)));
  }

  /** To be called when a file or folder was created or deleted. */
  changed(uri: string, isDeleted: boolean): void {
    if (isDeleted || OTHER_LINTERS.some(({ configNames }) => configNames.includes(nameOf(uri)))) this.#folders.clear();
  }

  #in(folder: string, workspaceFolder: string): Promise<readonly OtherLinter[]> {
    const known = this.#folders.get(folder) ?? this.#search(folder, workspaceFolder);
    if (this.#isWatched) this.#folders.set(folder, known);
    return known;
  }

  async #search(folder: string, workspaceFolder: string): Promise<readonly OtherLinter[]> {
    const exists = async (name: string) => 'text' in (await this.#disk.read(`${folder}/${name}`, workspaceFolder));
    const found = await Promise.all(
      OTHER_LINTERS.map(async (linter) => (await Promise.all(linter.configNames.map(exists))).includes(true)),
    );
    return OTHER_LINTERS.filter((_, i) => found[i]);
  }
}

/** Maximum number of folders that are searched, from the folder of a file upward. */
const MAX_FOLDERS = 50;

/** The folders from the folder of a file up to the given one. */
function foldersUpTo(uri: string, end: string): string[] {
  const folders: string[] = [];
  for (let at = parentOf(uri); at.startsWith(end) && folders.length < MAX_FOLDERS; at = parentOf(at)) {
    folders.push(at);
    if (at === end) break;
  }
  return folders;
}

function parentOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

function nameOf(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}
