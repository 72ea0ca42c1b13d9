import { resolve } from 'node:path';
import { mergeSettings } from '../../lint/settings/config.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import { RULES } from '../../rules/index.ts';
import { ConfigFile, ConfigFiles } from '../../workspace/config-files.ts';
import type { Disk } from '../../workspace/disk.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { uriOfPath } from '../../workspace/uri.ts';
import type { Run } from '../options/arguments.ts';

/** What is set for a file. */
export interface Configured {
  readonly settings: Settings;
  readonly isExcluded: boolean;
  /** The names of the settings that someone set for it. */
  readonly given: readonly string[];
}

/** Which configuration file counts for which input. Options win over it. */
export class Configs {
  /** Those that count for an input, in the order of their use. */
  readonly used = new Set<ConfigFile>();
  readonly #run: Pick<Run, 'config' | 'given'>;
  readonly #disk: Disk;
  readonly #files: ConfigFiles;
  readonly #settings = new Map<ConfigFile, (uri: string) => Settings>();
  readonly #roots = new Map<string, Promise<string>>();
  readonly #without: Configured;
  readonly #here = folderUri('.');
  #named: Promise<ConfigFile> | undefined;

  constructor(run: Pick<Run, 'config' | 'given'>, disk: Disk) {
    this.#run = run;
    this.#disk = disk;
    this.#files = new ConfigFiles(disk, RULES);
    this.#without = { settings: mergeSettings(run.given), isExcluded: false, given: Object.keys(run.given) };
  }

  /** What is set for a file that was found at a folder that was given, or in it. */
  async of(uri: string, given: string): Promise<Configured> {
    const file = await this.#fileFor(uri, given);
    if (file === undefined) return this.#without;
    this.used.add(file);
    const settings = this.#settings.get(file) ?? file.settings({}, this.#run.given);
    this.#settings.set(file, settings);
    const names = [...file.keys(uri), ...Object.keys(this.#run.given)];
    return { settings: settings(uri), isExcluded: file.excludes(uri), given: names };
  }

  #fileFor(uri: string, given: string): Promise<ConfigFile | undefined> | undefined {
    const { config } = this.#run;
    if (config === 'none') return undefined;
    if (config !== undefined) {
      this.#named ??= this.#read(uriOfPath(resolve(config.path), PLATFORM));
      return this.#named;
    }
    const start = `${given}/`.startsWith(`${this.#here}/`) ? this.#here : given;
    const root = this.#roots.get(start) ?? this.#files.rootOf(start);
    this.#roots.set(start, root);
    return root.then((end) => this.#files.nearest(uri.slice(0, uri.lastIndexOf('/')), end));
  }

  async #read(uri: string): Promise<ConfigFile> {
    return new ConfigFile(uri, this.#here, await this.#disk.read(uri), RULES);
  }
}

/** The URI of a folder, as those of files in it begin. */
export function folderUri(path: string): string {
  return uriOfPath(resolve(path), PLATFORM).replace(/\/$/, '');
}
