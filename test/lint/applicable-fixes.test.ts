import { expect, test } from 'vitest';
import { applicableFixes, possibleFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import type { Fix } from '../../server/src/lint/rule.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { parse } from '../../server/src/yaml/document.ts';
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
  ['the value that is there', true, false],
  ['another value', false, true],
  ['the same text as a string', 'true', true],
])('a fix that writes %s', (_, value, isOffered) => {
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

test('a path whose escapes are errors can be written with its backslashes', () => {
  const text = TEXT.replace('image:', 'volumeMounts: [{ name: a, mountPath: "C:\\inetpub" }], image:');
  const [finding] = lintText(text).filter(({ rule }) => rule === 'yaml/backslash-in-double-quotes');
  if (finding === undefined) throw new Error('no finding');
  const [offer] = applicableFixes(parse(text), finding).applicable;
  expect(offer && applyEdits(text, offer.edits)).toBe(text.replace('"C:\\inetpub"', "'C:\\inetpub'"));
});
