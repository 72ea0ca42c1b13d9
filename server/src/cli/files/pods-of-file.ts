import type { DocumentReport, Workload } from '../../lint/engine/report.ts';
import { type Span, shift } from '../../text/span.ts';
import type { FileReport } from '../../workspace/report.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** A document that a file writes, itself or as a template of a chart. */
export interface DocumentOfFile {
  readonly document: DocumentReport;
  /** The URI of the text that contains it: of the file, or of a rendered template. */
  readonly uri: string;
  /** The files that a rendered template is made of; undefined for text of the file itself. */
  readonly sources: readonly string[] | undefined;
  /** Whether rendered text takes the place of a span of the document. */
  isReplaced(span: Span): boolean;
  /** Where the file writes the text in a span of the document; undefined if another file does. */
  offsetOf(span: Span): number | undefined;
}

/** A pod that a file writes. */
export interface PodOfFile extends DocumentOfFile {
  readonly workload: Workload;
}

/** The documents of a file, and those of its rendered text in a chart, with all sets of values. */
export function documentsOfFile({ file: { uri }, documents }: FileReport, workspace: Workspace): DocumentOfFile[] {
  const { charts } = workspace;
  const written = documents.map(
    ({ start, report: document }): DocumentOfFile => ({
      document,
      uri,
      sources: undefined,
      isReplaced: (span) => charts.covers(uri, shift(span, start)),
      offsetOf: (span) => start + span.start,
    }),
  );
  const rendered = charts.renderedOf(uri).flatMap((template) => {
    const { documents: own = [] } = workspace.report(template.uri, true) ?? {};
    workspace.release(template.uri);
    return own.map(({ start, report: document }): DocumentOfFile => {
      const offsetOf = (span: Span) => {
        const place = template.writtenAt(shift(span, start));
        return place?.uri === uri ? place.span.start : undefined;
      };
      return { document, uri: template.uri, sources: template.sources, isReplaced: () => false, offsetOf };
    });
  });
  return [...written, ...rendered];
}

/** The pods of a file. In a chart, rendered text takes the place of what is written, but for branches that the values close. */
export function podsOfFile(report: FileReport, workspace: Workspace): PodOfFile[] {
  return documentsOfFile(report, workspace).flatMap((own) =>
    own.document.workloads
      .filter(({ pod }) => !own.isReplaced(pod.spec.valueSpan))
      .map((workload): PodOfFile => ({ ...own, workload })),
  );
}
