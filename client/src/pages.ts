import {
  commands,
  EventEmitter,
  type FileChangeEvent,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  l10n,
  TabInputText,
  Uri,
  window,
  workspace,
} from 'vscode';

/** The URI scheme of the pages on rules and background knowledge. */
export const PAGES_SCHEME = 'kubewin-docs';

/** The page of a rule, or the list of all rules if none is given. */
export function pageOf(rule: unknown): Uri {
  const name = typeof rule === 'string' && /^[a-z0-9-]+\/[a-z0-9-]+$/.test(rule) ? rule : 'README';
  return Uri.from({ scheme: PAGES_SCHEME, path: `/rules/${name}.md` });
}

/** Shows a page beside the editor of a manifest; from another page, in its place. */
export async function showPage(page: Uri): Promise<void> {
  const isEditor = window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputText;
  await commands.executeCommand(isEditor ? 'markdown.showPreviewToSide' : 'markdown.showPreview', page);
}

/** A file system with the pages, so that links between them work. They are read from one file when the first is opened. */
export class Pages implements FileSystemProvider {
  readonly onDidChangeFile = new EventEmitter<FileChangeEvent[]>().event;
  readonly #file: Uri;
  #pages: Promise<Record<string, string>> | undefined;

  /** `file` maps paths below `docs` to texts, as JSON. */
  constructor(file: Uri) {
    this.#file = file;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { length: size } = await this.readFile(uri);
    return { type: FileType.File, size, ctime: 0, mtime: 0 };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(await this.text(uri.path.slice(1)));
  }

  /** The text of a page by its path below `docs`. */
  async text(path: string): Promise<string> {
    this.#pages ??= this.#read();
    const page = (await this.#pages)[path];
    if (page === undefined) throw FileSystemError.FileNotFound(path);
    return page;
  }

  async #read(): Promise<Record<string, string>> {
    return JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(this.#file)));
  }

  watch(): { dispose(): void } {
    return { dispose: () => {} };
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory = readOnly;
  writeFile = readOnly;
  delete = readOnly;
  rename = readOnly;
}

function readOnly(): never {
  throw FileSystemError.NoPermissions(l10n.t('The pages of Kubewin cannot be changed.'));
}
