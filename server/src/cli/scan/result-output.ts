import type { Severity } from '../../lint/settings/settings.ts';
import type { FileSummary } from '../files/file-summary.ts';
import type { CheckFrame, CheckWriter } from '../formats/writer.ts';
import type { Syntax } from '../terminal/agent-commands.ts';
import type { OutputFile } from '../terminal/output-file.ts';
import type { Output } from '../terminal/terminal.ts';

/** The worst findings are shown, and no others. */
export interface FindingLimit {
  readonly count: number;
  /** The severities that are shown, the worst first. */
  readonly shows: readonly Severity[];
}

/** Writes a result to an output as soon as its parts are known. */
export class ResultOutput {
  readonly writer: CheckWriter;
  readonly #output: Output | OutputFile;
  readonly #syntax: Syntax;
  readonly #limit: FindingLimit | undefined;
  #isFirst = true;
  /** With a limit, the findings that may be among the worst. */
  #worst: { readonly rank: number; readonly text: string }[] = [];
  #count = 0;

  /** `limit` applies to formats that are a list of findings. */
  constructor(writer: CheckWriter, output: Output | OutputFile, syntax: Syntax, limit?: FindingLimit) {
    this.#limit = writer.isList ? limit : undefined;
    this.writer = writer;
    this.#output = output;
    this.#syntax = syntax;
  }

  start(frame: CheckFrame): void {
    this.#output.write(this.writer.start(frame), this.#syntax);
  }

  /** Writes the texts of a file. Files come in the order of their paths. With a limit, the worst findings of a file are first. */
  add(texts: readonly string[], { findings }: FileSummary): void {
    if (this.#limit === undefined) {
      for (const text of texts) this.#write(text);
      return;
    }
    const { count, shows } = this.#limit;
    const ranks = findings.map(({ severity }) => shows.indexOf(severity)).filter((rank) => rank >= 0);
    ranks.sort((a, b) => a - b);
    // Improvements follow.
    for (const [i, text] of texts.entries()) this.#worst.push({ rank: ranks[i] ?? shows.length, text });
    this.#count += texts.length;
    if (this.#worst.length > 2 * count) this.#keepWorst(count);
  }

  #keepWorst(count: number): void {
    this.#worst = this.#worst.sort((a, b) => a.rank - b.rank).slice(0, count);
  }

  #write(taken: string): void {
    const text = this.writer.take?.(taken) ?? taken;
    if (text === '') return;
    this.#output.write((this.#isFirst ? '' : this.writer.between) + text, this.#syntax);
    this.#isFirst = false;
  }

  /** How many findings were left out. */
  get leftOut(): number {
    return this.#limit === undefined ? 0 : Math.max(0, this.#count - this.#limit.count);
  }

  end(files: readonly FileSummary[], frame: CheckFrame): void {
    if (this.#limit !== undefined) this.#keepWorst(this.#limit.count);
    for (const { text } of this.#worst) this.#write(text);
    this.#output.write(this.writer.end(files, frame), this.#syntax);
  }
}
