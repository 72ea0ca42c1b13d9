import type { Connection, ShowMessageParams } from 'vscode-languageserver';
import type { Rule } from '../lint/rule.ts';
import { settingFaults } from '../lint/settings/setting-faults.ts';
import { isRecord, readSettings, type Settings } from '../lint/settings/settings.ts';
import type { Client } from './client.ts';
import { MessageType, ShowMessageNotification } from './protocol.ts';

/** What is set for a workspace folder, and what was before; nothing was before the first time. */
export interface ConfigurationChange {
  readonly folder: string;
  readonly before: FolderConfiguration | undefined;
  readonly now: FolderConfiguration;
}

/** What is set for a workspace folder. */
export interface FolderConfiguration {
  readonly settings: Settings;
  /** Globs of what is not read: those of our own setting and those of the editor. */
  readonly exclude: readonly string[];
}

/** What an answer of the client changes, and what changes when it comes late. */
export interface Loaded {
  readonly changes: readonly ConfigurationChange[];
  readonly late?: Promise<readonly ConfigurationChange[]>;
}

/** The settings of the workspace folders, and of what is outside of all under the empty name. */
export class Configuration {
  readonly #connection: Connection;
  readonly #client: Client;
  readonly #rules: readonly Rule[];
  readonly #byFolder = new Map<string, FolderConfiguration>();
  readonly #warned = new Set<string>();
  #sent: unknown;
  #loads = 0;

  /** `sent` is what came with the request to initialize: for clients that cannot be asked. */
  constructor(connection: Connection, client: Client, rules: readonly Rule[], sent: unknown) {
    this.#connection = connection;
    this.#client = client;
    this.#rules = rules;
    this.take(sent);
  }

  /** Settings that the client sent of its own accord, with or without our prefix. Many send an empty object first. */
  take(sent: unknown): void {
    if (!isRecord(sent) || Object.keys(sent).length === 0) return;
    // Some clients send null for what they have no settings of.
    this.#sent = 'kubewin' in sent ? (sent['kubewin'] ?? {}) : sent;
  }

  /**
   * Asks for the settings of folders, given by the client's own URIs, and warns of what is wrong in them. Gives what
   * changed; nothing where a later call has overtaken this one. Of a client that takes long the defaults are taken, and
   * `late` is what its answer changes.
   */
  async load(folders: ReadonlyMap<string, string>): Promise<Loaded> {
    const load = ++this.#loads;
    const entries = [['', undefined] as const, ...folders];
    const asked = Promise.all(entries.map(([, given]) => this.#ask(given)));
    const take = (raw: readonly (readonly unknown[])[]) => {
      return load === this.#loads ? this.#changes(entries, raw, folders) : [];
    };
    const raw = await orNothing(asked, PATIENCE);
    return raw === undefined
      ? { changes: take(entries.map(() => [this.#sent])), late: asked.then(take) }
      : { changes: take(raw) };
  }

  #changes(
    entries: readonly (readonly [string, string | undefined])[],
    raw: readonly (readonly unknown[])[],
    folders: ReadonlyMap<string, string>,
  ): readonly ConfigurationChange[] {
    this.#warn(raw.flatMap(([own]) => settingFaults(own, this.#rules)));
    const changes: ConfigurationChange[] = [];
    entries.forEach(([folder], i) => {
      const [own, files] = raw[i] ?? [];
      const { settings } = readSettings(own);
      const now = { settings, exclude: [...settings.exclude, ...trueKeys(files)] };
      const before = this.#byFolder.get(folder);
      if (before !== undefined && JSON.stringify(before) === JSON.stringify(now)) return;
      this.#byFolder.set(folder, now);
      changes.push({ folder, before, now });
    });
    for (const folder of this.#byFolder.keys())
      if (folder !== '' && !folders.has(folder)) this.#byFolder.delete(folder);
    return changes;
  }

  of(folder: string): FolderConfiguration {
    return this.#byFolder.get(folder) ?? NONE;
  }

  async #ask(scopeUri: string | undefined): Promise<readonly unknown[]> {
    if (!this.#client.hasConfiguration) return [this.#sent];
    const scope = scopeUri === undefined ? {} : { scopeUri };
    const [own, files]: unknown[] = await this.#connection.workspace.getConfiguration([
      { ...scope, section: 'kubewin' },
      { ...scope, section: 'files.exclude' },
    ]);
    return [own ?? this.#sent, files];
  }

  /** Once for each fault, and again when it comes back after it was gone. */
  #warn(faults: readonly { readonly key: string; readonly message: string }[]): void {
    const messages = new Set(faults.map(({ message }) => message));
    for (const message of messages) {
      if (this.#warned.has(message)) continue;
      this.#connection.console.warn(message);
      // Not `window.showWarningMessage`: that is a request, which a client may refuse.
      const shown: ShowMessageParams = { type: MessageType.Warning, message: `Kubewin: ${message}` };
      this.#connection.sendNotification(ShowMessageNotification.type, shown).catch(() => {});
    }
    this.#warned.clear();
    for (const message of messages) this.#warned.add(message);
  }
}

/** How long a client may take to tell settings, in milliseconds. */
const PATIENCE = 3_000;

/** Undefined where it takes longer. */
export async function orNothing<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
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

const NONE: FolderConfiguration = { settings: readSettings({}).settings, exclude: [] };

/** The globs of `files.exclude` that are switched on; conditions on siblings are not evaluated. */
function trueKeys(globs: unknown): string[] {
  return isRecord(globs) ? Object.keys(globs).filter((glob) => globs[glob] === true) : [];
}
