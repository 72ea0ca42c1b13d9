import { expect, test } from 'vitest';
import { applicableFixes, fixAll, possibleFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import type { Fix } from '../../server/src/lint/rule.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { lintText } from '../lint-text.ts';

const TEXT = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  hostPID: true
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`;

test.each<[name: string, value: string | boolean, isOffered: boolean]>([
  ['the current value', true, false],
  ['another value', false, true],
  ['the current value as a string', 'true', true],
])('offers a fix only if it changes something: %s', (_, value, isOffered) => {
  const [finding] = lintText(TEXT).filter(({ rule }) => rule === 'pod/host-pid');
  if (finding === undefined) throw new Error('no finding');
  const fix: Fix = {
    title: 'Write it',
    safety: 'review',
    changes: [{ kind: 'replace', path: ['spec', 'hostPID'], value }],
  };
  const changed = { ...finding, fixes: [fix] };
  expect(applicableFixes(parse(TEXT), changed)).toMatchObject({
    applicable: isOffered ? [{ fix }] : [],
    refusal: undefined,
  });
  expect([...possibleFixes(parse(TEXT), [changed])]).toEqual(isOffered ? [fix] : []);
});

test('rewrites a path with invalid escape sequences', () => {
  const text = TEXT.replace('image:', 'volumeMounts: [{ name: a, mountPath: "C:\\inetpub" }], image:');
  const [finding] = lintText(text).filter(({ rule }) => rule === 'yaml/backslash-in-double-quotes');
  if (finding === undefined) throw new Error('no finding');
  const [offer] = applicableFixes(parse(text), finding).applicable;
  expect(offer && applyEdits(text, offer.edits)).toBe(text.replace('"C:\\inetpub"', "'C:\\inetpub'"));
});

test.each<[name: string, context: string, container: string, left: string]>([
  ['no name', '{ runAsUser: 101 }', '{}', '{ runAsUser: 101 }'],
  [
    'a name in the same security context',
    '{ runAsUser: 101, windowsOptions: { runAsUserName: web } }',
    '{}',
    '{ windowsOptions',
  ],
  ['a name for the only container', '{ runAsUser: 101 }', '{ windowsOptions: { runAsUserName: web } }', ''],
  ['another user for the only container', '{ runAsUser: 101 }', '{ runAsUser: 102 }', '{ runAsUser: 102 }'],
  ['the name of a HostProcess pod', '{ runAsUser: 0, windowsOptions: { hostProcess: true } }', '{}', '{ runAsUser: 0,'],
])('Fix All removes runAsUser only where that is safe: %s', (_, context, container, left) => {
  const text = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  os: { name: windows }
  hostNetwork: true
  securityContext: ${context}
  containers: [{ name: web, image: 'registry.example/web:1.0', securityContext: ${container} }]
`;
  const fixed = applyEdits(text, fixAll(parse(text), lintText(text)));
  if (left === '') expect(fixed).not.toContain('runAsUser:');
  else expect(fixed).toContain(`securityContext: ${left}`);
});
