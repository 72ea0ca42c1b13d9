/** What was made of texts, until there are many of them: a repository's manifests are copies of each other. */
export class Memo<T> {
  readonly #made = new Map<string, T>();
  readonly #most: number;
  readonly #longest: number;

  /** Of so many texts, each with so many characters at most. */
  constructor(most: number, longest = Infinity) {
    this.#most = most;
    this.#longest = longest;
  }

  of(text: string, make: (text: string) => T): T {
    const known = this.#made.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (text.length > this.#longest) return made;
    if (this.#made.size >= this.#most) this.#made.clear();
    this.#made.set(text, made);
    return made;
  }
}
