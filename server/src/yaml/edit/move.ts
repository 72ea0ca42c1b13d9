import type { TextEdit } from '../../text/edit.ts';
import type { Comment } from '../read/comments.ts';
import type { Change } from './change.ts';
import type { Entry, Layout } from './layout.ts';

type Move = Change & { readonly kind: 'move' };
/** A change that is not a move. */
export type SimpleChange = Exclude<Change, { readonly kind: 'move' }>;

/** Moves as a removal and an insertion of a unique word, which the text of the moved value replaces in the edits. */
export function withoutMoves(changes: readonly Change[]): {
  changes: readonly SimpleChange[];
  moves: ReadonlyMap<string, Move>;
} {
  const moves = new Map<string, Move>();
  const simple = changes.flatMap((change): SimpleChange[] => {
    if (change.kind !== 'move') return [change];
    const value = `kubewin-moved-value-${moves.size}`;
    moves.set(value, change);
    const { path, to, place } = change;
    return [
      { kind: 'remove', path },
      { kind: 'insert', path: to, value, ...(place === undefined ? {} : { place }) },
    ];
  });
  return { changes: simple, moves };
}

/** A moved entry as it is written, without its indentation. */
export interface MovedText {
  /** The comment lines above it. */
  readonly above: readonly string[];
  /** What follows the key and its colon: the rest of the line, and the lines below it. */
  readonly value: string;
  readonly below: readonly string[];
  /** The value alone, without a comment behind it. */
  readonly scalar: string;
}

/** `removed`: the comments on lines of their own that are removed with the entry. Undefined for other notations. */
export function movedText({ patch }: Layout, entry: Entry, removed: readonly Comment[]): MovedText | undefined {
  const { keyNode, valueStart, value, parent, isTagged } = entry;
  const { start, end } = value ?? { start: 0, end: 0 };
  if (keyNode === undefined || valueStart === undefined || parent === undefined || isTagged) return undefined;
  const scalar = patch.text.slice(start, end).trimEnd();
  if (parent.isFlow) {
    // A collection in flow style may be on several lines, whose indentation is part of its layout.
    return scalar.includes('\n') ? undefined : { above: [], value: ` ${scalar}`, below: [], scalar };
  }
  const pad = ' '.repeat(patch.prefix(entry.start).length);
  const below: string[] = [];
  for (let line = patch.nextLine(entry.start); line < patch.lineAfter(entry.end); line = patch.nextLine(line)) {
    const text = patch.text.slice(line, patch.lineEnd(line));
    // The comments that are removed with the entry do not count any more; all others stay where they are.
    if (patch.isComment(line)) continue;
    if (!text.startsWith(pad) && text.trim() !== '') return undefined;
    below.push(text.slice(pad.length));
  }
  return {
    above: removed
      .filter(({ start }) => start < entry.start)
      .map((comment) => patch.text.slice(comment.start, comment.end)),
    value: patch.text.slice(valueStart, patch.lineEnd(valueStart)),
    below,
    scalar,
  };
}

/** The edits with the moved text in place of the word; undefined where the notation does not allow it. */
export function withMovedText(
  { patch }: Layout,
  edits: readonly TextEdit[],
  word: string,
  { above, value, below, scalar }: MovedText,
): TextEdit[] | undefined {
  let found = false;
  let isPossible = true;
  const result = edits.map(({ span, text }) => {
    const at = text.indexOf(word);
    if (at === -1) return { span, text };
    found = true;
    const lineStart = text.lastIndexOf('\n', at) + 1;
    const lineEnd = /\r?\n|$/.exec(text.slice(at))?.index ?? 0;
    const line = text.slice(lineStart, at + lineEnd);
    const before = lineStart === 0 ? patch.prefix(span.start) : '';
    const key = /^([ -]*)([^-\s{[,][^{[,]*:) (["']?)$/.exec(before + line.slice(0, at - lineStart));
    const rest = line.slice(at - lineStart + word.length);
    if (key !== null && key[3] === '' && rest === '') {
      const [, indentation = '', name = ''] = key;
      if (above.length > 0 && /\S/.test(before + indentation.slice(before.length))) isPossible = false;
      const pad = ' '.repeat(indentation.length);
      const lineBreak = patch.lineBreak(0);
      const lines = [
        ...above.map((comment) => pad + comment),
        indentation + name + value,
        ...below.map((text) => (text === '' ? '' : pad + text)),
      ];
      const written = lines.join(lineBreak).slice(before.length);
      return { span, text: text.slice(0, lineStart) + written + text.slice(at + lineEnd) };
    }
    // In flow style, only what is on one line fits.
    if (above.length > 0 || below.length > 0 || value.trim() !== scalar) isPossible = false;
    const quote = text[at - 1] === text[at + word.length] && /["']/.test(text[at - 1] ?? '') ? 1 : 0;
    return { span, text: text.slice(0, at - quote) + scalar + text.slice(at + word.length + quote) };
  });
  return found && isPossible ? result : undefined;
}

/** The entry at a path. */
export function entryAt({ root }: Layout, path: Change['path']): Entry | undefined {
  return path.reduce<Entry | undefined>((entry, key) => entry?.collection?.get(key), root);
}
