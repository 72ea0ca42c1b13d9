import type { Position } from '../../text/line-index.ts';
import type { Span } from '../../text/span.ts';
import { escapeControls, type Paint, type Style } from '../terminal/style.ts';

const TAB = '    ';
const CUT = '…';

/** The line of a span with its number, and carets below the span. A long line is cut around the span. */
export function codeFrame(
  text: string,
  span: Span,
  start: Position,
  { width, paint, color, number = String(start.line + 1) }: FrameLook,
): string[] {
  const room = Math.max(20, width - number.length - ' | '.length);
  const lineStart = span.start - start.character;
  // Read only what can be shown, because a line may be as long as a file.
  const before = text.slice(Math.max(lineStart, span.start - room), span.start);
  const rest = /^[^\r\n]*/.exec(text.slice(span.start, span.start + room))?.[0] ?? '';
  const marked = rest.slice(0, span.end - span.start);
  const after = rest.slice(marked.length);
  const shown = cutToFit([before, marked, after].map(cells), room, {
    left: before.length < start.character,
    right: rest.length === room && !/^(?:[\r\n]|$)/.test(text.slice(span.start + room, span.start + room + 1)),
  });
  const gutter = ' '.repeat(number.length);
  const carets = '^'.repeat(Math.max(1, widthOf(shown.marked)));
  const line = `${paint('dim', `${number} |`)} ${shown.before}${shown.marked}${shown.after}`.trimEnd();
  return [line, `${paint('dim', `${gutter} |`)} ${' '.repeat(widthOf(shown.before))}${paint(color, carets)}`];
}

interface FrameLook {
  readonly width: number;
  readonly paint: Paint;
  readonly color: Style;
  /** By default, that of the line. */
  readonly number?: string | undefined;
}

/** Displayed characters with their widths in columns. */
type Cells = readonly { readonly text: string; readonly width: number }[];

function cells(text: string): Cells {
  return [...text.replaceAll('\t', TAB)].map((character) => ({
    text: escapeControls(character),
    width: columns(character),
  }));
}

/** Cuts the text after the span first, then the text before it, and finally the end of the span itself. */
function cutToFit(
  [before = [], marked = [], after = []]: readonly Cells[],
  room: number,
  cut: { readonly left: boolean; readonly right: boolean },
): { readonly before: string; readonly marked: string; readonly after: string } {
  const isCut = cut.left || cut.right || total(before) + total(marked) + total(after) > room;
  const space = isCut ? room - 2 * CUT.length : room;
  const span = take(marked, space);
  const isWhole = span.length === marked.length;
  // If neither side fits, the text before the span gets a third of the remaining width.
  const remaining = space - total(span);
  const beforeWidth = total(before);
  const forBefore = Math.min(beforeWidth, Math.max(remaining - total(after), Math.floor(remaining / 3)));
  const head = [...take([...before].reverse(), forBefore)].reverse();
  const tail = isWhole ? take(after, remaining - total(head)) : [];
  const cutLeft = cut.left || head.length < before.length;
  const cutRight = cut.right || !isWhole || tail.length < after.length;
  return {
    before: (cutLeft ? CUT : '') + textOf(head),
    marked: textOf(span),
    after: textOf(tail) + (cutRight ? CUT : ''),
  };
}

function take(from: Cells, room: number): Cells {
  let used = 0;
  const end = from.findIndex((cell) => {
    used += cell.width;
    return used > room;
  });
  return end === -1 ? from : from.slice(0, end);
}

function total(list: Cells): number {
  return list.reduce((sum, cell) => sum + cell.width, 0);
}

function textOf(list: Cells): string {
  return list.map((cell) => cell.text).join('');
}

function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + columns(character), 0);
}

/** The width of a character in a terminal, in columns. */
function columns(character: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Han, Kana, Hangul, their full-width forms and emoji: https://www.unicode.org/reports/tr11/ */
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
