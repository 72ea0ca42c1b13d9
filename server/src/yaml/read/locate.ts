import { contains, type Span, touches } from '../../text/span.ts';
import type { Document } from './document.ts';
import type { Field } from './field.ts';

/** The innermost field whose key or value an offset touches. */
export function fieldAt(document: Document, offset: number): Field | undefined {
  let found: Field | undefined;
  const branch = document.template?.branchAt(offset);
  const view = document.views.find((other) => other.branch === branch);
  for (let field = view?.root; field !== undefined; field = childAt(field, offset)) found = field;
  return found === undefined || found.parent === undefined ? undefined : found;
}

function childAt(field: Field, offset: number): Field | undefined {
  const children = field.isMapping ? field.entries().map(([, child]) => child) : field.items();
  // Fields that are reached through an alias are written elsewhere. Between two adjacent fields, the second one counts.
  return children.findLast((child) => !child.shared && touches(child.wholeSpan, offset));
}

/** The innermost field that contains a span. */
export function fieldAround(document: Document, span: Span): Field | undefined {
  let field = fieldAt(document, span.start);
  while (field !== undefined && !contains(field.wholeSpan, span)) field = field.parent;
  return field;
}

/** The offset at which comments on a span apply: for a span in a multi-line scalar, the start of the scalar. */
export function placeForComment(document: Document, span: Span): number {
  const field = fieldAround(document, span);
  return field?.isScalar ? Math.min(span.start, field.valueSpan.start) : span.start;
}

/**
 * The place of a part of a scalar's value in its document. The whole scalar where escape sequences make that uncertain.
 */
export function spanInScalar(field: Field, { start, end }: Span): Span {
  const { raw, valueSpan } = field;
  const value = field.source ?? '';
  const isQuoted = /^["']/.test(raw);
  if (isQuoted && raw.slice(1, -1).includes(raw.startsWith('"') ? '\\' : "''")) return valueSpan;
  /** The offsets in the raw text of each character of the value, and of its end. */
  const offsets: number[] = [];
  let at = isQuoted ? 1 : /^[|>]/.test(raw) ? raw.indexOf('\n') + 1 : 0;
  for (const character of value) {
    // Blanks may be written as line breaks with an indentation.
    const isBlank = /\s/.test(character);
    while (at < raw.length && /\s/.test(raw.charAt(at)) && !isBlank) at++;
    offsets.push(at);
    at += character.length;
  }
  const last = offsets[Math.max(start, end - 1)];
  return {
    start: valueSpan.start + (offsets[start] ?? at),
    end: valueSpan.start + (last === undefined ? at : last + 1),
  };
}
