/** What was asked for in a document that is not known yet: a template or a placeholder decides it. */
export class Doubts {
  #count = 0;
  /** The last answers to `once`, by what is read and what it is read of. */
  readonly #answers = new Map<unknown, Map<unknown, Answer<unknown, unknown>>>();

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

  /**
   * What is read of a pod or a field of this document, once as long as it rests on the same. In a `WeakMap`, V8 would keep
   * whole trees that nothing needs any more until it next collects all garbage.
   */
  once<By extends object, Basis, T>(read: (of: By, basis: Basis) => T, of: By, basis: Basis): T {
    const answers = this.#answers.get(read) ?? new Map<unknown, Answer<unknown, unknown>>();
    this.#answers.set(read, answers);
    let answer = answers.get(of) as Answer<Basis, T> | undefined;
    if (answer === undefined || answer.basis !== basis) {
      answer = { basis, ...this.aside(() => read(of, basis)) };
      answers.set(of, answer);
    }
    if (!answer.isKnown) this.note();
    return answer.value;
  }
}

interface Answer<Basis, T> {
  readonly basis: Basis;
  readonly value: T;
  readonly isKnown: boolean;
}
