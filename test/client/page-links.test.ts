import { expect, test } from 'vitest';
import { withPreviewLinks } from '../../client/src/page-links.ts';

const ROOT = { folder: 'file:///home/me/one', origin: 'file:///', depth: 3 };

test.each([
  [
    'a link to a file of the first folder',
    '[line 3](file:///home/me/one/a%20b/web.yaml#L3)',
    '[line 3](/a%20b/web.yaml#L3)',
  ],
  [
    'a link to a file of another folder',
    '[web.yaml, line 3](file:///home/me/two/web.yaml#L3)',
    '[web.yaml, line 3](/../../../home/me/two/web.yaml#L3)',
  ],
  ['a link to an untitled document', '([line 3](untitled:Untitled-1#L3))', '(line 3)'],
  [
    'a link to a rule',
    '[pod/host-pid](command:kubewin.openRule?%5B%22pod%2Fhost-pid%22%5D)',
    '[pod/host-pid](../rules/pod/host-pid.md)',
  ],
  ['a web link', '[Pods](https://kubernetes.io/)', '[Pods](https://kubernetes.io/)'],
  ['a link with brackets in its text', '[a\\]b, line 1](file:///home/me/one/a%5Db#L1)', '[a\\]b, line 1](/a%5Db#L1)'],
])('adapts %s for the preview', (_, markdown, expected) => {
  expect(withPreviewLinks(markdown, ROOT, (rule) => `/rules/${rule}.md`)).toBe(expected);
});

test('replaces links to files by text if no folder is open', () => {
  expect(withPreviewLinks('([line 3](file:///a.yaml#L3))', undefined, String)).toBe('(line 3)');
});
