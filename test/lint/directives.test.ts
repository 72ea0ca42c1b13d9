import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { lintText, type TextFinding } from '../lint-text.ts';

/** A Windows pod with comments: at the top, at the end of two lines, and as lines above the second one. */
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

describe('a comment allows', () => {
  test.each<[what: string, text: string, left: readonly string[]]>([
    ['nothing where there is none', pod({}), both],
    ['what is on its line', pod({ pid: allow('pod/host-pid') }), ['pod/host-ipc']],
    ['what is below it', pod({ above: `  ${allow('pod/host-ipc')}\n` }), ['pod/host-pid']],
    ['what is below the comments below it', pod({ above: `  ${allow('pod/host-ipc')}\n  # more\n` }), ['pod/host-pid']],
    [
      'nothing below a blank line',
      pod({ above: `  ${allow('pod/host-ipc')}\n\n` }),
      ['pod/host-pid', UNUSED, 'pod/host-ipc'],
    ],
    ['nothing on other lines', pod({ pid: allow('pod/host-ipc') }), ['pod/host-pid', UNUSED, 'pod/host-ipc']],
    ['what is in the document, above the first key', pod({ top: `${allow('pod/host-ipc')}\n` }), ['pod/host-pid']],
    ['several rules', pod({ top: `${allow('pod/host-ipc, pod/host-pid')}\n` }), []],
    ['rules without commas', pod({ top: `${allow('pod/host-ipc pod/host-pid')}\n` }), []],
    ['rules for a reason', pod({ pid: allow('pod/host-pid -- pod/host-ipc is another') }), ['pod/host-ipc']],
    ['rules without spaces', pod({ pid: ' #kubewin:allow pod/host-pid--why' }), ['pod/host-ipc']],
    ['no category', pod({ pid: allow('pod') }), ['pod/host-pid', UNKNOWN, 'pod/host-ipc']],
    ['no rule that is not there', pod({ pid: allow('pod/nothing') }), ['pod/host-pid', UNKNOWN, 'pod/host-ipc']],
    ['nothing for one rule of two', pod({ pid: allow('pod/host-pid, pod/host-ipc') }), [UNUSED, 'pod/host-ipc']],
    ['nothing without a rule', pod({ pid: allow('') }), ['pod/host-pid', UNUSED, 'pod/host-ipc']],
    [
      'nothing in other words',
      pod({ pid: ' # kubewin: ignore pod/host-pid' }),
      ['pod/host-pid', UNUSED, 'pod/host-ipc'],
    ],
    ['nothing in the middle of a comment', pod({ pid: ' # see kubewin: allow pod/host-pid' }), both],
    ['unused directives', pod({ pid: allow('directive/unused') }), both],
    ['unknown rules', pod({ pid: allow('directive/unknown-rule') }), both],
  ])('%s', (_, text, left) => {
    expect(found(text).map(({ rule }) => rule)).toEqual(left);
  });
});

describe('allow-file', () => {
  const file = (rules: string) => `# kubewin: allow-file ${rules}\n`;
  test.each<[what: string, text: string, left: readonly string[]]>([
    ['in a file of one document', pod({ top: file('pod/host-pid') }), ['pod/host-ipc']],
    [
      'in the first document is for all',
      `${pod({ top: file('pod/host-pid') })}---\n${pod({})}`,
      ['pod/host-ipc', 'pod/host-ipc'],
    ],
    [
      'is used where only another document has it',
      `${file('pod/host-pid')}kind: Secret\n---\n${pod({})}`,
      ['pod/host-ipc'],
    ],
    [
      'in another document is for nothing',
      `${pod({})}---\n${pod({ top: file('pod/host-pid') })}`,
      [...both, UNUSED, ...both],
    ],
    [
      'below the first key is for nothing',
      pod({ above: file('pod/host-ipc') }),
      ['pod/host-pid', UNUSED, 'pod/host-ipc'],
    ],
    ['and allow are for what they name', pod({ top: file('pod/host-pid'), ipc: allow('pod/host-ipc') }), []],
    [
      'is not meant by allow in the first document',
      `${pod({ top: `${allow('pod/host-pid')}\n` })}---\n${pod({})}`,
      ['pod/host-ipc', ...both],
    ],
  ])('%s', (_, text, left) => {
    expect(found(text).map(({ rule }) => rule)).toEqual(left);
  });
});

describe('os', () => {
  const os = (name: string) => `# kubewin: os=${name}\n`;
  const unknown = (text: string) =>
    text.replace('nodeSelector: { kubernetes.io/os: windows }', 'restartPolicy: Always');
  test.each<[what: string, text: string, left: readonly string[]]>([
    ['nothing', unknown(pod({})), []],
    ['windows', unknown(pod({ top: os('windows') })), both],
    ['windows, with a reason', unknown(pod({ top: os('windows -- the whole cluster') })), both],
    ['linux', pod({ top: os('linux') }), []],
    ['windows at the pod', unknown(pod({})).replace('spec:', 'spec: # kubewin: os=windows'), both],
    ['windows above the pod', unknown(pod({})).replace('spec:', `${os('windows')}spec:`), both],
    ['windows elsewhere', unknown(pod({ above: `  ${os('windows')}` })), [UNUSED]],
    ['another system', unknown(pod({ top: os('darwin') })), [UNUSED]],
    ['more than a name', unknown(pod({ top: os('windows 2022') })), [UNUSED]],
    ['windows in a document without pods', `${os('windows')}kind: Secret\napiVersion: v1\n`, [UNUSED]],
  ])('%s', (_, text, left) => {
    expect(found(text).map(({ rule }) => rule)).toEqual(left);
  });
});

describe('what is said of a directive', () => {
  test.each<[text: string, rules: Settings['rules'], said: readonly unknown[]]>([
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
  ])('%s %o', (text, rules, said) => {
    const [one, ...others] = found(text, rules).filter(({ rule }) => rule.startsWith('directive/'));
    expect(others).toEqual([]);
    if (one === undefined) return expect(said).toEqual([]);
    const place = text.slice(one.offset + one.at.start, one.offset + one.at.end);
    expect([one.rule, one.severity, one.effect, place, one.message]).toEqual([
      ...said.slice(0, 4),
      expect.stringContaining(String(said[4])),
    ]);
  });
});

/** What is found about two fields and directives, in order. */
function found(text: string, rules: Settings['rules'] = {}): TextFinding[] {
  return lintText(text, { ...DEFAULT_SETTINGS, rules }).filter(
    ({ rule }) => both.includes(rule) || rule.startsWith('directive/'),
  );
}
