import { expect, test } from 'vitest';
import { matchesPattern } from '../../server/src/text/glob.ts';

test.each<[text: string, pattern: string, matches: boolean]>([
  ['mcr.microsoft.com/windows/servercore:ltsc2022', '*', true],
  ['mcr.microsoft.com/windows/servercore:ltsc2022', 'mcr.microsoft.com/*', true],
  ['mcr.microsoft.com/windows/servercore:ltsc2022', 'mcr.microsoft.com/*:ltsc2019', false],
  ['mcr.microsoft.com/windows/servercore:ltsc2022', '*servercore*2022', true],
  ['registry.example/web:1', 'registry.example/web:1', true],
  ['registry.example/web:1', 'registry.example/web', false],
  ['aba', 'ab*ba', false],
  ['abba', 'ab*ba', true],
  ['', '', true],
])('%s, %s', (text, pattern, matches) => {
  expect(matchesPattern(text, pattern)).toBe(matches);
});
