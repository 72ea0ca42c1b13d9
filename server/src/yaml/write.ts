import { Mapping, type Plain } from './plain.ts';

/** How strings are to be quoted; `json` is double quotes whatever they hold. */
export type Quoting = 'plain' | 'single' | 'double' | 'json';

/** How many columns mappings and lists are indented against the key above them. */
export interface BlockStyle {
  readonly step: number;
  readonly listStep: number;
}

/** How collections in brackets are written. */
export interface FlowStyle {
  readonly keys: Quoting;
  readonly strings: Quoting;
  /** What stands inside the braces of a mapping on one line. */
  readonly padding: string;
  /** For collections over several lines; without it they are written on one. */
  readonly lines?: { readonly lineBreak: string; readonly step: string; readonly trailingComma: boolean };
}

/** A value that needs lines of its own in block style; everything else is written behind its key. */
export function isFilled(value: Plain): value is Plain[] | Mapping {
  return value instanceof Mapping ? value.size > 0 : Array.isArray(value) && value.length > 0;
}

/** The lines of a key with its value, without the indentation that they have in common. */
export function pairLines(key: string, value: Plain, style: BlockStyle): string[] {
  const name = scalarText(key, 'plain');
  if (!isFilled(value)) return [`${name}: ${emptyText(value) ?? scalarText(value, 'plain')}`];
  const indent = ' '.repeat(Array.isArray(value) ? style.listStep : style.step);
  return [`${name}:`, ...valueLines(value, style).map((line) => indent + line)];
}

export function itemLines(value: Plain, style: BlockStyle): string[] {
  if (!isFilled(value)) return [`- ${emptyText(value) ?? scalarText(value, 'plain')}`];
  return valueLines(value, style).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));
}

export function valueLines(value: Plain[] | Mapping, style: BlockStyle): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item, style));
  return [...value].flatMap(([key, inner]) => pairLines(key, inner, style));
}

/** A value in brackets; `indentation` is that of the line on which it begins. */
export function flowText(value: Plain, style: FlowStyle, indentation: string): string {
  if (!isFilled(value)) return emptyText(value) ?? scalarText(value, style.strings);
  const inner = indentation + (style.lines?.step ?? '');
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => flowText(item, style, inner))
    : [...value].map(([key, item]) => flowPair(key, item, style, inner));
  const [open, close] = isList ? '[]' : '{}';
  if (style.lines === undefined) {
    const padding = isList ? '' : style.padding;
    return open + padding + parts.join(', ') + padding + close;
  }
  const { lineBreak, trailingComma } = style.lines;
  const lines = parts.map((part) => lineBreak + inner + part).join(',');
  return open + lines + (trailingComma ? ',' : '') + lineBreak + indentation + close;
}

export function flowPair(key: string, value: Plain, style: FlowStyle, indentation: string): string {
  return `${scalarText(key, style.keys)}: ${flowText(value, style, indentation)}`;
}

/** A scalar quoted as wanted where it can be so, else in single quotes: a backslash means itself in them. */
export function scalarText(value: Plain, quoting: Quoting): string {
  if (typeof value !== 'string') return String(value);
  if (quoting === 'json' || !PRINTABLE.test(value)) return JSON.stringify(value);
  if (quoting === 'plain' && isPlain(value)) return value;
  if (quoting === 'double' && !value.includes('\\')) return JSON.stringify(value);
  return `'${value.replaceAll("'", "''")}'`;
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

function emptyText(value: Plain): string | undefined {
  if (value instanceof Mapping) return '{}';
  return Array.isArray(value) ? '[]' : undefined;
}
