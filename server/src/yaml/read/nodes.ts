import type { Span } from '../../text/span.ts';
import { sourceOf } from './scalars.ts';
import type { MapNode, Node, Pair } from './tree.ts';

/** The text of a mapping key as Kubernetes sees it; undefined for a key that is not a scalar. */
export function keyText(key: Node): string | undefined {
  // YAML 1.1 makes booleans of keys such as `n`; the API's field names are compared with the source.
  return key.kind === 'scalar' ? sourceOf(key) : undefined;
}

/** The span of a key whose value is null; undefined if it has a value, is repeated or is absent. */
export function keyWithoutValue(map: MapNode, key: string): Span | undefined {
  const [pair, ...others] = map.items.filter((other) => keyText(other.key) === key);
  const isEmpty = pair?.value?.kind === 'scalar' && pair.value.value === null;
  return isEmpty && others.length === 0 ? pair.key : undefined;
}

/** Whether a node is a mapping with a duplicate key. */
export function isRepeated(node: Node, key: string | number): boolean {
  return node.kind === 'map' && node.items.filter((pair) => keyText(pair.key) === key).length > 1;
}

/** Whether a pair merges other mappings into its own (`<<: *base`). */
export function isMerge({ key }: Pair): boolean {
  return key.kind === 'scalar' && key.source === '<<' && key.style === 'plain';
}

/** Where the last scalar in a value ends, without the lines below it. */
export function lastEnd(node: Node): number {
  let last = node;
  while ((last.kind === 'map' || last.kind === 'list') && last.style === 'block') {
    const entry = last.items.at(-1);
    const inner = entry?.value ?? (entry !== undefined && 'key' in entry ? entry.key : undefined);
    if (inner === undefined) break;
    last = inner;
  }
  return last.end;
}
