import { isScalar, type Node } from 'yaml';
import { Mapping, type Plain } from './plain.ts';

/** How strings are to be quoted; `json` is double quotes whatever they hold. */
export type Quoting = 'plain' | 'single' | 'double' | 'json';

/** A scalar quoted as wanted where it can be so, else in single quotes: a backslash means itself in them. */
export function scalarText(value: Plain, quoting: Quoting): string {
  if (typeof value !== 'string') return String(value);
  if (quoting === 'json' || !PRINTABLE.test(value)) return JSON.stringify(value);
  if (quoting === 'plain' && isPlain(value)) return value;
  if (quoting === 'double' && !value.includes('\\')) return JSON.stringify(value);
  return `'${value.replaceAll("'", "''")}'`;
}

/** How a scalar is quoted; plain for any other value. */
export function quotingOf(node: Node | undefined): Quoting {
  if (!isScalar(node)) return 'plain';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : node.type === 'QUOTE_SINGLE' ? 'single' : 'plain';
}

export function isFilled(value: Plain): value is Plain[] | Mapping {
  return value instanceof Mapping ? value.size > 0 : Array.isArray(value) && value.length > 0;
}

/** An empty collection; undefined for a scalar. */
export function emptyText(value: Plain): string | undefined {
  return value instanceof Mapping ? '{}' : Array.isArray(value) ? '[]' : undefined;
}

const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;
const VERSION = /^\d+(\.\d+){2,}$/;
/** Booleans, null and special numbers of YAML 1.1, and of readers that heed neither the case nor a missing dot. */
const OTHER_TYPE = /^(y|n|yes|no|on|off|true|false|null|nan|inf|infinity)$/i;

/** Whether a string is the same string without quotes for readers of YAML 1.1 and 1.2, in block and flow style. */
function isPlain(value: string): boolean {
  if (VERSION.test(value)) return true;
  return /^[A-Za-z_/][\w./:@+ -]*$/.test(value) && !/:( |$)| $/.test(value) && !OTHER_TYPE.test(value);
}
