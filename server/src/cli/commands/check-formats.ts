import { checkLookOf } from '../formats/look.ts';
import type { CheckLook } from '../formats/writer.ts';
import type { CheckFormat, CheckOptions } from '../options/check.ts';
import type { OutputFile, OutputFiles } from '../terminal/output-file.ts';
import type { Output, Terminal } from '../terminal/terminal.ts';
import { writesFixesToStdout } from './fix.ts';

/** A format of the result, with its look in the output that it is written to. */
export interface CheckResultFormat {
  readonly format: CheckFormat;
  readonly output: Output | OutputFile;
  readonly look: CheckLook;
}

/** The formats that the options ask for. */
export function formatsOf(
  options: CheckOptions,
  outputs: OutputFiles,
  terminal: Terminal,
): readonly CheckResultFormat[] {
  return options.outputs.map(({ format, file }) => {
    const output = outputs.at(file) ?? (writesFixesToStdout(options) ? terminal.stderr : terminal.stdout);
    return { format, output, look: checkLookOf(options, output, terminal.environment) };
  });
}
