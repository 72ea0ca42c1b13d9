import { type Span, shift } from './span.ts';

/**
 * Finds spans of a text again in a later one, as if some lines that follow each other had been replaced. A span in such a line
 * is not found: it may have another meaning now.
 */
export function follower(before: string, after: string): (span: Span) => Span | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let sameEnd = 0;
  while (sameEnd < shorter - start && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) sameEnd++;
  const grown = after.length - before.length;
  const end = before.length - sameEnd;
  if (start === end && grown === 0) return (span) => span;
  const firstLine = before.lastIndexOf('\n', start - 1) + 1;
  const areWholeLines = isLineStart(before, end) && isLineStart(after, end + grown);
  const endOfLine = before.indexOf('\n', end);
  const rest = areWholeLines ? end : endOfLine === -1 ? before.length : endOfLine + 1;
  return (span) => (span.end <= firstLine ? span : span.start >= rest ? shift(span, grown) : undefined);
}

function isLineStart(text: string, offset: number): boolean {
  return offset === 0 || text[offset - 1] === '\n';
}
