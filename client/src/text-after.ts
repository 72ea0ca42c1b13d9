/** A part of a text to replace, by offsets. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text after replacements that do not overlap. Of those at the same place, insertions come first. */
export function textAfter(text: string, replacements: readonly Replacement[]): string {
  const inOrder = replacements.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const parts = inOrder.map(({ start, text: inserted }, i) => text.slice(inOrder[i - 1]?.end ?? 0, start) + inserted);
  return parts.join('') + text.slice(inOrder.at(-1)?.end ?? 0);
}
