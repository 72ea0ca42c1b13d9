import { Progress } from '../terminal/progress.ts';
import { escapeControls } from '../terminal/style.ts';
import type { Output, Terminal } from '../terminal/terminal.ts';
import type { FailedRule, FileSummary } from './file-summary.ts';
import type { Input } from './input.ts';
import { locationText, type Message, NO_OBJECT } from './message.ts';

/** Messages that are not findings: they go to standard error and into JSON, and errors make the exit code 2. */
export class MessageLog {
  readonly messages: Message[] = [];
  readonly progress: Progress;
  readonly #stderr: Output;
  readonly #texts = new Set<string>();
  readonly #failedRules = new Set<string>();

  constructor(terminal: Pick<Terminal, 'stderr' | 'environment' | 'onProgress'>) {
    this.#stderr = terminal.stderr;
    this.progress = new Progress(terminal);
  }

  get hasErrors(): boolean {
    return this.messages.some(({ isError }) => isError);
  }

  error(message: Omit<Message, 'isError'>): void {
    this.add({ ...message, isError: true });
  }

  note(message: Omit<Message, 'isError'>): void {
    this.add({ ...message, isError: false });
  }

  /** Adds a message, once. */
  add(message: Message): void {
    const { path = 'kubewin', at } = message;
    const text = `${locationText({ path, at })}: ${message.message}`;
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    this.messages.push(message);
    this.progress.clear();
    this.#stderr.write(`${escapeControls(text)}\n`);
  }

  /** Adds a message if no file contains an object. */
  noObject(files: readonly Pick<FileSummary, 'objects'>[], failIfEmpty: boolean): void {
    if (files.some(({ objects }) => objects > 0)) return;
    if (failIfEmpty) this.error(NO_OBJECT);
    // On a terminal, the summary says it.
    else this.messages.push(NO_OBJECT);
  }

  /** Calls a function for a file: a bug must not lose the findings of other files. */
  guard<T>(input: Input, act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.crash(input, error);
      return undefined;
    }
  }

  crash({ path }: Input, error: unknown): void {
    const message = `The file could not be checked because of a bug in Kubewin: ${String(error)}`;
    this.error({ path, at: undefined, message });
  }

  /** A rule of users cannot be evaluated: each rule is reported once. */
  failedRule({ rule, ...message }: FailedRule): void {
    if (this.#failedRules.has(rule)) return;
    this.#failedRules.add(rule);
    this.add(message);
  }

  /** A rule threw an exception: each rule is reported once. */
  ruleError(id: string, error: unknown): void {
    if (this.#failedRules.has(id)) return;
    this.#failedRules.add(id);
    const message = `The rule ${id} failed because of a bug in Kubewin: ${String(error)}`;
    this.error({ path: undefined, at: undefined, message });
  }
}
