import type { Position } from 'vscode-languageserver';
import { explainWorkload, type WorkloadPage } from '../lint/pages/explain-workload.ts';
import { extentOf } from '../lint/pages/workload.ts';
import { touches } from '../text/span.ts';
import type { FileReport } from '../workspace/workspace.ts';
import { pageOf, placeName, type Translation } from './diagnostic.ts';

/** The page on the workload at a position; `report` has to have every document. */
export function pageAt(report: FileReport, position: Position, translation: Translation): WorkloadPage | null {
  const { file } = report;
  const offset = file.lines.offsetAt(position);
  const one = report.documents.findLast(({ start }) => start <= offset);
  const { client, workspace } = translation;
  const workload = one?.report.workloads.find((each) =>
    touches(extentOf(each, one.report.workloads), offset - one.start),
  );
  if (one === undefined || workload === undefined) return null;
  return explainWorkload(workload, one.report, {
    rules: workspace.rules,
    settings: workspace.settingsOf(file.uri),
    where: (at) => placeName(file, one.start, at, translation, true),
    pageOf: (id) => {
      const url = workspace.rules.rules.find((rule) => rule.id === id)?.sources[0].url;
      return pageOf({ rule: id, url }, client);
    },
    isShown: (finding) => one.findings.includes(finding),
  });
}
