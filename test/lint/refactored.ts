import type { Workload } from '../../server/src/lint/engine/report.ts';
import type { Refactoring } from '../../server/src/lint/refactorings/refactoring.ts';
import { refactorings } from '../../server/src/lint/refactorings/refactorings.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { applyEdits, shiftEdit } from '../../server/src/text/edit.ts';
import type { FileReport } from '../../server/src/workspace/report.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';

export const URI = 'file:///work/test.yaml';

/** A refactoring of a workload, and the text of the file after it; undefined if it is not possible. */
export interface Offered {
  readonly workload: Workload;
  readonly refactoring: Refactoring;
  readonly text: string | undefined;
}

/** A workspace with one folder, in which this file is open, and other files by name. */
export function workspaceOf(
  text: string,
  settings: Partial<Settings> = {},
  others: Readonly<Record<string, string>> = {},
): Workspace {
  const workspace = testWorkspace();
  workspace.setFolders(['file:///work']);
  workspace.setSettings('file:///work', { ...DEFAULT_SETTINGS, ...settings });
  for (const [name, other] of Object.entries(others)) workspace.setOnDisk(`file:///work/${name}`, other);
  workspace.open(URI, text, 1);
  return workspace;
}

export function wholeReport(workspace: Workspace): FileReport {
  const report = workspace.report(URI, true);
  if (report === undefined) throw new Error('an open file has a report');
  return report;
}

/** All refactorings in the open file, by workload, for all workloads or some of them. */
export function offered(workspace: Workspace, isIncluded: (workload: Workload) => boolean = () => true): Offered[] {
  const { file, documents } = wholeReport(workspace);
  const reports = documents.map(({ report }) => report);
  return reports.flatMap((report) =>
    report.workloads.filter(isIncluded).flatMap((workload) =>
      refactorings(workload, report, reports, workspace.lintContext(URI)).map((refactoring) => {
        if (!refactoring.ok) return { workload, refactoring, text: undefined };
        const edits = documents.flatMap(({ start, report: { document } }) =>
          (refactoring.edits.get(document) ?? []).map((edit) => shiftEdit(edit, start)),
        );
        return { workload, refactoring, text: applyEdits(file.text, edits) };
      }),
    ),
  );
}
