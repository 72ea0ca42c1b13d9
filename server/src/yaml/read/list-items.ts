import { contains, type Span } from '../../text/span.ts';
import { findActions, isInline } from './actions.ts';
import { firstAfter } from './first-after.ts';
import { firstInLine, isBlankOrComment, isDash, nextLine, startOfLine } from './lines.ts';
import { slice } from './slice.ts';

/** The range of a file that is parsed by itself: a document, or an item of a `List` as a sequence with one item. */
export interface Piece extends Span {
  readonly isItem: boolean;
}

/**
 * Cuts a file into documents, and each document that is a `List` in block style into the part before its items, the items,
 * and the part behind them. A `List` stays whole if an alias refers to another item, if a template may write more than values
 * in it, or if a line may belong to two items. The pieces are contiguous and cover the text.
 */
export function pieces(text: string): Piece[] {
  return slice(text).flatMap(({ start, end }) => {
    const items = itemBounds(text.slice(start, end));
    const bounds = [0, ...items, end - start];
    return bounds.slice(1).flatMap((to, i) => {
      const from = bounds[i] ?? to;
      return from < to ? { start: start + from, end: start + to, isItem: i > 0 && i < items.length } : [];
    });
  });
}

/** The offsets at which the items of a `List` begin, and where the last one ends; empty for any other document. */
function itemBounds(text: string): readonly number[] {
  if (!text.includes('List') || !/^kind:[ \t]*List[ \t]*\r?$/m.test(text)) return [];
  if (INSEPARABLE.test(text) || (text.includes('\r') && /\r(?!\n)/.test(text))) return [];
  const [head, ...others] = [...text.matchAll(/^items:[ \t]*\r?\n/gm)];
  if (head === undefined || others.length > 0) return [];
  const starts: number[] = [];
  let column: number | undefined;
  let next = (line: number) => nextLine(text, line);
  let end = text.length;
  for (let at = head.index + head[0].length; at < text.length; at = next(at)) {
    const place = placeInList(text, at, column);
    if (place === 'item') {
      if (column === undefined) {
        column = firstInLine(text, at) - at;
        next = outsideOf(text, column);
      }
      starts.push(at);
    } else if (place === 'behind') {
      // Only these keys may follow the items.
      if (!/^(?:apiVersion|kind|metadata):/.test(text.slice(at, at + 12))) return [];
      end = at;
      break;
    }
  }
  const bounds = [...starts, end];
  const items = { start: starts[0] ?? end, end };
  const isCut = starts.length > 1 && !/^ *-/m.test(text.slice(end)) && !hasAliasBetween(text, bounds);
  return isCut && hasOnlyValues(text, items) ? bounds : [];
}

/** Finds the next line that is not indented more than the dashes of a list: nearly all lines of a `List` are. */
function outsideOf(text: string, column: number): (line: number) => number {
  const outside = new RegExp(`\\n(?! {${column + 1}})`, 'g');
  return (line) => {
    outside.lastIndex = line;
    return (outside.exec(text)?.index ?? text.length) + 1;
  };
}

/**
 * Where a line below the key of a list in block style is: it begins an item, or is in one, or behind the list. `column` is that
 * of the dashes, undefined before the first. Blank lines and comments belong to the item above.
 */
export function placeInList(text: string, lineStart: number, column: number | undefined): 'item' | 'inside' | 'behind' {
  const first = firstInLine(text, lineStart);
  if (isBlankOrComment(text, first)) return 'inside';
  const own = first - lineStart;
  if (isDash(text, first) && own === (column ?? own)) return 'item';
  return column !== undefined && own > column ? 'inside' : 'behind';
}

/** Directives that may apply to all items. */
const INSEPARABLE = /kubewin:|^%|^(?:---|\.\.\.)[ \t]*\S/m;

/** Whether each template action of a text is in its items, and writes a value, or a part of one, in a line with its key. */
function hasOnlyValues(text: string, items: Span): boolean {
  if (!text.includes('{{')) return true;
  const actions = findActions(text, false);
  // An opening that is no action may be one in a part of the text.
  if (actions.length !== text.split('{{').length - 1) return false;
  return actions.every((action) => {
    const { start, end } = action;
    return (
      contains(items, action) &&
      isInline(text.slice(start, end), action) &&
      IN_VALUE.test(text.slice(startOfLine(text, start), start))
    );
  });
}

/** What precedes a value in its line. */
const IN_VALUE = /^ *(?:- +)*[\w./-]+:[ \t]/;

/** Whether an alias may refer to an anchor in another part of a text. Both may also be a part of a scalar. */
function hasAliasBetween(text: string, bounds: readonly number[]): boolean {
  if (!text.includes('&')) return false;
  const names = Array.from(text.matchAll(ANCHOR_OR_ALIAS), ({ 0: indicator, 1: name, index }) => {
    return { isAlias: indicator === '*', name, part: firstAfter(bounds, (bound) => bound > index) };
  });
  const partOf = new Map<string | undefined, number>();
  for (const { isAlias, name, part } of names) {
    if (!isAlias) partOf.set(name, (partOf.get(name) ?? part) === part ? part : SEVERAL);
  }
  return names.some(({ isAlias, name, part }) => isAlias && (partOf.get(name) ?? part) !== part);
}

/** Anchors of one name in several parts. */
const SEVERAL = -1;

/** With the first characters of its name. It may begin in what looks like another name, such as `"a&":*b`. */
const ANCHOR_OR_ALIAS = /[&*](?=([^\s,[\]{}]{1,50}))/g;
