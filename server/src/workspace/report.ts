import type { DirectedFindings } from '../lint/directives/suppression.ts';
import type { DocumentReport } from '../lint/engine/report.ts';
import type { FailedOwnRule } from '../lint/settings/own-rules.ts';
import type { LineIndex } from '../text/line-index.ts';
import type { Span } from '../text/span.ts';
import type { Document } from '../yaml/read/document.ts';

/** A file in which something may matter, as it was last read. */
export interface File {
  readonly uri: string;
  readonly text: string;
  /** The editor's version, if the file is open there. */
  readonly version: number | undefined;
  readonly lines: LineIndex;
}

/** A document of a file, parsed or not. */
export interface DocumentOfFile {
  readonly span: Span;
  readonly document: Document | undefined;
  /** Whether its text has the keys that every manifest has. In an open file, also if an edit made them unreadable. */
  readonly looksLikeManifest: boolean;
}

/** The report on a file, document by document; `FileReport<'start' | 'findings'>` does without the trees of documents. */
export interface FileReport<Parts extends keyof ReportedDocument = keyof ReportedDocument> {
  readonly file: File;
  readonly documents: readonly Pick<ReportedDocument, Parts>[];
  /** The rules of users that could not be evaluated. */
  readonly failedOwnRules: readonly FailedOwnRule[];
}

/** The findings are those that no directive suppresses; `report` has all of them. */
interface ReportedDocument extends DirectedFindings {
  /** The offset of the document in the file. All spans in the report and the findings count from there. */
  readonly start: number;
  readonly report: DocumentReport;
}
