import { type CheckSettings, DEFAULT_SETTINGS, type Settings } from '../lint/settings/settings.ts';

/** The settings of the workspace folders, and of those files that have others. */
export class FolderSettings {
  readonly #settings = new Map<string, Settings>();
  readonly #ofFiles = new Map<string, (uri: string) => CheckSettings | undefined>();

  set(folder: string, settings: Settings, ofFile: (uri: string) => CheckSettings | undefined): void {
    this.#settings.set(folder, settings);
    this.#ofFiles.set(folder, ofFile);
  }

  of(folder: string): Settings {
    return this.#settings.get(folder) ?? DEFAULT_SETTINGS;
  }

  ofFile(folder: string, uri: string): CheckSettings {
    return this.#ofFiles.get(folder)?.(uri) ?? this.of(folder);
  }
}
