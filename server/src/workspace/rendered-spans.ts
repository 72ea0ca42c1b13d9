import type { RenderedTemplate } from '../lint/charts/rendered-template.ts';
import type { Span } from '../text/span.ts';

/** Templates by the files whose text is in them, in the order of their URIs. */
export function grouped(templates: readonly RenderedTemplate[]): Map<string, RenderedTemplate[]> {
  const result = new Map<string, RenderedTemplate[]>();
  for (const template of templates.toSorted((a, b) => (a.uri < b.uri ? -1 : 1))) {
    for (const uri of template.sources) result.set(uri, [...(result.get(uri) ?? []), template]);
  }
  return result;
}

/** The spans of each file that are rendered, in order and without overlaps. */
export function coveredSpans(templates: readonly RenderedTemplate[]): Map<string, Span[]> {
  const byUri = new Map<string, Span[]>();
  for (const template of templates) {
    for (const [uri, span] of template.written()) {
      const spans = byUri.get(uri) ?? [];
      spans.push(span);
      byUri.set(uri, spans);
    }
  }
  for (const [uri, spans] of byUri) byUri.set(uri, merged(spans));
  return byUri;
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || span.start > last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return result;
}
