import { CONFIG_NAME, type Config, combined, type RawSettings, readConfig } from '../lint/config.ts';
import type { NamedRule } from '../lint/rule-names.ts';
import type { Settings } from '../lint/settings.ts';
import { LineIndex, type Position } from '../text/line-index.ts';
import { type Disk, pathMatcher } from './disk.ts';
import type { Fault } from './reading.ts';

/** Something wrong in a configuration file, and where; undefined where that is no place in its text. */
export interface PlacedFault {
  readonly at: { readonly start: Position; readonly end: Position } | undefined;
  readonly message: string;
}

/** A configuration file that counts. */
export class ConfigFile {
  readonly uri: string;
  /** Undefined where it cannot be read. */
  readonly text: string | undefined;
  readonly faults: readonly PlacedFault[];
  readonly #settings: RawSettings;
  readonly #overrides: readonly { readonly matches: (uri: string) => boolean; readonly settings: RawSettings }[];
  /** Whether it excludes a file, or a folder on the way to it. */
  readonly excludes: (uri: string) => boolean;

  /** Its globs are relative to the folder. */
  constructor(uri: string, folder: string, reading: { text: string } | { fault: Fault }, rules: readonly NamedRule[]) {
    const config = 'text' in reading ? readConfig(reading.text, rules) : NOTHING;
    this.uri = uri;
    this.text = 'text' in reading ? reading.text : undefined;
    this.faults =
      'text' in reading ? placed(reading.text, config) : [{ at: undefined, message: reading.fault.message }];
    this.#settings = config.settings;
    this.#overrides = config.overrides.map(({ files, settings }) => ({
      matches: pathMatcher(folder, files),
      settings,
    }));
    this.excludes = pathMatcher(folder, combined(config.settings).exclude);
  }

  /**
   * The settings of files, with weaker ones and stronger ones from elsewhere. Files that the same overrides match have
   * the same object.
   */
  settings(weaker: RawSettings, stronger: RawSettings): (uri: string) => Settings {
    const byOverrides = new Map<string, Settings>();
    return (uri) => {
      const matching = this.#overrides.map(({ matches }) => matches(uri));
      const levels = this.#overrides.filter((_, i) => matching[i]).map(({ settings }) => settings);
      const key = matching.join();
      const settings = byOverrides.get(key) ?? combined(weaker, this.#settings, ...levels, stronger);
      byOverrides.set(key, settings);
      return settings;
    };
  }
}

/** The configuration files of folders, each read once. */
export class ConfigFiles {
  readonly #disk: Disk;
  readonly #rules: readonly NamedRule[];
  readonly #folders = new Map<string, Folder>();

  constructor(disk: Disk, rules: readonly NamedRule[]) {
    this.#disk = disk;
    this.#rules = rules;
  }

  /** The nearest one from a folder upward, to the root of its repository or an `end`, which counts as well. */
  async nearest(folder: string, end: string): Promise<ConfigFile | undefined> {
    for (const at of upward(folder)) {
      const { file, isRoot } = this.#folders.get(at) ?? (await this.#read(at));
      if (file !== undefined || isRoot || at === end) return file;
    }
    return undefined;
  }

  /** The root of the repository in which a folder is, or the folder itself where it is in none. */
  async rootOf(folder: string): Promise<string> {
    for (const at of upward(folder)) if (await this.#isRoot(at)) return at;
    return folder;
  }

  async #read(folder: string): Promise<Folder> {
    const uri = `${folder}/${CONFIG_NAME}`;
    const reading = await this.#disk.read(uri);
    const isThere = 'text' in reading || !NOT_THERE.includes(reading.fault.kind);
    const file = isThere ? new ConfigFile(uri, folder, reading, this.#rules) : undefined;
    const read = { file, isRoot: file === undefined && (await this.#isRoot(folder)) };
    this.#folders.set(folder, read);
    return read;
  }

  async #isRoot(folder: string): Promise<boolean> {
    // A folder, and a file in the further worktrees of a repository.
    const reading = await this.#disk.read(`${folder}/.git`);
    return 'text' in reading || reading.fault.kind !== 'missing';
  }
}

/** What is known of a folder. */
interface Folder {
  readonly file: ConfigFile | undefined;
  /** Whether a repository begins here. */
  readonly isRoot: boolean;
}

const NOTHING: Config = { settings: {}, overrides: [], faults: [] };
const NOT_THERE: readonly Fault['kind'][] = ['missing', 'folder'];

function placed(text: string, { faults }: Config): readonly PlacedFault[] {
  const lines = new LineIndex(text);
  return faults.map(({ span: { start, end }, message }) => {
    return { at: { start: lines.positionAt(start), end: lines.positionAt(end) }, message };
  });
}

/** A folder and those around it, by their URIs without `/` at the end. */
function* upward(folder: string): Generator<string> {
  for (let at = folder; /^[^/]*:\/\//.test(at); at = at.slice(0, at.lastIndexOf('/'))) yield at;
}
