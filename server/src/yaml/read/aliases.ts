import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml';

/**
 * More fields than any manifest reads through aliases. A few lines of aliases to lists of aliases can represent more fields
 * than fit into memory, so fields beyond this number are treated as absent.
 */
const MAX_FIELDS = 100_000;

/** Real manifests do not merge mappings into mappings that often. */
const MAX_MERGES = 10;

/** The targets of the aliases of one document, found in one pass when the first is needed. */
export class Aliases {
  readonly #document: { readonly tree: Document.Parsed | undefined };
  #targets: ReadonlyMap<Alias, Node> | undefined;
  #left = MAX_FIELDS;

  constructor(document: { readonly tree: Document.Parsed | undefined }) {
    this.#document = document;
  }

  /** The value that a node is or refers to; undefined if it is neither a scalar, a collection nor an alias of one. */
  resolve(value: unknown): ResolvedNode | undefined {
    if (isAlias(value)) {
      const target = this.#target(value);
      return target === undefined || isAlias(target) ? undefined : { node: target, isAliased: true };
    }
    return isScalar(value) || isMap(value) || isSeq(value) ? { node: value, isAliased: false } : undefined;
  }

  /** Counts one more field that is read through an alias or a merge key; false if there are too many. */
  spend(): boolean {
    return this.#left-- > 0;
  }

  /**
   * The mappings that a merge key (`<<`) adds to the mappings `around`, those that take precedence last, and `too many`
   * where a limit ends them. Merges count as fields, because repeated merges of empty mappings take time without any field.
   */
  *mergeSources(pair: Pair, around: readonly YAMLMap[]): Generator<YAMLMap | 'too many', void> {
    const value = this.resolve(pair.value)?.node;
    // The first of several merged mappings takes precedence, so it is read last.
    const sources = isSeq(value) ? [...value.items].reverse() : [value];
    for (const source of sources) {
      if (around.length > MAX_MERGES || !this.spend()) return yield 'too many';
      const map = this.resolve(source)?.node;
      if (isMap(map) && !around.includes(map)) yield map;
    }
  }

  #target(alias: Alias): Node | undefined {
    const { tree } = this.#document;
    this.#targets ??= tree === undefined ? new Map() : aliasTargets(tree);
    return this.#targets.get(alias);
  }
}

/** A value, and whether it was reached through an alias. */
export interface ResolvedNode {
  readonly node: Node;
  readonly isAliased: boolean;
}

/** The target of each alias: the last node before it that has its anchor. */
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

/** An alias within the value of its own anchor, which Kubernetes rejects: "anchor value contains itself" (sigs.k8s.io/yaml). */
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
