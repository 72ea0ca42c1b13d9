/** What was asked for in a document that is not known yet: a template or a placeholder decides it. */
export class Doubts {
  #count = 0;

  /** How often that was so: what was found between two counts that differ may rest on it. */
  get count(): number {
    return this.#count;
  }

  note(): void {
    this.#count++;
  }

  /** What is read without that being noted for anyone else, and whether all of it is known. */
  aside<T>(read: () => T): { readonly value: T; readonly isKnown: boolean } {
    const before = this.#count;
    const value = read();
    const isKnown = this.#count === before;
    this.#count = before;
    return { value, isKnown };
  }
}
