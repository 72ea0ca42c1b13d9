import { dirname, join, resolve } from 'node:path';
import { withSelection } from '../../lint/rule-set/selection.ts';
import { mergeSettings } from '../../lint/settings/config.ts';
import { assumingWindows, type CheckSettings } from '../../lint/settings/settings.ts';
import { RULES } from '../../rules/index.ts';
import { type ConfigFile, ConfigFiles, type ImageLockFile, withBases } from '../../workspace/config-files.ts';
import type { Disk } from '../../workspace/disk.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { pathOfUri, uriOfPath } from '../../workspace/uri.ts';
import { CACHE_FOLDER, type CheckOptions } from '../options/check.ts';
import type { ManifestOptions } from '../options/manifests.ts';
import { CONFIG_RULES } from './own-rules.ts';

/** The options that determine the settings of files. */
type ConfigOptions = Pick<ManifestOptions, 'config' | 'settings'> &
  Partial<Pick<CheckOptions, 'selection' | 'values' | 'assignments' | 'assumeWindows'>>;

/** The settings of a file from options and its configuration file. */
export interface Configured {
  readonly settings: CheckSettings;
  readonly isExcluded: boolean;
  /** The names of the settings that options or the configuration file set. */
  readonly names: readonly string[];
}

/** Finds the configuration file of each input. Options win over it. */
export class Configs {
  /** The configuration files and locks that apply to an input, by their URIs, in the order of their use. */
  readonly used = new Map<string, ConfigFile | ImageLockFile>();
  readonly #options: ConfigOptions;
  readonly #disk: Disk;
  readonly #files: ConfigFiles;
  readonly #settings = new Map<ConfigFile, (uri: string) => CheckSettings>();
  readonly #roots = new Map<string, Promise<string>>();
  readonly #fromOptions: CheckSettings;
  readonly #optionsOnly: Omit<Configured, 'settings'>;
  readonly #requested = new WeakMap<CheckSettings, CheckSettings>();
  readonly #here = folderUri('.');
  /** The files that apply in a folder: the inputs come folder by folder. */
  #last:
    | { readonly own: string; readonly folder: string; readonly files: ReturnType<ConfigFiles['nearest']> }
    | undefined;
  #named: Promise<{ file: ConfigFile; lock: ImageLockFile | undefined }> | undefined;

  constructor(options: ConfigOptions, disk: Disk) {
    this.#options = options;
    this.#disk = disk;
    this.#files = new ConfigFiles(disk, CONFIG_RULES);
    this.#fromOptions = mergeSettings(options.settings);
    this.#optionsOnly = {
      isExcluded: false,
      names: Object.keys(options.settings),
    };
  }

  /** The settings of a file that was found in a folder, which the arguments name. */
  async of(uri: string, folder: string): Promise<Configured> {
    const { file, lock } = await this.#filesFor(uri, folder);
    const withImages = (configured: CheckSettings) => this.#asRequested(lock?.add(configured) ?? configured);
    if (lock !== undefined) this.used.set(lock.uri, lock);
    if (file === undefined) return { ...this.#optionsOnly, settings: withImages(this.#fromOptions) };
    for (const used of [file, ...file.bases]) this.used.set(used.uri, used);
    const settings = this.#settings.get(file) ?? file.settings({}, this.#options.settings);
    this.#settings.set(file, settings);
    const names = [...file.keys(uri), ...Object.keys(this.#options.settings)];
    return { settings: withImages(settings(uri)), isExcluded: file.excludes(uri), names };
  }

  /** The folder in which the configuration file of the current folder keeps results; undefined if it keeps none. */
  async cacheFolder(): Promise<string | undefined> {
    const { file } = await this.#filesFor(`${this.#here}/-`, this.#here);
    return file?.cache === true ? join(dirname(pathOfUri(file.uri, PLATFORM) ?? ''), CACHE_FOLDER) : undefined;
  }

  /** Settings with what options ask for: the same object for the same settings. */
  #asRequested(settings: CheckSettings): CheckSettings {
    const known = this.#requested.get(settings);
    if (known !== undefined) return known;
    const { values = [], assignments = [], selection, assumeWindows } = this.#options;
    let requested = selection === undefined ? settings : withSelection(settings, selection, RULES);
    if (values.length + assignments.length > 0) {
      const files = values.map((path) => uriOfPath(resolve(path), PLATFORM));
      requested = { ...requested, chartValues: { sets: [{ name: '', files, assignments }], within: undefined } };
    }
    if (assumeWindows === true) requested = assumingWindows(requested);
    this.#requested.set(settings, requested);
    return requested;
  }

  async #filesFor(uri: string, folder: string): ReturnType<ConfigFiles['nearest']> {
    const { config } = this.#options;
    if (config === 'none') return { file: undefined, lock: undefined };
    if (config !== undefined) {
      this.#named ??= this.#read(uriOfPath(resolve(config.path), PLATFORM));
      return this.#named;
    }
    const own = uri.slice(0, uri.lastIndexOf('/'));
    if (this.#last?.own !== own || this.#last.folder !== folder) {
      this.#last = { own, folder, files: this.#nearest(own, folder) };
    }
    return this.#last.files;
  }

  async #nearest(own: string, folder: string): ReturnType<ConfigFiles['nearest']> {
    const start = `${folder}/`.startsWith(`${this.#here}/`) ? this.#here : folder;
    const root = this.#roots.get(start) ?? this.#files.rootOf(start);
    this.#roots.set(start, root);
    return this.#files.nearest(own, await root);
  }

  /** A configuration file that an option names, and the lock beside it. */
  async #read(uri: string) {
    const folder = uri.slice(0, uri.lastIndexOf('/'));
    const { lock } = await this.#files.nearest(folder, folder);
    const reading = { ...CONFIG_RULES, disk: this.#disk, folder: this.#here, within: await this.#files.rootOf(folder) };
    return { file: await withBases(uri, await this.#disk.read(uri), reading), lock };
  }
}

/** The URI of a folder, without a slash at the end. */
export function folderUri(path: string): string {
  return uriOfPath(resolve(path), PLATFORM).replace(/\/$/, '');
}
