import type { Comment } from '../read/comments.ts';
import type { Entry, Layout } from './layout.ts';

/**
 * The comment lines that are removed with entries: those directly above each of them, in its column. A comment about several
 * keys, such as "these two", is removed only with all of them.
 */
export function explanatoryComments(layout: Layout, removed: readonly Entry[]): Comment[] {
  return removed.flatMap((entry) => {
    const above = commentsOn(layout, entry);
    const text = above.map(({ start, end }) => layout.patch.text.slice(start + 1, end)).join(' ');
    const inside = explanatoryComments(layout, entry.collection?.entries ?? []);
    return together(layout, entry, howMany(text)).every((sibling) => sibling.isRemoved)
      ? [...above, ...inside]
      : inside;
  });
}

/** The comments that belong to an entry, below the last one with a template expression. */
function commentsOn(layout: Layout, entry: Entry): Comment[] {
  const { patch } = layout;
  const comments = patch.commentsIn(layout.lineAbove(entry), patch.lineStart(entry.start));
  const lastTemplated = comments.findLastIndex(({ start, end }) => /\{\{|\$\{/.test(patch.text.slice(start, end)));
  return comments.slice(lastTemplated + 1);
}

/** An entry and those on the lines directly below it, up to the number that a comment above it is about. */
function together({ patch }: Layout, entry: Entry, count: number): readonly Entry[] {
  const siblings = entry.parent?.entries ?? [];
  const from = siblings.indexOf(entry);
  let to = from + 1;
  for (let next = siblings[to]; next !== undefined && to - from < count; next = siblings[++to]) {
    if (patch.lineAfter(siblings[to - 1]?.end ?? 0) !== patch.lineStart(next.start)) break;
  }
  return siblings.slice(from, to);
}

const NUMBERS: readonly (string | undefined)[] = ['two', 'three', 'four', 'five'];
const SEVERAL = /\bboth\b|\b(?:these|following|next(?= (?:two|three|four|five)\b))(?: (two|three|four|five)\b)?/;

/** How many keys a comment is about, by its words. */
function howMany(comment: string): number {
  const found = SEVERAL.exec(comment.toLowerCase().replace(/[\s#]+/g, ' '));
  if (found === null) return 1;
  const number = found[0] === 'both' ? 0 : NUMBERS.indexOf(found[1]);
  return number === -1 ? Number.POSITIVE_INFINITY : number + 2;
}
