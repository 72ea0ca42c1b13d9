import type { Branch } from './branches.ts';
import { startOfLine } from './lines.ts';
import { isMerge, keyText, lastEnd } from './nodes.ts';
import type { Template } from './template.ts';
import type { Node, Pair } from './tree.ts';

/** Whether a key or list item is outside of all branches of a template but those that are taken. */
export function isRendered(node: Node, template: Template | undefined, branch: Branch | undefined): boolean {
  return template === undefined || template.isTaken(node.start, branch);
}

/** Whether an action of a template writes a key or a part of it. */
export function isKeyMasked(key: Node, template: Template | undefined): boolean {
  return template?.isMasked(key) === true;
}

/** Whether a key has no value except for what actions of the template write. */
export function isWrittenByActions(node: Node, key: Node | undefined, template: Template): boolean {
  const isNull = node.kind === 'scalar' && node.value === null;
  return isNull && template.mayWriteIn({ start: key?.end ?? node.start, end: node.end });
}

/** What a template may add to a collection: any entry, or the keys that the collection has in other branches. */
export function gapsIn(
  { template, masked }: { readonly template: Template | undefined; readonly masked: string },
  node: Node,
  key: Node | undefined,
  branch: Branch | undefined,
): 'any' | ReadonlySet<string | undefined> {
  if (template === undefined) return NO_GAPS;
  if (mayWriteAny(template, masked, node, key, branch)) return 'any';
  const pairs = node.kind === 'map' ? node.items.filter((pair) => !isRendered(pair.key, template, branch)) : [];
  return new Set(pairs.map((pair) => keyText(pair.key)));
}

const NO_GAPS: ReadonlySet<undefined> = new Set();

/** Whether a template may write any key or item. */
function mayWriteAny(
  template: Template,
  masked: string,
  node: Node,
  key: Node | undefined,
  branch: Branch | undefined,
): boolean {
  if (node.kind !== 'map' && node.kind !== 'list') return false;
  const { start, end } = node;
  if (template.isTorn({ start: key?.start ?? start, end })) return true;
  const isAny = (pair: Pair) =>
    isKeyMasked(pair.key, template) || (isMerge(pair) && !isRendered(pair.key, template, branch));
  if (node.kind === 'map' && node.items.some(isAny)) return true;
  if (node.kind === 'list' && node.items.some(({ value }) => !isRendered(value, template, branch))) return true;
  let behind = key !== undefined && key.end <= start ? key.end : start;
  // Output that is indented more than the entries belongs to the entry before it, if that is a key or can have more lines.
  const column = start - startOfLine(masked, start);
  let limit: number | undefined;
  const entries =
    node.kind === 'map' ? node.items.flatMap(({ key, value }) => [key, value]) : node.items.map(({ value }) => value);
  for (const [index, entry] of entries.entries()) {
    if (entry === undefined || entry.start < behind) continue;
    const until = node.kind === 'list' && entry.kind === 'scalar' ? entry.end : entry.start;
    if (template.mayWriteBetween(behind, until, limit)) return true;
    behind = lastEnd(entry);
    const canHaveMore =
      entry.kind === 'scalar' ? entry.value === null : entry.kind !== 'alias' && entry.style === 'block';
    const isKey = node.kind === 'map' && index % 2 === 0;
    limit = canHaveMore || isKey ? column : undefined;
  }
  return template.mayWriteIn({ start: behind, end: behind }, limit);
}
