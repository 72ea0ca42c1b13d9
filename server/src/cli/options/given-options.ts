import type { Command } from './commands.ts';

/** The options of a command line, and the faults that are found while a command reads them. */
export class GivenOptions {
  readonly #values = new Map<string, string[]>();
  readonly #faults = new Set<string>();

  /** A sentence for each fault, each once, in the order in which they are found. */
  get faults(): readonly string[] {
    return [...this.#faults];
  }

  /** Adds an occurrence of an option; the value of an option without one is empty. */
  add(name: string, value: string): void {
    this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  all(name: string): readonly string[] | undefined {
    return this.#values.get(name);
  }

  /** The value that counts of an option that is not repeatable. */
  last(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  fault(sentence: string): void {
    this.#faults.add(sentence);
  }

  /** Adds a fault for an invalid value; `legal` is a sentence that says what is valid. */
  invalid(name: string, value: string, legal: string): void {
    this.fault(`Invalid value for \`--${name}\`: \`${value}\`. ${legal}`);
  }

  /** Reads an option whose value is a path. */
  path(name: string): string | undefined {
    const path = this.last(name);
    if (path === '') this.invalid(name, path, 'It must be a path.');
    return path;
  }

  /** Reads an option whose value is a number; `legal` says what is valid. */
  number(name: string, pattern: RegExp, legal: string): number | undefined {
    const text = this.last(name);
    if (text === undefined) return undefined;
    if (!pattern.test(text)) this.invalid(name, text, legal);
    return Number(text);
  }

  /** Adds a fault if two options that contradict each other are given. */
  exclude(name: string, other: string): void {
    if (this.has(name) && this.has(other)) this.fault(`Use either \`--${name}\` or \`--${other}\`, not both.`);
  }

  /** Adds a fault for each argument of a command that takes no more. */
  noArguments(command: Command, words: readonly string[]): void {
    for (const word of words) this.fault(`\`${command}\` does not take the argument \`${word}\`.`);
  }

  /** Whether to use color; undefined where the terminal decides. */
  color(): boolean | undefined {
    return this.has('no-color') ? false : this.has('color') ? true : undefined;
  }
}
