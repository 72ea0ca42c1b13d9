import { resolve } from 'node:path';
import {
  ignoreInFiles,
  namedIgnoreFile,
  PLAIN_TRIVY_IGNORE,
  TRIVY_CONFIG,
  TRIVY_IGNORE_NAMES,
} from '../../lint/other-linters/ignore-file.ts';
import type { OtherLinter } from '../../lint/other-linters/linters.ts';
import { applyEdits, type TextEdit } from '../../text/edit.ts';
import type { Disk } from '../../workspace/disk.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import type { ReadResult } from '../../workspace/reading.ts';
import { uriOfPath } from '../../workspace/uri.ts';
import { pathFromHere } from '../files/input.ts';
import type { MessageLog } from '../files/message-log.ts';
import type { SkippedFile } from '../files/skipped-file.ts';
import { unifiedDiff } from '../files/unified-diff.ts';
import { hasCommand } from '../terminal/agent-commands.ts';
import { writeOutput } from '../terminal/output-file.ts';

/** An ignore file of Trivy with what is missing. */
interface ChangedIgnoreFile {
  readonly path: string;
  /** Undefined if there is no file yet. */
  readonly before: string | undefined;
  readonly edits: readonly TextEdit[];
}

/**
 * Trivy's ignore file in the current folder with the checks for files with Windows pods. Undefined if nothing is missing, or
 * if it cannot be changed, which the log says.
 */
export async function changedIgnoreFile(
  { name, checks }: OtherLinter,
  files: readonly SkippedFile[],
  disk: Disk,
  log: MessageLog,
): Promise<ChangedIgnoreFile | undefined> {
  const paths = files.flatMap((file) => ignoredPath(file, name, log) ?? []);
  if (paths.length === 0) return undefined;
  const path = await ignoreFilePath(disk, log);
  if (pathFromHere(uriHere(path)) === undefined) {
    const message = `${TRIVY_CONFIG} names this file outside of the current folder, so it is not changed.`;
    log.error({ path, at: undefined, message });
    return undefined;
  }
  const reading = await readHere(path, disk);
  const isNew = 'fault' in reading && reading.fault.kind === 'missing';
  if ('fault' in reading && !isNew) {
    log.error({ path, at: undefined, message: reading.fault.message });
    return undefined;
  }
  const before = 'text' in reading ? reading.text : undefined;
  const result = ignoreInFiles(before ?? '', paths, checks);
  if ('edits' in result) return result.edits.length === 0 ? undefined : { path, before, edits: result.edits };
  log.error({ path, at: undefined, message: result.fault });
  return undefined;
}

/** The path of a file with Windows pods from the current folder; undefined for other files, and if it cannot be ignored. */
function ignoredPath(
  { input, hasWindowsPods, otherWorkload }: SkippedFile,
  name: string,
  log: MessageLog,
): string | undefined {
  if (!hasWindowsPods) return undefined;
  const path = pathFromHere(input.uri);
  const refuse = (message: string): undefined => void log.error({ path: input.path, at: undefined, message });
  if (otherWorkload !== undefined) {
    return refuse(
      `${name} ignores checks for whole files, and ${otherWorkload} in this file can pass them. Move the Windows pods to a file of their own.`,
    );
  }
  if (path === undefined) return refuse(`The file is outside the current folder, so that ${name} would not find it.`);
  return path;
}

/** The ignore file in YAML that Trivy's configuration file names, or that is there, or that will be. */
async function ignoreFilePath(disk: Disk, log: MessageLog): Promise<string> {
  const config = await readHere(TRIVY_CONFIG, disk);
  const named = 'text' in config ? namedIgnoreFile(config.text) : undefined;
  if (named !== undefined && /\.ya?ml$/.test(named)) return named;
  const [usual, other] = TRIVY_IGNORE_NAMES;
  const path = 'text' in (await readHere(usual, disk)) || !('text' in (await readHere(other, disk))) ? usual : other;
  const note = (message: string) => log.note({ path, at: undefined, message });
  note(`Trivy reads this file with \`trivy config --ignorefile ${path} .\` in this folder.`);
  const plain = named ?? PLAIN_TRIVY_IGNORE;
  if ('text' in (await readHere(plain, disk))) {
    note(`With this option, Trivy does not read ${plain}. Add its entries here.`);
  }
  return path;
}

function readHere(path: string, disk: Disk): Promise<ReadResult> {
  return disk.read(uriHere(path));
}

function uriHere(path: string): string {
  return uriOfPath(resolve(path), PLATFORM);
}

/** Writes the file; false if that is not possible, which the log says. */
export async function writeIgnoreFile(
  { path, before, edits }: ChangedIgnoreFile,
  disk: Disk,
  log: MessageLog,
): Promise<boolean> {
  const text = applyEdits(before ?? '', edits);
  const message =
    before === undefined ? writeOutput(path, text) : (await disk.write(uriHere(path), before, text))?.message;
  if (message === undefined) return true;
  log.error({ path, at: undefined, message });
  return false;
}

/** The diff of the file, from which `git apply` and `patch` also make a new file. */
export function ignoreFileDiff({ path, before, edits }: ChangedIgnoreFile, log: MessageLog): string {
  const diff = unifiedDiff(path, before ?? '', edits);
  if (hasCommand(diff)) {
    log.note({ path, at: undefined, message: 'the diff is not shown, because a CI agent would execute a part of it' });
    return '';
  }
  return before === undefined ? diff.replace(/^--- .*/, '--- /dev/null') : diff;
}
