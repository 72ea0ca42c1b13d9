import type { KubernetesVersion } from '../kubernetes/version.ts';
import type { CheckedFile, Outline } from './check.ts';
import type { Note } from './places.ts';
import type { Output } from './terminal.ts';

/** How results look in a format for people. */
export interface Look {
  readonly color: boolean;
  /** Columns of the terminal; code frames are cut to it. */
  readonly width: number;
  readonly hints: boolean;
}

/** What every result contains besides the files. */
export interface Frame {
  /** The version of Kubewin. */
  readonly kubewin: string;
  readonly kubernetesVersion: KubernetesVersion;
  /** All are there when the last file is. */
  readonly notes: readonly Note[];
  /** What `--fix` did; undefined where it was not asked for. */
  readonly fixed: { readonly fixes: number; readonly files: number } | undefined;
}

/** Writes what was found file by file, so that none has to be kept. */
export interface CheckWriter {
  /** Whether the fixes that can be made are a part of it: each of them has to be tried. */
  readonly hasFixes: boolean;
  start(frame: Frame): string;
  file(file: CheckedFile): string;
  /** What stands between two files. */
  readonly between: string;
  end(files: readonly Outline[], frame: Frame): string;
}

/** A result on its way: what a writer makes of the files goes out at once. */
export class Result {
  readonly writer: CheckWriter;
  readonly #output: Pick<Output, 'write'>;
  #isFirst = true;

  constructor(writer: CheckWriter, output: Pick<Output, 'write'>) {
    this.writer = writer;
    this.#output = output;
  }

  start(frame: Frame): void {
    this.#output.write(this.writer.start(frame));
  }

  /** Files come in the order of their paths; one of which nothing is told has no text. */
  add(text: string): void {
    if (text === '') return;
    this.#output.write((this.#isFirst ? '' : this.writer.between) + text);
    this.#isFirst = false;
  }

  end(files: readonly Outline[], frame: Frame): void {
    this.#output.write(this.writer.end(files, frame));
  }
}
