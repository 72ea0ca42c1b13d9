import { copied } from '../../text/copied.ts';
import type { Node, ScalarNode } from './tree.ts';

/** The string that a scalar is to Kubernetes; undefined for an unquoted number, boolean or null. */
export function stringOf(node: Node): string | undefined {
  return node.kind === 'scalar' && typeof node.value === 'string' ? detached(node.value) : undefined;
}

/** A scalar of any type as it is written, without quotes. */
export function sourceOf({ value, source }: ScalarNode): string {
  return detached(typeof value === 'string' ? value : source);
}

/** The maximum length of a scalar that rules search in, in characters. What they search for is in short scalars. */
export const MAX_SEARCHED = 4_096;

/** A value that can be cached without keeping the text of its file in memory; long ones are not copied. */
function detached(value: string): string {
  return value.length > MAX_NAME ? value : copied(value);
}

/** Names are shorter, in characters. */
const MAX_NAME = 300;
