import { contains, type Span, touches } from '../../text/span.ts';
import type { Document } from './document.ts';
import type { Field } from './field.ts';

/** The innermost field whose key or value an offset touches; undefined where there is none. */
export function fieldAt(document: Document, offset: number): Field | undefined {
  let found: Field | undefined;
  const branch = document.template?.branchAt(offset);
  const view = document.views.find((one) => one.branch === branch);
  for (let field = view?.root; field !== undefined; field = childAt(field, offset)) found = field;
  return found === undefined || found.parent === undefined ? undefined : found;
}

function childAt(field: Field, offset: number): Field | undefined {
  const children = field.isMapping ? field.entries().map(([, child]) => child) : field.items();
  // What is reached through an alias is written elsewhere. Where one field ends and the next begins the next is meant.
  return children.findLast((child) => !child.shared && touches(child.wholeSpan, offset));
}

/** The innermost field that holds a whole span. */
export function fieldAround(document: Document, span: Span): Field | undefined {
  let field = fieldAt(document, span.start);
  while (field !== undefined && !contains(field.wholeSpan, span)) field = field.parent;
  return field;
}

/** Where a comment on a span is looked for: what is in a text of several lines has its comment at the first of them. */
export function placeForComment(document: Document, span: Span): number {
  const field = fieldAround(document, span);
  return field?.isScalar ? Math.min(span.start, field.valueSpan.start) : span.start;
}
