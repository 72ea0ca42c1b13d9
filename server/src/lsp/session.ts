import type { Connection, FileEvent, InitializeParams, WorkspaceFolder } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { OtherLinter } from '../lint/other-linters/linters.ts';
import type { Rule } from '../lint/rule.ts';
import { ruleSet } from '../lint/rule-set/rule-set.ts';
import { nodeSettings } from '../lint/settings/node-settings.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { isPacked } from '../workspace/chart-files.ts';
import { isSettingsFile, NamedChartValues } from '../workspace/config-files.ts';
import { type Disk, isExcluded } from '../workspace/disk.ts';
import { isOverLimit } from '../workspace/reading.ts';
import type { File, FileReport } from '../workspace/report.ts';
import type { Platform } from '../workspace/uri.ts';
import { Workspace } from '../workspace/workspace.ts';
import { Assumptions } from './assumptions.ts';
import { type Client, readClient, settingsIn, textsIn } from './client.ts';
import { Configuration, type ConfigurationChange, readingKey, withTimeout } from './configuration.ts';
import type { ProtocolContext } from './diagnostic.ts';
import { Diagnostics } from './diagnostics.ts';
import { type ConfigWithText, FolderConfigs } from './folder-configs.ts';
import { Folders, type Progress } from './folders.ts';
import { type Log, logOncePerRule, reasonOf } from './handler.ts';
import type { Hooks } from './hooks.ts';
import { Lenses } from './lens.ts';
import { LinterFiles } from './linter-files.ts';
import { Burst } from './pace.ts';
import { showProgress } from './progress.ts';
import { DidChangeConfigurationNotification, FileChangeType } from './protocol.ts';
import { refresh } from './refresh.ts';
import {
  type CheckState,
  clusterOf,
  type SettingOrigins,
  type Status,
  StatusChanged,
  statusOf,
  valuesText,
} from './status.ts';
import { UriMap } from './uri-map.ts';
import { FileWatchers } from './watchers.ts';
import type { WorkspaceCache } from './workspace-cache.ts';

/** The state of the server for one client, from its first request to its last. */
export class Session {
  readonly client: Client;
  readonly workspace: Workspace;
  readonly protocol: ProtocolContext;
  readonly diagnostics: Diagnostics;
  readonly lenses: Lenses;
  readonly configs: FolderConfigs;
  /** Resolves when the settings are known. Requests must wait for it. */
  readonly configured: Promise<void>;
  /** Resolves when all files have been read for the first time. Until then, facts of other files are unknown. */
  readonly read: Promise<void>;
  /** Resolves when all diagnostics are known because nothing has changed since an earlier start. */
  readonly known: Promise<void>;
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #hooks: Hooks;
  readonly #configuration: Configuration;
  readonly #folders: Folders;
  readonly #linterFiles: LinterFiles;
  readonly #uris: UriMap;
  readonly #watchers: FileWatchers;
  readonly #assumptions = new Assumptions();
  /** Open documents that exceed a limit. The workspace has them as empty documents. */
  readonly #tooLarge = new Set<string>();
  #showsStatus = false;
  #isStopped = false;
  /** The number of scans in progress. */
  #scans = 0;
  readonly #folderChanges = new Burst();
  #folderUpdate: Promise<void> | undefined;
  #start = () => {};
  #onKnown = () => {};

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
    const workspace = new Workspace(ruleSet(rules), logOncePerRule(log), {
      onNote: (uri, message) => warn(`${uri}: ${message}`),
      encoding,
      // Without change events, the content of a file may have changed since it was read.
      rereader: client.watchesFiles ? disk.rereader : undefined,
    });
    const uris = new UriMap(platform);
    const toServer = (clientUri: string) => uris.toServer(clientUri);
    const toClient = (uri: string) => uris.toClient(uri, workspace.folderOf(uri));
    const protocol = { client, workspace, toServer, toClient };
    const configuration = new Configuration(connection, client, rules, settingsIn(initializationOptions));
    this.client = client;
    this.workspace = workspace;
    this.protocol = protocol;
    this.#configuration = configuration;
    this.#uris = uris;
    this.#watchers = new FileWatchers(connection, client);
    const configs = new FolderConfigs({
      disk,
      rules,
      workspace,
      encoding,
      loadOwnRules: hooks.loadOwnRules,
      onChange: (folder) => this.#configChanged(folder),
    });
    this.configs = configs;
    this.diagnostics = new Diagnostics({
      connection,
      protocol,
      log,
      isChecked: (uri) => this.checkState(uri) === 'yes',
      configs,
      ready: (uri) => this.#ready(uri),
    });
    this.#linterFiles = new LinterFiles(disk, client.watchesFiles);
    this.lenses = new Lenses({ protocol, report: (clientUri, whole) => this.report(clientUri, whole) });
    this.#folders = new Folders({
      disk,
      workspace,
      configuration,
      configs,
      toServer,
      log,
      warn,
      openCache: async () => this.#openCache(initializationOptions),
      onKnown: (known) => {
        if (known !== undefined) this.#onKnown();
        return withTimeout(this.diagnostics.setKnown(known), MAX_DISK_WAIT);
      },
      onRead: () => this.#applyNodes(),
      onChange: () => this.#changed(),
      showProgress: (cancel) => this.#scan(showProgress(connection, client, log, cancel)),
    });
    this.known = new Promise((resolve) => {
      this.#onKnown = resolve;
    });
    for (const uri of workspaceFolders?.map((folder) => folder.uri) ?? (rootUri ? [rootUri] : [])) uris.addFolder(uri);
    workspace.setFolders([...uris.folders.keys()]);
    const started = new Promise<void>((resolve) => {
      this.#start = resolve;
    });
    this.configured = started.then(() => this.#configure());
    this.read = this.configured.then(() => this.#folders.read(this.#uris.folders.keys()));
  }

  /** To be called when the client accepts requests from the server. */
  start(): void {
    if (this.client.watchesConfiguration) {
      const section = ['kubewin', 'files.exclude'];
      this.#runInBackground(this.#connection.client.register(DidChangeConfigurationNotification.type, { section }));
    }
    this.#runInBackground(this.#watchers.watch(this.#uris.folders.values()));
    this.#start();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#start();
    this.#folders.stop();
    this.diagnostics.stop();
    await withTimeout(this.#folders.save(), MAX_DISK_WAIT);
  }

  #openCache(initializationOptions: unknown): Promise<WorkspaceCache> | undefined {
    const { cacheFolder, ...client } = this.client;
    const { rereader } = this.workspace.snapshotSource;
    if (cacheFolder === undefined || rereader === undefined) return undefined;
    return this.#hooks.openCache?.(cacheFolder, {
      protocol: this.protocol,
      rereader,
      key: () => JSON.stringify([client, [...textsIn(initializationOptions)], this.folders]),
      settings: () => ({ ...this.#configuration.given(this.folders), files: this.configs.key() }),
      diagnosticsOf: (uri) => this.diagnostics.ofClosed(uri),
      log: this.#log,
    });
  }

  /** Handles a document that was opened or changed. */
  openedOrChanged(document: TextDocument): void {
    if (!/^(?:yaml(?:\..+)?|helm(?:-template)?|jsonc?)$/.test(document.languageId)) return;
    const uri = this.#uris.open(document.uri);
    if (this.workspace.isOpen(uri)) void this.#hooks.onTyping?.();
    const facts = this.workspace.factsFor(uri);
    const text = document.getText();
    const isTooLarge = isOverLimit(text);
    if (isTooLarge) this.#tooLarge.add(uri);
    else this.#tooLarge.delete(uri);
    this.workspace.open(uri, isTooLarge ? '' : text, document.version);
    this.#changed(this.workspace.factsFor(uri) === facts ? uri : undefined);
    this.#runInBackground(this.ready(document.uri));
  }

  /**
   * Resolves when the settings of a file are known. Requests for the file must wait for it. If the disk is slow, the
   * settings of the client apply.
   */
  ready(clientUri: string): Promise<void> {
    return this.#ready(this.#uris.toServer(clientUri));
  }

  async #ready(uri: string): Promise<void> {
    await this.configured;
    if (this.checkState(uri) !== 'off') await withTimeout(this.configs.load(uri), MAX_DISK_WAIT);
  }

  async saved(document: TextDocument): Promise<void> {
    if (!this.client.watchesFiles) await this.watched([{ uri: document.uri, type: FileChangeType.Created }]);
  }

  close(document: TextDocument): void {
    const uri = this.#uris.close(document.uri);
    if (uri === undefined) return;
    this.#tooLarge.delete(uri);
    this.#assumptions.clear(uri);
    this.workspace.charts.rendersAll = this.#assumptions.hasTemplates;
    this.workspace.close(uri);
    this.diagnostics.closed(uri);
    this.lenses.closed(document.uri);
    this.#changed();
  }

  /** Handles events of the client's file watchers. */
  async watched(events: readonly FileEvent[]): Promise<void> {
    for (const { uri: clientUri, type } of events) {
      const uri = this.#uris.toServer(clientUri);
      this.#linterFiles.changed(uri, type === FileChangeType.Deleted);
      if (this.configs.has(uri) || type === FileChangeType.Deleted) await this.configs.changed(uri);
    }
    await this.#folders.addEvents(events);
  }

  async changeSettings(sent: unknown): Promise<void> {
    this.#configuration.setSent(sent);
    await this.configured;
    await this.#configure();
  }

  async changeFolders(added: readonly WorkspaceFolder[], removed: readonly WorkspaceFolder[]): Promise<void> {
    for (const { uri } of removed) this.#uris.removeFolder(uri);
    for (const { uri } of added) this.#uris.addFolder(uri);
    this.#folderChanges.add();
    this.#folderUpdate ??= this.#applyFolders();
    await this.#folderUpdate;
  }

  /** Applies changes of the workspace folders. Changes that follow each other directly are applied together. */
  async #applyFolders(): Promise<void> {
    await this.#folderChanges.settled();
    this.#folderUpdate = undefined;
    this.workspace.setFolders([...this.#uris.folders.keys()]);
    this.configs.clear();
    this.#folders.retainOnly(this.#uris.folders);
    this.#runInBackground(this.#watchers.watch(this.#uris.folders.values()));
    await this.configured;
    await this.#configure();
    this.#changed();
    // A file may belong to another folder now, so all folders are read again.
    await this.#folders.read(this.#uris.folders.keys());
  }

  /** Whether a file is checked, and if not, why. */
  checkState(uri: string): CheckState {
    const folder = this.workspace.folderOf(uri);
    const { scope, exclude } = this.#configuration.of(folder).settings;
    if (scope === 'off') return 'off';
    if (this.#tooLarge.has(uri)) return 'too large';
    if (!this.workspace.isOpen(uri)) return scope === 'workspace' && !isPacked(uri) ? 'yes' : 'not open';
    if (isSettingsFile(uri)) return 'yes';
    return isExcluded(folder, exclude, uri) || this.configs.excludes(uri) ? 'excluded' : 'yes';
  }

  /** The report on a file; undefined if the file is not checked. `whole` includes documents in which nothing can be found. */
  report(clientUri: string, whole = false): FileReport | undefined {
    const uri = this.#uris.toServer(clientUri);
    return this.checkState(uri) === 'yes' ? this.workspace.report(uri, whole) : undefined;
  }

  /** A file; undefined if it is not checked. */
  file(clientUri: string): File | undefined {
    const uri = this.#uris.toServer(clientUri);
    return this.checkState(uri) === 'yes' ? this.workspace.file(uri) : undefined;
  }

  /** The other linters that are configured for a file; none if the disk is slow. */
  async otherLinters(clientUri: string): Promise<readonly OtherLinter[]> {
    const uri = this.#uris.toServer(clientUri);
    return (await withTimeout(this.#linterFiles.near(uri, this.workspace.folderOf(uri)), MAX_DISK_WAIT)) ?? [];
  }

  /** Reads the configuration file that applies to a file again: the event of a change may not have arrived yet. */
  async rereadConfig(clientUri: string): Promise<void> {
    const file = this.configs.of(this.#uris.toServer(clientUri));
    if (file !== undefined) await this.configs.changed(file.uri);
  }

  /** The configuration file that applies to a file, with the text of the editor if it is open. */
  config(clientUri: string): ConfigWithText | undefined {
    return this.configs.withText(this.#uris.toServer(clientUri));
  }

  /**
   * Checks the pods of an object of an open file, or of all of them, as Windows pods until the file is closed, or stops doing
   * so. Returns whether it checks them now.
   */
  toggleAssumption(uri: string, object: string | true): boolean {
    const isChecked = this.#assumptions.toggle(uri, object);
    this.workspace.charts.rendersAll = this.#assumptions.hasTemplates;
    this.#changed();
    return isChecked;
  }

  status(clientUri: string): Status {
    this.#showsStatus = true;
    const uri = this.#uris.toServer(clientUri);
    const config = this.configs.of(uri);
    return statusOf(this.workspace.report(uri, true), {
      cluster: clusterOf(this.workspace.settingsOf(uri), this.#originsOf(uri)),
      config: config === undefined ? null : this.protocol.toClient(config.uri),
      busy: this.#scans > 0,
      checked: this.checkState(uri),
      values: valuesText(this.workspace.charts.valuesFaults(uri), this.workspace.charts.proposedValues(uri)),
    });
  }

  #originsOf(uri: string): SettingOrigins {
    const config = this.configs.of(uri);
    const { given, fromNodes } = this.#configuration.of(this.workspace.folderOf(uri));
    const keys = config?.keys(uri) ?? Object.keys(given);
    return {
      isFile: config !== undefined,
      given: keys,
      fromNodes: Object.keys(fromNodes).filter((key) => !keys.includes(key)),
    };
  }

  /** The URIs of the workspace folders. */
  get folders(): readonly string[] {
    return [...this.#uris.folders.keys()];
  }

  /** The settings of a workspace folder, and the names of those that follow from Nodes, once its configuration file was read. */
  async settingsOf(folder: string): Promise<{ readonly settings: Settings; readonly fromNodes: readonly string[] }> {
    const uri = `${folder}/`;
    await withTimeout(this.configs.load(uri), MAX_DISK_WAIT);
    return { settings: this.workspace.settingsOf(uri), fromNodes: this.#originsOf(uri).fromNodes };
  }

  /** Loads the settings, and reads folders again if their settings change which files are read. */
  async #configure(): Promise<void> {
    try {
      const { changes, late } = await this.#configuration.load(this.#uris.folders);
      this.#apply(changes);
      if (late !== undefined) this.#runInBackground(late.then((more) => this.#apply(more)));
    } catch (error) {
      this.#log(reasonOf(error));
    }
  }

  #apply(changes: readonly ConfigurationChange[]): void {
    if (changes.length === 0) return;
    for (const { folder } of changes) this.#setSettings(folder);
    this.#changed();
    const toRead = changes.flatMap(({ folder, before, now }) => {
      const isChanged = before !== undefined && readingKey(before) !== readingKey(now);
      return isChanged && folder !== '' ? [folder] : [];
    });
    if (toRead.length > 0) this.#runInBackground(this.#folders.read(toRead));
  }

  #setSettings(folder: string): void {
    const { settings, fromNodes } = this.#configuration.of(folder);
    const ofFile = this.configs.settings(settings, fromNodes);
    const ofEditor = new NamedChartValues(folder, settings['helm.values']);
    this.workspace.setSettings(folder, settings, (uri) =>
      this.#assumptions.add(uri, this.configs.withImages(uri, ofFile(uri) ?? ofEditor.add(uri, settings))),
    );
  }

  /** Applies the settings that follow from the Nodes of each folder, if they have changed. */
  #applyNodes(): void {
    for (const folder of ['', ...this.#uris.folders.keys()]) {
      const fromNodes = nodeSettings(this.workspace.factsFor(`${folder}/`));
      if (this.#configuration.setFromNodes(folder, fromNodes)) this.#setSettings(folder);
    }
  }

  #configChanged(folder: string): void {
    this.#setSettings(folder);
    this.#changed();
  }

  #changed(uri?: string): void {
    if (uri === undefined) this.#applyNodes();
    this.diagnostics.changed(uri);
    // A client that changes a document requests its results again by itself.
    if (uri === undefined) {
      refresh(this.#connection, this.client, this, this.#log);
      this.#runInBackground(this.#folders.readAwakened());
      this.#folders.saveLater();
    }
    this.#notifyStatus();
  }

  #notifyStatus(): void {
    if (this.#showsStatus) this.#runInBackground(this.#connection.sendNotification(StatusChanged));
  }

  #scan({ report, end }: Progress): Progress {
    this.#scans++;
    void this.#hooks.onScan?.();
    this.#notifyStatus();
    return {
      report,
      end: () => {
        this.#scans--;
        end();
        if (this.#isStopped) return;
        this.#connection.console.debug(`The workspace was read: ${this.workspace.uris().length} files.`);
        this.#notifyStatus();
      },
    };
  }

  /** Logs errors of work that nobody waits for. */
  #runInBackground(work: Promise<unknown>): void {
    work.catch((error) => this.#log(reasonOf(error)));
  }
}

/** How long requests wait for configuration files, in milliseconds. */
const MAX_DISK_WAIT = 1_000;
