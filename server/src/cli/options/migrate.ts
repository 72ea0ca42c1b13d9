import type { GivenOptions } from './given-options.ts';
import { formatOption, type ManifestOptions, readManifestOptions } from './manifests.ts';

/** The formats of `migrate`. */
export const MIGRATE_FORMATS = ['text', 'markdown', 'json', 'html'] as const;
export type MigrateFormat = (typeof MIGRATE_FORMATS)[number];

/** The options of `migrate`. */
export interface MigrateOptions extends ManifestOptions<MigrateFormat> {
  readonly command: 'migrate';
}

export const MIGRATE_FORMAT = formatOption('migrate', MIGRATE_FORMATS, 'With a file, the result is written to it.');

/** Reads the options of `migrate`. */
export function readMigrateOptions(paths: readonly string[], given: GivenOptions): MigrateOptions {
  return readManifestOptions('migrate', paths, MIGRATE_FORMATS, given);
}
