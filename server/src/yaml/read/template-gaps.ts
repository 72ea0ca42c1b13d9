import { isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { Branch } from './branches.ts';
import { startOfLine } from './lines.ts';
import { isMerge, keyText, lastEnd, nodeSpan } from './nodes.ts';
import type { Template } from './template.ts';

/** Whether a key or list item is outside of all branches of a template but those that are taken. */
export function isRendered(node: unknown, template: Template | undefined, branch: Branch | undefined): boolean {
  if (template === undefined || !isNode(node) || !node.range) return true;
  return template.isTaken(node.range[0], branch);
}

/** Whether an action of a template writes a key or a part of it. */
export function isKeyMasked(key: unknown, template: Template | undefined): boolean {
  const span = template && nodeSpan(key);
  return span !== undefined && template?.isMasked(span) === true;
}

/** Whether a key has no value except for what actions of the template write. */
export function isWrittenByActions(node: Node, keyNode: unknown, template: Template): boolean {
  const value = nodeSpan(node) ?? { start: 0, end: 0 };
  const key = nodeSpan(keyNode);
  const isNull = isScalar(node) && node.value === null;
  return isNull && template.mayWriteIn({ start: key?.end ?? value.start, end: value.end });
}

/** What a template may add to a collection: any entry, or the keys that the collection has in other branches. */
export function gapsIn(
  { template, masked }: { readonly template: Template | undefined; readonly masked: string },
  node: Node,
  keyNode: unknown,
  branch: Branch | undefined,
): 'any' | ReadonlySet<string | undefined> {
  if (template === undefined) return NO_GAPS;
  if (mayWriteAny(template, masked, node, keyNode, branch)) return 'any';
  const pairs = isMap(node) ? node.items.filter((pair) => !isRendered(pair.key, template, branch)) : [];
  return new Set(pairs.map((pair) => keyText(pair.key)));
}

const NO_GAPS: ReadonlySet<undefined> = new Set();

/** Whether a template may write any key or item. */
function mayWriteAny(
  template: Template,
  masked: string,
  node: Node,
  keyNode: unknown,
  branch: Branch | undefined,
): boolean {
  if (isScalar(node)) return false;
  const key = nodeSpan(keyNode);
  const { start, end } = nodeSpan(node) ?? { start: 0, end: 0 };
  if (template.isTorn({ start: key?.start ?? start, end })) return true;
  const isAny = (pair: Pair) =>
    isKeyMasked(pair.key, template) || (isMerge(pair) && !isRendered(pair.key, template, branch));
  if (isMap(node) && node.items.some(isAny)) return true;
  if (isSeq(node) && node.items.some((item) => !isRendered(item, template, branch))) return true;
  let behind = key !== undefined && key.end <= start ? key.end : start;
  // Output that is indented more than the entries belongs to the entry before it, if that is a key or can have more lines.
  const column = start - startOfLine(masked, start);
  let limit: number | undefined;
  const entries = isMap(node) ? node.items.flatMap(({ key, value }) => [key, value]) : isSeq(node) ? node.items : [];
  for (const [index, entry] of entries.entries()) {
    const span = isNode(entry) && entry.range;
    if (!span || span[0] < behind) continue;
    const until = isSeq(node) && isScalar(entry) ? span[1] : span[0];
    if (template.mayWriteBetween(behind, until, limit)) return true;
    behind = lastEnd(entry);
    const canHaveMore = isScalar(entry) ? entry.value === null : !isAlias(entry) && !entry.flow;
    const isKey = isMap(node) && index % 2 === 0;
    limit = canHaveMore || isKey ? column : undefined;
  }
  return template.mayWriteIn({ start: behind, end: isMap(node) || isSeq(node) ? behind : end }, limit);
}
