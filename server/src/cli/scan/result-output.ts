import type { FileSummary } from '../files/file-summary.ts';
import type { CheckFrame, CheckWriter } from '../formats/writer.ts';
import type { Syntax } from '../terminal/agent-commands.ts';
import type { OutputFile } from '../terminal/output-file.ts';
import type { Output } from '../terminal/terminal.ts';

/** Writes a result to an output as soon as its parts are known. */
export class ResultOutput {
  readonly writer: CheckWriter;
  readonly #output: Output | OutputFile;
  readonly #syntax: Syntax;
  readonly #maxFindings: number;
  #isFirst = true;
  #count = 0;

  /** `maxFindings` limits formats that are a list of findings. */
  constructor(writer: CheckWriter, output: Output | OutputFile, syntax: Syntax, maxFindings = Infinity) {
    this.#maxFindings = writer.isList ? maxFindings : Infinity;
    this.writer = writer;
    this.#output = output;
    this.#syntax = syntax;
  }

  start(frame: CheckFrame): void {
    this.#output.write(this.writer.start(frame), this.#syntax);
  }

  /** Writes the texts of a file. Files come in the order of their paths. */
  add(texts: readonly string[]): void {
    for (const fileText of texts) {
      if (fileText !== '' && ++this.#count > this.#maxFindings) continue;
      const text = this.writer.take?.(fileText) ?? fileText;
      if (text === '') continue;
      this.#output.write((this.#isFirst ? '' : this.writer.between) + text, this.#syntax);
      this.#isFirst = false;
    }
  }

  /** How many findings were left out. */
  get leftOut(): number {
    return Math.max(0, this.#count - this.#maxFindings);
  }

  end(files: readonly FileSummary[], frame: CheckFrame): void {
    this.#output.write(this.writer.end(files, frame), this.#syntax);
  }
}
