import { resolve } from 'node:path';
import type { RawSettings } from '../../lint/settings/config.ts';
import { UNUSED } from '../../lint/settings/rule-names.ts';
import { list } from '../../lint/settings/setting-faults.ts';
import { RULES } from '../../rules/index.ts';
import type { GivenOptions } from './given-options.ts';
import {
  formatOption,
  type ManifestOptions,
  readDestinations,
  readFilesFrom,
  readStdinFilename,
  readUpgradeTo,
  readValuesOptions,
  STDIN_PATH,
} from './manifests.ts';
import type { Option } from './option.ts';
import { readRuleId } from './rule-id.ts';
import { readConfigChoice, readSelection, readSettingOptions } from './settings.ts';

/** The formats of `check`. */
export const CHECK_FORMATS = [
  'text',
  'json',
  'azure',
  'checkstyle',
  'compact',
  'github',
  'gitlab',
  'junit',
  'markdown',
  'rdjson',
  'sarif',
  'sonar',
  'teamcity',
] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** The folder in which results are kept by default. */
export const CACHE_FOLDER = '.kubewin_cache';

/** The exit code is 1 for findings of this severity and worse ones. */
export const FAIL_ON = ['error', 'warning', 'information', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The fixes that are requested. */
export interface FixRequest {
  /** Whether they are applied, or only shown. */
  readonly mode: 'apply' | 'show';
  readonly safeties: readonly ('safe' | 'ineffective')[];
  /** The IDs of the rules whose best fixes are requested, too. */
  readonly rules: readonly string[];
}

/** The options of `check`. */
export interface CheckOptions extends ManifestOptions<CheckFormat> {
  readonly command: 'check';
  readonly fix: FixRequest | undefined;
  /** Whether every pod is checked as a Windows pod. */
  readonly assumeWindows: boolean;
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
  /** Whether Azure Pipelines is told the result of its task. */
  readonly setsTaskResult: boolean;
  /** The Markdown report that Azure Pipelines shows. */
  readonly taskSummary: string | undefined;
  readonly watch: boolean;
  /** Undefined where the processors and the number of files decide. */
  readonly threads: number | undefined;
  /** The folder in which results are kept, or whether they are kept; undefined where the configuration file decides. */
  readonly cache: { readonly path: string } | boolean | undefined;
  /** The cluster that is checked in place of files. */
  readonly cluster: ClusterRequest | undefined;
}

/** What is asked of a cluster. */
export interface ClusterRequest {
  /** The options that choose the cluster and the user, as kubectl has them: `--context=shop`. */
  readonly access: readonly string[];
  /** `--all-namespaces` or `--namespace=shop`; none for the namespace of the context. */
  readonly scope: readonly string[];
  /** `--selector=app=web`: the labels of what is checked; undefined for all. */
  readonly selector: string | undefined;
  /** The manifests whose findings are left out. */
  readonly diff: readonly string[];
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
    name: 'fix-ineffective',
    only: 'check',
    description:
      'Also remove fields that have no effect on pods that certainly run on Windows. Nothing changes on Windows nodes.',
  },
  {
    name: 'fix-rule',
    value: 'id',
    values: RULES.map(({ id }) => id),
    repeatable: true,
    only: 'check',
    description:
      'Apply the first fix of each finding of this rule, even if its result needs a review. It can be combined with `--fix`.',
  },
  {
    name: 'fix-dry-run',
    only: 'check',
    description:
      'Show what --fix or the other options for fixes would change, and change no file: a unified diff for `patch -p1` or `git apply` goes to standard output, the findings go to standard error.',
  },
  {
    name: 'assume-windows',
    only: 'check',
    also: ['cluster'],
    description:
      'Check every pod as a Windows pod, also Linux pods: the result is what does not work if they run on Windows.',
  },
  { name: 'hints', only: 'check', also: ['cluster'], description: 'Show hints too.' },
  {
    name: 'quiet',
    short: 'q',
    only: 'check',
    also: ['cluster'],
    description: 'Show only errors, warnings and what --fail-on counts, and no summary.',
  },
  {
    name: 'statistics',
    only: 'check',
    also: ['cluster'],
    description: 'In text, show how often each rule reports a problem instead of the problems.',
  },
  {
    name: 'max-findings',
    value: 'number',
    only: 'check',
    also: ['cluster'],
    description:
      'Show at most so many findings, the worst first, in the formats text, azure, compact, github and teamcity.',
  },
  {
    name: 'fail-on',
    value: FAIL_ON.join('|'),
    only: 'check',
    also: ['cluster'],
    description: 'The lowest severity of findings for which the exit code is 1 (default: warning).',
  },
  {
    name: 'baseline',
    value: 'file',
    only: 'check',
    also: ['cluster'],
    description: 'Do not report the findings in this file, which --write-baseline has written.',
  },
  {
    name: 'write-baseline',
    value: 'file',
    only: 'check',
    also: ['cluster'],
    description: 'Write all findings to this file and report none of them.',
  },
  {
    name: 'no-suppressed',
    only: 'check',
    description:
      'Leave out of SARIF what comments suppress and what the baseline has. GitHub code scanning would show them as open alerts.',
  },
  {
    name: 'task-result',
    only: 'check',
    description:
      'With --format azure, end with the result of the task: Failed, SucceededWithIssues or Succeeded. It is Failed for what --fail-on counts, and with issues for other errors and warnings.',
  },
  {
    name: 'task-summary',
    only: 'check',
    description: 'With --format azure and --format markdown=file, show this file in the summary of the run.',
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
      'How many threads check files (default: one for every two processors where there are hundreds of files). The result is the same.',
  },
];

/** The options for what is kept between two runs. */
export const CACHE_OPTIONS: readonly Option[] = [
  {
    name: 'cache',
    only: 'check',
    description: `Keep the results in the folder \`${CACHE_FOLDER}\`, so that the next run only reads files that did not change. The output is the same.`,
  },
  {
    name: 'cache-dir',
    value: 'folder',
    only: 'check',
    description: 'Like --cache, in this folder.',
  },
  { name: 'no-cache', only: 'check', description: 'Keep nothing, even if a configuration file says so.' },
];

/** Reads the options of `check`. */
export function readCheckOptions(
  paths: readonly string[],
  given: GivenOptions,
  formats: readonly CheckFormat[] = CHECK_FORMATS,
): CheckOptions {
  const outputs = readDestinations(formats, given);
  const settings = readSettingOptions(given);
  const values = readValuesOptions(given);
  const config = readConfigChoice(given);
  const fix = readFixRequest(given);
  const stdinFilename = readStdinFilename(paths, given);
  const threads = given.number('threads', /^[1-9]\d?$/, 'It must be a number from 1 to 99.');
  const maxFindings = given.number('max-findings', /^\d{1,9}$/, 'It must be a number.');
  const failOn = readFailOn(given);
  const baseline = given.path('baseline');
  const writeBaseline = given.path('write-baseline');
  const filesFrom = readFilesFrom(paths, given);
  const upgradeTo = readUpgradeTo(given);
  for (const name of ['fix', 'fix-ineffective', 'fix-rule', 'fix-dry-run', 'baseline', 'write-baseline']) {
    given.exclude('upgrade-to', name);
  }
  given.exclude('quiet', 'hints');
  const taskSummary = readTaskSummary(outputs, given);
  const cache = readCache(given);
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
    selection: readSelection(given),
    ...values,
    upgradeTo,
    fix,
    assumeWindows: given.has('assume-windows'),
    hints: given.has('hints'),
    quiet: given.has('quiet'),
    statistics: given.has('statistics'),
    maxFindings,
    failOn,
    baseline,
    writeBaseline,
    omitsSuppressed: given.has('no-suppressed'),
    setsTaskResult: given.has('task-result'),
    taskSummary,
    watch: given.has('watch'),
    threads,
    cache,
    cluster: undefined,
  };
}

function readCache(given: GivenOptions): CheckOptions['cache'] {
  for (const name of ['cache', 'cache-dir']) given.exclude('no-cache', name);
  const path = given.path('cache-dir');
  if (path !== undefined) return { path };
  return given.has('no-cache') ? false : given.has('cache') || undefined;
}

/** Reads what Azure Pipelines is told besides findings: the path of the Markdown report for `--task-summary`. */
function readTaskSummary(outputs: CheckOptions['outputs'], given: GivenOptions): string | undefined {
  const isForAzure = outputs.some(({ format, file }) => format === 'azure' && file === undefined);
  for (const name of ['task-result', 'task-summary']) {
    if (given.has(name) && !isForAzure) given.fault(`\`--${name}\` needs \`--format azure\` without a file.`);
  }
  if (!given.has('task-summary')) return undefined;
  const report = outputs.find(({ format, file }) => format === 'markdown' && file !== undefined)?.file;
  if (report === undefined) given.fault('`--task-summary` needs `--format markdown=file`.');
  return report;
}

/** Without another option, `--fix-dry-run` shows the safe fixes. */
function readFixRequest(given: GivenOptions): FixRequest | undefined {
  const ids = given.all('fix-rule') ?? [];
  const isShown = given.has('fix-dry-run');
  const hasIneffective = given.has('fix-ineffective');
  const hasSafe = given.has('fix') || hasIneffective || (isShown && ids.length === 0);
  if (!hasSafe && ids.length === 0) return undefined;
  return {
    mode: isShown ? 'show' : 'apply',
    safeties: [...(hasSafe ? (['safe'] as const) : []), ...(hasIneffective ? (['ineffective'] as const) : [])],
    rules: ids.flatMap((name) => {
      const found = readRuleId(name);
      if ('id' in found) return found.id;
      given.invalid('fix-rule', name, found.fault);
      return [];
    }),
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
