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

/**
 * A file that a result is written to: all of it or nothing. What is written goes to a file beside it, which takes its
 * place at the end. A pipe or device, which cannot be replaced, is written to directly.
 */
export class OutputFile {
  readonly path: string;
  /** Where links lead. */
  readonly target: string;
  readonly #file: number;
  /** Undefined for a pipe or device, and once it is done. */
  #temporary: string | undefined;
  #isOpen = true;
  #failure: unknown;

  /** Throws where nothing can be written there: `notWritten` says why. */
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

  /** Where it fails, because the disk is full for one, `finish` says so. */
  write(text: string): void {
    if (this.#failure !== undefined) return;
    const bytes = Buffer.from(text);
    try {
      for (let from = 0; from < bytes.length; ) from += writeSync(this.#file, bytes, from);
    } catch (error) {
      this.#failure = error;
    }
  }

  /** Puts what was written in its place; throws where that could not be done, and leaves nothing then. */
  finish(): void {
    if (this.#failure !== undefined) {
      this.discard();
      throw this.#failure;
    }
    this.#close();
    if (this.#temporary !== undefined) renameSync(this.#temporary, this.target);
    this.#temporary = undefined;
  }

  /** Leaves nothing of it; nothing happens to a file that is finished. */
  discard(): void {
    this.#close();
    if (this.#temporary !== undefined) unlinkSync(this.#temporary);
    this.#temporary = undefined;
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }
}

/** A sentence that says why a file cannot be written. */
export function notWritten(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const isFolderMissing = code === 'ENOENT' || code === 'ENOTDIR';
  const reason = isFolderMissing ? `there is no folder \`${dirname(path)}\`` : reasonOf(error);
  return `\`${path}\` cannot be written: ${reason}.`;
}

/** Where links lead; the path itself where nothing is there yet. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** Opens files to write to; what is wrong with them is said before anything is done. */
export function openFiles(paths: readonly string[]): {
  readonly files: ReadonlyMap<string, OutputFile>;
  readonly faults: readonly string[];
} {
  const files = new Map<string, OutputFile>();
  const faults: string[] = [];
  for (const path of paths) {
    try {
      files.set(path, new OutputFile(path));
    } catch (error) {
      faults.push(notWritten(path, error));
    }
  }
  return { files, faults };
}
