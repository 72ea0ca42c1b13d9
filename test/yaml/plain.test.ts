import { expect, test } from 'vitest';
import { equals, graft, Mapping, type Plain, plainOf } from '../../server/src/yaml/edit/plain.ts';
import { parse } from '../../server/src/yaml/read/document.ts';

function read(text: string): Plain {
  const data = plainOf(parse(text));
  if (data === undefined) throw new Error(`not readable: ${text}`);
  return data;
}

test.each<[actual: string, expected: string, areEqual: boolean]>([
  ['{a: 1, b: [x]}', '{a: 1, b: [x]}', true],
  ['{a: 1, b: 2}', '{b: 2, a: 1}', false],
  ['{a: 1}', '{a: 1, b: 2}', false],
  ['{a: 1, b: 2}', '{a: 1}', false],
  ['{a: 1}', '{a: "1"}', false],
  ['{a: null}', '{b: null}', false],
  ['[1, 2]', '[1, 2]', true],
  ['[1, 2]', '[2, 1]', false],
  ['[1]', '[1, 2]', false],
  ['[1, 2]', '[1]', false],
  ['{}', '[]', false],
  ['[]', '{}', false],
  ['1', '{}', false],
])('compares %s with %s: %s', (actual, expected, areEqual) => {
  expect(equals(read(actual), read(expected))).toBe(areEqual);
});

test('ignores the position of added keys only', () => {
  const expected = new Mapping([
    ['new', 0],
    ['a', 1],
    ['b', 2],
  ]);
  expected.added.add('new');
  const orders = ['{new: 0, a: 1, b: 2}', '{a: 1, new: 0, b: 2}', '{a: 1, b: 2, new: 0}'];
  expect(orders.map((order) => equals(read(order), expected))).toEqual([true, true, true]);
  expect(equals(read('{b: 2, new: 0, a: 1}'), expected)).toBe(false);
  expect(equals(read('{a: 1, b: 2, new: 1}'), expected)).toBe(false);
});

test.each<[into: string, path: string, value: string, append: boolean, result: string | false]>([
  ['{a: 1}', 'b', '2', false, '{a: 1, b: 2}'],
  ['{a: 1}', 'b.c', '2', false, '{a: 1, b: {c: 2}}'],
  ['{a: {b: 1}}', 'a.c', '2', false, '{a: {b: 1, c: 2}}'],
  ['{a: null}', 'a.b', '1', false, '{a: {b: 1}}'],
  ['{a: 1}', 'a', '1', false, '{a: 1}'],
  ['{a: 1}', 'a', '2', false, false],
  ['{a: 1}', 'a.b', '2', false, false],
  ['{a: {b: 1}}', 'a', '{c: 2}', false, '{a: {b: 1, c: 2}}'],
  ['{a: {b: 1}}', 'a', '{b: 2}', false, false],
  ['{a: {b: 1}}', 'a', '{}', false, false],
  ['{a: {}}', 'a', '{}', false, '{a: {}}'],
  ['{a: [1]}', 'a', '[2]', true, '{a: [1, 2]}'],
  ['{a: [1]}', 'a', '[2]', false, false],
  ['{a: 1}', 'a', '[2]', true, false],
])('grafts into %s at %s: %s', (into, path, value, append, result) => {
  const data = read(into);
  expect(graft(data, path.split('.'), read(value), append)).toBe(result !== false);
  if (result !== false) expect(equals(data, read(result))).toBe(true);
});

test.each<[text: string, data: string | undefined]>([
  ['a: &x {b: 1}\nc: *x\n', '{a: {b: 1}, c: {b: 1}}'],
  ['a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\n', '{a: {b: 1, c: 2}, d: {b: 1, c: 3}}'],
  ['a: &x {b: 1}\nc: &y {b: 2, d: 3}\ne: {<<: [*x, *y]}\n', '{a: {b: 1}, c: {b: 2, d: 3}, e: {b: 1, d: 3}}'],
  ['a: *x\n', undefined],
  ['a: &x [*x]\n', undefined],
  ['a: 1:30\n', '{a: "1:30"}'],
  ['a: |\n  b', '{a: b}'],
  ['a: |\n  b\n', '{a: "b\\n"}'],
])('reads %j', (text, data) => {
  const found = plainOf(parse(text));
  expect(found && equals(found, read(data ?? '{}'))).toBe(data === undefined ? undefined : true);
});
