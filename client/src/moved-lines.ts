interface Position {
  readonly line: number;
  readonly character: number;
}

/** A range of a text, of whose places only the lines change. */
export interface LineRange {
  readonly start: Position;
  readonly end: Position;
}

/** Where a range is after a part of the text was replaced; undefined if one of its lines has changed. */
export function movedLines(range: LineRange, replaced: LineRange, text: string): LineRange | undefined {
  if (replaced.start.line > range.end.line) return range;
  // A line that is inserted before, or the break of the line before, does not change the range.
  const isBefore =
    replaced.end.line < range.start.line ||
    (replaced.end.line === range.start.line && replaced.end.character === 0 && /^$|\n$/.test(text));
  const isBehind = replaced.start.line === range.end.line && /^\r?\n/.test(text) && isAfter(replaced.start, range.end);
  if (!isBefore) return isBehind ? range : undefined;
  const by = text.split('\n').length - 1 - (replaced.end.line - replaced.start.line);
  const moved = ({ line, character }: Position) => ({ line: line + by, character });
  return { start: moved(range.start), end: moved(range.end) };
}

function isAfter(a: Position, b: Position): boolean {
  return a.line > b.line || (a.line === b.line && a.character >= b.character);
}
