import type { MessageLog } from '../files/message-log.ts';
import { skipInFile } from '../files/skipped-file.ts';
import { amount } from '../formats/totals.ts';
import type { Inputs } from '../inputs/read-manifests.ts';
import type { OtherLintersOptions } from '../options/other-linters.ts';
import { escapeControls } from '../terminal/style.ts';
import type { ExitCode, Terminal } from '../terminal/terminal.ts';
import { diffOf, writeFiles } from './fix.ts';
import { reportFiles } from './report.ts';
import { changedIgnoreFile, ignoreFileDiff, writeIgnoreFile } from './trivy-ignore.ts';

/** Writes the annotations and ignore files with which other linters skip the checks that Windows pods cannot pass. */
export async function otherLinters(
  { linters, isDryRun, failIfEmpty }: OtherLintersOptions,
  { inputs, manifests }: Inputs,
  { disk, stdout }: Terminal,
  log: MessageLog,
): Promise<ExitCode> {
  const files = reportFiles(inputs, 'Looking for Windows pods', log, (input) => {
    if (input.cut === undefined) return skipInFile(input, manifests, linters);
    log.error({ path: input.path, at: undefined, message: 'The list is too large to be changed.' });
    return undefined;
  });
  for (const message of files.flatMap(({ broken, refused }) => [...broken, ...refused])) log.add(message);
  log.noObject(files, failIfEmpty);
  const annotated = files.flatMap((file) => file.annotated ?? []);
  const trivy = linters.find(({ skip }) => skip === undefined);
  const ignoreFile = trivy && (await changedIgnoreFile(trivy, files, disk, log));
  if (isDryRun) {
    for (const file of annotated) stdout.write(diffOf(file, log));
    if (ignoreFile !== undefined) stdout.write(ignoreFileDiff(ignoreFile, log));
    return log.hasErrors ? 2 : 0;
  }
  const written = (await writeFiles(annotated, manifests.workspace, disk, log)).map(({ input }) => input.path);
  if (ignoreFile !== undefined && (await writeIgnoreFile(ignoreFile, disk, log))) written.push(ignoreFile.path);
  const lines = [...written.map((path) => `${path}: changed`), `${amount(written.length, 'file')} changed.`];
  stdout.write(lines.map((line) => `${escapeControls(line)}\n`).join(''));
  return log.hasErrors ? 2 : 0;
}
