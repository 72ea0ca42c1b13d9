import type { TextEdit } from '../text/edit.ts';
import type { Change } from '../yaml/change.ts';
import type { Document } from '../yaml/document.ts';
import { editsFor } from '../yaml/edits.ts';
import { fieldAround } from '../yaml/locate.ts';
import type { Finding } from './finding.ts';
import type { Fix } from './rule.ts';

/** A fix that was tried on the document and does exactly what it says. */
export interface Offer {
  readonly fix: Fix;
  /** Offsets count from the start of the document. */
  readonly edits: readonly TextEdit[];
}

/** The fixes of a finding that can be made in this document, best first. */
export function offers(document: Document, finding: Finding): Offer[] {
  return finding.fixes.flatMap((fix) => {
    const plan = editsFor(document, fix.changes);
    return plan.ok ? [{ fix, edits: plan.edits }] : [];
  });
}

/** Writes a directive above the line of a finding; undefined where no comment can stand there. */
export function allowHere(document: Document, finding: Finding): Offer | undefined {
  const field = fieldAround(document, finding.at);
  if (field === undefined || finding.object === undefined) return undefined;
  const fix: Fix = {
    title: `Allow \`${finding.rule}\` here`,
    safety: 'review',
    changes: [{ kind: 'comment', path: field.path, text: ` kubewin: allow ${finding.rule}` }],
  };
  const plan = editsFor(document, fix.changes);
  return plan.ok ? { fix, edits: plan.edits } : undefined;
}

/** All safe fixes of a document's findings at once, as far as they can be made together. */
export function fixAll(document: Document, findings: readonly Finding[]): readonly TextEdit[] {
  const fixes = safeFixes(document, findings);
  const plan = fixes.length > 0 ? editsFor(document, changesOf(fixes)) : undefined;
  return plan?.ok ? plan.edits : [];
}

/** The safe fixes that `fixAll` makes. */
export function safeFixes(document: Document, findings: readonly Finding[]): readonly Fix[] {
  const fixes = findings.flatMap((finding) => finding.fixes.find((fix) => fix.safety === 'safe') ?? []);
  if (fixes.length === 0 || editsFor(document, changesOf(fixes)).ok) return fixes;
  const together: Fix[] = [];
  for (const fix of fixes) {
    if (editsFor(document, changesOf([...together, fix])).ok) together.push(fix);
  }
  return together;
}

function changesOf(fixes: readonly Fix[]): Change[] {
  return fixes.flatMap((fix) => fix.changes);
}
