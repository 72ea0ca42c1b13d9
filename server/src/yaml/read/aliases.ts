import { type AliasNode, type MapNode, type Node, type Pair, visit } from './tree.ts';

/**
 * More fields than any manifest reads through aliases. A few lines of aliases to lists of aliases can represent more fields
 * than fit into memory, so fields beyond this number are treated as absent.
 */
const MAX_FIELDS = 100_000;

/** Real manifests do not merge mappings into mappings that often. */
const MAX_MERGES = 10;

/** The targets of the aliases of one document, found in one pass when the first is needed. */
export class Aliases {
  readonly #top: Node;
  #targets: ReadonlyMap<AliasNode, Node> | undefined;
  #left = MAX_FIELDS;

  constructor(top: Node) {
    this.#top = top;
  }

  /** The value that a node is or refers to; undefined for an alias of nothing. */
  resolve(value: Node | undefined): ResolvedNode | undefined {
    if (value?.kind !== 'alias') return value && { node: value, isAliased: false };
    this.#targets ??= aliasTargets(this.#top);
    const target = this.#targets.get(value);
    return target === undefined || target.kind === 'alias' ? undefined : { node: target, isAliased: true };
  }

  /** Counts one more field that is read through an alias or a merge key; false if there are too many. */
  spend(): boolean {
    return this.#left-- > 0;
  }

  /**
   * The mappings that a merge key (`<<`) adds to the mappings `around`, those that take precedence last, and `too many`
   * where a limit ends them. Merges count as fields, because repeated merges of empty mappings take time without any field.
   */
  *mergeSources(pair: Pair, around: readonly MapNode[]): Generator<MapNode | 'too many', void> {
    const value = this.resolve(pair.value)?.node;
    // The first of several merged mappings takes precedence, so it is read last.
    const sources = value?.kind === 'list' ? value.items.map((item) => item.value).reverse() : [value];
    for (const source of sources) {
      if (around.length > MAX_MERGES || !this.spend()) return yield 'too many';
      const map = this.resolve(source)?.node;
      if (map?.kind === 'map' && !around.includes(map)) yield map;
    }
  }
}

/** A value, and whether it was reached through an alias. */
export interface ResolvedNode {
  readonly node: Exclude<Node, AliasNode>;
  readonly isAliased: boolean;
}

/** The target of each alias: the last node before it that has its anchor. */
export function aliasTargets(top: Node): ReadonlyMap<AliasNode, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<AliasNode, Node>();
  visit(top, (node) => {
    if (node.kind === 'alias') {
      const target = anchors.get(node.name);
      if (target !== undefined) targets.set(node, target);
    } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
  });
  return targets;
}

/** An alias within the value of its own anchor, which Kubernetes rejects: "anchor value contains itself" (sigs.k8s.io/yaml). */
export function aliasInItself(top: Node): AliasNode | undefined {
  // The value of the anchor begins before the alias, and a collection ends behind all that is in it.
  for (const [alias, target] of aliasTargets(top)) {
    if (target.kind !== 'scalar' && target.start <= alias.start && alias.end <= target.end) return alias;
  }
  return undefined;
}
