import { expect, test } from 'vitest';
import { hiddenEscapes, isUnclosed, meantScalar, withBackslashes } from '../../server/src/rule-kit/double-quotes.ts';
import { lintText } from '../lint-text.ts';

test.each<[raw: string, escapes: readonly string[]]>([
  [String.raw`"C:\\temp\\x"`, []],
  [String.raw`"say \"hi\", it\'s a \/"`, []],
  [String.raw`"C:\temp\new"`, [String.raw`\t control`, String.raw`\n control`]],
  [String.raw`"\x41\u00e9\U0001f600"`, []],
  [
    String.raw`"\x07\u0085\U00002028"`,
    [String.raw`\x07 control`, String.raw`\u0085 control`, String.raw`\U00002028 control`],
  ],
  [
    String.raw`"\x1f\x20\x7e\x7f\xa0\xa1\u2027\u2029"`,
    [String.raw`\x1f control`, String.raw`\x7f control`, String.raw`\xa0 control`, String.raw`\u2029 control`],
  ],
  [String.raw`"C:\inetpub\Site"`, [String.raw`\i unknown`, String.raw`\S unknown`]],
  [String.raw`"A\user\x1"`, [String.raw`\u incomplete`, String.raw`\x incomplete`]],
  [String.raw`"\\\d"`, [String.raw`\d unknown`]],
  ['"one \\\n  line"', []],
  [String.raw`"D:\"`, []],
  ['"', []],
])('finds the escape sequences of %s', (raw, escapes) => {
  expect(hiddenEscapes(raw).map(({ kind, text }) => `${text} ${kind}`)).toEqual(escapes);
  for (const { text, at } of hiddenEscapes(raw)) expect(raw.slice(at, at + text.length)).toBe(text);
});

test.each<[raw: string, scalar: string, open: boolean]>([
  [String.raw`"D:\"`, String.raw`"D:\"`, true],
  [String.raw`"D:\\"`, String.raw`"D:\\"`, false],
  [String.raw`"D:\\\"`, String.raw`"D:\\\"`, true],
  ['"D:\\"\n  q: 1\n', '"D:\\"', true],
  ['"D:\\" # data\r\n  q: 1\n', '"D:\\"', true],
  ['"say \\"hi\\"\n  twice"', '"say \\"hi\\"\n  twice"', false],
  ['"half', '"half', false],
  ['"', '"', false],
])('finds the intended end of %j', (raw, scalar, open) => {
  expect(meantScalar(raw)).toBe(scalar);
  expect(isUnclosed(scalar)).toBe(open);
});

test.each<[raw: string, text: string]>([
  [String.raw`"C:\new"`, String.raw`C:\new`],
  [String.raw`"C:\\logs\bin"`, String.raw`C:\logs\bin`],
  [String.raw`"\\server\share"`, String.raw`\\server\share`],
  [String.raw`"dir \"C:\temp\""`, String.raw`dir "C:\temp"`],
  [String.raw`"D:\"`, 'D:\\'],
])('reads %s with literal backslashes', (raw, text) => {
  expect(withBackslashes(raw)).toBe(text);
});

test.each<[raw: string, fixes: readonly number[]]>([
  [String.raw`"C:\temp"`, [1]],
  [String.raw`"type C:\temp\new"`, [1]],
  // An escape sequence outside of the path may be intended.
  [String.raw`"type C:\temp\new \t x"`, [0]],
  ['"type C:\\temp\n    and more"', [0]],
  [String.raw`"type C:\\temp"`, []],
])('offers fixes for the argument %s: %j', (raw, fixes) => {
  const text = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  os: { name: windows }
  containers:
  - name: web
    image: registry.example/web:1.0
    args: [cmd, ${raw}]
`;
  const found = lintText(text).filter(({ rule }) => rule === 'yaml/backslash-in-double-quotes');
  expect(found.map((finding) => finding.fixes.length)).toEqual(fixes);
});
