import { type Span, shift } from './span.ts';

/** Replaces the text of a span. An edit with an empty span inserts, and one with an empty text removes. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** The text after all edits, which must not overlap. Insertions at the same offset are applied in the given order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const inOrder = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.span.start - b.edit.span.start || a.index - b.index);
  let result = '';
  let from = 0;
  for (const { edit } of inOrder) {
    result += text.slice(from, edit.span.start) + edit.text;
    from = edit.span.end;
  }
  return result + text.slice(from);
}

/** The edit with its offsets shifted. */
export function shiftEdit(edit: TextEdit, by: number): TextEdit {
  return { span: shift(edit.span, by), text: edit.text };
}

/** The edits sorted by offset, with adjacent ones joined; undefined if any overlap. */
export function joinEdits(edits: readonly TextEdit[]): TextEdit[] | undefined {
  const joined: TextEdit[] = [];
  for (const edit of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    const last = joined.at(-1);
    if (last === undefined || last.span.end < edit.span.start) joined.push(edit);
    else if (last.span.end > edit.span.start) return undefined;
    else {
      joined[joined.length - 1] = { span: { start: last.span.start, end: edit.span.end }, text: last.text + edit.text };
    }
  }
  return joined;
}
