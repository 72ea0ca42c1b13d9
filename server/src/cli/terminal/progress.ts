import type { Output, Terminal } from './terminal.ts';

/** The time before progress is shown, in milliseconds. */
const DELAY = 1_000;
const INTERVAL = 100;

/** Shows the progress of long work on a terminal, in a line that is removed at the end. */
export class Progress {
  readonly #output: Output;
  readonly #isShown: boolean;
  readonly #now: () => number;
  #next: number;
  #isWritten = false;

  constructor({ stderr, environment }: Pick<Terminal, 'stderr' | 'environment'>, now = () => performance.now()) {
    this.#output = stderr;
    this.#isShown = stderr.isTTY === true && !environment['CI'];
    this.#now = now;
    this.#next = now() + DELAY;
  }

  /** Shows a text at most every 100 milliseconds. The function is called only then. */
  show(text: () => string): void {
    if (!this.#isShown || this.#now() < this.#next) return;
    this.#next = this.#now() + INTERVAL;
    this.#isWritten = true;
    this.#output.write(`\r\x1b[K${text()}`);
  }

  /** Removes the line. Call it before anything else is written. */
  clear(): void {
    if (this.#isWritten) this.#output.write('\r\x1b[K');
    this.#isWritten = false;
  }
}
