/** A stretch of text in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The same span with offsets that count from elsewhere. */
export function shift(span: Span, by: number): Span {
  return { start: span.start + by, end: span.end + by };
}

/** Whether `outer` holds all of `inner`. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether the offset lies in the span, its end included: a cursor stands behind the last character it belongs to. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}
