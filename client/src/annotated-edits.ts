import type { TextDocumentEdit, WorkspaceEdit } from 'vscode-languageclient';

/** The number of edits with each annotation of an edit, by its ID. */
export function annotationCounts({ documentChanges = [] }: WorkspaceEdit): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const edit of documentChanges.filter(isTextDocumentEdit).flatMap(({ edits }) => edits)) {
    if ('annotationId' in edit) counts.set(edit.annotationId, (counts.get(edit.annotationId) ?? 0) + 1);
  }
  return counts;
}

/** The edits that have one of the annotations, without their annotations: editors would ask about them again. */
export function editsWith({ documentChanges = [] }: WorkspaceEdit, ids: ReadonlySet<string>): WorkspaceEdit {
  const chosen = documentChanges.filter(isTextDocumentEdit).map(({ textDocument, edits }) => ({
    textDocument,
    edits: edits.flatMap((edit) => {
      if (!('annotationId' in edit) || !('newText' in edit) || !ids.has(edit.annotationId)) return [];
      return [{ range: edit.range, newText: edit.newText }];
    }),
  }));
  return { documentChanges: chosen.filter(({ edits }) => edits.length > 0) };
}

function isTextDocumentEdit(change: object): change is TextDocumentEdit {
  return 'textDocument' in change;
}
