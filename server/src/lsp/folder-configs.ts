import { isImageLock } from '../images/image-lock.ts';
import { type OwnRuleTools, setOwnRuleTools } from '../lint/rule-set/own-rules.ts';
import { isConfig, mayDefineRules, type RawSettings } from '../lint/settings/config.ts';
import type { FailedOwnRule, OwnRuleReader } from '../lint/settings/own-rules.ts';
import type { NamedRule } from '../lint/settings/rule-names.ts';
import { type CheckSettings, EDITOR_SETTINGS, type Settings } from '../lint/settings/settings.ts';
import type { PositionEncoding } from '../text/line-index.ts';
import {
  ConfigFile,
  ConfigFiles,
  configFaults,
  imageLockFaults,
  isSettingsFile,
  type PlacedFault,
} from '../workspace/config-files.ts';
import type { Disk } from '../workspace/disk.ts';
import { folderOf } from '../workspace/uri.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { spanInScalar } from '../yaml/read/locate.ts';

interface Dependencies {
  readonly disk: Disk;
  readonly rules: readonly NamedRule[];
  readonly workspace: Workspace;
  readonly encoding: PositionEncoding;
  /** Loads what rules of users need. */
  readonly loadOwnRules: (() => Promise<OwnRuleTools>) | undefined;
  /** Called when the configuration files of a workspace folder have changed. */
  readonly onChange: (folder: string) => void;
}

/** A configuration file with its current text, which is undefined if it cannot be read. */
export interface ConfigWithText {
  readonly file: ConfigFile;
  readonly text: string | undefined;
}

/** The configuration files in the workspace folders. Settings come from the saved files, as in CI. */
export class FolderConfigs {
  readonly #dependencies: Dependencies;
  #files: ConfigFiles;
  /** Undefined until a configuration file defines a rule. */
  #readRules: OwnRuleReader | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#files = this.#newFiles();
  }

  /** Forgets all files, because they may belong to other workspace folders now. */
  clear(): void {
    this.#files = this.#newFiles();
  }

  /** Reads the configuration file that applies to a file. Until then, the settings of the client apply. */
  async load(uri: string): Promise<void> {
    const { workspace } = this.#dependencies;
    if (isConfig(uri) && mayDefineRules(this.#textInEditor(uri) ?? '')) await this.#loadRuleReader();
    const folder = workspace.folderOf(uri);
    if (folder === '' || this.#files.known(folderOf(uri), folder) !== undefined) return;
    await this.#files.nearest(folderOf(uri), folder);
  }

  /** To be called when a file, or all files below a folder, may have been changed or deleted. */
  async changed(uri: string): Promise<void> {
    const { workspace, onChange } = this.#dependencies;
    const known = this.#files.foldersWith((source) => source === uri || source.startsWith(`${uri}/`));
    for (const at of new Set([...known, ...(isSettingsFile(uri) ? [folderOf(uri)] : [])])) {
      const folder = workspace.folderOf(`${at}/`);
      if (folder !== '' && (await this.#files.reread(at, folder))) onChange(folder);
    }
  }

  /** Whether settings come from the file with this URI, also because another one extends it. */
  has(uri: string): boolean {
    return isSettingsFile(uri) || this.#files.isBase(uri);
  }

  /** The URIs of all configuration files that were read. */
  uris(): string[] {
    return this.#files.uris();
  }

  /** The configuration file that applies to a file. */
  of(uri: string): ConfigFile | undefined {
    return this.#nearest(uri)?.file;
  }

  /** The configuration files that were read, as a text. */
  key(): string {
    const files = this.uris().sort();
    return JSON.stringify(files.map((uri) => [uri, this.#files.at(uri)?.text, this.#files.at(uri)?.faults]));
  }

  /** The URI of the lock of images that applies to a file. */
  imageLock(uri: string): string | undefined {
    return this.#nearest(uri)?.lock?.uri;
  }

  #nearest(uri: string) {
    return this.#files.known(folderOf(uri), this.#dependencies.workspace.folderOf(uri));
  }

  excludes(uri: string): boolean {
    return this.of(uri)?.excludes(uri) ?? false;
  }

  /** The settings of files in a workspace folder; undefined for a file to which no configuration file applies. */
  settings(client: Settings, fromNodes: RawSettings): (uri: string) => CheckSettings | undefined {
    const ofEditor = Object.fromEntries(Object.entries(client).filter(([key]) => EDITOR_SETTINGS.includes(key)));
    const known = new Map<ConfigFile, (uri: string) => CheckSettings>();
    return (uri) => {
      const file = this.of(uri);
      if (file === undefined) return undefined;
      const settings = known.get(file) ?? file.settings({ ...ofEditor, ...fromNodes }, {});
      known.set(file, settings);
      return settings(uri);
    };
  }

  /** Settings of a file with what registries say of images. */
  withImages(uri: string, settings: CheckSettings): CheckSettings {
    return this.#nearest(uri)?.lock?.add(settings) ?? settings;
  }

  /** The faults of a configuration file: in the text of the editor if it is open. `failed` are rules that it defines. */
  faults(uri: string, failed: readonly FailedOwnRule[]): readonly PlacedFault[] {
    const { rules, encoding, workspace } = this.#dependencies;
    const file = this.#files.at(uri);
    const text = this.#textInEditor(uri) ?? file?.text;
    if (text === undefined) return file?.faults ?? [];
    return isImageLock(uri)
      ? imageLockFaults(text, workspace.settingsOf(uri), encoding)
      : configFaults(
          text,
          rules,
          encoding,
          file instanceof ConfigFile ? file.base : undefined,
          this.#readerWith(failed),
        );
  }

  /** A reader of rules that also reports where they failed with the same condition. */
  #readerWith(failed: readonly FailedOwnRule[]): OwnRuleReader {
    return (defined, uri, report) => {
      const rules = this.#readRules?.(defined, uri, report) ?? [];
      for (const { rule, message, span } of failed) {
        const isSame = rules.some(({ id, when }) => id === rule.id && when === rule.when);
        const condition = defined.find(([id]) => id === rule.id)?.[1].get('when');
        if (isSame && condition !== undefined) report(spanInScalar(condition, span), () => message);
      }
      return rules;
    };
  }

  /** The URI of the configuration file that applies to a file, if it has faults. */
  faulty(uri: string): string | undefined {
    const file = this.of(uri);
    return file !== undefined && file.faults.length > 0 ? file.uri : undefined;
  }

  /** The configuration file that applies to a file, with the text of the editor if it is open. */
  withText(uri: string): ConfigWithText | undefined {
    const file = this.of(uri);
    return file && { file, text: this.#textInEditor(file.uri) ?? file.text };
  }

  #textInEditor(uri: string): string | undefined {
    const { workspace } = this.#dependencies;
    return workspace.isOpen(uri) ? workspace.file(uri)?.text : undefined;
  }

  #newFiles(): ConfigFiles {
    const { disk, rules, workspace, onChange } = this.#dependencies;
    const loadRuleReader = () => this.#loadRuleReader();
    return new ConfigFiles(disk, { rules, loadRuleReader }, ({ uri }) => onChange(workspace.folderOf(uri)));
  }

  async #loadRuleReader(): Promise<OwnRuleReader> {
    const tools = await this.#dependencies.loadOwnRules?.();
    if (tools !== undefined) setOwnRuleTools(tools);
    this.#readRules = tools?.read ?? (() => []);
    return this.#readRules;
  }
}
