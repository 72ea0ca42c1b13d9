import type { FileSummary } from '../files/file-summary.ts';
import type { CheckFrame, CheckWriter } from '../formats/writer.ts';
import type { Output } from '../terminal/terminal.ts';

/** Writes a result to an output as soon as its parts are known. */
export class ResultOutput {
  readonly writer: CheckWriter;
  readonly #output: Pick<Output, 'write'>;
  readonly #maxFindings: number;
  #isFirst = true;
  #count = 0;

  /** `maxFindings` limits formats that are a list of findings. */
  constructor(writer: CheckWriter, output: Pick<Output, 'write'>, maxFindings = Infinity) {
    this.#maxFindings = writer.isList ? maxFindings : Infinity;
    this.writer = writer;
    this.#output = output;
  }

  start(frame: CheckFrame): void {
    this.#output.write(this.writer.start(frame));
  }

  /** Writes the texts of a file. Files come in the order of their paths. */
  add(texts: readonly string[]): void {
    for (const fileText of texts) {
      if (fileText !== '' && ++this.#count > this.#maxFindings) continue;
      const text = this.writer.take?.(fileText) ?? fileText;
      if (text === '') continue;
      this.#output.write((this.#isFirst ? '' : this.writer.between) + text);
      this.#isFirst = false;
    }
  }

  /** How many findings were left out. */
  get leftOut(): number {
    return Math.max(0, this.#count - this.#maxFindings);
  }

  end(files: readonly FileSummary[], frame: CheckFrame): void {
    this.#output.write(this.writer.end(files, frame));
  }
}
