import { shiftEdit } from '../../text/edit.ts';
import type { Disk } from '../../workspace/disk.ts';
import { BYTE_ORDER_MARK, encode, isUtf16 } from '../../workspace/reading.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type FixedFile, fixFile } from '../files/fix-file.ts';
import { type Input, pathFromHere } from '../files/input.ts';
import type { MessageLog } from '../files/message-log.ts';
import { unifiedDiff } from '../files/unified-diff.ts';
import type { Inputs } from '../inputs/read-manifests.ts';
import type { CheckOptions, FixRequest } from '../options/check.ts';
import { STDIN_PATH } from '../options/manifests.ts';
import { hasCommand } from '../terminal/agent-commands.ts';
import type { Output, Terminal } from '../terminal/terminal.ts';

/** The fixes that were applied. */
export interface AppliedFixes {
  readonly fixes: number;
  readonly files: number;
}

/** Applies fixes, or shows them, as the options say. The result is undefined if none are applied. */
export async function fixInputs(
  { fix }: CheckOptions,
  { inputs, manifests: { workspace } }: Inputs,
  { disk, stdout }: Terminal,
  log: MessageLog,
): Promise<AppliedFixes | undefined> {
  if (fix === undefined) return undefined;
  const fixed = fixedFiles(inputs, workspace, fix, log);
  if (fix.mode === 'show') {
    for (const file of fixed) stdout.write(diffOf(file, log));
    return undefined;
  }
  const written = await writeFiles(fixed, workspace, disk, log);
  const stdin = inputs.find(({ isStdin }) => isStdin);
  if (stdin !== undefined && stdin.cut === undefined) writeFixed(stdin, workspace, stdout, log);
  return { fixes: written.reduce((sum, { fixes }) => sum + fixes, 0), files: written.length };
}

/** Writes standard input with its fixes to standard output, unless a CI agent would execute a part of it. */
function writeFixed(stdin: Input, workspace: Workspace, stdout: Output, log: MessageLog): void {
  const text = workspace.file(stdin.uri)?.text ?? '';
  if (hasCommand(text)) {
    const message = 'The text is not written, because a CI agent would execute a part of it. Name a file instead.';
    log.error({ path: stdin.path, at: undefined, message });
  } else stdout.write(encode(text, stdin.encoding));
}

/** Whether standard output gets a fixed text or a diff, so that results go to standard error. */
export function writesFixesToStdout({ fix, paths }: CheckOptions): boolean {
  return fix?.mode === 'show' || (fix?.mode === 'apply' && paths.includes(STDIN_PATH));
}

/** Applies the selected fixes of each file to a copy. */
function fixedFiles(inputs: readonly Input[], workspace: Workspace, fix: FixRequest, log: MessageLog): FixedFile[] {
  return inputs.flatMap((input, index) => {
    log.progress.show(() => `Looking for fixes: ${index} of ${inputs.length} files`);
    if (input.cut !== undefined) {
      const message = 'The list is too large to be changed. Check it without --fix.';
      log.error({ path: input.path, at: undefined, message });
      return [];
    }
    const fixed = log.guard(input, () => fixFile(input, workspace, fix));
    workspace.release(input.uri);
    return fixed ?? [];
  });
}

/** Writes fixed files, and returns those that could be written. The others are checked without the fixes. */
export async function writeFiles(
  fixed: readonly FixedFile[],
  workspace: Workspace,
  disk: Disk,
  log: MessageLog,
): Promise<FixedFile[]> {
  const written: FixedFile[] = [];
  for (const file of fixed) {
    const { path, uri, isStdin } = file.input;
    const fault = isStdin ? undefined : await disk.write(uri, file.before, file.text);
    if (fault !== undefined) log.error({ path, at: undefined, message: fault.message });
    else {
      workspace.setOnDisk(uri, file.text);
      written.push(file);
    }
  }
  return written;
}

/** The diff of a file, with the path from the current folder, in which the diff is applied. */
export function diffOf({ input, before, edits }: FixedFile, log: MessageLog): string {
  const below = pathFromHere(input.uri);
  const note = (message: string) => log.note({ path: input.path, at: undefined, message });
  if (isUtf16(input.encoding)) {
    note('the file is encoded in UTF-16, which git apply and patch cannot change; use --fix');
    return '';
  }
  if (below === undefined && !input.isStdin) {
    note(
      'the file is outside the current folder, so git apply and patch reject its diff; run kubewin in a folder above it',
    );
  }
  const text = (input.encoding === undefined ? '' : BYTE_ORDER_MARK) + before;
  const shift = text.length - before.length;
  const diff = unifiedDiff(
    below ?? input.path,
    text,
    edits.map((edit) => shiftEdit(edit, shift)),
  );
  // With a character more, it would no longer apply, or change the file in another way.
  if (!hasCommand(diff)) return diff;
  note('the diff is not shown, because a CI agent would execute a part of it; use --fix');
  return '';
}
