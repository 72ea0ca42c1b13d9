import { type Alias, type Document, type Node, visit } from 'yaml';

/**
 * More than any manifest reads through aliases. A few lines of aliases to lists of aliases can stand for more fields
 * than there is memory; what is beyond this number is as good as absent.
 */
const MOST_FIELDS = 100_000;

/** What the aliases of one document stand for, found in one pass when the first is asked for. */
export class Aliases {
  readonly #document: { readonly tree: Document.Parsed | undefined };
  #targets: ReadonlyMap<Alias, Node> | undefined;
  #left = MOST_FIELDS;

  constructor(document: { readonly tree: Document.Parsed | undefined }) {
    this.#document = document;
  }

  /** The last node with the alias's anchor before it; undefined where there is none. */
  target(alias: Alias): Node | undefined {
    const { tree } = this.#document;
    this.#targets ??= tree === undefined ? new Map() : aliasTargets(tree);
    return this.#targets.get(alias);
  }

  /** Whether one more field may be read through an alias or a merge key. */
  spend(): boolean {
    return this.#left-- > 0;
  }
}

/** What each alias stands for: the last node before it that bears its anchor. */
export function aliasTargets(tree: Document.Parsed): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(tree, {
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Alias(_, node) {
      const target = anchors.get(node.source);
      if (target !== undefined) targets.set(node, target);
    },
  });
  return targets;
}

/** An alias in the value of its own anchor, which Kubernetes rejects: "anchor value contains itself" (sigs.k8s.io/yaml). */
export function aliasInItself(tree: Document.Parsed): Alias | undefined {
  const targets = aliasTargets(tree);
  let found: Alias | undefined;
  visit(tree, {
    Alias(_, alias, path) {
      const target = targets.get(alias);
      if (target === undefined || !path.includes(target)) return undefined;
      found = alias;
      return visit.BREAK;
    },
  });
  return found;
}
