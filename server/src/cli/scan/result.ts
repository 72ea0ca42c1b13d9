import type { Outline } from '../files/check-file.ts';
import type { CheckWriter, Frame } from '../formats/writer.ts';
import type { Output } from '../terminal/terminal.ts';

/** A result on its way: what a writer makes of the files goes out at once. */
export class Result {
  readonly writer: CheckWriter;
  readonly #output: Pick<Output, 'write'>;
  readonly #most: number;
  #isFirst = true;
  #count = 0;

  /** Of a list of findings, at most so many are written. */
  constructor(writer: CheckWriter, output: Pick<Output, 'write'>, most = Infinity) {
    this.#most = writer.isList ? most : Infinity;
    this.writer = writer;
    this.#output = output;
  }

  start(frame: Frame): void {
    this.#output.write(this.writer.start(frame));
  }

  /** Files come in the order of their paths; one of which nothing is told has no text. */
  add(texts: readonly string[]): void {
    for (const one of texts) {
      if (one !== '' && ++this.#count > this.#most) continue;
      const text = this.writer.take?.(one) ?? one;
      if (text === '') continue;
      this.#output.write((this.#isFirst ? '' : this.writer.between) + text);
      this.#isFirst = false;
    }
  }

  /** How many findings were left out. */
  get leftOut(): number {
    return Math.max(0, this.#count - this.#most);
  }

  end(files: readonly Outline[], frame: Frame): void {
    this.#output.write(this.writer.end(files, frame));
  }
}
