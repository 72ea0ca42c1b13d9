import { applyEdits, shiftEdit, type TextEdit } from '../../text/edit.ts';

/** Lines around a change that show where it is. */
const CONTEXT = 3;

/**
 * What edits change in a text, as a unified diff that `patch -p1` and `git apply` turn into the very same bytes. The
 * edits are in order and apart from each other; a path has `/` in it whatever the platform. Empty for no change.
 */
export function unifiedDiff(path: string, text: string, edits: readonly TextEdit[]): string {
  const before = linesOf(text);
  const hunks: Changed[][] = [];
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
    const grown = hunk.reduce((sum, { old, now }) => sum + now.length - old.length, 0);
    const written = hunkText(before, hunk, shift, grown);
    shift += grown;
    return written;
  });
  return [`--- ${name('a', path)}\n`, `+++ ${name('b', path)}\n`, ...body].join('');
}

/** Lines that change; those before and behind them differ from them on both sides. */
interface Changed {
  /** The first of them, from 0. */
  readonly line: number;
  readonly old: readonly string[];
  readonly now: readonly string[];
}

function changes(text: string, before: readonly string[], edits: readonly TextEdit[]): Changed[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  let line = 0;
  // To be asked of ever greater offsets.
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
  return groups.flatMap(({ from, to, edits: own }) => {
    const start = starts[from] ?? text.length;
    const shifted = own.map((edit) => shiftEdit(edit, -start));
    return trimmed(from, before.slice(from, to), linesOf(applyEdits(text.slice(start, starts[to]), shifted)));
  });
}

/** Without the lines that are the same at both ends; nothing where all are. */
function trimmed(line: number, old: readonly string[], now: readonly string[]): Changed[] {
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

function hunkText(before: readonly string[], hunk: readonly Changed[], shift: number, grown: number): string {
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
    lines.push(...old.map((one) => `-${one}`), ...now.map((one) => `+${one}`));
    line += old.length;
  }
  context(to);
  const written = lines.map((one) => (one.endsWith('\n') ? one : `${one}\n\\ No newline at end of file\n`));
  return `@@ -${range(from, to - from)} +${range(from + shift, to - from + grown)} @@\n${written.join('')}`;
}

/** An empty range is named after the line before it. */
function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}

/** With their line breaks; a carriage return is a part of its line, as it is to those who read diffs. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]+\n?|\n/g) ?? [];
}

/** A file as git names it in a diff: with a tab behind a name that has blanks, and quoted where it must be. */
function name(side: 'a' | 'b', path: string): string {
  const full = `${side}/${path.replace(/^(?:\.?\/+)+/, '')}`;
  const escaped = full.replace(/["\\\p{Cc}]/gu, (sign) =>
    /["\\]/.test(sign) ? `\\${sign}` : `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return escaped === full ? full + (full.includes(' ') ? '\t' : '') : `"${escaped}"`;
}
