import type { OtherLinter } from '../lint/other-linters/linters.ts';
import { OTHER_LINTERS } from '../lint/other-linters/linters.ts';
import type { Disk } from '../workspace/disk.ts';

/** Which other linters have a configuration file in the workspace. Files are only looked for, and not taken from. */
export class LinterFiles {
  readonly #disk: Disk;
  /** Whether changes of files are told, so that what was found stays known. */
  readonly #isTold: boolean;
  readonly #folders = new Map<string, Promise<readonly OtherLinter[]>>();

  constructor(disk: Disk, isTold: boolean) {
    this.#disk = disk;
    this.#isTold = isTold;
  }

  /** The linters with a file in the folder of a file, or in one above it up to the workspace folder. */
  async near(uri: string, workspaceFolder: string): Promise<readonly OtherLinter[]> {
    if (workspaceFolder === '') return [];
    const folders = foldersUpTo(uri, workspaceFolder);
    const found = await Promise.all(folders.map((folder) => this.#in(folder, workspaceFolder)));
    return OTHER_LINTERS.filter((linter) => found.some((some) => some.includes(linter)));
  }

  /** Takes up that a file or folder was made or is gone. */
  changed(uri: string, isGone: boolean): void {
    if (isGone || OTHER_LINTERS.some(({ configNames }) => configNames.includes(nameOf(uri)))) this.#folders.clear();
  }

  #in(folder: string, workspaceFolder: string): Promise<readonly OtherLinter[]> {
    const known = this.#folders.get(folder) ?? this.#look(folder, workspaceFolder);
    if (this.#isTold) this.#folders.set(folder, known);
    return known;
  }

  async #look(folder: string, workspaceFolder: string): Promise<readonly OtherLinter[]> {
    const isThere = async (name: string) => 'text' in (await this.#disk.read(`${folder}/${name}`, workspaceFolder));
    const found = await Promise.all(
      OTHER_LINTERS.map(async (linter) => (await Promise.all(linter.configNames.map(isThere))).includes(true)),
    );
    return OTHER_LINTERS.filter((_, i) => found[i]);
  }
}

/** In more folders above a file nothing is looked for. */
const MOST_FOLDERS = 50;

/** The folders from that of a file up to another one. */
function foldersUpTo(uri: string, end: string): string[] {
  const folders: string[] = [];
  for (let at = parentOf(uri); at.startsWith(end) && folders.length < MOST_FOLDERS; at = parentOf(at)) {
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
