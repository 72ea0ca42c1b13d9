import type { Node } from './ast.ts';
import { MAX_ITEMS } from './bounds.ts';
import { Failure } from './failure.ts';
import { SourcedText } from './sourced-text.ts';
import { asElement, int, sortedEntries, text, type Value } from './value.ts';

/** Keys and items. */
export type Items = readonly (readonly [Value, Value])[];

/** The keys and items over which `range` runs; undefined if they are unknown. */
export function itemsOf(value: Value, hasKey: boolean): Items | undefined {
  switch (value.kind) {
    case 'nil':
      return [];
    case 'list':
      if (value.isUnordered) return undefined;
      return value.items.map((item, i) => [int(i), asElement(item)]);
    case 'dict':
      if (value.isOpen) return undefined;
      return sortedEntries(value).map(([key, { value: item, keyAt }]) => [
        text(SourcedText.made(key, keyAt), keyAt),
        asElement(item),
      ]);
    case 'int':
      if (hasKey) throw new Failure('range cannot iterate over more than one variable');
      if (value.value > MAX_ITEMS) throw new Failure('range has too many items', true);
      return Array.from({ length: Math.max(value.value, 0) }, (_, i) => [int(i), int(i, value.is64)]);
    case 'unknown':
      return value.isTrue === false ? [] : undefined;
    case 'special':
      return undefined;
    default:
      throw new Failure(`range can't iterate over ${value.kind}`);
  }
}

/** Whether `break` or `continue` is among nodes, or in their branches other than those of another `range`. */
export function hasJump(nodes: readonly Node[]): boolean {
  return nodes.some((node) => {
    if (node.kind === 'break' || node.kind === 'continue') return true;
    return (
      node.kind === 'branching' && node.branches.some((branch) => branch.kind !== 'range' && hasJump(branch.nodes))
    );
  });
}
