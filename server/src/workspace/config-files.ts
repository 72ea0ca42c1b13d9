import { ageHint, IMAGE_LOCK_NAME, isImageLock, type LockedImages, readImageLock } from '../images/image-lock.ts';
import { type ChartValues, valueSets } from '../lint/settings/chart-values.ts';
import {
  CONFIG_NAME,
  type Config,
  EMPTY_CONFIG,
  isConfig,
  mayDefineRules,
  mergeSettings,
  type RawSettings,
  readConfig,
} from '../lint/settings/config.ts';
import type { OwnRule, OwnRuleReader } from '../lint/settings/own-rules.ts';
import type { NamedRule } from '../lint/settings/rule-names.ts';
import type { CheckSettings, Settings } from '../lint/settings/settings.ts';
import { LineIndex, type Position, type PositionEncoding } from '../text/line-index.ts';
import type { Base } from './config-bases.ts';
import { type Disk, pathMatcher } from './disk.ts';
import { type Fault, NOT_THERE, type ReadText } from './reading.ts';
import { folderOf, upward } from './uri.ts';

/** A fault in a configuration file, or a syntax error in a manifest, with its range; without one if the file cannot be read. */
export interface PlacedFault {
  readonly at: { readonly start: Position; readonly end: Position } | undefined;
  readonly message: string;
  /** By default, it is an error. */
  readonly isHint?: true;
  /** The text that was probably meant in this range. */
  readonly replacement?: string | undefined;
  /** Whether a check by the JSON schema of the file finds it, too. */
  readonly isInSchema?: boolean;
}

/** The file that a configuration file extends. */
export type ConfigBase = Base<ConfigFile>;

/** The rules that configuration files name, and what reads those that they define. */
export interface ConfigRules {
  readonly rules: readonly NamedRule[];
  /** Called before the first file that defines rules is read. */
  readonly loadRuleReader: () => Promise<OwnRuleReader>;
}

/** A configuration file that was read, with the weaker settings of those that it extends. */
export class ConfigFile {
  readonly uri: string;
  /** Undefined if it cannot be read. */
  readonly text: string | undefined;
  readonly faults: readonly PlacedFault[];
  /** The setting `cache`. */
  readonly cache: boolean;
  readonly base: ConfigBase | undefined;
  /** The rules that it and those that it extends define. */
  readonly ownRules: readonly OwnRule[];
  /** The settings without overrides, the weakest first. */
  readonly #settings: readonly RawSettings[];
  /** All settings, the weakest first. */
  readonly #layers: readonly { readonly matches: (uri: string) => boolean; readonly settings: RawSettings }[];
  readonly #chartValues: NamedChartValues;
  /** Whether it excludes a file, or a folder that contains it. */
  readonly excludes: (uri: string) => boolean;

  /** Globs are relative to `folder`. */
  constructor(
    uri: string,
    folder: string,
    reading: ReadText,
    rules: readonly NamedRule[],
    base?: ConfigBase,
    readRules?: OwnRuleReader,
  ) {
    const config = 'text' in reading ? readIn(reading.text, uri, rules, base, readRules) : EMPTY_CONFIG;
    this.uri = uri;
    this.text = 'text' in reading ? reading.text : undefined;
    this.faults =
      'text' in reading
        ? placed(reading.text, withBaseFault(config, base))
        : [{ at: undefined, message: reading.fault.message }];
    this.base = base;
    const weaker = base?.file;
    const redefined = new Set(config.ownRules.map(({ id }) => id));
    this.ownRules = [...(weaker?.ownRules ?? []).filter(({ id }) => !redefined.has(id)), ...config.ownRules];
    this.cache = config.cache ?? weaker?.cache ?? false;
    this.#settings = [...(weaker === undefined ? [] : weaker.#settings), config.settings];
    this.#layers = [
      ...(weaker === undefined ? [] : weaker.#layers),
      { matches: () => true, settings: config.settings },
      ...config.overrides.map(({ files, settings }) => ({ matches: pathMatcher(folder, files), settings })),
    ];
    const { exclude, 'helm.values': values } = mergeSettings(...this.#settings);
    this.#chartValues = new NamedChartValues(folder, values);
    this.excludes = pathMatcher(folder, exclude);
  }

  /** The files that it extends, the strongest first. */
  get bases(): readonly ConfigFile[] {
    const { file } = this.base ?? {};
    return file === undefined ? [] : [file, ...file.bases];
  }

  /** The names of the settings that it sets for a file. */
  keys(uri: string): readonly string[] {
    return this.#layers.filter(({ matches }) => matches(uri)).flatMap(({ settings }) => Object.keys(settings));
  }

  /**
   * The settings of files, merged with weaker and stronger settings from elsewhere. Files that match the same overrides and
   * values of charts get the same object.
   */
  settings(weaker: RawSettings, stronger: RawSettings): (uri: string) => CheckSettings {
    const byOverrides = new Map<string, CheckSettings>();
    const ownRules = this.ownRules.length === 0 ? {} : { ownRules: this.ownRules };
    const byUri = new Map<string, CheckSettings>();
    return (uri) => {
      const known = byUri.get(uri);
      if (known !== undefined) return known;
      const matching = this.#layers.map(({ matches }) => matches(uri));
      const levels = this.#layers.filter((_, i) => matching[i]).map(({ settings }) => settings);
      const key = matching.join();
      const settings = byOverrides.get(key) ?? { ...mergeSettings(weaker, ...levels, stronger), ...ownRules };
      byOverrides.set(key, settings);
      const withValues = this.#chartValues.add(uri, settings);
      byUri.set(uri, withValues);
      return withValues;
    };
  }
}

/** Where configuration files are read, and how. */
interface ConfigReading extends ConfigRules {
  readonly disk: Disk;
  /** Globs are relative to this folder. */
  readonly folder: string;
  /** No file outside of this folder is read. */
  readonly within: string;
}

/** Makes a configuration file of what was read, and reads those that it extends. */
export async function withBases(
  uri: string,
  reading: ReadText,
  { disk, rules, loadRuleReader, folder, within }: ConfigReading,
): Promise<ConfigFile> {
  let readRules: OwnRuleReader | undefined;
  const prepared = async (each: ReadText) => {
    if ('text' in each && mayDefineRules(each.text)) readRules ??= await loadRuleReader();
    return each;
  };
  const pathIn = (each: ReadText) => ('text' in each ? readConfig(each.text, rules).base?.path : undefined);
  const make = (at: string, each: ReadText, base?: ConfigBase) =>
    new ConfigFile(at, folder, each, rules, base, readRules);
  await prepared(reading);
  const path = pathIn(reading);
  if (path === undefined) return make(uri, reading);
  // Loaded late: most files extend none.
  const { readBase } = await import('./config-bases.ts');
  const read = async (at: string, end: string) => prepared(await disk.read(at, end));
  return make(uri, reading, await readBase(path, [uri], { within, read, pathIn, make }));
}

/** The setting `helm.values` of a configuration file or of a workspace folder. */
export class NamedChartValues {
  readonly #entries: readonly { readonly matches: (uri: string) => boolean; readonly values: ChartValues }[];
  readonly #byUri = new Map<string, ChartValues | undefined>();
  readonly #made = new WeakMap<Settings, Map<ChartValues, CheckSettings>>();

  /** Globs are relative to `folder`, and values files must be in it. */
  constructor(folder: string, named: Settings['helm.values']) {
    this.#entries = Object.entries(named).map(([glob, values]) => ({
      matches: pathMatcher(folder, [/^\.\/?$/.test(glob) ? '**' : glob]),
      values: { sets: valueSets(values), within: folder },
    }));
  }

  /** Adds the values of the chart of a file to its settings: the same object for the same settings and values. */
  add(uri: string, settings: Settings): CheckSettings {
    const chartValues = this.#of(uri);
    if (chartValues === undefined) return settings;
    const made = this.#made.get(settings) ?? new Map<ChartValues, CheckSettings>();
    this.#made.set(settings, made);
    const withValues = made.get(chartValues) ?? { ...settings, chartValues };
    made.set(chartValues, withValues);
    return withValues;
  }

  #of(uri: string): ChartValues | undefined {
    if (this.#entries.length === 0) return undefined;
    if (!this.#byUri.has(uri)) this.#byUri.set(uri, this.#entries.findLast(({ matches }) => matches(uri))?.values);
    return this.#byUri.get(uri);
  }
}

/** The faults in the text of a configuration file. `base` is what is known of the file that it extends. */
export function configFaults(
  text: string,
  rules: readonly NamedRule[],
  encoding: PositionEncoding,
  base: ConfigBase | undefined,
  readRules?: OwnRuleReader,
): readonly PlacedFault[] {
  return placed(text, withBaseFault(readIn(text, '', rules, base, readRules), base), encoding);
}

/** Reads a configuration file, which may also name the rules that those that it extends define. */
function readIn(
  text: string,
  uri: string,
  rules: readonly NamedRule[],
  base: ConfigBase | undefined,
  readRules: OwnRuleReader | undefined,
): Config {
  return readConfig(text, [...rules, ...(base?.file?.ownRules ?? [])], uri, readRules);
}

function withBaseFault({ base, faults }: Config, known: ConfigBase | undefined): Pick<Config, 'faults'> {
  if (base === undefined || known?.fault === undefined || base.path !== known.path) return { faults };
  return { faults: [...faults, { span: base.span, message: known.fault }] };
}

/** The file `.kubewin-images.yaml` of a folder. */
export class ImageLockFile {
  readonly uri: string;
  /** Undefined if it cannot be read. */
  readonly text: string | undefined;
  readonly faults: readonly PlacedFault[];
  readonly #images: LockedImages;
  readonly #made = new WeakMap<CheckSettings, CheckSettings>();

  constructor(uri: string, reading: { text: string } | { fault: Fault }) {
    const lock = 'text' in reading ? readImageLock(reading.text) : { images: [], faults: [] };
    this.uri = uri;
    this.text = 'text' in reading ? reading.text : undefined;
    this.faults = 'text' in reading ? placed(reading.text, lock) : [{ at: undefined, message: reading.fault.message }];
    this.#images = new Map(lock.images.map((image) => [image.name, image]));
  }

  /** Adds its images to settings: the same object for the same settings. */
  add(settings: CheckSettings): CheckSettings {
    if (this.#images.size === 0) return settings;
    const made = this.#made.get(settings) ?? { ...settings, images: this.#images };
    this.#made.set(settings, made);
    return made;
  }
}

/** The faults in the text of a file `.kubewin-images.yaml`, and a hint if it is old. */
export function imageLockFaults(text: string, settings: Settings, encoding?: PositionEncoding): readonly PlacedFault[] {
  const lock = readImageLock(text);
  const hint = ageHint(lock, settings.date, settings['images.maxAge']);
  const hints = placed(text, { faults: hint === undefined ? [] : [hint] }, encoding);
  return [...placed(text, lock, encoding), ...hints.map((fault) => ({ ...fault, isHint: true as const }))];
}

/** Whether settings come from the file with this URI. */
export function isSettingsFile(uri: string): boolean {
  return isConfig(uri) || isImageLock(uri);
}

/** The configuration files and the locks of images of folders, each read once. */
export class ConfigFiles {
  readonly #disk: Disk;
  readonly #rules: ConfigRules;
  readonly #onRead: (file: ConfigFile | ImageLockFile) => void;
  readonly #folders = new Map<string, Folder>();
  /** The results of `known`. */
  readonly #known = new Map<string, Nearest>();
  /** The files that others extend or would extend, by their URIs; undefined if a folder was read since. */
  #bases: ReadonlyMap<string, ConfigFile | undefined> | undefined;

  constructor(disk: Disk, rules: ConfigRules, onRead: (file: ConfigFile | ImageLockFile) => void = () => {}) {
    this.#disk = disk;
    this.#rules = rules;
    this.#onRead = onRead;
  }

  /**
   * The nearest configuration file and lock in a folder or its parents, up to and including the root of the repository or
   * `end`. A link that leads out of `end` does not count.
   */
  async nearest(folder: string, end: string): Promise<Nearest> {
    let nearest: Nearest = { file: undefined, lock: undefined };
    for (const at of upward(folder)) {
      const read = this.#folders.get(at) ?? (await this.#readFirst(at, end));
      nearest = { file: nearest.file ?? read.file, lock: nearest.lock ?? read.lock };
      if (read.isRoot || at === end) break;
    }
    return nearest;
  }

  /** Like `nearest`, but only with the folders that were read; undefined if these are not enough. */
  known(folder: string, end: string): Nearest | undefined {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    let nearest: Nearest = { file: undefined, lock: undefined };
    for (const at of upward(folder)) {
      const read = this.#folders.get(at);
      if (read === undefined) return undefined;
      nearest = { file: nearest.file ?? read.file, lock: nearest.lock ?? read.lock };
      if (!read.isRoot && at !== end) continue;
      this.#known.set(folder, nearest);
      return nearest;
    }
    return undefined;
  }

  /** A configuration file or lock by its URI, if it was read. */
  at(uri: string): ConfigFile | ImageLockFile | undefined {
    const { file, lock } = this.#folders.get(folderOf(uri)) ?? {};
    return (isConfig(uri) ? file : isImageLock(uri) ? lock : undefined) ?? this.#baseFiles().get(uri);
  }

  /** The configuration files and locks that were read. */
  uris(): string[] {
    const found = [...this.#folders.values()].flatMap(({ file, lock }) => [file?.uri ?? [], lock?.uri ?? []].flat());
    const bases = [...this.#baseFiles()].flatMap(([uri, file]) => (file === undefined ? [] : uri));
    return [...new Set([...found, ...bases])];
  }

  /** The folders with a configuration file or lock that depends on certain files, also on those that do not exist. */
  foldersWith(isCertain: (uri: string) => boolean): string[] {
    return [...this.#folders].flatMap(([folder, { file, lock }]) => {
      const chain = file === undefined ? [] : [file, ...file.bases];
      const uris = chain.flatMap(({ uri, base }) => [uri, ...(base?.uris ?? [])]);
      return [...uris, ...(lock === undefined ? [] : [lock.uri])].some(isCertain) ? [folder] : [];
    });
  }

  /** Whether a configuration file extends this one, or would if it existed. */
  isBase(uri: string): boolean {
    return this.#baseFiles().has(uri);
  }

  #baseFiles(): ReadonlyMap<string, ConfigFile | undefined> {
    if (this.#bases !== undefined) return this.#bases;
    const bases = new Map<string, ConfigFile | undefined>();
    for (const { file } of this.#folders.values()) {
      for (const { base } of file === undefined ? [] : [file, ...file.bases]) {
        for (const uri of base?.uris ?? []) bases.set(uri, bases.get(uri));
        if (base?.file !== undefined) bases.set(base.file.uri, base.file);
      }
    }
    this.#bases = bases;
    return bases;
  }

  /** Reads the configuration file and the lock of a folder again. Returns whether one of them has changed. */
  async reread(folder: string, end: string): Promise<boolean> {
    const before = this.#folders.get(folder);
    const now = await this.#read(folder, end);
    const isSame = isSameFile(before?.file, now.file) && isSameFile(before?.lock, now.lock);
    if (before !== undefined && isSame) this.#folders.set(folder, before);
    else this.#known.clear();
    return !isSame;
  }

  /** The root of the repository of a folder, or the folder itself outside of a repository. */
  async rootOf(folder: string): Promise<string> {
    for (const at of upward(folder)) if (await this.#isRoot(at)) return at;
    return folder;
  }

  async #read(folder: string, end: string): Promise<Folder> {
    const config = await this.#readFile(`${folder}/${CONFIG_NAME}`, end);
    const lock = await this.#readFile(`${folder}/${IMAGE_LOCK_NAME}`, end);
    const read = {
      file:
        config &&
        (await withBases(config.uri, config.reading, { ...this.#rules, disk: this.#disk, folder, within: end })),
      lock: lock && new ImageLockFile(lock.uri, lock.reading),
      isRoot: await this.#isRoot(folder),
    };
    if ((read.file ?? this.#folders.get(folder)?.file) !== undefined) this.#bases = undefined;
    this.#folders.set(folder, read);
    return read;
  }

  /** Undefined if there is no such file. */
  async #readFile(uri: string, end: string) {
    const reading = await this.#disk.read(uri, end);
    return 'text' in reading || !NOT_THERE.includes(reading.fault.kind) ? { uri, reading } : undefined;
  }

  async #readFirst(folder: string, end: string): Promise<Folder> {
    const read = await this.#read(folder, end);
    for (const file of [read.file, read.lock]) if (file !== undefined) this.#onRead(file);
    return read;
  }

  async #isRoot(folder: string): Promise<boolean> {
    // `.git` is a folder, or a file in additional worktrees.
    const reading = await this.#disk.read(`${folder}/.git`);
    return 'text' in reading || reading.fault.kind !== 'missing';
  }
}

/** The configuration file and the lock that apply to a folder. */
interface Nearest {
  readonly file: ConfigFile | undefined;
  readonly lock: ImageLockFile | undefined;
}

/** A folder that was read. */
interface Folder extends Nearest {
  /** Whether it is the root of a repository. */
  readonly isRoot: boolean;
}

function isSameFile(
  before: ConfigFile | ImageLockFile | undefined,
  now: ConfigFile | ImageLockFile | undefined,
): boolean {
  return JSON.stringify(contentsOf(before)) === JSON.stringify(contentsOf(now));
}

/** What was read of a file, and of those that it extends. */
function contentsOf(file: ConfigFile | ImageLockFile | undefined): unknown {
  const bases = file instanceof ConfigFile ? file.bases : [];
  return file && [file, ...bases].map(({ uri, text, faults }) => [uri, text, faults]);
}

function placed(text: string, { faults }: Pick<Config, 'faults'>, encoding?: PositionEncoding): readonly PlacedFault[] {
  const lines = new LineIndex(text, encoding);
  return faults.map(({ span: { start, end }, ...fault }) => {
    return { at: { start: lines.positionAt(start), end: lines.positionAt(end) }, ...fault };
  });
}
