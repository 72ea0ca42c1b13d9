import { type Alias, isAlias, isNode, type Node, visit } from 'yaml';
import type { Document } from './document.ts';

/**
 * More than any manifest reads through aliases. A few lines of aliases to lists of aliases can stand for more fields
 * than there is memory; what is beyond this number is as good as absent.
 */
const MOST_FIELDS = 100_000;

/** What the aliases of one document stand for, found in one pass when the first is asked for. */
export class Aliases {
  readonly #tree: Document['tree'];
  #targets: ReadonlyMap<Alias, Node> | undefined;
  #left = MOST_FIELDS;

  constructor(tree: Document['tree']) {
    this.#tree = tree;
  }

  /** The last node with the alias's anchor before it; undefined where there is none. */
  target(alias: Alias): Node | undefined {
    this.#targets ??= targetsIn(this.#tree);
    return this.#targets.get(alias);
  }

  /** Whether one more field may be read through an alias or a merge key. */
  spend(): boolean {
    return this.#left-- > 0;
  }
}

function targetsIn(tree: Document['tree']): Map<Alias, Node> {
  const targets = new Map<Alias, Node>();
  const anchored = new Map<string, Node>();
  visit(tree ?? null, {
    Node: (_, node) => {
      if (isAlias(node)) {
        const target = anchored.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if (isNode(node) && node.anchor !== undefined) {
        anchored.set(node.anchor, node);
      }
    },
  });
  return targets;
}
