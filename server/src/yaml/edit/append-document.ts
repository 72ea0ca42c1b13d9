import { applyEdits, type TextEdit } from '../../text/edit.ts';
import { type Document, parse } from '../read/document.ts';
import { lineBelow } from '../read/lines.ts';
import { slice } from '../read/slice.ts';
import { equals, plainOf } from './plain.ts';

/**
 * The text of a document from its first key to its last line, so that a copy of it can be added: without the comments above
 * it, its `---` line and anything behind it. Undefined for a template, and unless the document is a block mapping that
 * begins a line.
 */
export function contentOf(document: Document): string | undefined {
  const span = contentSpan(document);
  return span && document.text.slice(span.start, span.end);
}

/**
 * Adds another document directly behind one, together with other edits of that one. The edits have been applied, and the
 * result has been parsed: it is exactly the two documents. Undefined if this is not possible, as in JSON.
 */
export function appendDocument(
  document: Document,
  added: string,
  edits: readonly TextEdit[] = [],
): readonly TextEdit[] | undefined {
  const span = contentSpan(document);
  if (span === undefined || document.errors.length > 0) return undefined;
  const { text } = document;
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = added.split(/\r?\n/).join(lineBreak);
  const endsWithBreak = text[span.end - 1] === '\n';
  const behind = endsWithBreak ? `---${lineBreak}${lines}` : `${lineBreak}---${lineBreak}${lines.trimEnd()}`;
  const all = [...edits, { span: { start: span.end, end: span.end }, text: behind }];
  const result = applyEdits(text, all);
  const [first, second, ...others] = slice(result).map(({ start, end }) => result.slice(start, end));
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  return isSame(first, applyEdits(text, edits)) && isSame(second, added) ? all : undefined;
}

function contentSpan({
  text,
  root,
  template,
  isItem,
}: Document): { readonly start: number; readonly end: number } | undefined {
  // An item of a `List` ends where the piece ends.
  if (isItem) return { start: 0, end: text.length };
  if (root === undefined || !root.isMapping || template !== undefined) return undefined;
  const { start, end } = root.valueSpan;
  if (text[start] === '{' || (start > 0 && text[start - 1] !== '\n')) return undefined;
  const last = lineBelow(text, end);
  // Indented comments belong to the document, and those in column 0 to the text behind it.
  const comments = /^(?:[ \t]+#.*(?:\n|$))*/.exec(text.slice(last))?.[0] ?? '';
  return { start, end: last + comments.length };
}

function isSame(text: string, expected: string): boolean {
  const [found, wanted] = [parse(text), parse(expected)];
  const [data, other] = [plainOf(found), plainOf(wanted)];
  return found.errors.length === 0 && data !== undefined && other !== undefined && equals(data, other);
}
