import { WORST_FIRST } from '../../lint/rule-set/rule-list.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { CheckOptions } from '../options/check.ts';
import type { ManifestOptions } from '../options/manifests.ts';
import { OutputFile } from '../terminal/output-file.ts';
import { wantsColor } from '../terminal/style.ts';
import type { Output, Terminal } from '../terminal/terminal.ts';
import type { CheckLook, Look } from './writer.ts';

const DEFAULT_WIDTH = 120;

/** How results look in an output. */
export function lookOf(
  { color }: Pick<ManifestOptions, 'color'>,
  output: Output | OutputFile,
  environment: Terminal['environment'],
): Look {
  if (output instanceof OutputFile) return { color: color ?? false, width: DEFAULT_WIDTH };
  return {
    color: color ?? wantsColor(environment, output.isTTY === true),
    width: output.columns ?? DEFAULT_WIDTH,
  };
}

/** How findings look in an output. */
export function checkLookOf(
  options: CheckOptions,
  output: Output | OutputFile,
  environment: Terminal['environment'],
): CheckLook {
  const { omitsSuppressed, quiet, statistics, cluster, setsTaskResult } = options;
  return {
    ...lookOf(options, output, environment),
    shows: shownSeverities(options),
    fails: failingSeverities(options),
    hasBaseline: options.baseline !== undefined || options.writeBaseline !== undefined,
    omitsSuppressed,
    quiet,
    statistics,
    cluster,
    setsTaskResult,
  };
}

/** The severities of the findings that are shown. Findings that make the exit code 1 always are. */
export function shownSeverities(options: CheckOptions): readonly Severity[] {
  const { hints, quiet } = options;
  return WORST_FIRST.slice(0, hints ? undefined : quiet ? Math.max(2, failingSeverities(options).length) : 3);
}

/** The severities of the findings that make the exit code 1. */
export function failingSeverities({ failOn }: CheckOptions): readonly Severity[] {
  return failOn === 'never' ? [] : WORST_FIRST.slice(0, WORST_FIRST.indexOf(failOn) + 1);
}
