import { expect, test } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import { mask } from '../../server/src/yaml/read/mask.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { compared, sharedManifests, sharedText } from '../shared.ts';

const pieces = (text: string) => slice(text).map(({ start, end }) => text.slice(start, end));

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['one document', 'a: 1\n', ['a: 1\n']],
  ['an opening marker', '---\na: 1\n', ['---\na: 1\n']],
  ['two documents', 'a: 1\n---\nb: 2\n', ['a: 1\n', '---\nb: 2\n']],
  ['comments before the first marker', '# c\n\n---\na: 1\n', ['# c\n\n---\na: 1\n']],
  ['a marker with content', '--- {a: 1}\n--- {b: 2}\n', ['--- {a: 1}\n', '--- {b: 2}\n']],
  ['an end marker', 'a: 1\n...\n# c\n---\nb: 2\n', ['a: 1\n...\n', '# c\n---\nb: 2\n']],
  ['comments at the end', 'a: 1\n...\n# c\n', ['a: 1\n...\n# c\n']],
  ['empty documents', '---\n---\n', ['---\n', '---\n']],
  ['CRLF', 'a: 1\r\n---\r\nb: 2\r\n', ['a: 1\r\n', '---\r\nb: 2\r\n']],
  ['a block scalar that a marker ends', 'a: |\n  x\n---\nb: 2', ['a: |\n  x\n', '---\nb: 2']],
  ['more than three dashes', '----\n', ['----\n']],
  ['indented dashes', 'a: |\n  ---\n', ['a: |\n  ---\n']],
  ['actions of a template', '{{- if .a }}\n---\na: 1\n{{ end }}\n', ['{{- if .a }}\n---\na: 1\n{{ end }}\n']],
  [
    'templates that a chart defines',
    '{{/* c */}}\n{{- define "a" -}}\na: 1\n{{- end }}\n{{ define "b" }}\nb: 2\n{{ end }}\n',
    ['{{/* c */}}\n{{- define "a" -}}\na: 1\n{{- end }}\n', '{{ define "b" }}\nb: 2\n{{ end }}\n'],
  ],
  [
    'an indented definition',
    'a:\n  {{- define "b" }}\n  b: 2\n  {{- end }}\n',
    ['a:\n  {{- define "b" }}\n  b: 2\n  {{- end }}\n'],
  ],
  ['a byte order mark', '\uFEFF---\na: 1\n', ['\uFEFF---\na: 1\n']],
])('slices %s', (_, text, expected) => {
  expect(pieces(text)).toEqual(expected);
});

const OPTIONS = { version: '1.1', uniqueKeys: false, prettyErrors: false } as const;

test('cuts real manifests into the documents that the parser finds', () => {
  const files = ['windows', 'linux', 'helm', 'nonk8s'].flatMap((area) => sharedManifests(`corpus/${area}`));
  for (const file of files) {
    const text = sharedText(file);
    const spans = slice(text);
    expect(spans.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    if (text.length > 200_000) continue;
    const whole = parseAllDocuments(mask(text).text, OPTIONS);
    // A file with only comments or template actions is one slice without a document.
    const documents = 'empty' in whole ? [] : whole;
    if (documents.length === 0 || documents.some((document) => document.errors.length > 0)) continue;
    expect(spans.length, file).toBe(documents.length);
    // A single slice is the whole text, which has been compared.
    if (spans.length === 1) continue;
    const parsed = spans.map(({ start, end }) => parseDocument(mask(text.slice(start, end)).text, OPTIONS));
    expect(
      parsed.map(({ contents }) => String(contents)),
      file,
    ).toEqual(documents.map((document) => String(document.contents)));
  }
  compared('files cut into documents', files.length);
});
