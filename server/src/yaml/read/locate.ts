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
