import { type CacheEntry, type CacheFolder, partOf } from '../../cache/cache-folder.ts';
import type { KeptSnapshots } from '../../cache/snapshot-list.ts';
import type { KubernetesVersion } from '../../kubernetes/version.ts';
import type { OwnRule } from '../../lint/settings/own-rules.ts';
import type { FileSummary } from '../files/file-summary.ts';
import type { Message } from '../files/message.ts';

/** What is kept of a run. It is plain data. */
export interface KeptRun {
  /** The digest of the inputs and their configuration files. */
  readonly digest: string;
  /** The digest of all configuration files. */
  readonly configs: string;
  /** The digests of the texts of files, by their URIs. */
  readonly texts: Readonly<Record<string, string>>;
  /** The values files that were read besides the inputs. */
  readonly values: readonly {
    readonly uri: string;
    readonly within: string | undefined;
    /** The digest of the text, or why there is none. */
    readonly content: string;
  }[];
  readonly kubernetesVersion: KubernetesVersion;
  /** The rules that configuration files define. */
  readonly ownRules: readonly OwnRule[];
  /** Whether documents in which nothing can be found were parsed too. */
  readonly thorough: boolean;
  /** The messages that were reported before the check. */
  readonly messages: readonly Message[];
  readonly files: readonly KeptFile[];
}

/** The result of a file. */
export interface KeptFile {
  readonly uri: string;
  /** The digest of its settings. */
  readonly settings: string;
  readonly summary: FileSummary;
  /** The texts of the file, for each writer. */
  readonly texts: readonly (readonly string[])[];
  /** The paths of other files that the texts have places in. */
  readonly others: readonly string[];
}

/** What is kept of the last run with the same program and the same options. */
export class RunCache {
  readonly #folder: CacheFolder;
  readonly #name: string;
  #entry: CacheEntry | undefined;

  /** Runs with another name are kept beside it. */
  constructor(folder: CacheFolder, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  get path(): string {
    return this.#folder.path;
  }

  /** Undefined if nothing is kept. */
  load(): KeptRun | undefined {
    this.#entry = this.#folder.read(this.#name);
    const text = this.#entry?.part(0);
    return text === undefined || CONTROL.test(text) ? undefined : JSON.parse(text);
  }

  /** To be called after `load`: they are needed only if something has changed. */
  loadSnapshots(): readonly KeptSnapshots[] {
    const text = this.#entry?.part(1);
    this.#entry = undefined;
    return text === undefined ? [] : JSON.parse(text);
  }

  /** Keeps a run that is the same as the last one. */
  keep(): void {
    this.#folder.touch(this.#name);
  }

  /** `snapshots` are `KeptSnapshots` as JSON. If they are too large, only the run is kept. Throws if it cannot be written. */
  save(run: KeptRun, snapshots: readonly string[]): void {
    const kept = partOf(JSON.stringify(run));
    const isKept = this.#folder.write(this.#name, [kept, partOf(`[${snapshots.join()}]`)]);
    if (!isKept) this.#folder.write(this.#name, [kept]);
  }
}

/**
 * In JSON: control characters that no format writes. What is kept is written to a terminal as it is, and somebody else may have
 * made it.
 */
const CONTROL = /(?<!\\)(?:\\\\)*\\(?:[bfr]|u00(?!1b\[\d+m)[01][\da-f])|[\x7f-\x9f]/;
