import { editsOf, selectedFixes } from '../lint/fixes/applicable-fixes.ts';
import { AUTOMATIC } from '../lint/rule.ts';
import { applyEdits, shiftEdit, type TextEdit } from '../text/edit.ts';
import type { FileReport } from '../workspace/report.ts';

/** What `kubewin_fix` changes in a file. */
export interface Fixed {
  /** In the order of the text, without overlaps. Offsets count from the start of the file. */
  readonly edits: readonly TextEdit[];
  readonly text: string;
  /** The rule, the line and the title of each fix. */
  readonly applied: readonly string[];
}

/** Applies the safe fixes to a copy of a text, and the removal of fields without effect if that is wanted. */
export function fixed({ file, documents }: FileReport, ineffective: boolean): Fixed {
  const applied: string[] = [];
  const edits = documents.flatMap(({ report: { document }, findings, start }) => {
    const fixes = selectedFixes(document, findings, { safeties: ineffective ? AUTOMATIC : ['safe'] });
    for (const { rule, at, fixes: own } of findings) {
      const fix = own.find((each) => fixes.includes(each));
      const { line } = file.lines.positionAt(start + at.start);
      if (fix !== undefined) applied.push(`${rule}, line ${line + 1}: ${fix.title}`);
    }
    return editsOf(document, fixes).map((edit) => shiftEdit(edit, start));
  });
  return { edits, text: applyEdits(file.text, edits), applied };
}

const MAX_APPLIED = 50;

/** The answer as JSON: the fixes that were applied, and more that depends on the host. */
export function fixedJson({ applied }: Fixed, more: Readonly<Record<string, unknown>>): string {
  const others = applied.length - MAX_APPLIED;
  return JSON.stringify({
    applied: applied.slice(0, MAX_APPLIED),
    ...(others > 0 ? { omitted: `${others} more fixes were applied.` } : {}),
    ...more,
  });
}

/** The answer if there is nothing to fix. */
export const NOTHING_TO_FIX = JSON.stringify({
  applied: [],
  note: 'No safe fix is available. kubewin_check lists what is left and the fixes that need a decision.',
});
