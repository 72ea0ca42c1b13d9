import type { Output, Terminal } from './terminal.ts';

/** The time before progress is shown, in milliseconds. */
const DELAY = 1_000;
const INTERVAL = 100;

/** Shows the progress of long work on a terminal, in a line that is removed at the end, and tells it to a parent process. */
export class Progress {
  readonly #output: Output;
  readonly #isShown: boolean;
  readonly #onProgress: Terminal['onProgress'];
  readonly #now: () => number;
  #next: number;
  #isWritten = false;

  constructor(
    { stderr, environment, onProgress }: Pick<Terminal, 'stderr' | 'environment' | 'onProgress'>,
    now = () => performance.now(),
  ) {
    this.#onProgress = onProgress;
    this.#output = stderr;
    this.#isShown = stderr.isTTY === true && !environment['CI'];
    this.#now = now;
    this.#next = now() + DELAY;
  }

  /** Shows a text at most every 100 milliseconds. The function is called only then. */
  show(text: () => string): void {
    if (!(this.#isShown || this.#onProgress) || this.#now() < this.#next) return;
    this.#next = this.#now() + INTERVAL;
    const shown = text();
    this.#onProgress?.(shown);
    if (!this.#isShown) return;
    this.#isWritten = true;
    this.#output.write(`\r\x1b[K${shown}`);
  }

  /** Removes the line. Call it before anything else is written. */
  clear(): void {
    if (this.#isWritten) this.#output.write('\r\x1b[K');
    this.#isWritten = false;
  }
}
