import type { Span } from '../../text/span.ts';
import { mask } from './mask.ts';

/**
 * Cuts a file into its documents by one scan of the lines. `---` and `...` in column 0 end a document wherever they
 * stand (YAML 1.2.2, rule c-forbidden), so no document has to be parsed to find the next. A slice begins with the
 * comments, directives and `---` line that belong to its document, and ends with its `...` line if there is one. A
 * template that Helm is told to `define` in column 0 begins one as well: what stands before it is written elsewhere.
 * The slices follow each other without a gap and cover the text; an empty text has none.
 */
export function slice(source: string): Span[] {
  // An action on a line of its own is no content: a `---` line below it still opens its document.
  const { text } = mask(source);
  const slices: Span[] = [];
  let start = 0;
  /** Nothing but blanks, comments and directives so far: a `---` line still opens this slice. */
  let inPrefix = true;
  let lineStart = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (lineStart < text.length) {
    const lineEnd = endOfLine(text, lineStart);
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
      slices.push({ start, end: lineEnd });
      start = lineEnd;
      inPrefix = true;
    } else if (inPrefix && hasContent(text, lineStart, lineEnd)) {
      inPrefix = false;
    }
    lineStart = lineEnd;
  }
  const last = slices.at(-1);
  if (!inPrefix || last === undefined) {
    if (start < text.length) slices.push({ start, end: text.length });
  } else {
    // Comments behind the last document belong to it.
    slices[slices.length - 1] = { start: last.start, end: text.length };
  }
  return slices;
}

const HYPHEN = 45;
const DOT = 46;
const BRACE = 123;

function isDefinition(source: string, at: number): boolean {
  if (source.charCodeAt(at) !== BRACE) return false;
  DEFINITION.lastIndex = at;
  return DEFINITION.test(source);
}

const DEFINITION = /\{\{-?[ \t]*define[ \t]/y;

/** Whether a line with `---` begins at an offset. */
export function isStart(text: string, at: number): boolean {
  return markerAt(text, at) === '---' && (at === 0 || text[at - 1] === '\n');
}

function markerAt(text: string, at: number): '---' | '...' | undefined {
  const first = text.charCodeAt(at);
  if (first !== HYPHEN && first !== DOT) return undefined;
  const three = text.slice(at, at + 3);
  if (three !== '---' && three !== '...') return undefined;
  const next = text[at + 3];
  return next === undefined || next === ' ' || next === '\t' || next === '\n' || next === '\r' ? three : undefined;
}

function hasContent(text: string, start: number, end: number): boolean {
  if (text[start] === '%') return false;
  for (let i = start; i < end; i++) {
    const character = text[i];
    if (character === '#') return false;
    if (character !== ' ' && character !== '\t' && character !== '\n' && character !== '\r') return true;
  }
  return false;
}

/** The offset behind the line break of the line that begins at `start`. A lone CR is none, as in the parser. */
function endOfLine(text: string, start: number): number {
  const at = text.indexOf('\n', start);
  return at === -1 ? text.length : at + 1;
}
