import { resolve } from 'node:path';
import type { RawSettings } from '../../lint/settings/config.ts';
import { UNUSED } from '../../lint/settings/rule-names.ts';
import { list } from '../../lint/settings/setting-faults.ts';
import type { GivenOptions } from './given-options.ts';
import {
  formatOption,
  type ManifestOptions,
  readDestinations,
  readFilesFrom,
  readStdinFilename,
  STDIN_PATH,
} from './manifests.ts';
import type { Option } from './option.ts';
import { readConfigChoice, readSettingOptions } from './settings.ts';

/** The formats of `check`. */
export const CHECK_FORMATS = ['text', 'json', 'compact', 'github', 'gitlab', 'junit', 'markdown', 'sarif'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** The exit code is 1 for findings of this severity and worse ones. */
export const FAIL_ON = ['error', 'warning', 'information', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The options of `check`. */
export interface CheckOptions extends ManifestOptions<CheckFormat> {
  readonly command: 'check';
  /** Whether safe fixes are applied, or only shown. */
  readonly fix: 'apply' | 'show' | undefined;
  readonly hints: boolean;
  /** Whether only errors, warnings and what the exit code counts are reported. */
  readonly quiet: boolean;
  readonly statistics: boolean;
  readonly maxFindings: number | undefined;
  readonly failOn: FailOn;
  /** The file whose findings are not reported. */
  readonly baseline: string | undefined;
  /** The file that gets all findings. */
  readonly writeBaseline: string | undefined;
  /** Whether formats that can show suppressed findings leave them out. */
  readonly omitsSuppressed: boolean;
  readonly watch: boolean;
  /** Undefined where the processors and the number of files decide. */
  readonly threads: number | undefined;
}

export const CHECK_FORMAT = formatOption(
  'check',
  CHECK_FORMATS,
  'With a file, the result is written to it, and standard output is free for another format.',
);

/** The options for what is fixed and reported. */
export const REPORTING_OPTIONS: readonly Option[] = [
  { name: 'fix', only: 'check', description: 'Apply all safe fixes to the files, then report what remains.' },
  {
    name: 'fix-dry-run',
    only: 'check',
    description:
      'Show what --fix would change, and change no file: a unified diff for `patch -p1` or `git apply` goes to standard output, the findings go to standard error.',
  },
  { name: 'hints', only: 'check', description: 'Show hints too.' },
  {
    name: 'quiet',
    short: 'q',
    only: 'check',
    description: 'Show only errors, warnings and what --fail-on counts, and no summary.',
  },
  {
    name: 'statistics',
    only: 'check',
    description: 'In text, show how often each rule reports a problem instead of the problems.',
  },
  {
    name: 'max-findings',
    value: 'number',
    only: 'check',
    description: 'Show at most so many findings in the formats text, compact and github.',
  },
  {
    name: 'fail-on',
    value: FAIL_ON.join('|'),
    only: 'check',
    description: 'The lowest severity of findings for which the exit code is 1 (default: warning).',
  },
  {
    name: 'baseline',
    value: 'file',
    only: 'check',
    description: 'Do not report the findings in this file, which --write-baseline has written.',
  },
  {
    name: 'write-baseline',
    value: 'file',
    only: 'check',
    description: 'Write all findings to this file and report none of them.',
  },
  {
    name: 'no-suppressed',
    only: 'check',
    description:
      'Leave out of SARIF what comments suppress and what the baseline has. GitHub code scanning would show them as open alerts.',
  },
  {
    name: 'report-unused-suppressions',
    only: 'check',
    description: 'Report comments that suppress nothing as warnings. By default, they are hints.',
  },
];

/** The options for how often and by how many threads files are checked. */
export const SCAN_OPTIONS: readonly Option[] = [
  {
    name: 'watch',
    only: 'check',
    description: 'Check again whenever a file changes, until Ctrl+C.',
  },
  {
    name: 'threads',
    value: 'number',
    only: 'check',
    description:
      'How many threads check files (default: one for each processor where there are hundreds of files). The result is the same.',
  },
];

/** Reads the options of `check`. */
export function readCheckOptions(paths: readonly string[], given: GivenOptions): CheckOptions {
  const outputs = readDestinations(CHECK_FORMATS, given);
  const settings = readSettingOptions(given);
  const config = readConfigChoice(given);
  given.exclude('fix', 'fix-dry-run');
  const stdinFilename = readStdinFilename(paths, given);
  const threads = given.number('threads', /^[1-9]\d?$/, 'It must be a number from 1 to 99.');
  const maxFindings = given.number('max-findings', /^\d{1,9}$/, 'It must be a number.');
  const failOn = readFailOn(given);
  const baseline = given.path('baseline');
  const writeBaseline = given.path('write-baseline');
  const filesFrom = readFilesFrom(paths, given);
  given.exclude('quiet', 'hints');
  for (const name of ['fix-dry-run', 'write-baseline']) given.exclude('watch', name);
  if (given.has('watch') && (paths.includes(STDIN_PATH) || filesFrom === STDIN_PATH)) {
    given.fault('`--watch` needs files: standard input is read only once.');
  }
  if (writeBaseline && outputs.some(({ file }) => file && resolve(file) === resolve(writeBaseline))) {
    given.fault(`A format and the baseline cannot be written to the same file: \`${writeBaseline}\`.`);
  }
  return {
    command: 'check',
    paths,
    stdinFilename,
    filesFrom,
    failIfEmpty: given.has('fail-if-empty'),
    outputs,
    color: given.color(),
    config,
    settings: given.has('report-unused-suppressions') ? withUnusedAsWarnings(settings) : settings,
    fix: given.has('fix') ? 'apply' : given.has('fix-dry-run') ? 'show' : undefined,
    hints: given.has('hints'),
    quiet: given.has('quiet'),
    statistics: given.has('statistics'),
    maxFindings,
    failOn,
    baseline,
    writeBaseline,
    omitsSuppressed: given.has('no-suppressed'),
    watch: given.has('watch'),
    threads,
  };
}

function readFailOn(given: GivenOptions): FailOn {
  const text = given.last('fail-on') ?? 'warning';
  const failOn = FAIL_ON.find((severity) => severity === text);
  if (failOn === undefined) given.invalid('fail-on', text, `It must be ${list(FAIL_ON)}.`);
  return failOn ?? 'warning';
}

/** Directives without an effect are warnings, unless `--rule` sets another severity. */
function withUnusedAsWarnings(settings: RawSettings): RawSettings {
  return { ...settings, rules: { [UNUSED]: 'warning', ...(settings['rules'] as object | undefined) } };
}
