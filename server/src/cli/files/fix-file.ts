import { fixAll, safeFixes } from '../../lint/fixes/applicable-fixes.ts';
import { applyEdits, shiftEdit, type TextEdit } from '../../text/edit.ts';
import type { FileReport } from '../../workspace/report.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Input } from './input.ts';

/** A file with all safe fixes applied. */
export interface FixedFile {
  readonly input: Input;
  readonly before: string;
  /** In the order of the text, without overlaps. */
  readonly edits: readonly TextEdit[];
  readonly text: string;
  readonly fixes: number;
}

/** Applies all safe fixes to a copy of the text of a file; undefined if there are none. */
export function fixFile(input: Input, workspace: Workspace): FixedFile | undefined {
  const report = workspace.report(input.uri);
  const edits = (report?.documents ?? []).flatMap(({ report: { document }, findings, start }) =>
    fixAll(document, findings).map((edit) => shiftEdit(edit, start)),
  );
  if (report === undefined || edits.length === 0) return undefined;
  const before = report.file.text;
  return { input, before, edits, text: applyEdits(before, edits), fixes: countSafe(report) };
}

function countSafe(report: FileReport): number {
  return report.documents.reduce(
    (sum, { report: { document }, findings }) => sum + safeFixes(document, findings).length,
    0,
  );
}
