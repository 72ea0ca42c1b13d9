import { expect, test } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';
import { expectGenerated } from '../generated.ts';
import { lintText } from '../lint-text.ts';
import { findingsOf, withoutNames } from './examples.ts';
import { pageOf } from './page.ts';

const pod = (spec: string) => `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  os: { name: linux }
  securityContext: { windowsOptions: { runAsUserName: ContainerUser } }
${spec}`;
const containers = (image: string) => `  containers: [{ name: web, image: "${image}" }]\n`;

/** The fix that stands first is the one that people take: which one that is goes by what else the pod says. */
test.each<[what: string, text: string, fixes: readonly string[]]>([
  ['nothing but the options', pod(containers('registry.example/web:1.0')), ['Remove', 'Change']],
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

test('the fixes of the examples, in the order in which they are offered, with their safety', async () => {
  const lines = RULES.flatMap((rule) => {
    const findings = pageOf(rule.id).examples.flatMap((example) => findingsOf(rule, example.text, example));
    const offered = findings.map(({ fixes }) => fixes.map(({ title, safety }) => `${withoutNames(title)} (${safety})`));
    return [...new Set(offered.map((fixes) => `${rule.id}: ${fixes.join(', ') || 'none'}\n`))].sort();
  });
  expect(lines.length).toBeGreaterThan(RULES.length);
  await expectGenerated('test/rules/fix-order.txt', lines.join(''));
});
