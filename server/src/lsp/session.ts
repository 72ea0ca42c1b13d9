import type {
  Connection,
  Disposable,
  FileEvent,
  FileSystemWatcher,
  InitializeParams,
  WorkspaceFolder,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { OtherLinter } from '../lint/other-linters/linters.ts';
import type { Rule } from '../lint/rule.ts';
import { ruleSet } from '../lint/rule-set/rule-set.ts';
import { isConfig } from '../lint/settings/config.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import { type Disk, isExcluded } from '../workspace/disk.ts';
import { isOverLimit } from '../workspace/reading.ts';
import type { Platform } from '../workspace/uri.ts';
import { type File, type FileReport, Workspace } from '../workspace/workspace.ts';
import { type Client, readClient, settingsIn } from './client.ts';
import { Configuration, type ConfigurationChange, orNothing } from './configuration.ts';
import type { Translation } from './diagnostic.ts';
import { Diagnostics } from './diagnostics.ts';
import { FolderConfigs, type WrittenConfig } from './folder-configs.ts';
import { Folders, type Progress } from './folders.ts';
import { type Log, reasonOf } from './handler.ts';
import type { Information } from './information.ts';
import { Lenses } from './lens.ts';
import { LinterFiles } from './linter-files.ts';
import { Names } from './names.ts';
import { Burst } from './pace.ts';
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  WatchKind,
} from './protocol.ts';
import { refresh } from './refresh.ts';
import { type Checked, clusterOf, type Status, StatusChanged, statusOf } from './status.ts';

/** What a process does for its memory. */
export interface Hooks {
  /** Told before the folders of a workspace are read. */
  readonly onScan?: () => Promise<void>;
  /** Told of each change of an open document. */
  readonly onTyping?: () => Promise<void>;
}

/** What a client and the server have together from the first request to the last. */
export class Session {
  readonly client: Client;
  readonly workspace: Workspace;
  readonly translation: Translation;
  readonly diagnostics: Diagnostics;
  readonly lenses: Lenses;
  /** When the settings are known; before, nothing should be answered. */
  readonly configured: Promise<void>;
  /** When all files have been read for the first time; before, what stands in other files is not known. */
  readonly read: Promise<void>;
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #hooks: Hooks;
  readonly #configuration: Configuration;
  readonly #configs: FolderConfigs;
  readonly #folders: Folders;
  readonly #linterFiles: LinterFiles;
  readonly #names: Names;
  /** Open documents that are more than can be checked; to the workspace they are empty. */
  readonly #tooLarge = new Set<string>();
  #watchers: Promise<Disposable | undefined> | undefined;
  #showsStatus = false;
  #isStopped = false;
  /** How many readings of folders go on. */
  #scans = 0;
  readonly #folderChanges = new Burst();
  #takesUpFolders: Promise<void> | undefined;
  #start: () => void = () => {};

  constructor(
    connection: Connection,
    disk: Disk,
    { rules, platform, ...hooks }: { readonly rules: readonly Rule[]; readonly platform: Platform } & Hooks,
    params: InitializeParams,
  ) {
    this.#connection = connection;
    this.#hooks = hooks;
    this.#log = (text) => connection.console.error(text);
    const { workspaceFolders, rootUri, initializationOptions } = params;
    const log = this.#log;
    const client = readClient(params.capabilities, initializationOptions);
    const warn = (text: string) => connection.console.warn(text);
    const { encoding } = client;
    const workspace = new Workspace(ruleSet(rules), onceForEachRule(log), {
      onNote: (uri, message) => warn(`${uri}: ${message}`),
      encoding,
      // Without word of changes, another text may stand in a file.
      rereader: client.watches ? disk.rereader : undefined,
    });
    const names = new Names(platform);
    const ours = (name: string) => names.ours(name);
    const uriFor = (uri: string) => names.theirs(uri, workspace.folderOf(uri));
    const translation = { client, workspace, ours, uriFor };
    const configuration = new Configuration(connection, client, rules, settingsIn(initializationOptions));
    this.client = client;
    this.workspace = workspace;
    this.translation = translation;
    this.#configuration = configuration;
    this.#names = names;
    const configs = new FolderConfigs({
      disk,
      rules,
      workspace,
      encoding,
      onChange: (folder) => this.#configChanged(folder),
    });
    this.#configs = configs;
    this.diagnostics = new Diagnostics({
      connection,
      translation,
      log,
      isChecked: (uri) => this.checked(uri) === 'yes',
      configs,
      ready: (uri) => this.#ready(uri),
    });
    this.#linterFiles = new LinterFiles(disk, client.watches);
    this.lenses = new Lenses({ translation, report: (name) => this.report(name) });
    this.#folders = new Folders({
      disk,
      workspace,
      configuration,
      configs,
      ours,
      log,
      warn,
      onChange: () => this.#changed(),
      showProgress: (cancel) => this.#scan(this.#showProgress(cancel)),
    });
    for (const uri of workspaceFolders?.map((folder) => folder.uri) ?? (rootUri ? [rootUri] : [])) names.addFolder(uri);
    workspace.setFolders([...names.folders.keys()]);
    const started = new Promise<void>((resolve) => {
      this.#start = resolve;
    });
    this.configured = started.then(() => this.#configure());
    this.read = this.configured.then(() => this.#folders.read(this.#names.folders.keys()));
  }

  /** To be called when the client is ready for requests of ours. */
  start(): void {
    if (this.client.tellsConfiguration) {
      const section = ['kubewin', 'files.exclude'];
      this.#try(this.#connection.client.register(DidChangeConfigurationNotification.type, { section }));
    }
    this.#try(this.#watch());
    this.#start();
  }

  stop(): void {
    this.#isStopped = true;
    this.#start();
    this.#folders.stop();
    this.diagnostics.stop();
  }

  /** Takes up a document that was opened or changed. */
  openedOrChanged(document: TextDocument): void {
    if (!/^(?:yaml(?:\..+)?|helm(?:-template)?|jsonc?)$/.test(document.languageId)) return;
    const uri = this.#names.open(document.uri);
    if (this.workspace.isOpen(uri)) void this.#hooks.onTyping?.();
    const facts = this.workspace.factsFor(uri);
    const text = document.getText();
    const isTooLarge = isOverLimit(text);
    if (isTooLarge) this.#tooLarge.add(uri);
    else this.#tooLarge.delete(uri);
    this.workspace.open(uri, isTooLarge ? '' : text, document.version);
    this.#changed(this.workspace.factsFor(uri) === facts ? uri : undefined);
    this.#try(this.ready(document.uri));
  }

  /**
   * When the settings of a file are known, given by the client's name; before, nothing of it should be answered. Where
   * the disk takes long, those of the client are taken.
   */
  ready(name: string): Promise<void> {
    return this.#ready(this.#names.ours(name));
  }

  async #ready(uri: string): Promise<void> {
    await this.configured;
    if (this.checked(uri) !== 'off') await orNothing(this.#configs.load(uri), PATIENCE);
  }

  async saved(document: TextDocument): Promise<void> {
    if (!this.client.watches) await this.watched([{ uri: document.uri, type: FileChangeType.Created }]);
  }

  close(document: TextDocument): void {
    const uri = this.#names.close(document.uri);
    if (uri === undefined) return;
    this.#tooLarge.delete(uri);
    this.workspace.close(uri);
    this.diagnostics.closed(uri);
    this.lenses.closed(document.uri);
    this.#changed();
  }

  /** Takes up what the client's watchers saw. */
  async watched(events: readonly FileEvent[]): Promise<void> {
    for (const { uri, type } of events) {
      const ours = this.#names.ours(uri);
      this.#linterFiles.changed(ours, type === FileChangeType.Deleted);
      if (isConfig(ours) || type === FileChangeType.Deleted) await this.#configs.changed(ours);
    }
    await this.#folders.take(events);
  }

  async changeSettings(sent: unknown): Promise<void> {
    this.#configuration.take(sent);
    await this.configured;
    await this.#configure();
  }

  async changeFolders(added: readonly WorkspaceFolder[], removed: readonly WorkspaceFolder[]): Promise<void> {
    for (const { uri } of removed) this.#names.removeFolder(uri);
    for (const { uri } of added) this.#names.addFolder(uri);
    this.#folderChanges.tell();
    this.#takesUpFolders ??= this.#takeUpFolders();
    await this.#takesUpFolders;
  }

  /** Takes up changes of the folders, those that follow at once together. */
  async #takeUpFolders(): Promise<void> {
    await this.#folderChanges.over();
    this.#takesUpFolders = undefined;
    this.workspace.setFolders([...this.#names.folders.keys()]);
    this.#configs.clear();
    this.#folders.keep(this.#names.folders);
    this.#try(this.#watch());
    await this.configured;
    await this.#configure();
    this.#changed();
    // A file may belong to another folder now, so that all of them are read.
    await this.#folders.read(this.#names.folders.keys());
  }

  /** Whether the findings of a file are wanted, and if not, why. */
  checked(uri: string): Checked {
    const folder = this.workspace.folderOf(uri);
    const { scope, exclude } = this.#configuration.of(folder).settings;
    if (scope === 'off') return 'off';
    if (this.#tooLarge.has(uri)) return 'too large';
    if (!this.workspace.isOpen(uri)) return scope === 'workspace' ? 'yes' : 'not open';
    if (isConfig(uri)) return 'yes';
    return isExcluded(folder, exclude, uri) || this.#configs.excludes(uri) ? 'excluded' : 'yes';
  }

  /** What is found in a file that is checked, given by the client's name. */
  report(name: string, whole = false): FileReport | undefined {
    const uri = this.#names.ours(name);
    return this.checked(uri) === 'yes' ? this.workspace.report(uri, whole) : undefined;
  }

  /** The configuration file that counts for a file, if something is wrong in it. */
  faultyConfig(uri: string): string | undefined {
    return this.#configs.faulty(uri);
  }

  /** A file that is checked, given by the client's name. */
  file(name: string): File | undefined {
    const uri = this.#names.ours(name);
    return this.checked(uri) === 'yes' ? this.workspace.file(uri) : undefined;
  }

  /** The other linters that are configured for a file, given by the client's name; none where the disk takes long to tell. */
  async otherLinters(name: string): Promise<readonly OtherLinter[]> {
    const uri = this.#names.ours(name);
    return (await orNothing(this.#linterFiles.near(uri, this.workspace.folderOf(uri)), PATIENCE)) ?? [];
  }

  /** Reads the configuration file that counts for a file again: a watcher may tell of a change later than the user acts. */
  async rereadConfig(name: string): Promise<void> {
    const file = this.#configs.of(this.#names.ours(name));
    if (file !== undefined) await this.#configs.changed(file.uri);
  }

  /** The configuration file of a file, which is given by the client's name, with its text as it is in the editor. */
  config(name: string): WrittenConfig | undefined {
    return this.#configs.written(this.#names.ours(name));
  }

  status(name: string): Status {
    this.#showsStatus = true;
    const uri = this.#names.ours(name);
    const config = this.#configs.of(uri);
    return statusOf(this.workspace.report(uri, true), {
      cluster: clusterOf(this.workspace.settingsOf(uri), config?.keys(uri)),
      config: config === undefined ? null : this.translation.uriFor(config.uri),
      busy: this.#scans > 0,
      checked: this.checked(uri),
    });
  }

  /** What it holds, and the settings of each workspace folder. */
  async contents(): Promise<{ counts: Information['counts']; settings: readonly Settings[] }> {
    await this.configured;
    const folders = [...this.#names.folders.keys()];
    for (const folder of folders) await orNothing(this.#configs.load(`${folder}/`), PATIENCE);
    const uris = this.workspace.uris();
    return {
      counts: {
        folders: folders.length,
        files: uris.length,
        'open files': uris.filter((uri) => this.workspace.isOpen(uri)).length,
        'configuration files': this.#configs.uris().length,
        'parsed documents': this.workspace.parsed.documents,
      },
      settings: folders.map((folder) => this.workspace.settingsOf(`${folder}/`)),
    };
  }

  /** Takes up the settings, and reads folders for which others are to be read. */
  async #configure(): Promise<void> {
    try {
      const { changes, late } = await this.#configuration.load(this.#names.folders);
      this.#takeUp(changes);
      if (late !== undefined) this.#try(late.then((more) => this.#takeUp(more)));
    } catch (error) {
      this.#log(reasonOf(error));
    }
  }

  #takeUp(changes: readonly ConfigurationChange[]): void {
    if (changes.length === 0) return;
    for (const { folder } of changes) this.#setSettings(folder);
    this.#changed();
    const toRead = changes.flatMap(({ folder, before, now }) => {
      const isOther = before !== undefined && whatIsRead(before) !== whatIsRead(now);
      return isOther && folder !== '' ? [folder] : [];
    });
    if (toRead.length > 0) this.#try(this.#folders.read(toRead));
  }

  #setSettings(folder: string): void {
    const { settings } = this.#configuration.of(folder);
    this.workspace.setSettings(folder, settings, this.#configs.settings(settings));
  }

  #configChanged(folder: string): void {
    this.#setSettings(folder);
    this.#changed();
  }

  /** Asks the client to watch the manifests of the folders, and what decides which are read. */
  async #watch(): Promise<void> {
    if (!this.client.watches) return;
    const before = this.#watchers;
    this.#watchers = this.#register();
    (await before)?.dispose();
    await this.#watchers;
  }

  async #register(): Promise<Disposable | undefined> {
    const names = [...this.#names.folders.values()].filter((name) => name.startsWith('file:'));
    if (names.length === 0) return undefined;
    const inFolders = (pattern: string): FileSystemWatcher['globPattern'][] =>
      this.client.watchesRelative ? names.map((baseUri) => ({ baseUri, pattern })) : [pattern];
    const watchers = [
      ...['**/*.{yaml,yml,json}', '**/_*.tpl', '**/.gitignore']
        .flatMap(inFolders)
        .map((globPattern) => ({ globPattern })),
      // Of a folder that goes only its own end is told.
      ...inFolders('**').map((globPattern) => ({ globPattern, kind: WatchKind.Delete })),
    ];
    return this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }

  #changed(uri?: string): void {
    this.diagnostics.changed(uri);
    // What it was told of a document that it changes itself a client asks for again by itself.
    if (uri === undefined) {
      refresh(this.#connection, this.client, this, this.#log);
      this.#try(this.#folders.wake());
    }
    this.#tellStatus();
  }

  #tellStatus(): void {
    if (this.#showsStatus) this.#try(this.#connection.sendNotification(StatusChanged));
  }

  #scan({ report, end }: Progress): Progress {
    this.#scans++;
    void this.#hooks.onScan?.();
    this.#tellStatus();
    return {
      report,
      end: () => {
        this.#scans--;
        end();
        if (this.#isStopped) return;
        this.#connection.console.debug(`The workspace was read: ${this.workspace.uris().length} files.`);
        this.#tellStatus();
      },
    };
  }

  #showProgress(cancel: () => void): Progress {
    if (!this.client.showsProgress) return { report: () => {}, end: () => {} };
    const progress = this.#connection.window.createWorkDoneProgress().then((reporter) => {
      reporter.token.onCancellationRequested(cancel);
      reporter.begin('Kubewin', 0, t('Checking manifests'), true);
      return reporter;
    });
    let told = 0;
    return {
      report: (done, of) => {
        const percentage = Math.floor((100 * done) / of);
        if (percentage === told) return;
        told = percentage;
        this.#try(progress.then((reporter) => reporter.report(percentage, t`${done} of ${of} files`)));
      },
      end: () => this.#try(progress.then((reporter) => reporter.done())),
    };
  }

  /** Lets something run that nobody waits for. */
  #try(work: Promise<unknown>): void {
    work.catch((error) => this.#log(reasonOf(error)));
  }
}

/** How long a disk may take for the configuration files, in milliseconds. */
const PATIENCE = 1_000;

function whatIsRead({ settings, exclude }: { settings: { scope: string }; exclude: readonly string[] }): string {
  return JSON.stringify([settings.scope === 'off', exclude]);
}

function onceForEachRule(log: Log): (rule: Rule, error: unknown) => void {
  const told = new Set<string>();
  return ({ id }, error) => {
    if (!told.has(id)) log(`The rule ${id} failed: ${reasonOf(error)}`);
    told.add(id);
  };
}
