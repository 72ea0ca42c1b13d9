import type { Pod } from '../kubernetes/pod.ts';
import { LineIndex } from '../text/line-index.ts';
import type { Span } from '../text/span.ts';
import type { OperatingSystem } from '../windows/verdict.ts';
import { type Comment, comments } from '../yaml/comments.ts';
import type { Document } from '../yaml/document.ts';

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

/** The directives in a document's comments, in order. */
export function readDirectives(document: Document): Directive[] {
  if (!document.text.includes('kubewin:')) return [];
  const lines = new LineIndex(document.text);
  const firstKey = document.root?.span.start ?? document.text.length;
  const all = comments(document.text);
  const own = new Set(
    all.filter((comment) => comment.ownLine).map((comment) => lines.positionAt(comment.span.start).line),
  );
  return all.flatMap((comment) => {
    const body = /^\s*kubewin:\s*(.*?)\s*$/.exec(comment.text)?.[1];
    if (body === undefined) return [];
    const line = lineOf(comment, firstKey, lines, own);
    return [read(body, comment, line, lines)];
  });
}

function read(body: string, comment: Comment, line: number | 'document', lines: LineIndex): Directive {
  const { span } = comment;
  const os = /^os=(windows|linux)(?:\s+--.*)?$/.exec(body)?.[1] as OperatingSystem | undefined;
  if (os !== undefined) {
    const appliesTo = (pod: Pod) => line === 'document' || lines.positionAt(pod.spec.span.start).line === line;
    return { kind: 'os', span, line, os, appliesTo };
  }
  const [, word, list = '', reason] = /^(allow|allow-file)\s+(.*?)(?:\s*--\s*(.*))?$/.exec(body) ?? [];
  const listStart = span.start + 1 + comment.text.indexOf(list, comment.text.indexOf(word ?? '') + (word?.length ?? 0));
  const ids = [...list.matchAll(/[^\s,]+/g)].map((match) => {
    const start = listStart + match.index;
    return { id: match[0], span: { start, end: start + match[0].length } };
  });
  if (word === undefined || ids.length === 0) return { kind: 'unreadable', span, line };
  return { kind: 'allow', span, line, file: word === 'allow-file', rules: ids, reason };
}

/** The line that a comment is for: its own, or the first one below it that is no comment. */
function lineOf(comment: Comment, firstKey: number, lines: LineIndex, own: ReadonlySet<number>): number | 'document' {
  if (comment.ownLine && comment.span.start < firstKey) return 'document';
  let line = lines.positionAt(comment.span.start).line;
  if (comment.ownLine) while (own.has(line)) line++;
  return line;
}
