import { editsOf, type FixSelection, selectedFixes } from '../../lint/fixes/applicable-fixes.ts';
import { applyEdits, shiftEdit, type TextEdit } from '../../text/edit.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Input } from './input.ts';

/** A file with the selected fixes applied. */
export interface FixedFile<I = Input> {
  readonly input: I;
  readonly before: string;
  /** In the order of the text, without overlaps. */
  readonly edits: readonly TextEdit[];
  readonly text: string;
  readonly fixes: number;
}

/** Applies the selected fixes to a copy of the text of a file; undefined if there are none. */
export function fixFile<I extends Pick<Input, 'uri'>>(
  input: I,
  workspace: Workspace,
  selection: FixSelection,
): FixedFile<I> | undefined {
  const report = workspace.report(input.uri);
  const fixed = (report?.documents ?? []).map(({ report: { document }, findings, start }) => {
    const fixes = selectedFixes(document, findings, selection);
    return { fixes, edits: editsOf(document, fixes).map((edit) => shiftEdit(edit, start)) };
  });
  const edits = fixed.flatMap((document) => document.edits);
  if (report === undefined || edits.length === 0) return undefined;
  const before = report.file.text;
  const fixes = fixed.reduce((sum, document) => sum + document.fixes.length, 0);
  return { input, before, edits, text: applyEdits(before, edits), fixes };
}
