import { type Position, RequestType } from 'vscode-languageserver';
import type { Place } from '../kubernetes/facts.ts';
import { explainWorkload, type WorkloadPage } from '../lint/pages/explain-workload.ts';
import { extentOf } from '../lint/pages/workload.ts';
import { link } from '../text/markdown.ts';
import { type Span, touches } from '../text/span.ts';
import type { DocumentReport, FileReport } from '../workspace/workspace.ts';
import { locate, pageOf, type Translation } from './diagnostic.ts';

export interface ExplainParams {
  readonly uri: string;
  readonly position: Position;
}

/** Asks for the page on the workload at a position; null where there is none. */
export const ExplainRequest = new RequestType<ExplainParams, WorkloadPage | null, void>('kubewin/explain');

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
    where: (at) => placeLink(report, one, at, translation),
    pageOf: (id) => {
      const url = workspace.rules.rules.find((rule) => rule.id === id)?.sources[0].url;
      return pageOf({ rule: id, url }, client);
    },
    isShown: (finding) => one.findings.includes(finding),
  });
}

function placeLink(
  { file }: FileReport,
  { start }: DocumentReport,
  at: Span | Place,
  { workspace, uriFor }: Translation,
): string {
  const place = locate(file, start, at, workspace);
  if (place === undefined) return 'in a file that is gone';
  const { uri } = place.file;
  const line = place.range.start.line + 1;
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  const shown = uri.startsWith('file:') ? decodeURIComponent(name) : name;
  return link(uri === file.uri ? `line ${line}` : `${shown}, line ${line}`, `${uriFor(uri)}#L${line}`);
}
