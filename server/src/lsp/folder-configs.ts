import { isConfig } from '../lint/settings/config.ts';
import type { NamedRule } from '../lint/settings/rule-names.ts';
import { EDITOR_SETTINGS, type Settings } from '../lint/settings/settings.ts';
import type { PositionEncoding } from '../text/line-index.ts';
import { type ConfigFile, ConfigFiles, configFaults, type PlacedFault } from '../workspace/config-files.ts';
import type { Disk } from '../workspace/disk.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface Tools {
  readonly disk: Disk;
  readonly rules: readonly NamedRule[];
  readonly workspace: Workspace;
  readonly encoding: PositionEncoding;
  /** Called when other files than before count in a workspace folder. */
  readonly onChange: (folder: string) => void;
}

/** A configuration file, and the text that a user sees of it; undefined where it cannot be read. */
export interface WrittenConfig {
  readonly file: ConfigFile;
  readonly text: string | undefined;
}

/** The configuration files in the workspace folders, as they are on disk: what is not saved does not count in CI either. */
export class FolderConfigs {
  readonly #tools: Tools;
  #files: ConfigFiles;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#files = this.#none();
  }

  /** Forgets all of them, for they may belong to other workspace folders. */
  clear(): void {
    this.#files = this.#none();
  }

  /** Reads what counts for a file; before, it has the settings of the client. */
  async load(uri: string): Promise<void> {
    const folder = this.#tools.workspace.folderOf(uri);
    if (folder === '' || this.#files.known(folderOf(uri), folder) !== undefined) return;
    await this.#files.nearest(folderOf(uri), folder);
  }

  /** Takes up that a file, or all below a folder, may be another one or gone. */
  async changed(uri: string): Promise<void> {
    const folder = this.#tools.workspace.folderOf(uri);
    const below = this.uris().filter((one) => one.startsWith(`${uri}/`));
    for (const each of isConfig(uri) ? [uri] : below) {
      if (folder !== '' && (await this.#files.reread(folderOf(each), folder))) this.#tools.onChange(folder);
    }
  }

  /** Where there is one. */
  uris(): string[] {
    return this.#files.uris();
  }

  /** The one that counts for a file. */
  of(uri: string): ConfigFile | undefined {
    return this.#files.known(folderOf(uri), this.#tools.workspace.folderOf(uri))?.file;
  }

  excludes(uri: string): boolean {
    return this.of(uri)?.excludes(uri) ?? false;
  }

  /** The settings of files in a workspace folder; undefined for one for which no configuration file counts. */
  settings(client: Settings): (uri: string) => Settings | undefined {
    const ofEditor = Object.fromEntries(Object.entries(client).filter(([key]) => EDITOR_SETTINGS.includes(key)));
    const known = new Map<ConfigFile, (uri: string) => Settings>();
    return (uri) => {
      const file = this.of(uri);
      if (file === undefined) return undefined;
      const settings = known.get(file) ?? file.settings(ofEditor, {});
      known.set(file, settings);
      return settings(uri);
    };
  }

  /** What is wrong in a configuration file: in its text, where it is open. */
  faults(uri: string): readonly PlacedFault[] {
    const { rules, encoding } = this.#tools;
    const file = this.#files.at(folderOf(uri));
    const text = this.#textInEditor(uri) ?? file?.text;
    return text === undefined ? (file?.faults ?? []) : configFaults(text, rules, encoding);
  }

  /** The configuration file that counts for a file, if something is wrong in it. */
  faulty(uri: string): string | undefined {
    const file = this.of(uri);
    return file !== undefined && file.faults.length > 0 ? file.uri : undefined;
  }

  /** The configuration file that counts for a file, with its text as it is in the editor. */
  written(uri: string): WrittenConfig | undefined {
    const file = this.of(uri);
    return file && { file, text: this.#textInEditor(file.uri) ?? file.text };
  }

  #textInEditor(uri: string): string | undefined {
    const { workspace } = this.#tools;
    return workspace.isOpen(uri) ? workspace.file(uri)?.text : undefined;
  }

  #none(): ConfigFiles {
    const { disk, rules, workspace, onChange } = this.#tools;
    return new ConfigFiles(disk, rules, ({ uri }) => onChange(workspace.folderOf(uri)));
  }
}

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}
