import type { GivenOptions } from './given-options.ts';
import { formatOption, type ManifestOptions, readManifestOptions } from './manifests.ts';

/** The formats of `explain`. */
export const EXPLAIN_FORMATS = ['text', 'json'] as const;
export type ExplainFormat = (typeof EXPLAIN_FORMATS)[number];

/** The options of `explain`. */
export interface ExplainOptions extends ManifestOptions<ExplainFormat> {
  readonly command: 'explain';
}

export const EXPLAIN_FORMAT = formatOption('explain', EXPLAIN_FORMATS, 'With a file, the result is written to it.');

/** Reads the options of `explain`. */
export function readExplainOptions(paths: readonly string[], given: GivenOptions): ExplainOptions {
  return readManifestOptions('explain', paths, EXPLAIN_FORMATS, given);
}
