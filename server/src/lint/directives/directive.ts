import type { Pod } from '../../kubernetes/pod.ts';
import { LineIndex } from '../../text/line-index.ts';
import type { Span } from '../../text/span.ts';
import type { OperatingSystem } from '../../windows/verdict.ts';
import { type Comment, comments } from '../../yaml/read/comments.ts';
import type { Document } from '../../yaml/read/document.ts';

/** A comment that begins with `kubewin:` and tells Kubewin something. */
export type Directive = AllowDirective | OsDirective | UnreadableDirective;

interface Placed {
  /** The whole comment. */
  readonly span: Span;
  /** The lines that it is for, counted in the document; `document` where it stands before the first key. */
  readonly line: number | 'document';
}

export interface AllowDirective extends Placed {
  readonly kind: 'allow';
  readonly file: boolean;
  readonly rules: readonly { readonly id: string; readonly span: Span }[];
  readonly reason: string | undefined;
}

export interface OsDirective extends Placed {
  readonly kind: 'os';
  readonly os: OperatingSystem;
  appliesTo(pod: Pod): boolean;
}

export interface UnreadableDirective extends Placed {
  readonly kind: 'unreadable';
}

/** Longer comments are cut, in characters. */
export const MAX_LENGTH = 1_000;

/** The directives in a document's comments, in order. */
export function readDirectives(document: Document): Directive[] {
  if (!document.text.includes('kubewin:')) return [];
  const lines = new LineIndex(document.text);
  const firstKey = document.root?.span.start ?? document.text.length;
  const all = comments(document.masked);
  const own = linesBelow(all.filter((comment) => comment.alone).map((comment) => lines.positionAt(comment.start).line));
  return all.flatMap((comment) => {
    const text = document.text.slice(comment.start, Math.min(comment.end, comment.start + MAX_LENGTH)).trimEnd();
    const [opening] = /^#\s*kubewin:\s*/.exec(text) ?? [];
    if (opening === undefined) return [];
    const placed = {
      span: { start: comment.start, end: comment.start + text.length },
      line: lineOf(comment, firstKey, lines, own),
    };
    return [read(text.slice(opening.length), placed, lines)];
  });
}

function read(body: string, placed: Placed, lines: LineIndex): Directive {
  const { span, line } = placed;
  const os = /^os=(windows|linux)(?:\s+--.*)?$/.exec(body)?.[1] as OperatingSystem | undefined;
  if (os !== undefined) {
    const appliesTo = (pod: Pod) => line === 'document' || lines.positionAt(pod.spec.span.start).line === line;
    return { kind: 'os', ...placed, os, appliesTo };
  }
  const [word = ''] = /^allow(?:-file)?\s+/.exec(body) ?? [];
  const dashes = body.indexOf('--', word.length);
  const list = body.slice(word.length, dashes === -1 ? undefined : dashes).trimEnd();
  const reason = dashes === -1 ? undefined : body.slice(dashes + 2).trimStart();
  if (word === '' || list === '') return { kind: 'unreadable', ...placed };
  const listStart = span.end - body.length + word.length;
  const rules = [...list.matchAll(/[^\s,]+/g)].map((match) => {
    const start = listStart + match.index;
    return { id: match[0], span: { start, end: start + match[0].length } };
  });
  return { kind: 'allow', ...placed, file: word.startsWith('allow-file'), rules, reason };
}

/** The line that a comment is for: its own, or the first one below it that is no comment. */
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

/** For each of these lines, which are in order, the first one below that is none of them. */
function linesBelow(own: readonly number[]): ReadonlyMap<number, number> {
  const below = new Map<number, number>();
  for (const line of own.toReversed()) below.set(line, below.get(line + 1) ?? line + 1);
  return below;
}
