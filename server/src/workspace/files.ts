import type { Settings } from '../lint/settings/settings.ts';
import type { LineSkip, PositionEncoding } from '../text/line-index.ts';
import type { CachedDocument, ParseCount } from './cached-document.ts';
import { CachedFile, changedDocuments, type FileChange } from './cached-file.ts';
import { isRendered } from './chart-files.ts';
import { keepManifest, mentionsIn } from './document-relevance.ts';
import { FileText, type Rereader } from './file-text.ts';

/** The files of the workspace folders, open in an editor and on disk. An open file takes the place of the one on disk. */
export class Files {
  readonly parsed: ParseCount = { documents: 0, characters: 0 };
  /** What the positions of `File.lines` count. */
  readonly #encoding: PositionEncoding;
  #folders: readonly string[] = [];
  readonly #open = new Map<string, CachedFile>();
  readonly #disk = new Map<string, CachedFile>();
  /** Idle files, of which nothing is kept, with the settings under which nothing can be found in them. */
  readonly #idle = new Map<string, Settings>();

  constructor(encoding: PositionEncoding) {
    this.#encoding = encoding;
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  get idle(): ReadonlyMap<string, Settings> {
    return this.#idle;
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = [...folders].sort((a, b) => b.length - a.length);
    for (const files of [this.#open, this.#disk]) {
      for (const [uri, file] of files) file.folder = this.folderOf(uri);
    }
  }

  /** The folder that a file belongs to; empty for a file outside of all. */
  folderOf(uri: string): string {
    return this.#folders.find((folder) => uri === folder || uri.startsWith(`${folder}/`)) ?? '';
  }

  get(uri: string): CachedFile | undefined {
    return this.#open.get(uri) ?? this.#disk.get(uri);
  }

  isOpen(uri: string): boolean {
    return this.#open.has(uri);
  }

  /** The file on disk, also while an editor has another text of it. */
  onDisk(uri: string): CachedFile | undefined {
    return this.#disk.get(uri);
  }

  /** The files in which something may matter, in the order of their URIs. */
  uris(): string[] {
    return this.#allUris().filter((uri) => !isRendered(uri));
  }

  /** Those of rendered templates, too. */
  #allUris(): string[] {
    return [...new Set([...this.#open.keys(), ...this.#disk.keys()])].sort();
  }

  /** All files of a folder that were read, idle ones included. */
  urisIn(folder: string): string[] {
    const all = new Set([...this.#open.keys(), ...this.#disk.keys(), ...this.#idle.keys()]);
    return [...all].filter((uri) => this.folderOf(uri) === folder && !isRendered(uri)).sort();
  }

  /** The files of a folder in which something may matter, and rendered templates, in the order of their URIs. */
  in(folder: string): CachedFile[] {
    return this.#allUris()
      .flatMap((uri) => this.get(uri) ?? [])
      .filter((file) => file.folder === folder);
  }

  open(uri: string, text: string, version: number): FileChange {
    const before = this.get(uri);
    const change = this.#put(this.#open, uri, new FileText(text, this.#encoding), version, before);
    for (const cached of change.added) {
      const replaced = before?.documents[cached.index];
      if (replaced !== undefined) keepManifest(replaced, cached);
    }
    return change;
  }

  /** Returns whether the file was open. */
  close(uri: string): boolean {
    return this.#open.delete(uri);
  }

  setOnDisk(uri: string, text: string, skips: readonly LineSkip[] | undefined): FileChange {
    this.#idle.delete(uri);
    const fileText = new FileText(text, this.#encoding, skips);
    return this.#put(this.#disk, uri, fileText, undefined, this.#disk.get(uri));
  }

  /** Adds a file on disk whose text is not read, with the documents that it consists of. */
  addUnread(
    uri: string,
    digest: string,
    rereader: Rereader,
    documentsOf: (fileText: FileText) => readonly CachedDocument[],
  ): readonly CachedDocument[] {
    const fileText = FileText.unread(uri, digest, rereader, this.#encoding);
    const documents = documentsOf(fileText);
    this.#disk.set(uri, new CachedFile(uri, fileText, undefined, this.folderOf(uri), documents));
    return documents;
  }

  /** Returns whether there was anything to remove. */
  removeFromDisk(uri: string): boolean {
    this.#idle.delete(uri);
    return this.#disk.delete(uri);
  }

  setIdle(uri: string, settings: Settings): void {
    this.#disk.delete(uri);
    this.#idle.set(uri, settings);
  }

  #put(
    files: Map<string, CachedFile>,
    uri: string,
    fileText: FileText,
    version: number | undefined,
    before: CachedFile | undefined,
  ): FileChange {
    const change = changedDocuments(uri, fileText, before, this.parsed);
    files.set(uri, new CachedFile(uri, fileText, version, this.folderOf(uri), change.documents));
    // Read later for all files at once, the mentions would delay a request.
    for (const cached of change.added) mentionsIn(cached);
    return change;
  }
}
