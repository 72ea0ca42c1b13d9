import { expect, test } from 'vitest';
import { type Quoting, scalarText } from '../../server/src/yaml/edit/scalar.ts';

/** Words that parsers of YAML 1.1 read as a boolean, null or a number, some of them in any case. */
const OTHER_TYPES = ['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null', 'nan', 'inf', 'infinity'];

test.each(OTHER_TYPES)('quotes the string %s in any case', (word) => {
  for (const text of [word, word.toUpperCase(), (word[0] ?? '').toUpperCase() + word.slice(1)]) {
    expect(scalarText(text, 'plain')).toBe(`'${text}'`);
    expect(scalarText(`${text}x`, 'plain')).toBe(`${text}x`);
    expect(scalarText(`x${text}`, 'plain')).toBe(`x${text}`);
  }
});

test.each<[text: string, quoting: Quoting, written: string]>([
  ['windows', 'plain', 'windows'],
  ['windows', 'single', "'windows'"],
  ['windows', 'double', '"windows"'],
  ['C:\\data', 'plain', "'C:\\data'"],
  ['C:\\data', 'double', "'C:\\data'"],
  ['C:\\data', 'json', '"C:\\\\data"'],
  ["it's", 'plain', "'it''s'"],
  ['a\tb', 'plain', '"a\\tb"'],
  ['10.0.20348', 'plain', "'10.0.20348'"],
  ['10.0.20348', 'version', '10.0.20348'],
  ['10.0', 'version', "'10.0'"],
  ['a', 'version', 'a'],
  ['512Mi', 'plain', '512Mi'],
  ['1.5G', 'plain', '1.5G'],
  ['500m', 'plain', '500m'],
  ['5E', 'plain', "'5E'"],
  ['5', 'plain', "'5'"],
  ['a: b', 'plain', "'a: b'"],
  ['a:', 'plain', "'a:'"],
  ['a:b', 'plain', 'a:b'],
  ['a ', 'plain', "'a '"],
  ['-a', 'plain', "'-a'"],
  ['', 'plain', "''"],
])('writes %j in the style %s', (text, quoting, written) => {
  expect(scalarText(text, quoting)).toBe(written);
});
