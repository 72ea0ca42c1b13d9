import { expect, test } from 'vitest';
import { lintText } from '../lint-text.ts';

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
