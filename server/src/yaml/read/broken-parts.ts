import { type Scalar, visit, type YAMLParseError, type Document as YamlDocument } from 'yaml';
import type { Span } from '../../text/span.ts';

/** What stands between two offsets that cannot be read, and what to read in its place. */
export interface BrokenPart extends Span {
  readonly masked: string;
  /** Whether it may be more than a part of a scalar: keys, items, or a whole collection. */
  readonly mayWrite: boolean;
  /** Whether what stands before it in its line may be a part of it, and so all that is around it may lack a key. */
  readonly isTorn: boolean;
}

/** The part of a line that is to blame for an error: the text behind it can be read as if it said something else. */
export function brokenPart(text: string, tree: YamlDocument.Parsed, error: YAMLParseError): BrokenPart {
  const start = startOf(text, tree, error);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(lineStart, start);
  const line = text.slice(start, lineEnd(text, start));
  if (before.trim() === '' && line.startsWith('- ')) return wholeItem(text, start, before.length);
  // In brackets, what is not in quotes ends where the next item begins.
  const isInBrackets = /[[{][^[\]{}]*$/.test(before) && !/^["'[{]/.test(line);
  const written = (isInBrackets ? /^[^,\]}]+/.exec(line)?.[0] : undefined) ?? line;
  const end = start + written.length;
  // A quotation mark or a bracket may stand before lines that belong to the key.
  const isValue = /(?:[:,[{]|^ *-|- +-)[ \t]+$/.test(before) || /[[{]$/.test(before);
  const next = /^([ \t]*)[^\s#]/m.exec(text.slice(end + 1));
  const column = (/^ *(?:- +)*/.exec(before) ?? [''])[0].length;
  const nextColumn = next?.[1]?.length ?? 0;
  const isBelow = nextColumn > column || (nextColumn === column && before.endsWith('- '));
  // A key that is indented like no other may belong to any of the collections around it.
  const isAstray = error.code === 'BAD_INDENT' && !error.message.startsWith('Flow');
  // The same goes for one that is a line of its own: what is below it looks like a part of what is before it.
  const isTorn = isAstray || (before.trim() === '' ? isBelow : !/^["'[{]/.test(written));
  const place = { start, end, isTorn };
  if (!isValue || isBelow || /^[[{]/.test(written) || written === standIn(written))
    return { ...place, masked: blank(written), mayWrite: true };
  return { ...place, masked: standIn(written), mayWrite: false };
}

/** An item of a list with the lines that belong to it: they would be read as those of the item before. */
function wholeItem(text: string, start: number, column: number): BrokenPart {
  let end = lineEnd(text, start);
  while (end < text.length) {
    const next = lineEnd(text, end + 1);
    const line = text.slice(end + 1, next);
    if (line.trim() !== '' && line.length - line.trimStart().length <= column) break;
    end = next;
  }
  return { start, end, masked: blank(text.slice(start, end)), mayWrite: true, isTorn: false };
}

/** All of a text from an error on. */
export function brokenRest(text: string, tree: YamlDocument.Parsed, error: YAMLParseError): BrokenPart {
  const start = startOf(text, tree, error);
  return { start, end: text.length, masked: blank(text.slice(start)), mayWrite: true, isTorn: true };
}

/** Where a scalar in quotes begins that is said not to be closed. */
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
  // It ends too early: where another quotation mark is missing, or where one was typed in its text.
  const before = quotedScalars(tree).find(([from, to]) => from < to && to <= at && /^[ \t]*$/.test(text.slice(to, at)));
  if (before !== undefined) return before[0];
  if (code === 'BLOCK_IN_FLOW' || (code === 'BAD_INDENT' && message.startsWith('Flow'))) {
    const flow = openedBefore(tree, at);
    if (flow !== undefined && (code === 'BAD_INDENT' || text.slice(flow, at).includes('\n'))) return flow;
  }
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  // Nothing but signs before it: they belong to no key.
  const isAlone = text[at] === '\n' || /^[ \t:?,\]}]*$/.test(text.slice(lineStart, at));
  return isAlone ? lineStart + indentation(text, lineStart) : at;
}

/** Where the last collection in brackets before an offset begins that is not closed before it. */
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

/** An unknown scalar of the same length, in quotes where it was. */
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

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}
