import { list } from '../../lint/settings/setting-faults.ts';
import type { GivenOptions } from './given-options.ts';
import { type ManifestOptions, readManifestOptions } from './manifests.ts';
import type { Option } from './option.ts';

/** The formats of `migrate`. */
export const MIGRATE_FORMATS = ['text', 'markdown', 'json', 'html'] as const;
export type MigrateFormat = (typeof MIGRATE_FORMATS)[number];

/** The options of `migrate`. */
export interface MigrateOptions extends ManifestOptions<MigrateFormat> {
  readonly command: 'migrate';
}

export const MIGRATE_FORMAT: Option = {
  name: 'format',
  value: 'name[=file]',
  values: MIGRATE_FORMATS,
  repeatable: true,
  only: 'migrate',
  description: `Output format: ${list(MIGRATE_FORMATS)} (default: text). With a file, the result is written to it.`,
};

/** Reads the options of `migrate`. */
export function readMigrateOptions(paths: readonly string[], given: GivenOptions): MigrateOptions {
  return readManifestOptions('migrate', paths, MIGRATE_FORMATS, given);
}
