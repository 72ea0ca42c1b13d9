import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Rule } from '../../server/src/lint/rule.ts';
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

const FILE = 'test/rules/fix-order.txt';
const recorded = readFileSync(new URL(`../../${FILE}`, import.meta.url), 'utf8').split('\n');
const offered = new Map<string, readonly string[]>();

/** What the findings in the examples of a rule offer, a line for each order of fixes. */
function fixesOf(rule: Rule): readonly string[] {
  const known = offered.get(rule.id);
  if (known !== undefined) return known;
  const findings = pageOf(rule.id).examples.flatMap((example) => findingsOf(rule, example.text, example));
  const orders = findings.map(({ fixes }) => fixes.map(({ title, safety }) => `${withoutNames(title)} (${safety})`));
  const lines = [...new Set(orders.map((fixes) => `${rule.id}: ${fixes.join(', ') || 'none'}`))].sort();
  offered.set(rule.id, lines);
  return lines;
}

test.each(RULES.map((rule) => [rule.id, rule] as const))('%s offers its fixes in the recorded order', (id, rule) => {
  const lines = recorded.filter((line) => line.startsWith(`${id}: `));
  expect(fixesOf(rule), `npx vitest run test/rules/fix-order --update writes ${FILE}`).toEqual(lines);
});

test('the fixes of all examples are recorded in their order, with their safety', async () => {
  const lines = RULES.flatMap(fixesOf);
  expect(lines.length).toBeGreaterThan(RULES.length);
  await expectGenerated(FILE, `${lines.join('\n')}\n`);
});
