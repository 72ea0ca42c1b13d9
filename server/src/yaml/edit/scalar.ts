import { isScalar, type Node } from 'yaml';
import { Mapping, type Plain } from './plain.ts';

/**
 * How strings are to be quoted; `json` is double quotes whatever they hold, and `version` is no quotes around
 * `10.0.20348` either: a string to every reader, but few people would be sure of that.
 */
export type Quoting = 'plain' | 'version' | 'single' | 'double' | 'json';

/** A scalar quoted as wanted where it can be so, else in single quotes: a backslash means itself in them. */
export function scalarText(value: Plain, quoting: Quoting): string {
  if (typeof value !== 'string') return String(value);
  if (quoting === 'json' || !PRINTABLE.test(value)) return JSON.stringify(value);
  if (quoting === 'version' && VERSION.test(value)) return value;
  if ((quoting === 'plain' || quoting === 'version') && isPlain(value)) return value;
  if (quoting === 'double' && !value.includes('\\')) return JSON.stringify(value);
  return `'${value.replaceAll("'", "''")}'`;
}

/** How a scalar is quoted; plain for any other value. */
export function quotingOf(node: Node | undefined): Quoting {
  if (!isScalar(node)) return 'plain';
  if (node.type === 'PLAIN' && VERSION.test(String(node.value))) return 'version';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : node.type === 'QUOTE_SINGLE' ? 'single' : 'plain';
}

/** Whether it is a list or mapping with something in it. */
export function isFilled(value: Plain): value is Plain[] | Mapping {
  return value instanceof Mapping ? value.size > 0 : Array.isArray(value) && value.length > 0;
}

/** An empty collection; undefined for a scalar. */
export function emptyText(value: Plain): string | undefined {
  return value instanceof Mapping ? '{}' : Array.isArray(value) ? '[]' : undefined;
}

const VERSION = /^\d+(\.\d+){2,}$/;
/** Amounts such as `512Mi` and `500m`, but not `5E`: that begins like a number. */
const QUANTITY = /^\d+(\.\d+)?(m|k|[MGTP]|[KMGTPE]i)$/;
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;
/** Booleans, null and special numbers of YAML 1.1, and of readers that heed neither the case nor a missing dot. */
const OTHER_TYPE = /^(y|n|yes|no|on|off|true|false|null|nan|inf|infinity)$/i;

/** Whether a string is plainly one without quotes, to readers of YAML 1.1 and 1.2, in block and flow style. */
function isPlain(value: string): boolean {
  if (QUANTITY.test(value)) return true;
  return /^[A-Za-z_/][\w./:@+ -]*$/.test(value) && !/:( |$)| $/.test(value) && !OTHER_TYPE.test(value);
}
