import { expect, test } from 'vitest';
import { keepsComments } from '../../server/src/yaml/edit/edits.ts';
import { lexedComments } from '../../server/src/yaml/read/comments.ts';

/** An edit that replaces the only occurrence of `part` in a text by `text`. */
function edit(whole: string, part: string, text = '') {
  const start = whole.indexOf(part);
  if (start === -1 || whole.lastIndexOf(part) !== start) throw new Error(`not once: ${part}`);
  return { span: { start, end: start + part.length }, text };
}

const TEXT = `# alone
a: 1 # one
b:
  # inner
  - c: [2,   # two
        3]
  - d # three
`;

/** The last check before edits are offered: a comment at the end of a line is removed only with what it follows. */
test.each<[name: string, kept: boolean, ...edits: (readonly [part: string, text?: string])[]]>([
  ['no edits', true],
  ['what stands before a comment', true, ['a: 1', 'a: 2']],
  ['a comment alone', false, [' # one']],
  ['a part of a comment', false, ['one\nb', 'on\nb']],
  ['a comment that is replaced', true, [' # one', '  # one']],
  ['a value with the comment after it', true, ['1 # one', '2']],
  ['a line with its comment', true, ['a: 1 # one\n']],
  ['a comment after a comma, and blanks before it', false, ['   # two']],
  ['a comma and the comment after it', false, [',   # two']],
  ['the value before the comma, too', true, ['2,   # two\n        ']],
  ['a comment on its own line, which is handled elsewhere', true, ['  # inner\n']],
  ['the end of a line and the beginning of the next', false, [' # one\nb', '\nb']],
  ['two comments, of which one goes with its value', false, ['2,   # two\n        '], [' # three']],
  ['two comments, of which the first goes alone', false, [' # one'], ['- d # three']],
  ['two comments with their values', true, ['1 # one', '2'], ['- d # three']],
  ['an edit across two comments that removes the second', true, ['1 # one\nb:\n  # inner\n  - c: [2,   # two', '2']],
  ['what begins where a comment ends', true, ['\nb:\n', '\nc:\n']],
  ['an insertion before a comment', true, ['  - d', '  - x\n  - d']],
])('%s: %s', (_, kept, ...parts) => {
  const edits = parts.map(([part, text]) => edit(TEXT, part, text));
  expect(keepsComments({ text: TEXT, comments: lexedComments(TEXT) }, edits)).toBe(kept);
});
