import { keyText } from '../../server/src/yaml/read/nodes.ts';
import type { Node } from '../../server/src/yaml/read/tree.ts';
import type { Data } from './data.ts';

/** The data of a tree without aliases. */
export function treeData(node: Node | undefined): Data {
  if (node === undefined || node.kind === 'alias') return null;
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(({ value }) => treeData(value));
  return Object.fromEntries(node.items.map(({ key, value }) => [keyText(key) ?? '', treeData(value)]));
}
