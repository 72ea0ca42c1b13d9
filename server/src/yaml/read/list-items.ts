import type { Span } from '../../text/span.ts';
import { isStart, slice } from './slice.ts';

/** A part of a file that is read by itself: a document, or an item of a `List` as a sequence of one. */
export interface Piece extends Span {
  readonly isItem: boolean;
}

/**
 * Cuts a file into documents, and documents that are a `List` in block style into what is before its items, the items, and
 * what is behind them. Nothing that is odd in any way is cut: where items share anchors, a template writes something, or
 * a line could belong to two of them. The pieces follow each other without a gap and cover the text.
 */
export function pieces(text: string): Piece[] {
  return slice(text).flatMap((span) => {
    const items = itemsIn(text.slice(span.start, span.end));
    if (items === undefined) return { ...span, isItem: false };
    const [first = 0] = items.starts;
    const bounds = [...items.starts, items.end];
    return [
      { start: 0, end: first, isItem: false },
      ...items.starts.map((start, i) => ({ start, end: bounds[i + 1] ?? items.end, isItem: true })),
      { start: items.end, end: span.end - span.start, isItem: false },
    ]
      .filter(({ start, end }) => start < end)
      .map(({ start, end, isItem }) => ({ start: span.start + start, end: span.start + end, isItem }));
  });
}

/** A text in its pieces. */
export interface Cut {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A text in its pieces, of which so many at its beginning and at its end are the same as in an earlier one. */
export interface CutAgain extends Cut {
  readonly head: number;
  readonly tail: number;
  /** The lines of the earlier text in place of which others stand. */
  readonly changed: Span;
}

/** Cuts a text as `pieces` does, only where it differs from one that was cut, unless something is odd. */
export function piecesAfter(before: Cut, text: string): CutAgain {
  const old = before.pieces;
  const by = text.length - before.text.length;
  // A file that is gone has no text any more.
  const isSame = (piece: Piece | undefined, moved: number) =>
    piece !== undefined &&
    piece.end <= before.text.length &&
    before.text.slice(piece.start, piece.end) === text.slice(piece.start + moved, piece.end + moved);
  let head = 0;
  while (isSame(old[head], 0)) head++;
  let tail = 0;
  while (tail < old.length - head && isSame(old[old.length - 1 - tail], by)) tail++;
  // What is written between two documents may belong to the first, and so may what is written behind the last.
  if (head > 0 && (head === old.length || !isStart(text, old[head]?.start ?? 0))) head--;
  const start = old[head]?.start ?? before.text.length;
  const end = old[old.length - tail]?.start ?? before.text.length;
  const between = text.slice(start, end + by);
  const isOdd =
    end + by < start ||
    old.some(({ isItem }) => isItem) ||
    [before.text, text].some((one) => one.includes('{{') || /^\s*[{/]/.test(one)) ||
    (head > 0 && !isStart(text, start)) ||
    // Nothing may stand there that belongs to the next document.
    (tail > 0 && (!isStart(text, end + by) || slice(`${between}---\n`).at(-1)?.start !== between.length));
  if (isOdd) {
    return { text, pieces: pieces(text), head: 0, tail: 0, changed: { start: 0, end: before.text.length } };
  }
  return {
    text,
    pieces: [
      ...old.slice(0, head),
      ...pieces(between).map((piece) => moved(piece, start)),
      ...old.slice(old.length - tail).map((piece) => moved(piece, by)),
    ],
    head,
    tail,
    changed: { start, end },
  };
}

function moved({ start, end, isItem }: Piece, by: number): Piece {
  return { start: start + by, end: end + by, isItem };
}

/** Where the items of a `List` begin, and where the last one ends; undefined for any other document. */
function itemsIn(text: string): { readonly starts: readonly number[]; readonly end: number } | undefined {
  if (!text.includes('List') || !/^kind:[ \t]*List[ \t]*\r?$/m.test(text) || ODD.test(text) || /\r(?!\n)/.test(text))
    return undefined;
  const [head, ...others] = [...text.matchAll(/^items:[ \t]*\r?\n/gm)];
  if (head === undefined || others.length > 0) return undefined;
  const starts: number[] = [];
  let indentation: number | undefined;
  let end = text.length;
  for (let at = head.index + head[0].length, next = at; at < text.length; at = next) {
    next = text.indexOf('\n', at) + 1 || text.length;
    const own = indentationOf(text, at, next);
    // Blank lines and comments belong to what is above them.
    if (own === undefined) continue;
    const isItem = text[at + own] === '-' && /[ \r\n]/.test(text[at + own + 1] ?? '\n');
    indentation ??= isItem ? own : undefined;
    if (indentation === undefined) return undefined;
    if (own > indentation) continue;
    if (own === indentation && isItem) {
      starts.push(at);
    } else {
      // The keys that may stand behind the items.
      if (own > 0 || !/^(?:apiVersion|kind|metadata):/.test(text.slice(at, at + 12))) return undefined;
      end = at;
      break;
    }
  }
  return starts.length > 1 && !/^ *-/m.test(text.slice(end)) ? { starts, end } : undefined;
}

/** Actions of templates, anchors and aliases, tabs, carriage returns alone, and directives, which may be for all items. */
const ODD = /\{\{|(?:^|[\s[{,:-])[&*][\w.-]|\t|kubewin:|^%|^(?:---|\.\.\.)[ \t]*\S/m;

/** How far a line is indented; undefined for one that is blank or a comment. */
function indentationOf(text: string, start: number, end: number): number | undefined {
  let at = start;
  while (text[at] === ' ') at++;
  const first = text[at];
  return at >= end || first === '\n' || first === '\r' || first === '#' ? undefined : at - start;
}
