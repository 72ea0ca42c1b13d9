import type { Field } from '../yaml/field.ts';
import type { FieldPath } from '../yaml/path.ts';

/** One step of a pattern: a key, every list item, or every key that begins so (`hugepages-*`, `*`). */
type Step = { readonly key: string } | 'items' | { readonly prefix: string };

/** Reads a pattern such as `spec.nodeSelector[kubernetes.io/os]`; the steps from the pod or object on. */
export function parsePattern(pattern: string): Step[] {
  return [...pattern.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, bracketed, plain]): Step => {
    if (bracketed === '*') return 'items';
    const key = bracketed ?? plain ?? '';
    return key.endsWith('*') ? { prefix: key.slice(0, -1) } : { key };
  });
}

/** Many patterns in one tree, so that a pod is walked once for all rules. */
export class PatternTree<T> {
  readonly #found: T[] = [];
  readonly #keys = new Map<string, PatternTree<T>>();
  readonly #prefixes = new Map<string, PatternTree<T>>();
  #items: PatternTree<T> | undefined;

  add(pattern: string, value: T): void {
    let node: PatternTree<T> = this;
    for (const step of parsePattern(pattern)) node = node.child(step);
    node.#found.push(value);
  }

  /** Calls back for every field below `root` that a pattern fits, with the values added under that pattern. */
  walk(root: Field, visit: (field: Field, values: readonly T[]) => void): void {
    if (this.#found.length > 0) visit(root, this.#found);
    for (const [key, node] of this.#keys) {
      const child = root.get(key);
      if (child !== undefined) node.walk(child, visit);
    }
    if (this.#items !== undefined) for (const item of root.items()) this.#items.walk(item, visit);
    for (const [prefix, node] of this.#prefixes) {
      for (const [key, child] of root.entries()) if (key.startsWith(prefix)) node.walk(child, visit);
    }
  }

  /** The values of all patterns that fit one field, where these lead from `root`. */
  at(root: Field, field: Field): readonly T[] {
    const found: T[] = [];
    this.walk(root, (one, values) => {
      if (one === field) found.push(...values);
    });
    return found;
  }

  /** The part of the tree for patterns that begin with a key. */
  under(key: string): PatternTree<T> | undefined {
    return this.#keys.get(key);
  }

  /** The values of all patterns that fit a path. */
  match(path: FieldPath): readonly T[] {
    const [first, ...rest] = path;
    if (first === undefined) return this.#found;
    if (typeof first === 'number') return this.#items?.match(rest) ?? [];
    const nodes = [
      this.#keys.get(first),
      ...[...this.#prefixes].map(([p, node]) => (first.startsWith(p) ? node : undefined)),
    ];
    return nodes.flatMap((node) => node?.match(rest) ?? []);
  }

  private child(step: Step): PatternTree<T> {
    if (step === 'items') {
      this.#items ??= new PatternTree();
      return this.#items;
    }
    const [map, key] = 'key' in step ? [this.#keys, step.key] : [this.#prefixes, step.prefix];
    const found = map.get(key) ?? new PatternTree<T>();
    map.set(key, found);
    return found;
  }
}
