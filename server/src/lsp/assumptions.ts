import type { CheckSettings } from '../lint/settings/settings.ts';

/** What is asked for in open files: the objects whose pods are checked as Windows pods, by `assumptionKey`. */
export class Assumptions {
  readonly #objects = new Map<string, readonly string[]>();
  /** The last settings of these files. Cached results are valid only for the same object. */
  readonly #settings = new Map<string, { readonly from: CheckSettings; readonly made: CheckSettings }>();

  /** The settings of a file with what is asked for in it. */
  add(uri: string, from: CheckSettings): CheckSettings {
    const objects = this.#objects.get(uri);
    if (objects === undefined) return from;
    const known = this.#settings.get(uri);
    if (known?.from === from) return known.made;
    const made = { ...from, assumeWindows: objects };
    this.#settings.set(uri, { from, made });
    return made;
  }

  /** Checks an object of a file as Windows pods, or stops doing so. */
  toggle(uri: string, object: string): void {
    const before = this.#objects.get(uri) ?? [];
    const others = before.filter((other) => other !== object);
    const now = others.length < before.length ? others : [...before, object];
    this.clear(uri);
    if (now.length > 0) this.#objects.set(uri, now);
  }

  /** Forgets what is asked for in a file. */
  clear(uri: string): void {
    this.#objects.delete(uri);
    this.#settings.delete(uri);
  }
}
