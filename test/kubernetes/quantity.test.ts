import { expect, test } from 'vitest';
import { isMillibytes, memoryOf, quantityOf } from '../../server/src/kubernetes/quantity.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';

test.each<[text: string, amount: number | undefined]>([
  ['5n', 5e-9],
  ['5u', 5e-6],
  ['5m', 5e-3],
  ['5', 5],
  ['5k', 5e3],
  ['5M', 5e6],
  ['5G', 5e9],
  ['5T', 5e12],
  ['5P', 5e15],
  ['5E', 5e18],
  ['5Ki', 5 * 1024],
  ['5Mi', 5 * 1024 ** 2],
  ['5Gi', 5 * 1024 ** 3],
  ['5Ti', 5 * 1024 ** 4],
  ['5Pi', 5 * 1024 ** 5],
  ['5Ei', 5 * 1024 ** 6],
  ['5e3', 5000],
  ['5E3', 5000],
  ['5e+3', 5000],
  ['5e-3', 0.005],
  ['1.5Gi', 1.5 * 1024 ** 3],
  ['.5', 0.5],
  ['5.', 5],
  ['-5m', -0.005],
  ['+5', 5],
  ['"5Gi"', 5 * 1024 ** 3],
  ['0', 0],
  // Kubernetes has no other suffixes.
  ['5K', undefined],
  ['5ki', undefined],
  ['5mi', undefined],
  ['5GB', undefined],
  ['5 Gi', undefined],
  ['5e3Gi', undefined],
  ['.', undefined],
  ['Gi', undefined],
  ["''", undefined],
  ['[5]', undefined],
  ['$MEMORY', undefined],
])('reads the quantity %s as %s', (text, amount) => {
  const found = quantityOf(memory(text));
  if (amount === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(amount, 12);
});

test('returns no quantity without a field', () => {
  expect([quantityOf(undefined), memoryOf(undefined)]).toEqual([undefined, undefined]);
});

test.each<[text: string, isWrong: boolean]>([
  ['800m', true],
  ['1m', true],
  ['1023999m', true],
  // The API server writes fractions of a byte like this.
  ['1024000m', false],
  ['128974848000m', false],
  ['0m', false],
  ['-5m', false],
  ['800', false],
  ['800Mi', false],
  ['1k', false],
  ['m', false],
  ['[5m]', false],
])('detects memory in millibytes by mistake: %s: %s', (text, isWrong) => {
  const field = memory(text);
  expect(isMillibytes(field)).toBe(isWrong);
  expect(memoryOf(field)).toBe(isWrong ? undefined : quantityOf(field));
});

function memory(text: string): Field {
  const field = parse(`memory: ${text}`).root?.get('memory');
  if (field === undefined) throw new Error('the field is there');
  return field;
}
