import { isScalar, type Node, type Scalar } from 'yaml';
import { copied } from '../../text/copied.ts';

/** The string that a scalar is to Kubernetes; undefined for an unquoted number, boolean or null. */
export function stringOf(node: Node): string | undefined {
  if (!isScalar(node)) return undefined;
  if (typeof node.value === 'string') return detached(node.value);
  // Dates and sexagesimal numbers of YAML 1.1 are strings to the YAML reader of Kubernetes.
  const source = node.source;
  if (source === undefined) return undefined;
  if (node.value instanceof Date) return source;
  return typeof node.value === 'number' && source.includes(':') ? source : undefined;
}

/** A scalar of any type as it is written, without quotes. */
export function sourceOf({ value, source }: Scalar): string {
  return detached(typeof value === 'string' ? value : (source ?? String(value)));
}

/** The maximum length of a scalar that rules search in, in characters. What they search for is in short scalars. */
export const MAX_SEARCHED = 4_096;

/** How a scalar is written. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'block';

export function styleOf({ type }: Scalar): ScalarStyle {
  switch (type) {
    case 'QUOTE_SINGLE':
      return 'single';
    case 'QUOTE_DOUBLE':
      return 'double';
    case 'BLOCK_FOLDED':
    case 'BLOCK_LITERAL':
      return 'block';
    default:
      return 'plain';
  }
}

/** A value that can be cached without keeping the text of its file in memory; long ones are not copied. */
function detached(value: string): string {
  return value.length > MAX_NAME ? value : copied(value);
}

/** Names are shorter, in characters. */
const MAX_NAME = 300;
