import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reasonOf } from '../../workspace/node-disk.ts';
import { type Syntax, withoutCommands } from './agent-commands.ts';
import { escapeControls } from './style.ts';
import type { Output, Terminal } from './terminal.ts';

/**
 * A file that a result is written to, completely or not at all: a temporary file beside it replaces it at the end. A pipe or
 * device, which cannot be replaced, is written to directly.
 */
export class OutputFile {
  readonly path: string;
  /** The path with symbolic links resolved. */
  readonly target: string;
  readonly #file: number;
  /** Undefined for a pipe or device, and once the file is finished or discarded. */
  #temporary: string | undefined;
  #hasOpenFile = true;
  #failure: unknown;

  /** Throws if the file cannot be written: `notWritten` makes a sentence of the error. */
  constructor(path: string) {
    this.path = path;
    this.target = realPath(resolve(path));
    const status = statSync(this.target, { throwIfNoEntry: false });
    if (status?.isDirectory()) throw new Error('it is a folder');
    if (status !== undefined) accessSync(this.target, constants.W_OK);
    const isReplaced = status === undefined || status.isFile();
    this.#temporary = isReplaced ? join(dirname(this.target), `.kubewin-${randomUUID()}.tmp`) : undefined;
    this.#file = openSync(this.#temporary ?? this.target, isReplaced ? 'wx' : 'w');
    if (isReplaced && status !== undefined) fchmodSync(this.#file, status.mode & 0o7777);
  }

  /**
   * Writes a text, without commands for CI agents if it has a syntax: what a result has on standard output it has in a file. If
   * this fails, for example because the disk is full, `finish` throws the error.
   */
  write(text: string, syntax?: Syntax): void {
    if (this.#failure !== undefined) return;
    const bytes = Buffer.from(syntax === undefined ? text : withoutCommands(text, syntax));
    try {
      for (let from = 0; from < bytes.length; ) from += writeSync(this.#file, bytes, from);
    } catch (error) {
      this.#failure = error;
    }
  }

  /** Moves the temporary file to its path. If writing or this fails, it throws an error, and no file is left behind. */
  finish(): void {
    if (this.#failure !== undefined) {
      this.discard();
      throw this.#failure;
    }
    this.#close();
    if (this.#temporary !== undefined) renameSync(this.#temporary, this.target);
    this.#temporary = undefined;
  }

  /** Removes the temporary file. A finished file stays. */
  discard(): void {
    this.#close();
    if (this.#temporary !== undefined) unlinkSync(this.#temporary);
    this.#temporary = undefined;
  }

  #close(): void {
    if (this.#hasOpenFile) closeSync(this.#file);
    this.#hasOpenFile = false;
  }
}

/** Writes a whole file. The result is a sentence if that is not possible. */
export function writeOutput(path: string, text: string): string | undefined {
  try {
    const file = new OutputFile(path);
    file.write(text);
    file.finish();
    return undefined;
  } catch (error) {
    return notWritten(path, error);
  }
}

/** A sentence that says why a file cannot be written. */
export function notWritten(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const isFolderMissing = code === 'ENOENT' || code === 'ENOTDIR';
  const reason = isFolderMissing ? `there is no folder \`${dirname(path)}\`` : reasonOf(error);
  return `\`${path}\` cannot be written: ${reason}.`;
}

/** A path with symbolic links resolved; the path itself if there is no file yet. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** The files that results are written to. All of them are opened before anything is done. */
export class OutputFiles {
  readonly all: readonly OutputFile[];
  /** A sentence for each file that cannot be written. */
  readonly faults: readonly string[];
  readonly #stderr: Output;
  readonly #forget: () => void;

  constructor(paths: readonly string[], { stderr, onStop }: Pick<Terminal, 'stderr' | 'onStop'>) {
    const files: OutputFile[] = [];
    const faults: string[] = [];
    this.all = files;
    this.faults = faults;
    this.#stderr = stderr;
    // Before any file is there. Without files, the signal itself ends the process, even while a file takes long.
    this.#forget = paths.length === 0 ? () => {} : onStop(() => this.#discardAll());
    for (const path of paths) {
      try {
        files.push(new OutputFile(path));
      } catch (error) {
        faults.push(notWritten(path, error));
      }
    }
  }

  /** The file with this path; undefined for standard output. */
  at(path: string | undefined): OutputFile | undefined {
    return this.all.findLast((file) => file.path === path);
  }

  /** Moves all files to their paths; false if one could not be moved, which standard error says. */
  finish(): boolean {
    let isDone = true;
    for (const file of this.all) {
      try {
        file.finish();
      } catch (error) {
        this.#stderr.write(`kubewin: ${escapeControls(notWritten(file.path, error))}\n`);
        isDone = false;
      }
    }
    return isDone;
  }

  /** Removes all files that are not finished. */
  discard(): void {
    this.#discardAll();
    this.#forget();
  }

  #discardAll(): void {
    for (const file of this.all) file.discard();
  }
}
