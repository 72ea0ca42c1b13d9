import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { lintText, type TextFinding } from '../lint-text.ts';

/** A Windows pod with comments: at the top, at the end of two lines, and on lines above the second one. */
function pod({ top = '', pid = '', above = '', ipc = '' }): string {
  return `${top}apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  hostPID: true${pid}
${above}  hostIPC: true${ipc}
  containers: [{ name: web, image: "registry.example/web:1.0" }]
`;
}

const UNUSED = 'directive/unused';
const UNKNOWN = 'directive/unknown-rule';
const both = ['pod/host-pid', 'pod/host-ipc'];
const allow = (rules: string) => ` # kubewin: allow ${rules}`;

describe('allow', () => {
  test.each<[what: string, text: string, left: readonly string[]]>([
    ['reports all findings without a directive', pod({}), both],
    ['suppresses findings on its line', pod({ pid: allow('pod/host-pid') }), ['pod/host-ipc']],
    ['suppresses findings on the next line', pod({ above: `  ${allow('pod/host-ipc')}\n` }), ['pod/host-pid']],
    [
      'suppresses findings after further comment lines',
      pod({ above: `  ${allow('pod/host-ipc')}\n  # more\n` }),
      ['pod/host-pid'],
    ],
    [
      'does not suppress findings after a blank line',
      pod({ above: `  ${allow('pod/host-ipc')}\n\n` }),
      ['pod/host-pid', UNUSED, 'pod/host-ipc'],
    ],
    [
      'does not suppress findings on other lines',
      pod({ pid: allow('pod/host-ipc') }),
      ['pod/host-pid', UNUSED, 'pod/host-ipc'],
    ],
    [
      'suppresses findings in the document if it is above the first key',
      pod({ top: `${allow('pod/host-ipc')}\n` }),
      ['pod/host-pid'],
    ],
    ['accepts several rules', pod({ top: `${allow('pod/host-ipc, pod/host-pid')}\n` }), []],
    ['accepts rules without commas', pod({ top: `${allow('pod/host-ipc pod/host-pid')}\n` }), []],
    ['accepts a reason', pod({ pid: allow('pod/host-pid -- pod/host-ipc is another') }), ['pod/host-ipc']],
    ['accepts a directive without spaces', pod({ pid: ' #kubewin:allow pod/host-pid--why' }), ['pod/host-ipc']],
    ['does not accept a category', pod({ pid: allow('pod') }), ['pod/host-pid', UNKNOWN, 'pod/host-ipc']],
    ['does not accept an unknown rule', pod({ pid: allow('pod/nothing') }), ['pod/host-pid', UNKNOWN, 'pod/host-ipc']],
    [
      'reports the unused one of two rules',
      pod({ pid: allow('pod/host-pid, pod/host-ipc') }),
      [UNUSED, 'pod/host-ipc'],
    ],
    ['does not accept a missing rule', pod({ pid: allow('') }), ['pod/host-pid', UNUSED, 'pod/host-ipc']],
    [
      'does not accept other words',
      pod({ pid: ' # kubewin: ignore pod/host-pid' }),
      ['pod/host-pid', UNUSED, 'pod/host-ipc'],
    ],
    [
      'does not accept a directive in the middle of a comment',
      pod({ pid: ' # see kubewin: allow pod/host-pid' }),
      both,
    ],
    ['suppresses directive/unused', pod({ pid: allow('directive/unused') }), both],
    ['suppresses directive/unknown-rule', pod({ pid: allow('directive/unknown-rule') }), both],
  ])('%s', (_, text, left) => {
    expect(found(text).map(({ rule }) => rule)).toEqual(left);
  });
});

describe('allow-file', () => {
  const file = (rules: string) => `# kubewin: allow-file ${rules}\n`;
  test.each<[what: string, text: string, left: readonly string[]]>([
    ['applies to a file with one document', pod({ top: file('pod/host-pid') }), ['pod/host-ipc']],
    [
      'applies to all documents if it is in the first one',
      `${pod({ top: file('pod/host-pid') })}---\n${pod({})}`,
      ['pod/host-ipc', 'pod/host-ipc'],
    ],
    [
      'is used if only another document has a finding',
      `${file('pod/host-pid')}kind: Secret\n---\n${pod({})}`,
      ['pod/host-ipc'],
    ],
    [
      'has no effect in other documents',
      `${pod({})}---\n${pod({ top: file('pod/host-pid') })}`,
      [...both, UNUSED, ...both],
    ],
    [
      'has no effect below the first key',
      pod({ above: file('pod/host-ipc') }),
      ['pod/host-pid', UNUSED, 'pod/host-ipc'],
    ],
    ['can be combined with allow', pod({ top: file('pod/host-pid'), ipc: allow('pod/host-ipc') }), []],
    [
      'differs from allow in the first document',
      `${pod({ top: `${allow('pod/host-pid')}\n` })}---\n${pod({})}`,
      ['pod/host-ipc', ...both],
    ],
  ])('%s', (_, text, left) => {
    expect(found(text).map(({ rule }) => rule)).toEqual(left);
  });
});

describe('os directive', () => {
  const os = (name: string) => `# kubewin: os=${name}\n`;
  const unknown = (text: string) =>
    text.replace('nodeSelector: { kubernetes.io/os: windows }', 'restartPolicy: Always');
  test.each<[what: string, text: string, left: readonly string[]]>([
    ['no directive', unknown(pod({})), []],
    ['windows', unknown(pod({ top: os('windows') })), both],
    ['windows, with a reason', unknown(pod({ top: os('windows -- the whole cluster') })), both],
    ['linux', pod({ top: os('linux') }), []],
    ['windows at the pod', unknown(pod({})).replace('spec:', 'spec: # kubewin: os=windows'), both],
    ['windows above the pod', unknown(pod({})).replace('spec:', `${os('windows')}spec:`), both],
    ['windows on another line', unknown(pod({ above: `  ${os('windows')}` })), [UNUSED]],
    ['another operating system', unknown(pod({ top: os('darwin') })), [UNUSED]],
    ['more than the name', unknown(pod({ top: os('windows 2022') })), [UNUSED]],
    ['windows in a document without pods', `${os('windows')}kind: Secret\napiVersion: v1\n`, [UNUSED]],
  ])('%s', (_, text, left) => {
    expect(found(text).map(({ rule }) => rule)).toEqual(left);
  });
});

describe('findings in directives', () => {
  test.each<[text: string, rules: Settings['rules'], expected: readonly unknown[]]>([
    [
      pod({ above: `  ${allow('pod/host-users -- why')}\n` }),
      {},
      [UNUSED, 'hint', 'advice', 'pod/host-users', 'the rule reports no problem here.'],
    ],
    [
      pod({ above: `  ${allow('pod/host-users')}\n` }),
      { 'pod/host-users': 'off' },
      [UNUSED, 'hint', 'advice', 'pod/host-users', 'the rule is off.'],
    ],
    [
      pod({ ipc: allow('pod/host-ipc, pod/none  -- why') }),
      {},
      [UNKNOWN, 'warning', 'ignored', 'pod/none', 'Unknown rule `pod/none`.'],
    ],
    [
      pod({ ipc: ' # kubewin: allow  ' }),
      {},
      [UNUSED, 'hint', 'advice', '# kubewin: allow', 'This comment is not a valid directive.'],
    ],
    [
      pod({ above: '  # kubewin: allow-file pod/host-ipc\n' }),
      {},
      [UNUSED, 'hint', 'advice', 'pod/host-ipc', '`allow-file` has no effect here'],
    ],
    [
      `${pod({})}---\n${pod({ top: '# kubewin: allow-file pod/host-ipc\n' })}`,
      {},
      [UNUSED, 'hint', 'advice', 'pod/host-ipc', '`allow-file` has no effect here'],
    ],
    [
      pod({ above: '  # kubewin: os=windows\n' }),
      {},
      [UNUSED, 'hint', 'advice', '# kubewin: os=windows', 'This directive has no effect'],
    ],
    [
      pod({ ipc: allow('pod/none') }),
      { directive: 'error' },
      [UNKNOWN, 'error', 'ignored', 'pod/none', 'Unknown rule'],
    ],
    [
      pod({ ipc: allow('pod/host-users') }),
      { 'directive/unused': 'information' },
      [UNUSED, 'information', 'advice', 'pod/host-users', 'is unused'],
    ],
    [pod({ ipc: allow('pod/host-users') }), { 'directive/unused': 'off' }, []],
    [pod({ ipc: allow('pod/none') }), { directive: 'off' }, []],
  ])('%s %o', (text, rules, expected) => {
    const [finding, ...others] = found(text, rules).filter(({ rule }) => rule.startsWith('directive/'));
    expect(others).toEqual([]);
    if (finding === undefined) return expect(expected).toEqual([]);
    const { rule, severity, effect, message, offset, at } = finding;
    expect([rule, severity, effect, text.slice(offset + at.start, offset + at.end), message]).toEqual([
      ...expected.slice(0, 4),
      expect.stringContaining(String(expected[4])),
    ]);
  });
});

/** The findings of two rules and in directives, in order. */
function found(text: string, rules: Settings['rules'] = {}): TextFinding[] {
  return lintText(text, { ...DEFAULT_SETTINGS, rules }).filter(
    ({ rule }) => both.includes(rule) || rule.startsWith('directive/'),
  );
}
