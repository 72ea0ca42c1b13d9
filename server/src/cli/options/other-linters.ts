import { OTHER_LINTERS, type OtherLinter } from '../../lint/other-linters/linters.ts';
import { list } from '../../lint/settings/setting-faults.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { GivenOptions } from './given-options.ts';
import { type ManifestOptions, readManifestOptions, STDIN_PATH } from './manifests.ts';
import type { Option } from './option.ts';

/** The options of `other-linters`. */
export interface OtherLintersOptions extends ManifestOptions<'text'> {
  readonly command: 'other-linters';
  /** The linters whose annotations or ignore files are written. */
  readonly linters: readonly OtherLinter[];
  /** Whether the changes are only shown. */
  readonly isDryRun: boolean;
}

const NAMES = OTHER_LINTERS.map(({ name }) => name.toLowerCase());

export const OTHER_LINTERS_OPTIONS: readonly Option[] = [
  {
    name: 'write',
    value: 'linter',
    values: NAMES,
    repeatable: true,
    only: 'other-linters',
    description: `The linter: ${list(NAMES)}.`,
  },
  {
    name: 'dry-run',
    only: 'other-linters',
    description:
      'Change no file, and show the changes as a unified diff for `patch -p1` or `git apply` on standard output.',
  },
];

/** Reads the options of `other-linters`. */
export function readOtherLintersOptions(paths: readonly string[], given: GivenOptions): OtherLintersOptions {
  const options = readManifestOptions('other-linters', paths, ['text'], given);
  const names = given.all('write') ?? [];
  for (const name of names.filter((known) => !NAMES.includes(known))) {
    given.invalid('write', name, `It must be ${list(NAMES)}.${didYouMean(name, NAMES)}`);
  }
  if (names.length === 0) given.fault(`Name the linters: \`--write\` with ${list(NAMES)}.`);
  if (paths.includes(STDIN_PATH)) given.fault('`other-linters` changes files, so it does not read standard input.');
  const linters = OTHER_LINTERS.filter((_, i) => names.includes(NAMES[i] ?? ''));
  return { ...options, linters, isDryRun: given.has('dry-run') };
}
