import { expect, test } from 'vitest';
import { withCommandLinks } from '../../client/src/page-links.ts';

test.each([
  [
    'a link to a file',
    '([line 3](file:///a%20b.yaml#L3))',
    '([line 3](command:show?%5B%22file%3A%2F%2F%2Fa%2520b.yaml%23L3%22%5D))',
  ],
  [
    'a link to an untitled document',
    '[x](untitled:Untitled-1#L3)',
    '[x](command:show?%5B%22untitled%3AUntitled-1%23L3%22%5D)',
  ],
  [
    'a link with brackets in its text',
    '[a\\]b](file:///a#L1)',
    '[a\\]b](command:show?%5B%22file%3A%2F%2F%2Fa%23L1%22%5D)',
  ],
  ['no web link', '[Pods](https://kubernetes.io/)', '[Pods](https://kubernetes.io/)'],
  ['no link to a command', '[a](command:other?1)', '[a](command:other?1)'],
  ['no escaped bracket', '\\[a](file:///a)', '\\[a](file:///a)'],
])('adapts %s for a webview', (_, markdown, expected) => {
  expect(withCommandLinks(markdown, 'show')).toBe(expected);
});
