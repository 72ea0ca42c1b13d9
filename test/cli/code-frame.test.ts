import { expect, test } from 'vitest';
import { codeFrame } from '../../server/src/cli/formats/code-frame.ts';
import { painter } from '../../server/src/cli/terminal/style.ts';
import { LineIndex } from '../../server/src/text/line-index.ts';

const LONG = 'x'.repeat(60);

test.each<[string, string, string[]]>([
  ['a line', 'a: 1\nhostPID: «true»\nb: 2\n', ['2 | hostPID: true', '  |          ^^^^']],
  ['the end of a line', 'a: «»\r\nb: 1', ['1 | a:', '  |    ^']],
  ['several lines', '«a:\n  b: 1»\n', ['1 | a:', '  | ^^']],
  ['tabs', '{\t"a":\t«true»}', ['1 | {    "a":    true}', '  |              ^^^^']],
  ['wide characters', '# 窓 «hostPID» 窓', ['1 | # 窓 hostPID 窓', '  |      ^^^^^^^']],
  ['combining characters', 'e\u0301 «a\u0308b» c', ['1 | e\u0301 a\u0308b c', '  |   ^^']],
  ['emoji', '🪟 «🐧🐧»', ['1 | 🪟 🐧🐧', '  |    ^^^^']],
  ['control characters', '\u001b[1m«a\u0007»', ['1 | ␛[1ma␇', '  |     ^^']],
  [
    'a long text before the span',
    `${LONG} «ab»`,
    ['1 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ab', '  |                                  ^^'],
  ],
  ['a long text after the span', `«ab» ${LONG}`, ['1 | ab xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…', '  | ^^']],
  [
    'a long text on both sides',
    `${LONG}«ab»${LONG}`,
    ['1 | …xxxxxxxxxxabxxxxxxxxxxxxxxxxxxxxxx…', '  |            ^^'],
  ],
  [
    'a span that is too long',
    `a: «${LONG}» b`,
    ['1 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…', '  |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^'],
  ],
])('%s', (_, marked, frame) => {
  const start = marked.indexOf('«');
  const text = marked.replace('«', '').replace('»', '');
  const span = { start, end: marked.indexOf('»') - 1 };
  const position = new LineIndex(text).positionAt(start);
  expect(codeFrame(text, span, position, { width: 40, paint: painter(false), color: 'red' })).toEqual(frame);
});
