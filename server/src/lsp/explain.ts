import type { Position } from 'vscode-languageserver';
import type { Workload } from '../lint/engine/report.ts';
import { applicableFixes } from '../lint/fixes/applicable-fixes.ts';
import { explainWorkload, type WorkloadPage } from '../lint/pages/explain-workload.ts';
import { extentOf, moreProblems } from '../lint/pages/workload.ts';
import { t } from '../text/localize.ts';
import { link } from '../text/markdown.ts';
import { type Span, touches } from '../text/span.ts';
import { mayBeWindows } from '../windows/verdict.ts';
import type { FileReport } from '../workspace/report.ts';
import { commandLink, type ProtocolContext, pageOf, placeName } from './diagnostic.ts';

interface PlacedWorkload {
  readonly workload: Workload;
  readonly extent: Span;
  readonly document: FileReport['documents'][number];
  /** The index of the document in the report. */
  readonly index: number;
}

/** The workload at a position. `report` must contain all documents of the file. */
export function workloadAt({ file, documents }: FileReport, position: Position): PlacedWorkload | undefined {
  const offset = file.lines.offsetAt(position);
  const index = documents.findLastIndex(({ start }) => start <= offset);
  const document = documents[index];
  if (document === undefined) return undefined;
  const { workloads } = document.report;
  const workload = workloads.find((workload) => touches(extentOf(workload, workloads), offset - document.start));
  return workload && { workload, extent: extentOf(workload, workloads), document, index };
}

/** The page on the workload at a position. `report` must contain all documents of the file. */
export function pageAt(report: FileReport, position: Position, protocol: ProtocolContext): WorkloadPage | null {
  const found = workloadAt(report, position);
  if (found === undefined) return null;
  const { file } = report;
  const { workload, extent, document, index } = found;
  const { client, workspace, toClient } = protocol;
  const onWindows = mayBeWindows(workload.verdict) ? workspace.reportOnWindows(file.uri, true) : undefined;
  return explainWorkload(workload, document.report, {
    rules: workspace.lintContext(file.uri).rules,
    settings: workspace.settingsOf(file.uri),
    moreOnWindows: moreProblems(extent, document.findings, onWindows?.documents[index]?.findings ?? []),
    where: (at) => placeName(file, document.start, at, protocol, true),
    pageOf: (id) => {
      const url = workspace.lintContext(file.uri).rules.rules.find((rule) => rule.id === id)?.sources[0].url;
      return pageOf({ rule: id, url }, client);
    },
    isShown: (finding) => document.findings.includes(finding),
    fixOf: (finding) => {
      const [first] = applicableFixes(document.report.document, finding).applicable;
      if (first === undefined || client.applyFixCommand === undefined) return undefined;
      const title = t(first.fix.title);
      const position = file.lines.positionAt(document.start + finding.at.start);
      return link(title.replaceAll('`', ''), commandLink(client.applyFixCommand, toClient(file.uri), position, title));
    },
  });
}
