import type { Span } from '../../text/span.ts';
import { isBlankOrComment, markerAt, nextLine } from './lines.ts';
import { mask } from './mask.ts';

/**
 * Cuts a file into its documents in one scan of the lines. `---` and `...` in column 0 end a document even in scalars (YAML
 * 1.2.2, rule c-forbidden), so no document has to be parsed to find the next. A slice begins with the comments, directives
 * and `---` line of its document, and ends with its `...` line if there is one. A Helm `define` in column 0 also begins a
 * slice, because its body is rendered elsewhere. The slices are contiguous and cover the text; an empty text has none.
 */
export function slice(source: string): Span[] {
  // A line that holds only an action has no content: the `---` line below it still belongs to the same slice.
  const { text } = mask(source);
  const slices: Span[] = [];
  let start = 0;
  /** Whether the slice has only blanks, comments and directives so far. */
  let inPrefix = true;
  let lineStart = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (lineStart < text.length) {
    const next = nextLine(text, lineStart);
    const marker = markerAt(text, lineStart);
    if (!inPrefix && isDefinition(source, lineStart)) {
      slices.push({ start, end: lineStart });
      start = lineStart;
      inPrefix = true;
    } else if (marker === '---') {
      if (!inPrefix) {
        slices.push({ start, end: lineStart });
        start = lineStart;
      }
      inPrefix = false;
    } else if (marker === '...') {
      slices.push({ start, end: next });
      start = next;
      inPrefix = true;
    } else if (inPrefix && hasContent(text, lineStart)) {
      inPrefix = false;
    }
    lineStart = next;
  }
  const last = slices.at(-1);
  if (!inPrefix || last === undefined) {
    if (start < text.length) slices.push({ start, end: text.length });
  } else {
    // Comments at the end of the file belong to the last document.
    slices[slices.length - 1] = { start: last.start, end: text.length };
  }
  return slices;
}

const BYTE_ORDER_MARK = 0xfeff;

function isDefinition(source: string, at: number): boolean {
  if (source[at] !== '{') return false;
  DEFINITION.lastIndex = at;
  return DEFINITION.test(source);
}

const DEFINITION = /\{\{-?[ \t]*define[ \t]/y;

/** Whether a line has more than blanks, a comment or a directive. */
function hasContent(text: string, lineStart: number): boolean {
  if (text[lineStart] === '%') return false;
  let at = lineStart;
  while (text[at] === ' ' || text[at] === '\t' || (text[at] === '\r' && text[at + 1] !== '\n')) at++;
  return !isBlankOrComment(text, at);
}
