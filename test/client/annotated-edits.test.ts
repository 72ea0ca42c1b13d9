import { expect, test } from 'vitest';
import type { WorkspaceEdit } from 'vscode-languageserver/node';
import { annotationCounts, editsWith } from '../../client/src/annotated-edits.ts';

const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } };
const annotated = (annotationId: string) => ({ range, newText: '', annotationId });
const EDIT: WorkspaceEdit = {
  documentChanges: [
    { textDocument: { uri: 'file:///a.yaml', version: 2 }, edits: [annotated('safe'), annotated('other')] },
    { textDocument: { uri: 'file:///b.yaml', version: null }, edits: [annotated('other')] },
  ],
  changeAnnotations: { safe: { label: 'Safe' }, other: { label: 'Other', needsConfirmation: true } },
};

test('counts the edits with each annotation', () => {
  expect([...annotationCounts(EDIT)]).toEqual([
    ['safe', 1],
    ['other', 2],
  ]);
});

test.each<[chosen: string[], files: string[]]>([
  [['safe'], ['file:///a.yaml']],
  [['other'], ['file:///a.yaml', 'file:///b.yaml']],
  [[], []],
])('keeps the edits with %j, which editors do not ask about again', (chosen, files) => {
  const { documentChanges = [], changeAnnotations } = editsWith(EDIT, new Set(chosen));
  expect(changeAnnotations).toBeUndefined();
  expect(documentChanges).toEqual(
    files.map((uri) => ({
      textDocument: { uri, version: uri === 'file:///a.yaml' ? 2 : null },
      edits: [{ range, newText: '' }],
    })),
  );
});
