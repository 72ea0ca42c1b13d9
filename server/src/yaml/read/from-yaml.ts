import { type CST, isAlias, isMap, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { kubernetesValue } from './plain-value.ts';
import {
  AliasNode,
  blockEnd,
  type CollectionStyle,
  Item,
  ListNode,
  MapNode,
  type Node,
  Pair,
  ScalarNode,
  type ScalarStyle,
} from './tree.ts';

/** The tree of a node of `yaml`, which was parsed with its source tokens; undefined if it is not a value. */
export function fromYaml(node: unknown, text: string): Node | undefined {
  if (isAlias(node)) {
    const [start = 0, end = start] = node.range ?? [];
    return new AliasNode(start, end, node.source);
  }
  if (isScalar(node)) return scalarOf(node);
  if (isMap(node)) return mapOf(node, text);
  return isSeq(node) ? listOf(node, text) : undefined;
}

function scalarOf({ range, value, source = '', type, anchor, tag }: Scalar): ScalarNode {
  const [start = 0, end = start] = range ?? [];
  const style = STYLES[type ?? ''] ?? 'plain';
  return new ScalarNode(start, end, kubernetesValue(value, source), source, style, anchor, tag);
}

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

function mapOf(map: YAMLMap, text: string): MapNode {
  const token = tokenOf(map);
  const items = map.items.flatMap((pair) => {
    const key = fromYaml(pair.key, text);
    if (key === undefined) return [];
    const { start = key.start, valueStart, isTagged } = placeOf(pair.srcToken);
    return new Pair(start, valueStart, key, fromYaml(pair.value, text), isTagged);
  });
  const isExplicit = token?.items.some((item) => item.start.some(({ type }) => type === 'explicit-key-ind')) ?? false;
  const { start, end, style } = shapeOf(map, token, items.at(-1), text);
  return new MapNode(start, end, style, items, isExplicit, map.anchor, map.tag);
}

function listOf(list: YAMLSeq, text: string): ListNode {
  const token = tokenOf(list);
  const tokens = token?.items.filter(isItem) ?? [];
  const items = list.items.flatMap((node, index) => {
    const value = fromYaml(node, text);
    if (value === undefined) return [];
    const { start = value.start, valueStart, isTagged } = placeOf(tokens[index]);
    return new Item(start, valueStart, value, isTagged);
  });
  const { start, end, style } = shapeOf(list, token, items.at(-1), text);
  return new ListNode(start, end, style, items, list.anchor, list.tag);
}

type CollectionToken = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

function tokenOf({ srcToken: token }: YAMLMap | YAMLSeq): CollectionToken | undefined {
  const isCollection = token?.type === 'block-map' || token?.type === 'block-seq' || token?.type === 'flow-collection';
  return isCollection ? token : undefined;
}

function shapeOf(
  { range }: YAMLMap | YAMLSeq,
  token: CollectionToken | undefined,
  last: Item | Pair | undefined,
  text: string,
): { readonly start: number; readonly end: number; readonly style: CollectionStyle } {
  const [start = 0, end = start] = range ?? [];
  if (token === undefined) return { start, end, style: 'pair' };
  if (token.type === 'flow-collection') return { start, end, style: 'flow' };
  return { start, end: last === undefined ? end : blockEnd(text, last), style: 'block' };
}

/** Where an entry begins, and where its value can be written. */
function placeOf(item: CST.CollectionItem | undefined): {
  readonly start: number | undefined;
  readonly valueStart: number | undefined;
  readonly isTagged: boolean;
} {
  const { start = [], sep = [] } = item ?? {};
  const indicated = [sep, start].find((tokens) => tokens.some(({ type }) => type.endsWith('-ind')));
  const last = indicated?.findLast(isWritten);
  return {
    start: start.find(isWritten)?.offset,
    valueStart: last && last.offset + last.source.length,
    isTagged: [...start, ...sep].some(({ type }) => type === 'tag'),
  };
}

function isWritten({ type }: CST.SourceToken): boolean {
  return type !== 'space' && type !== 'newline' && type !== 'comment' && type !== 'comma';
}

/** The parser also creates items for comments or a comma behind the last item. */
function isItem({ key, value, sep, start }: CST.CollectionItem): boolean {
  return Boolean(key ?? value ?? sep) || start.some(isWritten);
}
