import { expect, test } from 'vitest';
import { parse } from '../../server/src/yaml/read/document.ts';

test.each([
  ['a merge key', 'a: &a { <<: *a, b: 1 }\n'],
  ['merge keys', '- &a { <<: [*a, *a, *a, *a, *a], b: 1 }\n'],
  ['a list', 'a: &a [1, *a]\n'],
  ['a deeply nested value', 'a: &a\n  b:\n    - c: *a\n'],
])('reports an anchor that contains an alias to itself, like Kubernetes: %s', (_, text) => {
  const { errors, root } = parse(text);
  expect(errors).toEqual([
    { at: text.indexOf('*a'), message: 'The value of anchor a contains an alias to itself', isEscape: false },
  ]);
  expect(JSON.stringify(root?.entries().length)).toBeDefined();
});

test('accepts an alias after its anchor', () => {
  expect(parse('a: &a { b: 1 }\nc: { d: *a, <<: *a }\ne: &a { f: *a }\n').errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('itself') }),
  ]);
  expect(parse('a: &a { b: 1 }\nc: { d: *a, <<: *a }\ne: { f: *a }\n').errors).toEqual([]);
});

/** Each mapping merges the previous one `width` times. */
function fan(width: number, levels: number): string {
  const merged = (level: number) => Array.from({ length: width }, () => `*x${level}`).join(', ');
  const lines = Array.from({ length: levels }, (_, i) => `x${i + 1}: &x${i + 1} { <<: [${merged(i)}], k${i}: 1 }\n`);
  return `x0: &x0 { a: 1 }\n${lines.join('')}top: { <<: *x${levels}, own: 1 }\n`;
}

test('resolves nested merges', () => {
  const top = parse(fan(2, 3)).root?.get('top');
  expect(top?.entries().map(([key]) => key)).toEqual(['a', 'k0', 'k1', 'k2', 'own']);
  expect(top?.known(() => [top.get('missing')])).toEqual([undefined]);
});

test.each([
  [8, 9],
  [40, 6],
])('limits merges, and does not treat the fields beyond the limit as absent: %d in %d levels', (width, levels) => {
  const document = parse(fan(width, levels));
  const top = document.root?.get('top');
  expect(top?.get('own')?.number).toBe(1);
  expect(document.root?.known(() => [top?.get('missing')])).toBe(undefined);
  expect(document.root?.known(() => [top?.entries()])).toBe(undefined);
});
