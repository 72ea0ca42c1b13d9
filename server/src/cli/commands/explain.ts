import { explainedOnce, explainFile } from '../files/explain-file.ts';
import type { MessageLog } from '../files/message-log.ts';
import { EXPLAIN_WRITERS } from '../formats/formats.ts';
import type { Inputs } from '../inputs/read-manifests.ts';
import type { ExplainOptions } from '../options/explain.ts';
import type { OutputFiles } from '../terminal/output-file.ts';
import type { ExitCode, Terminal } from '../terminal/terminal.ts';
import { reportFiles, writeReport } from './report.ts';
import { upgradedExplanations } from './upgrade.ts';

/** Writes the verdicts of all workloads. */
export function explain(
  options: ExplainOptions,
  read: Inputs,
  outputs: OutputFiles,
  terminal: Terminal,
  log: MessageLog,
): ExitCode {
  const { inputs, manifests } = read;
  const files =
    options.upgradeTo === undefined
      ? reportFiles(inputs, 'Explaining', log, (input) => explainFile(input, manifests))
      : upgradedExplanations(read, options.upgradeTo, log);
  return writeReport(options, EXPLAIN_WRITERS, inputs, explainedOnce(files), outputs, terminal, log);
}
