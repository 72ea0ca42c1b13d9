import { NOWHERE } from './source.ts';
import type { SourcedText } from './sourced-text.ts';
import { type Dict, type Entry, unknown, type Value } from './value.ts';

/** A variable of a template. */
export interface Variable {
  readonly name: string;
  value: Value;
}

/** A variable or an entry of a map that was changed; without a key, any entry of it. */
export type Changed = { readonly variable: Variable } | { readonly dict: Dict; readonly key: string | undefined };

interface Undo {
  readonly changed: Changed;
  readonly restore: () => void;
}

/**
 * The changes of variables and maps. Those in a branch that may not be rendered are undone behind it, and what they changed
 * is unknown from then on.
 */
export class Changes {
  readonly #shared: ReadonlySet<Dict['entries']>;
  #changesShared = false;
  #undos: Undo[] | undefined;

  /** `shared` are the maps that several templates read. */
  constructor(shared: ReadonlySet<Dict['entries']>) {
    this.#shared = shared;
  }

  /** Whether a template changed what others read, so that their order matters. */
  get changesShared(): boolean {
    return this.#changesShared;
  }

  assign(variable: Variable, value: Value): void {
    const before = variable.value;
    this.#undos?.push({
      changed: { variable },
      restore: () => {
        variable.value = before;
      },
    });
    variable.value = value;
  }

  /** Sets the entry at a key, or deletes it. */
  setEntry(dict: Dict, key: string, entry: Entry | undefined): void {
    if (this.#shared.has(dict.entries)) this.#changesShared = true;
    const before = dict.entries.get(key);
    this.#undos?.push({ changed: { dict, key }, restore: () => put(dict, key, before) });
    put(dict, key, entry);
  }

  /** Makes a map one of which nothing is known. */
  open(dict: Dict): void {
    if (this.#shared.has(dict.entries)) this.#changesShared = true;
    const { isOpen } = dict;
    const before = [...dict.entries];
    this.#undos?.push({
      changed: { dict, key: undefined },
      restore: () => {
        dict.isOpen = isOpen;
        for (const [key, entry] of before) dict.entries.set(key, entry);
      },
    });
    dict.isOpen = true;
    dict.entries.clear();
  }

  /** Runs a branch that may not be rendered, and undoes its changes. */
  aside<T>(run: () => T): { readonly result: T; readonly changed: readonly Changed[] } {
    const outer = this.#undos;
    const undos: Undo[] = [];
    this.#undos = undos;
    try {
      const result = run();
      return { result, changed: undos.map(({ changed }) => changed) };
    } finally {
      for (const { restore } of undos.reverse()) restore();
      this.#undos = outer;
    }
  }

  /** Makes what was changed unknown. */
  forget(changed: readonly Changed[], hole: SourcedText): void {
    for (const change of changed) {
      if ('variable' in change) this.assign(change.variable, unknown(hole));
      else {
        const { dict, key } = change;
        if (key === undefined) this.open(dict);
        else this.setEntry(dict, key, { value: unknown(hole), keyAt: NOWHERE });
        // Whether it has the key is unknown as well.
        dict.isOpen = true;
      }
    }
  }
}

function put({ entries }: Dict, key: string, entry: Entry | undefined): void {
  if (entry === undefined) entries.delete(key);
  else entries.set(key, entry);
}
