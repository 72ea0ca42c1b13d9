import type { Node } from '../read/tree.ts';
import { Mapping, type Plain } from './plain.ts';

/**
 * How strings are quoted. `json` always uses double quotes. `version` leaves even `10.0.20348` without quotes: every parser
 * reads it as a string, but people may expect a number.
 */
export type Quoting = 'plain' | 'version' | 'single' | 'double' | 'json';

/** A scalar with the requested quoting if possible, otherwise in single quotes, in which a backslash is literal. */
export function scalarText(value: Plain, quoting: Quoting): string {
  if (typeof value !== 'string') return String(value);
  if (quoting === 'json' || !PRINTABLE.test(value)) return JSON.stringify(value);
  if (quoting === 'version' && VERSION.test(value)) return value;
  if ((quoting === 'plain' || quoting === 'version') && isPlain(value)) return value;
  if (quoting === 'double' && !value.includes('\\')) return JSON.stringify(value);
  return `'${value.replaceAll("'", "''")}'`;
}

/** The quoting of a scalar; `plain` for any other value. */
export function quotingOf(node: Node | undefined): Quoting {
  if (node?.kind !== 'scalar') return 'plain';
  if (node.style === 'plain' && VERSION.test(String(node.value))) return 'version';
  return node.style === 'double' || node.style === 'single' ? node.style : 'plain';
}

/** Whether a value is a list or mapping that is not empty. */
export function isFilled(value: Plain): value is Plain[] | Mapping {
  return value instanceof Mapping ? value.size > 0 : Array.isArray(value) && value.length > 0;
}

/** The text of an empty collection; undefined for a scalar. */
export function emptyText(value: Plain): string | undefined {
  return value instanceof Mapping ? '{}' : Array.isArray(value) ? '[]' : undefined;
}

const VERSION = /^\d+(\.\d+){2,}$/;
/** Quantities such as `512Mi` and `500m`, but not `5E`, which begins like a number with an exponent. */
const QUANTITY = /^\d+(\.\d+)?(m|k|[MGTP]|[KMGTPE]i)$/;
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;
/** Booleans, null and special numbers of YAML 1.1, also in parsers that ignore the case or a missing dot. */
const OTHER_TYPE = /^(y|n|yes|no|on|off|true|false|null|nan|inf|infinity)$/i;

/** Whether parsers of YAML 1.1 and 1.2 read a text without quotes as a string, in block and flow style. */
function isPlain(value: string): boolean {
  if (QUANTITY.test(value)) return true;
  return /^[A-Za-z_/][\w./:@+ -]*$/.test(value) && !/:( |$)| $/.test(value) && !OTHER_TYPE.test(value);
}
