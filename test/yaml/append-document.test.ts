import { expect, test } from 'vitest';
import { applyEdits } from '../../server/src/text/edit.ts';
import { appendDocument, contentOf } from '../../server/src/yaml/edit/append-document.ts';
import { parse } from '../../server/src/yaml/read/document.ts';

const NEW = 'b: 2\n';

/** A document, its content, and the document with another one behind it. */
test.each<[what: string, text: string, content: string, after: string]>([
  ['a plain document', 'a: 1\n', 'a: 1\n', 'a: 1\n---\nb: 2\n'],
  ['comments above it', '# Copyright\n---\n# for a\na: 1\n', 'a: 1\n', '# Copyright\n---\n# for a\na: 1\n---\nb: 2\n'],
  ['comments of its own', 'a: 1 # one\n  # more\n', 'a: 1 # one\n  # more\n', 'a: 1 # one\n  # more\n---\nb: 2\n'],
  ['a comment on what follows', 'a: 1\n\n# the next\n', 'a: 1\n', 'a: 1\n---\nb: 2\n\n# the next\n'],
  ['an end', 'a: 1\n...\n', 'a: 1\n', 'a: 1\n---\nb: 2\n...\n'],
  ['CRLF', 'a: 1\r\nc:\r\n  - 3\r\n', 'a: 1\r\nc:\r\n  - 3\r\n', 'a: 1\r\nc:\r\n  - 3\r\n---\r\nb: 2\r\n'],
  ['no final line break', 'a: 1', 'a: 1', 'a: 1\n---\nb: 2'],
  ['a block scalar', 'a: |\n  x\n', 'a: |\n  x\n', 'a: |\n  x\n---\nb: 2\n'],
])('appends a document behind %s', (_, text, content, after) => {
  const document = parse(text);
  expect(contentOf(document)).toBe(content);
  expect(applyEdits(text, appendDocument(document, NEW) ?? [])).toBe(after);
});

test('applies other edits at the same time', () => {
  const edits = [{ span: { start: 5, end: 10 }, text: '' }];
  expect(applyEdits('a: 1\nb: 2\n', appendDocument(parse('a: 1\nb: 2\n'), NEW, edits) ?? [])).toBe('a: 1\n---\nb: 2\n');
});

test.each([
  ['JSON', '{"a": 1}\n'],
  ['a flow mapping on the line of its marker', '--- {a: 1}\n'],
  ['a list', '- a\n'],
  ['a broken document', 'a: [\n'],
  ['one whose last value would change', 'a: |\n  x'],
  ['nothing', '# a comment\n'],
])('does not append a document behind %s', (_, text) => {
  expect(appendDocument(parse(text), NEW)).toBeUndefined();
});
