import type { Output, Terminal } from './terminal.ts';

/** Short work shows nothing, in milliseconds. */
const DELAY = 1_000;
const INTERVAL = 100;

/** Shows on a terminal how far long work is, in a line that is gone at the end. */
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

  /** To be called often. */
  tell(text: () => string): void {
    if (!this.#isShown || this.#now() < this.#next) return;
    this.#next = this.#now() + INTERVAL;
    this.#isWritten = true;
    this.#output.write(`\r\x1b[K${text()}`);
  }

  /** Takes the line away; to be called before anything else is written. */
  clear(): void {
    if (this.#isWritten) this.#output.write('\r\x1b[K');
    this.#isWritten = false;
  }
}
