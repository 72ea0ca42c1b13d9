import {
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  l10n,
  Uri,
  workspace,
} from 'vscode';

/** The scheme of the pages on rules and knowledge, which the extension has in one file. */
export const PAGES_SCHEME = 'kubewin-docs';

/** The page of a rule; without one, the list of all. */
export function pageOf(rule: unknown): Uri {
  const name = typeof rule === 'string' && /^[a-z0-9-]+\/[a-z0-9-]+$/.test(rule) ? rule : 'README';
  return Uri.from({ scheme: PAGES_SCHEME, path: `/rules/${name}.md` });
}

/** The pages as files, so that the links between them work. They are read when the first one is opened. */
export class Pages implements FileSystemProvider {
  readonly #changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  readonly #file: Uri;
  /** Those that were made since, by their paths. */
  readonly #made = new Map<string, { readonly text: string; readonly time: number }>();
  #pages: Promise<Record<string, string>> | undefined;

  /** `file` maps paths below `docs` to texts, as JSON. */
  constructor(file: Uri) {
    this.#file = file;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { length: size } = await this.readFile(uri);
    return { type: FileType.File, size, ctime: 0, mtime: this.#made.get(uri.path)?.time ?? 0 };
  }

  /** Makes a page, or makes it anew. */
  put(uri: Uri, text: string): void {
    this.#made.set(uri.path, { text, time: Date.now() });
    this.#changes.fire([{ type: FileChangeType.Changed, uri }]);
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const made = this.#made.get(uri.path)?.text;
    this.#pages ??= made === undefined ? this.#read() : undefined;
    const page = made ?? (await this.#pages)?.[uri.path.slice(1)];
    if (page === undefined) throw FileSystemError.FileNotFound(uri);
    return new TextEncoder().encode(page);
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
