import { type Position, TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { LineIndex, type PositionEncoding } from '../text/line-index.ts';
import { TextDocuments } from './protocol.ts';

/** The open documents of a client. The library itself supports positions in UTF-16 only. */
export function openDocuments(encoding: PositionEncoding): TextDocuments<TextDocument> {
  return new TextDocuments({
    create: TextDocument.create,
    update: encoding === 'utf-16' ? TextDocument.update : updateInBytes,
  });
}

/** Applies changes whose positions count bytes. The positions of each change refer to the text after the change before it. */
export function updateInBytes(
  document: TextDocument,
  changes: readonly TextDocumentContentChangeEvent[],
  version: number,
): TextDocument {
  return changes.reduce((before, change) => {
    if (!('range' in change)) return TextDocument.update(before, [change], version);
    const lines = new LineIndex(before.getText(), 'utf-8');
    const toUtf16 = (position: Position) => before.positionAt(lines.offsetAt(position));
    const range = { start: toUtf16(change.range.start), end: toUtf16(change.range.end) };
    return TextDocument.update(before, [{ range, text: change.text }], version);
  }, document);
}
