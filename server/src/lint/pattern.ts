import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';

/** One step of a pattern: a key, every list item, or every key that matches a glob (`hugepages-*`, `*`). */
type Step = { readonly key: string } | 'items' | { readonly keys: string };

/** The steps of a pattern such as `spec.nodeSelector[kubernetes.io/os]`, from the pod or object on. */
export function parsePattern(pattern: string): Step[] {
  if (pattern === '') return [];
  const { before, step } = cutLast(pattern);
  return [...parsePattern(before), step];
}

/** The last step of a pattern, and the pattern before it. */
function cutLast(pattern: string): { before: string; step: Step } {
  if (!pattern.endsWith(']')) {
    const dot = pattern.lastIndexOf('.');
    return { before: pattern.slice(0, Math.max(dot, 0)), step: stepTo(pattern.slice(dot + 1)) };
  }
  const start = pattern.lastIndexOf('[');
  const bracketed = pattern.slice(start + 1, -1);
  return { before: pattern.slice(0, start), step: bracketed === '*' ? 'items' : stepTo(bracketed) };
}

function stepTo(key: string): Step {
  return key.includes('*') ? { keys: key } : { key };
}

/** All patterns in one tree, so that a pod is walked once for all rules. */
export class PatternTree<T> {
  readonly #values: T[] = [];
  // Most nodes have only one of the following.
  #keys: Map<string, PatternTree<T>> | undefined;
  #manyKeys: Map<string, { readonly matches: Matcher; readonly node: PatternTree<T> }> | undefined;
  #items: PatternTree<T> | undefined;
  /** In the root: the node of each pattern and of each prefix of one. Many rules watch the same fields. */
  #nodes: Map<string, PatternTree<T>> | undefined;

  add(pattern: string, value: T): void {
    this.#node(pattern).#values.push(value);
  }

  #node(pattern: string): PatternTree<T> {
    if (pattern === '') return this;
    this.#nodes ??= new Map();
    const known = this.#nodes.get(pattern);
    if (known !== undefined) return known;
    const { before, step } = cutLast(pattern);
    const node = this.#node(before).#child(step);
    this.#nodes.set(pattern, node);
    return node;
  }

  /** Calls `visit` for every field below `root` that matches a pattern, with the values added for that pattern. */
  walk(root: Field, visit: (field: Field, values: readonly T[]) => void): void {
    if (this.#values.length > 0) visit(root, this.#values);
    if (this.#keys !== undefined) {
      for (const [key, node] of this.#keys) {
        const child = root.get(key);
        if (child !== undefined) node.walk(child, visit);
      }
    }
    if (this.#items !== undefined) for (const item of root.items()) this.#items.walk(item, visit);
    for (const { matches, node } of this.#manyKeys?.values() ?? []) {
      for (const [key, child] of root.entries()) if (matches(key)) node.walk(child, visit);
    }
  }

  /** The values of all patterns that match a field below `root`. */
  at(root: Field, field: Field): readonly T[] {
    const found: T[] = [];
    this.walk(root, (visited, values) => {
      if (visited === field) found.push(...values);
    });
    return found;
  }

  /** The subtree of the patterns that begin with a key. */
  under(key: string): PatternTree<T> | undefined {
    return this.#keys?.get(key);
  }

  /** The values of all patterns that match a path. */
  match(path: FieldPath): readonly T[] {
    const [first, ...rest] = path;
    if (first === undefined) return this.#values;
    if (typeof first === 'number') return this.#items?.match(rest) ?? [];
    const nodes = [
      this.#keys?.get(first),
      ...[...(this.#manyKeys?.values() ?? [])].map(({ matches, node }) => (matches(first) ? node : undefined)),
    ];
    return nodes.flatMap((node) => node?.match(rest) ?? []);
  }

  #child(step: Step): PatternTree<T> {
    if (step === 'items') {
      this.#items ??= new PatternTree();
      return this.#items;
    }
    if ('keys' in step) {
      this.#manyKeys ??= new Map();
      const found = this.#manyKeys.get(step.keys) ?? { matches: matcher(step.keys), node: new PatternTree<T>() };
      this.#manyKeys.set(step.keys, found);
      return found.node;
    }
    this.#keys ??= new Map();
    const found = this.#keys.get(step.key) ?? new PatternTree<T>();
    this.#keys.set(step.key, found);
    return found;
  }
}

type Matcher = (key: string) => boolean;

/** Matches keys against a glob in which `*` stands for any text. */
function matcher(glob: string): Matcher {
  const [start = '', ...parts] = glob.split('*');
  const end = parts.pop() ?? '';
  return (key) => {
    let at = start.length;
    for (const part of parts) {
      const found = key.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return key.startsWith(start) && key.endsWith(end) && key.length - end.length >= at;
  };
}
