import { isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Span } from '../../text/span.ts';
import { sourceOf } from './scalars.ts';

/** The text of a mapping key as Kubernetes sees it; undefined for a key that is not a scalar. */
export function keyText(key: unknown): string | undefined {
  // YAML 1.1 makes booleans of keys such as `n`; the API's field names are compared with the source.
  return isScalar(key) ? sourceOf(key) : undefined;
}

/** The span of a key whose value is null; undefined if it has a value, is repeated or is absent. */
export function keyWithoutValue(map: YAMLMap, key: string): Span | undefined {
  const [pair, ...others] = map.items.filter((other) => keyText(other.key) === key);
  const isEmpty = isScalar(pair?.value) && pair.value.value === null;
  return isEmpty && others.length === 0 ? nodeSpan(pair?.key) : undefined;
}

/** Whether a node is a mapping with a duplicate key. */
export function isRepeated(node: Node, key: string | number): boolean {
  return isMap(node) && node.items.filter((pair) => keyText(pair.key) === key).length > 1;
}

/** Whether a pair merges other mappings into its own (`<<: *base`). */
export function isMerge(pair: Pair): boolean {
  return isScalar(pair.key) && pair.key.source === '<<' && pair.key.type === 'PLAIN';
}

/** The span of a scalar or collection, without comments and line ends around it. */
export function nodeSpan(node: unknown): Span | undefined {
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return undefined;
  const range = node.range;
  return range ? { start: range[0], end: range[1] } : undefined;
}

/** Where the last scalar in a value ends, without the lines below it. */
export function lastEnd(node: unknown): number {
  let last = node;
  while (isMap(last) || isSeq(last)) {
    const item: unknown = last.items.at(-1);
    const inner = isPair(item) ? (item.value ?? item.key) : item;
    if (last.flow || !isNode(inner)) break;
    last = inner;
  }
  return isNode(last) ? (last.range?.[1] ?? 0) : 0;
}
