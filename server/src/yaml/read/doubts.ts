/** Counts the reads of unknown values in a document: a template or a placeholder determines them. */
export class Doubts {
  #count = 0;
  /** The last results of `once`, by function and subject. */
  readonly #results = new Map<unknown, Map<unknown, CachedResult<unknown, unknown>>>();

  /** The number of such reads. If it differs before and after a calculation, the result may depend on an unknown value. */
  get count(): number {
    return this.#count;
  }

  note(): void {
    this.#count++;
  }

  /** Reads without counting the doubts for the caller. `isKnown` is false if the result depends on an unknown value. */
  aside<T>(read: () => T): { readonly value: T; readonly isKnown: boolean } {
    const before = this.#count;
    const value = read();
    const isKnown = this.#count === before;
    this.#count = before;
    return { value, isKnown };
  }

  /**
   * Reads something of a pod or a field of this document, and caches the result until `basis` changes. With a `WeakMap`, V8
   * would keep unused trees until its next full garbage collection.
   */
  once<Subject extends object, Basis, T>(
    read: (subject: Subject, basis: Basis) => T,
    subject: Subject,
    basis: Basis,
  ): T {
    const results = this.#results.get(read) ?? new Map<unknown, CachedResult<unknown, unknown>>();
    this.#results.set(read, results);
    let result = results.get(subject) as CachedResult<Basis, T> | undefined;
    if (result === undefined || result.basis !== basis) {
      result = { basis, ...this.aside(() => read(subject, basis)) };
      results.set(subject, result);
    }
    if (!result.isKnown) this.note();
    return result.value;
  }
}

interface CachedResult<Basis, T> {
  readonly basis: Basis;
  readonly value: T;
  readonly isKnown: boolean;
}
