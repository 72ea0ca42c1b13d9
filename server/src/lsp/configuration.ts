import type { Connection, ShowMessageParams } from 'vscode-languageserver';
import type { Rule } from '../lint/rule.ts';
import { mergeSettings, type RawSettings } from '../lint/settings/config.ts';
import { settingFaults } from '../lint/settings/setting-faults.ts';
import { isRecord, SETTINGS, type Settings } from '../lint/settings/settings.ts';
import type { Client } from './client.ts';
import { MessageType, ShowMessageNotification } from './protocol.ts';

/** The new configuration of a workspace folder, and the one before, which is undefined the first time. */
export interface ConfigurationChange {
  readonly folder: string;
  readonly before: FolderConfiguration | undefined;
  readonly now: FolderConfiguration;
}

/** The configuration of a workspace folder. */
export interface FolderConfiguration {
  /** What the client sent, and what follows from Nodes for the rest. */
  readonly settings: Settings;
  /** The settings that the client sent. A value that equals the default counts as not set: clients send all defaults. */
  readonly given: RawSettings;
  /** The settings that follow from the Nodes of the folder. */
  readonly fromNodes: RawSettings;
  /** Globs of files that are not read: from `kubewin.exclude` and from `files.exclude`. */
  readonly exclude: readonly string[];
}

/** The changes by a response of the client. If it takes too long, `late` has the changes by that response. */
export interface LoadResult {
  readonly changes: readonly ConfigurationChange[];
  readonly late?: Promise<readonly ConfigurationChange[]>;
}

/** The settings of the workspace folders. The empty name is for files outside of them. */
export class Configuration {
  readonly #connection: Connection;
  readonly #client: Client;
  readonly #rules: readonly Rule[];
  readonly #byFolder = new Map<string, FolderConfiguration>();
  readonly #fromNodes = new Map<string, RawSettings>();
  readonly #warned = new Set<string>();
  #sent: unknown;
  #loads = 0;

  /** `sent` are the settings in the initialization options, for clients without `workspace/configuration`. */
  constructor(connection: Connection, client: Client, rules: readonly Rule[], sent: unknown) {
    this.#connection = connection;
    this.#client = client;
    this.#rules = rules;
    this.setSent(sent);
  }

  /** Stores settings that the client sent, with or without the prefix `kubewin`. Many clients send an empty object first. */
  setSent(sent: unknown): void {
    if (!isRecord(sent) || Object.keys(sent).length === 0) return;
    // Some clients send null for a section without settings.
    this.#sent = 'kubewin' in sent ? (sent['kubewin'] ?? {}) : sent;
  }

  /**
   * Requests the settings of folders, which are mapped to the client's URIs, and shows warnings for invalid values. Returns
   * the changes, which are empty if a later call has started meanwhile. If the client takes too long, the defaults apply
   * until it responds.
   */
  async load(folders: ReadonlyMap<string, string>): Promise<LoadResult> {
    const load = ++this.#loads;
    const entries = [['', undefined] as const, ...folders];
    const requests = Promise.all(entries.map(([, uri]) => this.#request(uri)));
    const apply = (raw: readonly (readonly unknown[])[]) => {
      return load === this.#loads ? this.#changes(entries, raw, folders) : [];
    };
    const raw = await withTimeout(requests, MAX_SETTINGS_WAIT);
    return raw === undefined
      ? { changes: apply(entries.map(() => [this.#sent])), late: requests.then(apply) }
      : { changes: apply(raw) };
  }

  #changes(
    entries: readonly (readonly [string, string | undefined])[],
    sent: readonly (readonly unknown[])[],
    folders: ReadonlyMap<string, string>,
  ): readonly ConfigurationChange[] {
    const raw = sent.map(([own, files]) => [withFullNames(own), files]);
    this.#warn(raw.flatMap(([own]) => settingFaults(own, this.#rules)));
    const changes: ConfigurationChange[] = [];
    entries.forEach(([folder], i) => {
      const [own, files] = raw[i] ?? [];
      const given = changedFromDefault(own);
      const { exclude } = mergeSettings(given);
      const now = this.#withNodes(folder, { given, exclude: [...exclude, ...enabledGlobs(files)] });
      const before = this.#byFolder.get(folder);
      if (before !== undefined && JSON.stringify(before) === JSON.stringify(now)) return;
      this.#byFolder.set(folder, now);
      changes.push({ folder, before, now });
    });
    for (const folder of this.#byFolder.keys()) {
      if (folder === '' || folders.has(folder)) continue;
      this.#byFolder.delete(folder);
      this.#fromNodes.delete(folder);
    }
    return changes;
  }

  /** Takes up the settings that follow from the Nodes of a folder. Returns whether they have changed. */
  setFromNodes(folder: string, fromNodes: RawSettings): boolean {
    const before = this.of(folder);
    if (JSON.stringify(before.fromNodes) === JSON.stringify(fromNodes)) return false;
    this.#fromNodes.set(folder, fromNodes);
    this.#byFolder.set(folder, this.#withNodes(folder, before));
    return true;
  }

  #withNodes(folder: string, { given, exclude }: Pick<FolderConfiguration, 'given' | 'exclude'>): FolderConfiguration {
    const fromNodes = this.#fromNodes.get(folder) ?? {};
    return { settings: mergeSettings(fromNodes, given), given, fromNodes, exclude };
  }

  of(folder: string): FolderConfiguration {
    return this.#byFolder.get(folder) ?? DEFAULT_CONFIGURATION;
  }

  /** What the client sent for folders, and the settings without those that follow from Nodes. */
  given(folders: readonly string[]): { readonly given: readonly unknown[]; readonly settings: readonly Settings[] } {
    const all = folders.map((folder) => this.of(folder));
    return {
      given: all.map(({ given, exclude }) => [given, exclude]),
      settings: all.map(({ given }) => mergeSettings(given)),
    };
  }

  async #request(scopeUri: string | undefined): Promise<readonly unknown[]> {
    if (!this.#client.supportsConfiguration) return [this.#sent];
    const scope = scopeUri === undefined ? {} : { scopeUri };
    const [own, files]: unknown[] = await this.#connection.workspace.getConfiguration([
      { ...scope, section: 'kubewin' },
      { ...scope, section: 'files.exclude' },
    ]);
    return [own ?? this.#sent, files];
  }

  /** Warns once for each fault, and again if a fault comes back after it was corrected. */
  #warn(faults: readonly { readonly key: string; readonly message: string }[]): void {
    const messages = new Set(faults.map(({ message }) => message));
    for (const message of messages) {
      if (this.#warned.has(message)) continue;
      this.#connection.console.warn(message);
      // `window.showWarningMessage` would be a request, which a client may reject.
      const shown: ShowMessageParams = { type: MessageType.Warning, message: `Kubewin: ${message}` };
      this.#connection.sendNotification(ShowMessageNotification.type, shown).catch(() => {});
    }
    this.#warned.clear();
    for (const message of messages) this.#warned.add(message);
  }
}

/** Two configurations with the same key read the same files. */
export function readingKey({ settings, exclude }: Pick<FolderConfiguration, 'settings' | 'exclude'>): string {
  return JSON.stringify([settings.scope === 'off', exclude]);
}

/** How long the server waits for settings, in milliseconds. */
const MAX_SETTINGS_WAIT = 3_000;

/** The result of the work, or undefined if it takes longer. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const DEFAULT_CONFIGURATION: FolderConfiguration = {
  settings: mergeSettings(),
  given: {},
  fromNodes: {},
  exclude: [],
};

/** The parts of names before a dot. */
const GROUPS: readonly string[] = Object.keys(SETTINGS).flatMap((key) => (key.includes('.') ? key.split('.', 1) : []));

/** Settings with the names of the table: clients send `helm.values` as `values` in `helm`. */
function withFullNames(own: unknown): unknown {
  if (!isRecord(own)) return own;
  const entries = Object.entries(own).flatMap(([name, value]) => {
    if (!GROUPS.includes(name) || !isRecord(value)) return [[name, value]];
    return Object.entries(value).map(([key, inner]) => [`${name}.${key}`, inner]);
  });
  return Object.fromEntries(entries);
}

/** The settings that are not the default. */
function changedFromDefault(own: unknown): RawSettings {
  if (!isRecord(own)) return {};
  const isDefault = ([key, value]: readonly [string, unknown]) =>
    value === null ||
    (Object.hasOwn(SETTINGS, key) && JSON.stringify(value) === JSON.stringify(SETTINGS[key as keyof Settings].default));
  return Object.fromEntries(Object.entries(own).filter((entry) => !isDefault(entry)));
}

/** The globs of `files.exclude` with the value true. Conditions on sibling files are not evaluated. */
function enabledGlobs(globs: unknown): string[] {
  return isRecord(globs) ? Object.keys(globs).filter((glob) => globs[glob] === true) : [];
}
