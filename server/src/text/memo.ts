/** A cache of results by text, which is cleared when it is full. Many manifests of a repository are copies of each other. */
export class Memo<T> {
  readonly #results = new Map<string, T>();
  readonly #maxTexts: number;
  readonly #maxLength: number;

  /** `maxLength` is the maximum length of a text to be cached, in characters. */
  constructor(maxTexts: number, maxLength = Infinity) {
    this.#maxTexts = maxTexts;
    this.#maxLength = maxLength;
  }

  of(text: string, make: (text: string) => T): T {
    const cached = this.#results.get(text);
    if (cached !== undefined) return cached;
    const result = make(text);
    if (text.length > this.#maxLength) return result;
    if (this.#results.size >= this.#maxTexts) this.#results.clear();
    this.#results.set(text, result);
    return result;
  }
}
