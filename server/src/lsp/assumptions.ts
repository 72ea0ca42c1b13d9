import type { CheckSettings } from '../lint/settings/settings.ts';

/**
 * What is asked for in open files: the objects whose pods are checked as Windows pods, by `assumptionKey`. In a template of a
 * chart it is all of them, because only the rendered text has their names.
 */
export class Assumptions {
  readonly #objects = new Map<string, readonly string[] | true>();
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

  /** Whether all objects of some file are asked for. */
  get hasTemplates(): boolean {
    return [...this.#objects.values()].includes(true);
  }

  /** Checks an object of a file, or all of them, as Windows pods, or stops doing so. Returns whether it checks them now. */
  toggle(uri: string, object: string | true): boolean {
    const before = this.#objects.get(uri) ?? [];
    this.clear(uri);
    if (object === true || before === true) {
      if (before !== true) this.#objects.set(uri, true);
      return before !== true;
    }
    const others = before.filter((other) => other !== object);
    const now = others.length < before.length ? others : [...before, object];
    if (now.length > 0) this.#objects.set(uri, now);
    return now.includes(object);
  }

  /** Forgets what is asked for in a file. */
  clear(uri: string): void {
    this.#objects.delete(uri);
    this.#settings.delete(uri);
  }
}
