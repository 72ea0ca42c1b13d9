import type { Pod } from '../../kubernetes/pod.ts';
import { LineIndex } from '../../text/line-index.ts';
import type { Span } from '../../text/span.ts';
import type { OperatingSystem } from '../../windows/verdict.ts';
import { type Comment, comments } from '../../yaml/read/comments.ts';
import type { Document } from '../../yaml/read/document.ts';

/** A comment that starts with `kubewin:`. */
export type Directive = AllowDirective | OsDirective | UnreadableDirective;

interface Located {
  /** The whole comment. */
  readonly span: Span;
  /** The line that it applies to, counted in the document; `document` if it is before the first key. */
  readonly line: number | 'document';
}

export interface AllowDirective extends Located {
  readonly kind: 'allow';
  readonly file: boolean;
  readonly rules: readonly { readonly id: string; readonly span: Span }[];
  readonly reason: string | undefined;
}

export interface OsDirective extends Located {
  readonly kind: 'os';
  readonly os: OperatingSystem;
  appliesTo(pod: Pod): boolean;
}

export interface UnreadableDirective extends Located {
  readonly kind: 'unreadable';
}

/** Longer comments are truncated, in characters. */
export const MAX_LENGTH = 1_000;

/** The directives in a document's comments, in order. */
export function readDirectives(document: Document): Directive[] {
  if (!document.text.includes('kubewin:')) return [];
  const lines = new LineIndex(document.text);
  const firstKey = document.root?.span.start ?? document.text.length;
  const all = comments(document);
  const below = linesBelow(
    all.filter((comment) => comment.alone).map((comment) => lines.positionAt(comment.start).line),
  );
  return all.flatMap((comment) => {
    const text = document.text.slice(comment.start, Math.min(comment.end, comment.start + MAX_LENGTH)).trimEnd();
    const [opening] = /^#\s*kubewin:\s*/.exec(text) ?? [];
    if (opening === undefined) return [];
    const location = {
      span: { start: comment.start, end: comment.start + text.length },
      line: lineOf(comment, firstKey, lines, below),
    };
    return [read(text.slice(opening.length), location, lines)];
  });
}

function read(body: string, location: Located, lines: LineIndex): Directive {
  const { span, line } = location;
  const os = /^os=(windows|linux)(?:\s+--.*)?$/.exec(body)?.[1] as OperatingSystem | undefined;
  if (os !== undefined) {
    const appliesTo = (pod: Pod) => line === 'document' || lines.positionAt(pod.spec.span.start).line === line;
    return { kind: 'os', ...location, os, appliesTo };
  }
  const [word = ''] = /^allow(?:-file)?\s+/.exec(body) ?? [];
  const dashes = body.indexOf('--', word.length);
  const list = body.slice(word.length, dashes === -1 ? undefined : dashes).trimEnd();
  const reason = dashes === -1 ? undefined : body.slice(dashes + 2).trimStart();
  if (word === '' || list === '') return { kind: 'unreadable', ...location };
  const listStart = span.end - body.length + word.length;
  const rules = [...list.matchAll(/[^\s,]+/g)].map((match) => {
    const start = listStart + match.index;
    return { id: match[0], span: { start, end: start + match[0].length } };
  });
  return { kind: 'allow', ...location, file: word.startsWith('allow-file'), rules, reason };
}

/** The line that a comment applies to: its own, or the first line below it that is not a comment. */
function lineOf(
  comment: Comment,
  firstKey: number,
  lines: LineIndex,
  below: ReadonlyMap<number, number>,
): number | 'document' {
  if (comment.alone && comment.start < firstKey) return 'document';
  const { line } = lines.positionAt(comment.start);
  return comment.alone ? (below.get(line) ?? line) : line;
}

/** For each comment line, in order, the first line below it that is not a comment line. */
function linesBelow(commentLines: readonly number[]): ReadonlyMap<number, number> {
  const below = new Map<number, number>();
  for (const line of commentLines.toReversed()) below.set(line, below.get(line + 1) ?? line + 1);
  return below;
}
