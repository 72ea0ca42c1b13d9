import type { KubernetesVersion } from '../../kubernetes/version.ts';
import type { FileSummary } from '../files/file-summary.ts';
import type { Message } from '../files/message.ts';
import type { CacheFolder } from './cache-folder.ts';

/** What is kept of a run. It is plain data. */
export interface KeptRun {
  /** The digest of everything that was read. */
  readonly digest: string;
  /** The digests of the texts of files, by their URIs. */
  readonly texts: Readonly<Record<string, string>>;
  /** The values files that were read besides the inputs. */
  readonly values: readonly { readonly uri: string; readonly within: string | undefined }[];
  readonly kubernetesVersion: KubernetesVersion;
  /** The messages that were reported before the check. */
  readonly messages: readonly Message[];
  readonly files: readonly KeptFile[];
}

/** The result of a file. */
export interface KeptFile {
  readonly summary: FileSummary;
  /** The texts of the file, for each writer. */
  readonly texts: readonly (readonly string[])[];
}

/** What is kept of the last run with the same program and the same options. */
export class RunCache {
  readonly #folder: CacheFolder;
  readonly #name: string;

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
    const text = this.#folder.read(this.#name)?.part(0);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Keeps a run that is the same as the last one. */
  keep(): void {
    this.#folder.touch(this.#name);
  }

  /** Throws if the folder cannot be written. */
  save(run: KeptRun): void {
    this.#folder.write(this.#name, [JSON.stringify(run)]);
  }
}
