import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';
import { lintText } from '../lint-text.ts';
import { fixOrdersOf } from './recordings.ts';

const pod = (spec: string) => `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  os: { name: linux }
  securityContext: { windowsOptions: { runAsUserName: ContainerUser } }
${spec}`;
const containers = (image: string) => `  containers: [{ name: web, image: "${image}" }]\n`;

/** Users choose the first fix, so the order depends on the other evidence of the pod. */
test.each<[what: string, text: string, fixes: readonly string[]]>([
  ['no other evidence', pod(containers('registry.example/web:1.0')), ['Remove', 'Change']],
  ['a Windows image', pod(containers('mcr.microsoft.com/windows/nanoserver:ltsc2022')), ['Change', 'Remove']],
  [
    'a node selector',
    pod(`  nodeSelector: { kubernetes.io/os: windows }\n${containers('registry.example/web:1.0')}`),
    ['Change', 'Remove'],
  ],
])('windowsOptions in a pod that declares Linux, beside %s', (_, text, fixes) => {
  const [found] = lintText(text).filter(({ rule }) => rule === 'os/windows-options-on-linux-pod');
  expect(found?.fixes.map(({ title }) => title)).toEqual(fixes.map((word) => expect.stringContaining(word)));
});

const recorded = readFileSync(new URL('fix-order.txt', import.meta.url), 'utf8').split('\n');

test.each(RULES.map((rule) => [rule.id, rule] as const))('%s offers its fixes in the recorded order', (id, rule) => {
  const lines = recorded.filter((line) => line.startsWith(`${id}: `));
  expect(fixOrdersOf(rule), 'npm run generate writes test/rules/fix-order.txt').toEqual(lines);
});
