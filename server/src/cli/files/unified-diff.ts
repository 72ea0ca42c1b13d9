import { applyEdits, shiftEdit, type TextEdit } from '../../text/edit.ts';

/** The number of unchanged lines around a change. */
const CONTEXT = 3;

/**
 * Edits of a text as a unified diff, from which `patch -p1` and `git apply` make exactly the same bytes. The edits must be
 * in order and must not overlap, and the path must use `/` on every platform. Empty if nothing changes.
 */
export function unifiedDiff(path: string, text: string, edits: readonly TextEdit[]): string {
  const before = linesOf(text);
  const hunks: LineChange[][] = [];
  for (const change of changes(text, before, edits)) {
    const last = hunks.at(-1);
    const end = last?.at(-1);
    if (last !== undefined && end !== undefined && change.line - end.line - end.old.length <= 2 * CONTEXT) {
      last.push(change);
    } else hunks.push([change]);
  }
  if (hunks.length === 0) return '';
  let shift = 0;
  const body = hunks.map((hunk) => {
    const growth = hunk.reduce((sum, { old, now }) => sum + now.length - old.length, 0);
    const hunkLines = hunkText(before, hunk, shift, growth);
    shift += growth;
    return hunkLines;
  });
  return [`--- ${name('a', path)}\n`, `+++ ${name('b', path)}\n`, ...body].join('');
}

/** A range of lines that change, without unchanged lines at its ends. */
interface LineChange {
  /** The index of the first line, from 0. */
  readonly line: number;
  readonly old: readonly string[];
  readonly now: readonly string[];
}

function changes(text: string, before: readonly string[], edits: readonly TextEdit[]): LineChange[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  let line = 0;
  // Must be called with ascending offsets.
  const lineOf = (offset: number) => {
    while ((starts[line + 1] ?? Infinity) <= offset) line++;
    return line;
  };
  const groups: { from: number; to: number; edits: TextEdit[] }[] = [];
  for (const edit of edits) {
    const from = lineOf(edit.span.start);
    const to = lineOf(edit.span.end) + 1;
    const last = groups.at(-1);
    if (last === undefined || last.to <= from) groups.push({ from, to, edits: [edit] });
    else {
      last.to = to;
      last.edits.push(edit);
    }
  }
  return groups.flatMap(({ from, to, edits: groupEdits }) => {
    const start = starts[from] ?? text.length;
    const shifted = groupEdits.map((edit) => shiftEdit(edit, -start));
    return trimmed(from, before.slice(from, to), linesOf(applyEdits(text.slice(start, starts[to]), shifted)));
  });
}

/** Leaves out equal lines at both ends; no change if all lines are equal. */
function trimmed(line: number, old: readonly string[], now: readonly string[]): LineChange[] {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const change = {
    line: line + head,
    old: old.slice(head, old.length - tail),
    now: now.slice(head, now.length - tail),
  };
  return change.old.length + change.now.length === 0 ? [] : [change];
}

function hunkText(before: readonly string[], hunk: readonly LineChange[], shift: number, growth: number): string {
  const [first, last] = [hunk[0], hunk.at(-1)];
  if (first === undefined || last === undefined) return '';
  const from = Math.max(first.line - CONTEXT, 0);
  const to = Math.min(last.line + last.old.length + CONTEXT, before.length);
  const lines: string[] = [];
  let line = from;
  const context = (until: number) => {
    for (; line < until; line++) lines.push(` ${before[line]}`);
  };
  for (const { line: at, old, now } of hunk) {
    context(at);
    lines.push(...old.map((oldLine) => `-${oldLine}`), ...now.map((newLine) => `+${newLine}`));
    line += old.length;
  }
  context(to);
  const output = lines.map((text) => (text.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`));
  return `@@ -${range(from, to - from)} +${range(from + shift, to - from + growth)} @@\n${output.join('')}`;
}

/** The position of an empty range is the line before it. */
function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}

/** The lines with their line breaks. A carriage return is part of its line, as `patch` and `git` read it. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]+\n?|\n/g) ?? [];
}

/** A path as git writes it in a diff: followed by a tab if it contains blanks, and quoted if necessary. */
function name(side: 'a' | 'b', path: string): string {
  const full = `${side}/${path.replace(/^(?:\.?\/+)+/, '')}`;
  const escaped = full.replace(/["\\\p{Cc}]/gu, (character) =>
    /["\\]/.test(character) ? `\\${character}` : `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return escaped === full ? full + (full.includes(' ') ? '\t' : '') : `"${escaped}"`;
}
