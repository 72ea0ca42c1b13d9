import { type CacheEntry, type CacheFolder, type Part, partOf } from '../cache/cache-folder.ts';
import { RestoredFiles } from '../cache/restored-files.ts';
import { SettingsKeys } from '../cache/settings-keys.ts';
import { type KeptSnapshots, SnapshotList } from '../cache/snapshot-list.ts';
import type { CheckSettings } from '../lint/settings/settings.ts';
import { archiveOf } from '../workspace/chart-files.ts';
import { isSettingsFile } from '../workspace/config-files.ts';
import type { Rereader } from '../workspace/file-text.ts';
import type { ReadResult } from '../workspace/reading.ts';
import { CLEAN, type DiagnosticList, NO_DIAGNOSTICS, type ProtocolContext } from './diagnostic.ts';
import type { KnownDiagnostics } from './diagnostics.ts';
import { type Log, reasonOf } from './handler.ts';
import { pacer } from './pace.ts';

/** How many files have their snapshots in one part of an entry: a part is read at once. */
const PART_SIZE = 500;

/** What is kept of a workspace between two starts of the server. It is plain data. */
interface KeptWorkspace {
  /** The digest of all settings, without those that follow from Nodes. */
  readonly settings: string;
  readonly files: readonly KeptFile[];
}

interface KeptFile {
  readonly uri: string;
  /** The digest of the text. For what is not plain UTF-8, it is that of the bytes after `=`, and the file is read again. */
  readonly digest: string;
  /** `unused`: it is not a manifest. `idle`: nothing can be found in it under its settings. */
  readonly state: 'unused' | 'idle' | 'read';
  /** The digest of its settings. */
  readonly settings: string;
  /** Undefined without diagnostics. */
  readonly list?: DiagnosticList;
  /** The URIs of other files that the diagnostics have places in. */
  readonly others?: readonly string[];
}

/** What the cache needs of the session. */
export interface CachedSession {
  readonly protocol: ProtocolContext;
  readonly rereader: Rereader;
  /** What diagnostics depend on besides the files and their settings: the name of the entry. */
  readonly key: () => string;
  /** All settings that do not follow from Nodes: what the client sent, and the texts of configuration files. */
  readonly settings: () => {
    readonly given: readonly unknown[];
    readonly settings: readonly CheckSettings[];
    readonly files: string;
  };
  readonly diagnosticsOf: (uri: string) => DiagnosticList;
  readonly log: Log;
}

/** Keeps what was found in a workspace, so that the next start of the server reads only what has changed. */
export class WorkspaceCache {
  readonly #folder: CacheFolder;
  readonly #session: CachedSession;
  readonly #keys: SettingsKeys;
  /** The files that were read, or are known to be the same. */
  readonly #noted = new Map<string, { readonly digest: string; readonly isUsed: boolean }>();
  /** The settings of the kept workspace; undefined if files have changed since. */
  #kept: string | undefined;
  #isWritable = true;

  constructor(folder: CacheFolder, session: CachedSession) {
    this.#folder = folder;
    this.#session = session;
    this.#keys = new SettingsKeys(session.rereader.digest);
  }

  /** Notes a file that was read. */
  note(uri: string, reading: ReadResult, isUsed: boolean): void {
    const isPlain = 'text' in reading && reading.encoding === undefined;
    const digest = isPlain ? this.#session.rereader.digest(reading.text) : this.#digestOfBytes(uri);
    const before = this.#noted.get(uri);
    if (before?.digest !== digest || before.isUsed !== isUsed) this.#kept = undefined;
    this.#noted.set(uri, { digest, isUsed });
  }

  #digestOfBytes(uri: string): string {
    return `=${this.#session.rereader.digestOfFile(archiveOf(uri) ?? uri) ?? ''}`;
  }

  /** Compares these files, which are all of the workspace, with those that are kept; undefined if nothing is. */
  async compare(uris: ReadonlySet<string>, signal: AbortSignal): Promise<KnownFiles | undefined> {
    const entry = this.#folder.read(this.#session.key());
    const kept = entry && keptIn(entry);
    if (entry === undefined || kept === undefined) return undefined;
    const { rereader, protocol } = this.#session;
    const known = new Map<string, KeptFile>();
    const pause = pacer();
    for (const file of kept.files) {
      if (signal.aborted) return undefined;
      const { uri, digest, state } = file;
      const now = digest.startsWith('=') ? this.#digestOfBytes(uri) : rereader.digestOfFile(uri);
      if (uris.has(uri) && now === digest) {
        known.set(uri, file);
        this.#noted.set(uri, { digest, isUsed: state !== 'unused' });
      }
      await pause();
    }
    const hasSameFiles = known.size === kept.files.length && known.size === uris.size;
    const isSame = hasSameFiles && kept.settings === this.#settingsKey() && this.#isSaved();
    this.#kept = hasSameFiles ? kept.settings : undefined;
    if (isSame) this.#folder.touch(this.#session.key());
    const restored = new RestoredFiles(uris, protocol.workspace, rereader);
    return new KnownFiles(known, isSame, snapshotsIn(entry), restored, (uri) =>
      this.#keys.of(protocol.workspace.settingsOf(uri)),
    );
  }

  #settingsKey(): string {
    const { given, settings, files } = this.#session.settings();
    return this.#session.rereader.digest(JSON.stringify([given, settings.map((each) => this.#keys.of(each)), files]));
  }

  /** Whether all open files have the texts that were read from disk. */
  #isSaved(): boolean {
    const { protocol, rereader } = this.#session;
    const { workspace } = protocol;
    return workspace.uris().every((uri) => {
      if (!workspace.isOpen(uri) || workspace.folderOf(uri) === '' || isSettingsFile(uri)) return true;
      return this.#noted.get(uri)?.digest === rereader.digest(workspace.file(uri)?.text ?? '');
    });
  }

  /**
   * Keeps what is known of these files, which are all of the workspace, if it has changed. To be called when no file is
   * being read. Gives way to requests, and ends early when it is not wanted anymore or a document changes.
   */
  async save(uris: readonly string[], isWanted: () => boolean): Promise<void> {
    const settings = this.#settingsKey();
    if (!this.#isWritable || this.#kept === settings || !this.#isSaved()) return;
    const { protocol, rereader, log } = this.#session;
    const { workspace } = protocol;
    const parts: Part[] = [];
    const files: string[] = [];
    const pause = pacer();
    for (const folder of new Set(uris.map((uri) => workspace.folderOf(uri)))) {
      const inFolder = uris.filter((uri) => workspace.folderOf(uri) === folder);
      const facts = workspace.factsFor(`${folder}/`);
      for (let from = 0; from < inFolder.length; from += PART_SIZE) {
        const list = new SnapshotList(workspace, `${folder}/`, rereader);
        for (const uri of inFolder.slice(from, from + PART_SIZE)) {
          if (!isWanted() || workspace.factsFor(uri) !== facts) return;
          const file = this.#keptFile(uri);
          if (file !== undefined) files.push(JSON.stringify(file));
          if (file?.state === 'read') list.add(uri);
          await pause();
        }
        parts.push(partOf(String(list)));
        await pause();
      }
    }
    if (!isWanted()) return;
    const head = partOf(`{"settings":${JSON.stringify(settings)},"files":[${files.join()}]}`);
    try {
      if (!this.#folder.write(this.#session.key(), [head, ...parts])) this.#folder.write(this.#session.key(), [head]);
      this.#kept = settings;
    } catch (error) {
      this.#isWritable = false;
      log(`The cache cannot be written: ${reasonOf(error)}`);
    }
  }

  /** What is kept of a file; undefined if its text is not known. */
  #keptFile(uri: string): KeptFile | undefined {
    const { protocol, diagnosticsOf } = this.#session;
    const { workspace, toServer } = protocol;
    const noted = this.#noted.get(uri);
    if (noted === undefined) return undefined;
    const { digest, isUsed } = noted;
    const settings = this.#keys.of(workspace.settingsOf(uri));
    const isIdle = workspace.file(uri) === undefined;
    if (!isUsed || isIdle) return { uri, digest, settings, state: isUsed ? 'idle' : 'unused' };
    const list = diagnosticsOf(uri);
    if (list.resultId === CLEAN) return { uri, digest, settings, state: 'read' };
    const related = list.items.flatMap(({ relatedInformation = [] }) => relatedInformation);
    const others = new Set(related.map(({ location }) => toServer(location.uri)));
    others.delete(uri);
    return { uri, digest, settings, state: 'read', list, others: [...others] };
  }
}

/** Files with the same texts as in an earlier start of the server. */
export class KnownFiles implements KnownDiagnostics {
  readonly #files: Map<string, KeptFile>;
  readonly #settingsKey: (uri: string) => string;
  readonly #snapshots: Iterable<KeptSnapshots>;
  /** Whether files and settings are all the same, so that all diagnostics are known before anything is restored. */
  readonly isSame: boolean;
  readonly #restored: RestoredFiles;
  #isSettled = false;

  constructor(
    files: Map<string, KeptFile>,
    isSame: boolean,
    snapshots: Iterable<KeptSnapshots>,
    restored: RestoredFiles,
    settingsKey: (uri: string) => string,
  ) {
    this.#files = files;
    this.isSame = isSame;
    this.#snapshots = snapshots;
    this.#restored = restored;
    this.#settingsKey = settingsKey;
  }

  /** Adds files to the workspace without reading them, and returns those that need not be read. */
  async restore(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const done = new Set<string>();
    const pause = pacer();
    for (const snapshots of this.#snapshots) {
      if (signal.aborted) break;
      this.#restored.load(snapshots);
      await pause();
    }
    for (const { uri, digest, state } of this.#files.values()) {
      if (signal.aborted) break;
      const isRestored = state === 'read' && !digest.startsWith('=') && this.#restored.add(uri, digest) !== undefined;
      if (isRestored || state !== 'read') done.add(uri);
      await pause();
    }
    return done;
  }

  /** Adds what was known of files with the same settings. Returns the other files that were not read. */
  async takeResults(signal: AbortSignal): Promise<readonly string[]> {
    const others: string[] = [];
    const pause = pacer();
    for (const { uri, state, settings } of this.#files.values()) {
      if (signal.aborted) break;
      const isSame = settings === this.#settingsKey(uri);
      if (state === 'read' && isSame) this.#restored.addResults(uri);
      if (state === 'idle' && isSame) this.#restored.addIdle(uri);
      if (state === 'idle' && !isSame) others.push(uri);
      await pause();
    }
    return others;
  }

  /** Whether a file was restored with what was found in it, if that was looked for. */
  has(uri: string): boolean {
    return this.#restored.isUnchanged(uri) && this.#files.get(uri)?.settings === this.#settingsKey(uri);
  }

  /** To be called when all files were read: from here on, diagnostics are compared with the facts. */
  settle(): void {
    this.#isSettled = true;
    this.#restored.forgetSnapshots();
  }

  uris(): Iterable<string> {
    return this.isSame && !this.#isSettled ? this.#files.keys() : [];
  }

  of(uri: string): DiagnosticList | undefined {
    const file = this.#files.get(uri);
    if (!this.#isSettled) return this.isSame ? (file?.list ?? NO_DIAGNOSTICS) : undefined;
    if (file === undefined) return undefined;
    const isSame = (other: string) => this.#restored.isUnchanged(other);
    const isTrue = this.#restored.isCurrent(uri) && (file.others ?? []).every(isSame);
    if (isTrue) return file.list ?? NO_DIAGNOSTICS;
    this.#files.delete(uri);
    return undefined;
  }
}

function keptIn(entry: CacheEntry): KeptWorkspace | undefined {
  const text = entry.part(0);
  return text === undefined ? undefined : JSON.parse(text);
}

/** All snapshots, up to the first part that cannot be read. */
function* snapshotsIn(entry: CacheEntry): Generator<KeptSnapshots> {
  for (let index = 1, text = entry.part(index); text !== undefined; text = entry.part(++index)) yield JSON.parse(text);
}
