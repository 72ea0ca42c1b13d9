import type { Span } from '../../text/span.ts';
import { firstInLine, isBlankOrComment, isDash, nextLine } from './lines.ts';
import { isDocumentStart, slice } from './slice.ts';

/** The range of a file that is parsed by itself: a document, or an item of a `List` as a sequence with one item. */
export interface Piece extends Span {
  readonly isItem: boolean;
}

/**
 * Cuts a file into documents, and each document that is a `List` in block style into the part before its items, the items,
 * and the part behind them. A `List` stays whole if items share anchors, if a template writes into it, or if a line may
 * belong to two items. The pieces are contiguous and cover the text.
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

/** A text and its pieces. */
export interface CutText {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A text and its pieces after an edit, with the number of pieces at the beginning and at the end that did not change. */
export interface RecutText extends CutText {
  readonly head: number;
  readonly tail: number;
  /** The lines of the previous text that were replaced. */
  readonly changed: Span;
}

/** Gives the same as `pieces`, but cuts only the changed part of the text where that is possible. */
export function piecesAfter(before: CutText, text: string): RecutText {
  const old = before.pieces;
  const by = text.length - before.text.length;
  // The text of a deleted file is empty, although its pieces are not.
  const isSame = (piece: Piece | undefined, shift: number) =>
    piece !== undefined &&
    piece.end <= before.text.length &&
    before.text.slice(piece.start, piece.end) === text.slice(piece.start + shift, piece.end + shift);
  let head = 0;
  while (isSame(old[head], 0)) head++;
  let tail = 0;
  while (tail < old.length - head && isSame(old[old.length - 1 - tail], by)) tail++;
  // Text between two documents, or behind the last one, may belong to the document before it.
  if (head > 0 && (head === old.length || !isDocumentStart(text, old[head]?.start ?? 0))) head--;
  const start = old[head]?.start ?? before.text.length;
  const end = old[old.length - tail]?.start ?? before.text.length;
  const between = text.slice(start, end + by);
  const needsFullCut =
    end + by < start ||
    old.some(({ isItem }) => isItem) ||
    [before.text, text].some((version) => version.includes('{{') || /^\s*[{/]/.test(version)) ||
    (head > 0 && !isDocumentStart(text, start)) ||
    // The changed part must not end with lines that belong to the next document.
    (tail > 0 && (!isDocumentStart(text, end + by) || slice(`${between}---\n`).at(-1)?.start !== between.length));
  if (needsFullCut) {
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

/** The offsets at which the items of a `List` begin, and where the last one ends; undefined for any other document. */
function itemsIn(text: string): { readonly starts: readonly number[]; readonly end: number } | undefined {
  if (!text.includes('List') || !/^kind:[ \t]*List[ \t]*\r?$/m.test(text)) return undefined;
  if (INSEPARABLE.test(text) || /\r(?!\n)/.test(text)) return undefined;
  const [head, ...others] = [...text.matchAll(/^items:[ \t]*\r?\n/gm)];
  if (head === undefined || others.length > 0) return undefined;
  const starts: number[] = [];
  let indentation: number | undefined;
  let end = text.length;
  for (let at = head.index + head[0].length; at < text.length; at = nextLine(text, at)) {
    const first = firstInLine(text, at);
    // Blank lines and comments belong to the item above.
    if (isBlankOrComment(text, first)) continue;
    const own = first - at;
    const isItem = isDash(text, first);
    indentation ??= isItem ? own : undefined;
    if (indentation === undefined) return undefined;
    if (own > indentation) continue;
    if (own === indentation && isItem) {
      starts.push(at);
    } else {
      // Only these keys may follow the items.
      if (own > 0 || !/^(?:apiVersion|kind|metadata):/.test(text.slice(at, at + 12))) return undefined;
      end = at;
      break;
    }
  }
  return starts.length > 1 && !/^ *-/m.test(text.slice(end)) ? { starts, end } : undefined;
}

/** Template actions, anchors and aliases, tabs, and directives that may apply to all items. */
const INSEPARABLE = /\{\{|(?:^|[\s[{,:-])[&*][\w.-]|\t|kubewin:|^%|^(?:---|\.\.\.)[ \t]*\S/m;
