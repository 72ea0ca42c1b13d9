import type { FileContent } from '../files/file-summary.ts';
import type { Input } from '../files/input.ts';
import type { MessageLog } from '../files/message-log.ts';
import { SYNTAX } from '../formats/formats.ts';
import { lookOf } from '../formats/look.ts';
import type { ReportWriter } from '../formats/writer.ts';
import type { ManifestOptions } from '../options/manifests.ts';
import type { OutputFiles } from '../terminal/output-file.ts';
import type { ExitCode, Terminal } from '../terminal/terminal.ts';
import { frameOf } from './frame.ts';

/** The results of a function for all inputs. `activity` names what is shown as progress. */
export function reportFiles<T>(
  inputs: readonly Input[],
  activity: string,
  log: MessageLog,
  report: (input: Input) => T | undefined,
): T[] {
  const files = inputs.flatMap((input, index) => {
    log.progress.show(() => `${activity}: ${index} of ${inputs.length} files`);
    return log.guard(input, () => report(input)) ?? [];
  });
  log.progress.clear();
  return files;
}

/** Writes a result in all requested formats. */
export function writeReport<F extends keyof typeof SYNTAX, T extends FileContent>(
  options: ManifestOptions<F>,
  writers: Readonly<Record<F, ReportWriter<T>>>,
  inputs: readonly Input[],
  files: readonly T[],
  outputs: OutputFiles,
  { stdout, environment }: Terminal,
  log: MessageLog,
): ExitCode {
  for (const message of files.flatMap(({ broken }) => broken)) log.add(message);
  log.noObject(files, options.failIfEmpty);
  const frame = frameOf(options, inputs, log);
  for (const { format, file } of options.outputs) {
    const output = outputs.at(file) ?? stdout;
    output.write(writers[format](files, frame, lookOf(options, output, environment)), SYNTAX[format]);
  }
  return log.hasErrors ? 2 : 0;
}
