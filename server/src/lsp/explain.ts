import type { Position } from 'vscode-languageserver';
import { explainWorkload, type WorkloadPage } from '../lint/pages/explain-workload.ts';
import { extentOf } from '../lint/pages/workload.ts';
import { touches } from '../text/span.ts';
import type { FileReport } from '../workspace/report.ts';
import { type ProtocolContext, pageOf, placeName } from './diagnostic.ts';

/** The page on the workload at a position. `report` must contain all documents of the file. */
export function pageAt(report: FileReport, position: Position, protocol: ProtocolContext): WorkloadPage | null {
  const { file } = report;
  const offset = file.lines.offsetAt(position);
  const document = report.documents.findLast(({ start }) => start <= offset);
  const { client, workspace } = protocol;
  const workload = document?.report.workloads.find((workload) =>
    touches(extentOf(workload, document.report.workloads), offset - document.start),
  );
  if (document === undefined || workload === undefined) return null;
  return explainWorkload(workload, document.report, {
    rules: workspace.rules,
    settings: workspace.settingsOf(file.uri),
    where: (at) => placeName(file, document.start, at, protocol, true),
    pageOf: (id) => {
      const url = workspace.rules.rules.find((rule) => rule.id === id)?.sources[0].url;
      return pageOf({ rule: id, url }, client);
    },
    isShown: (finding) => document.findings.includes(finding),
  });
}
