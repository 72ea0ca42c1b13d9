import type { DocumentReport, Workload } from '../../lint/engine/report.ts';
import { type Span, shift } from '../../text/span.ts';
import type { FileReport } from '../../workspace/report.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** A pod that a file writes, itself or as a template of a chart. */
export interface PodOfFile {
  readonly document: DocumentReport;
  readonly workload: Workload;
  /** The URI of the text that contains it: of the file, or of a rendered template. */
  readonly uri: string;
  /** The files that a rendered template is made of; undefined for text of the file itself. */
  readonly sources: readonly string[] | undefined;
  /** Where the file writes the text in a span of the document; undefined if another file does. */
  offsetOf(span: Span): number | undefined;
}

/**
 * The pods of a file. In a chart, rendered text takes the place of what is written, with all sets of values, but for branches
 * that the values close.
 */
export function podsOfFile({ file: { uri }, documents }: FileReport, workspace: Workspace): readonly PodOfFile[] {
  const { charts } = workspace;
  const written = documents.flatMap(({ start, report: document }) =>
    document.workloads.flatMap((workload): PodOfFile[] => {
      if (charts.covers(uri, shift(workload.pod.spec.valueSpan, start))) return [];
      return [{ document, workload, uri, sources: undefined, offsetOf: (span) => start + span.start }];
    }),
  );
  const rendered = charts.renderedOf(uri).flatMap((template) => {
    const { documents: own = [] } = workspace.report(template.uri, true) ?? {};
    workspace.release(template.uri);
    return own.flatMap(({ start, report: document }) =>
      document.workloads.map((workload): PodOfFile => {
        const offsetOf = (span: Span) => {
          const place = template.writtenAt(shift(span, start));
          return place?.uri === uri ? place.span.start : undefined;
        };
        return { document, workload, uri: template.uri, sources: template.sources, offsetOf };
      }),
    );
  });
  return [...written, ...rendered];
}
