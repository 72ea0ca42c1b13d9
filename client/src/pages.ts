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

/** The URI scheme of the pages on rules, background knowledge and workloads. */
export const PAGES_SCHEME = 'kubewin-docs';

/** The page of a rule, or the list of all rules if none is given. */
export function pageOf(rule: unknown): Uri {
  const name = typeof rule === 'string' && /^[a-z0-9-]+\/[a-z0-9-]+$/.test(rule) ? rule : 'README';
  return Uri.from({ scheme: PAGES_SCHEME, path: `/rules/${name}.md` });
}

/** A file system with the pages, so that links between them work. They are read from one file when the first is opened. */
export class Pages implements FileSystemProvider {
  readonly #changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  readonly #file: Uri;
  /** Generated pages by path. */
  readonly #generated = new Map<string, { readonly text: string; readonly time: number }>();
  #pages: Promise<Record<string, string>> | undefined;

  /** `file` maps paths below `docs` to texts, as JSON. */
  constructor(file: Uri) {
    this.#file = file;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { length: size } = await this.readFile(uri);
    return { type: FileType.File, size, ctime: 0, mtime: this.#generated.get(uri.path)?.time ?? 0 };
  }

  /** Adds or replaces a generated page. */
  put(uri: Uri, text: string): void {
    this.#generated.set(uri.path, { text, time: Date.now() });
    this.#changes.fire([{ type: FileChangeType.Changed, uri }]);
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const generated = this.#generated.get(uri.path)?.text;
    this.#pages ??= generated === undefined ? this.#read() : undefined;
    const page = generated ?? (await this.#pages)?.[uri.path.slice(1)];
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
