import { type Position, TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { LineIndex, type PositionEncoding } from '../text/line-index.ts';
import { TextDocuments } from './protocol.ts';

/** The open documents of a client, which the library only knows in UTF-16. */
export function openDocuments(encoding: PositionEncoding): TextDocuments<TextDocument> {
  return new TextDocuments({
    create: TextDocument.create,
    update: encoding === 'utf-16' ? TextDocument.update : updateInBytes,
  });
}

/** Makes changes whose positions count bytes. Each is one of the text after the change before it. */
export function updateInBytes(
  document: TextDocument,
  changes: readonly TextDocumentContentChangeEvent[],
  version: number,
): TextDocument {
  return changes.reduce((before, change) => {
    if (!('range' in change)) return TextDocument.update(before, [change], version);
    const lines = new LineIndex(before.getText(), 'utf-8');
    const ours = (position: Position) => before.positionAt(lines.offsetAt(position));
    const range = { start: ours(change.range.start), end: ours(change.range.end) };
    return TextDocument.update(before, [{ range, text: change.text }], version);
  }, document);
}
