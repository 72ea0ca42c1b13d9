import { type Scalar, visit, type YAMLParseError, type Document as YamlDocument } from 'yaml';
import type { Span } from '../../text/span.ts';
import { endOfLine, startOfLine } from './lines.ts';

/** A span that cannot be parsed, and the text that is parsed instead. */
export interface BrokenPart extends Span {
  readonly masked: string;
  /** Whether it may hold keys, items or a whole collection, and not only a part of a scalar. */
  readonly mayWrite: boolean;
  /** Whether the text before it in its line may belong to it: then the collections around it may lack a key. */
  readonly isTorn: boolean;
}

/** The part of a line that causes an error. With a mask in its place, the text around it can be parsed. */
export function brokenPart(text: string, tree: YamlDocument.Parsed, error: YAMLParseError): BrokenPart {
  const start = startOf(text, tree, error);
  const lineStart = startOfLine(text, start);
  const before = text.slice(lineStart, start);
  const line = text.slice(start, endOfLine(text, start));
  if (before.trim() === '' && line.startsWith('- ')) return wholeItem(text, start, before.length);
  // In brackets, an unquoted scalar ends where the next item begins.
  const isInBrackets = /[[{][^[\]{}]*$/.test(before) && !/^["'[{]/.test(line);
  const written = (isInBrackets ? /^[^,\]}]+/.exec(line)?.[0] : undefined) ?? line;
  const end = start + written.length;
  // Lines below a quote or a bracket may still belong to the key.
  const isValue = /(?:[:,[{]|^ *-|- +-)[ \t]+$/.test(before) || /[[{]$/.test(before);
  const next = /^([ \t]*)[^\s#]/m.exec(text.slice(end + 1));
  const column = (/^ *(?:- +)*/.exec(before) ?? [''])[0].length;
  const nextColumn = next?.[1]?.length ?? 0;
  const isBelow = nextColumn > column || (nextColumn === column && before.endsWith('- '));
  // A key with an indentation of its own may belong to any of the collections around it.
  const isMisindented = error.code === 'BAD_INDENT' && !error.message.startsWith('Flow');
  // So may a line that is broken as a whole: the lines below it would be parsed as a part of those above it.
  const isTorn = isMisindented || (before.trim() === '' ? isBelow : !/^["'[{]/.test(written));
  const place = { start, end, isTorn };
  if (!isValue || isBelow || /^[[{]/.test(written) || written === standIn(written))
    return { ...place, masked: blank(written), mayWrite: true };
  return { ...place, masked: standIn(written), mayWrite: false };
}

/** A list item with all of its lines: without its dash, they would belong to the item before. */
function wholeItem(text: string, start: number, column: number): BrokenPart {
  let end = endOfLine(text, start);
  while (end < text.length) {
    const next = endOfLine(text, end + 1);
    const line = text.slice(end + 1, next);
    if (line.trim() !== '' && line.length - line.trimStart().length <= column) break;
    end = next;
  }
  return { start, end, masked: blank(text.slice(start, end)), mayWrite: true, isTorn: false };
}

/** The rest of a text from an error on. */
export function brokenRest(text: string, tree: YamlDocument.Parsed, error: YAMLParseError): BrokenPart {
  const start = startOf(text, tree, error);
  return { start, end: text.length, masked: blank(text.slice(start)), mayWrite: true, isTorn: true };
}

/** The start of the quoted scalar that an error reports as unclosed. */
export function unclosedQuote(
  text: string,
  tree: YamlDocument.Parsed,
  { message, pos }: YAMLParseError,
): number | undefined {
  if (!message.startsWith('Missing closing')) return undefined;
  return quotedScalars(tree).find(([from, to]) => from < pos[0] && pos[0] <= to && /["']/.test(text[from] ?? ''))?.[0];
}

function startOf(text: string, tree: YamlDocument.Parsed, error: YAMLParseError): number {
  const { code, message } = error;
  const at = Math.min(error.pos[0], text.length - 1);
  const quote = unclosedQuote(text, tree, error);
  if (quote !== undefined) return quote;
  // A quoted scalar that ends too early: a quote is missing before it, or was typed within it.
  const before = quotedScalars(tree).find(([from, to]) => from < to && to <= at && /^[ \t]*$/.test(text.slice(to, at)));
  if (before !== undefined) return before[0];
  if (code === 'BLOCK_IN_FLOW' || (code === 'BAD_INDENT' && message.startsWith('Flow'))) {
    const flow = openedBefore(tree, at);
    if (flow !== undefined && (code === 'BAD_INDENT' || text.slice(flow, at).includes('\n'))) return flow;
  }
  const lineStart = startOfLine(text, at);
  // Only indicators before it, which belong to no key.
  const isAlone = text[at] === '\n' || /^[ \t:?,\]}]*$/.test(text.slice(lineStart, at));
  return isAlone ? lineStart + indentation(text, lineStart) : at;
}

/** The start of the innermost collection in brackets around an offset. */
function openedBefore(tree: YamlDocument.Parsed, offset: number): number | undefined {
  let found: number | undefined;
  visit(tree, {
    Collection(_, { flow, range }) {
      if (flow && range && range[0] < offset && range[2] >= offset - 1) found = Math.max(found ?? 0, range[0]);
    },
  });
  return found;
}

function quotedScalars(tree: YamlDocument.Parsed): (readonly [start: number, end: number])[] {
  const found: [number, number][] = [];
  visit(tree, {
    Scalar(_, { type, range }: Scalar) {
      if (range && (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE')) found.push([range[0], range[1]]);
    },
  });
  return found;
}

/** An unknown scalar of the same length, quoted like the original. */
function standIn(written: string): string {
  const content = written.trimEnd();
  const quote = /^["']/.exec(content)?.[0] ?? '';
  const run = content.length < 2 ? '$' : `${quote}${'$'.repeat(content.length - 2 * quote.length)}${quote}`;
  return run.padEnd(written.length);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

function indentation(text: string, lineStart: number): number {
  return /^[ \t]*/.exec(text.slice(lineStart, lineStart + 1000))?.[0].length ?? 0;
}
