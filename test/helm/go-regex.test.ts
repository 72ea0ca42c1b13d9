import { describe, expect, test } from 'vitest';
import { goRegex } from '../../server/src/helm/go-regex.ts';

describe('expressions that JavaScript reads as Go does are accepted', () => {
  test.each([
    'a',
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
    '[^a-zA-Z0-9]+',
    '(.*)/(.*)',
    '\\d+\\.\\d+',
    'a|b',
    '(?i)a',
    'a{2,3}',
    '\\$\\{',
  ])('%s', (pattern) => {
    expect(goRegex(pattern, 'some text')).toBeInstanceOf(RegExp);
  });
});

describe('others are not', () => {
  test.each([
    '(?P<a>b)',
    '\\bword',
    '[[:alpha:]]',
    '\\pL',
    'a**',
    '(a',
    'a)',
    '(?=a)',
    '(?<!a)',
    '\\1',
    '[a-z&&b]',
    '\\x41',
    '+a',
    '(?s).',
  ])('%s', (pattern) => {
    expect(goRegex(pattern, 'some text')).toBeUndefined();
  });
});

describe('searches that take many steps are not accepted', () => {
  const long = 'a'.repeat(3_000);
  test.each(['(a+)+b', '(a|a)*b', '(a|ab){20}c', 'a*a*a*b', `${'a?'.repeat(30)}b`, `${'(a|b)'.repeat(30)}c`])(
    '%s',
    (pattern) => {
      expect(goRegex(pattern, long)).toBeUndefined();
    },
  );

  test.each(['a+b', '^a+a+b', '[ab]+c', '(?:ab)*c'])('%s takes little time', (pattern) => {
    const regex = goRegex(pattern, long);
    expect(regex).toBeDefined();
    const start = performance.now();
    expect(regex?.test(long)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

test('a text with line ends that Go does not know is not searched', () => {
  expect(goRegex('a.b', 'a\rb')).toBeUndefined();
});
