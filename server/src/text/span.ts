/** A range of a text in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span with its offsets shifted. */
export function shift(span: Span, by: number): Span {
  return { start: span.start + by, end: span.end + by };
}

/** Whether `outer` contains `inner`. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether an offset is in a span or at its end: a cursor at the end of a word still belongs to it. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}
