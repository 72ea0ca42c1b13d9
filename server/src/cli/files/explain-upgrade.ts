import { type AtRelease, type Change, changesOf } from './changes.ts';
import type { ExplainedFile, ExplainedWorkload } from './explain-file.ts';

/** The workloads of a file whose verdict, or whose number of problems on Windows, an upgrade changes. */
export function upgradedExplanation(
  reports: readonly AtRelease<ExplainedFile>[],
  target: ExplainedFile,
): ExplainedFile {
  const workloads = workloadChanges(reports).flatMap(({ before, after, since }) =>
    // A template may write a workload only for some releases: then there is no verdict to compare.
    before === undefined || after === undefined ? [] : { ...after, change: { since, before } },
  );
  return { ...target, workloads };
}

export function workloadChanges(reports: readonly AtRelease<ExplainedFile>[]): readonly Change<ExplainedWorkload>[] {
  return changesOf(
    reports.map(({ release, report }) => ({ release, report: report.workloads })),
    ({ object, at }) => JSON.stringify([object, at]),
    ({ verdict: { os, certainty }, moreOnWindows }) => `${os} ${certainty} ${moreOnWindows}`,
  );
}
