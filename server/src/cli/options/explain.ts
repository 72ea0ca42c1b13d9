import { list } from '../../lint/settings/setting-faults.ts';
import type { GivenOptions } from './given-options.ts';
import { type ManifestOptions, readManifestOptions } from './manifests.ts';
import type { Option } from './option.ts';

/** The formats of `explain`. */
export const EXPLAIN_FORMATS = ['text', 'json'] as const;
export type ExplainFormat = (typeof EXPLAIN_FORMATS)[number];

/** The options of `explain`. */
export interface ExplainOptions extends ManifestOptions<ExplainFormat> {
  readonly command: 'explain';
}

export const EXPLAIN_FORMAT: Option = {
  name: 'format',
  value: 'name[=file]',
  values: EXPLAIN_FORMATS,
  repeatable: true,
  only: 'explain',
  description: `Output format: ${list(EXPLAIN_FORMATS)} (default: text). With a file, the result is written to it.`,
};

/** Reads the options of `explain`. */
export function readExplainOptions(paths: readonly string[], given: GivenOptions): ExplainOptions {
  return readManifestOptions('explain', paths, EXPLAIN_FORMATS, given);
}
