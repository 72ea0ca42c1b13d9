import { expect, test } from 'vitest';
import { MAX_SEARCHED } from '../../server/src/lint/rule.ts';
import { lintText } from '../lint-text.ts';

const SERVICE = `---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
`;

/** The rules on a Windows pod with these lines in its container. */
function rulesOn(lines: string): string[] {
  const text = `apiVersion: v1
kind: Pod
metadata: { name: test, namespace: shop }
spec:
  os: { name: windows }
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: test
      image: mcr.microsoft.com/windows/servercore:ltsc2022
      resources: { limits: { cpu: 1, memory: 1Gi } }
${lines.replace(/^/gm, '      ')}
${SERVICE.replace('name: web }', 'name: web, namespace: shop }')}`;
  return lintText(text).map(({ rule }) => rule);
}

/** A text of the maximum length, and another with one more character. */
function filled(text: string, filling: string): [short: string, long: string] {
  const fill = (length: number) => text.replace('…', filling.repeat(length - text.length + 1));
  return [fill(MAX_SEARCHED), fill(MAX_SEARCHED + 1)];
}

test.each<[rule: string, text: string, lines: (text: string) => string]>([
  ['command/kill-signals', 'kill -9 1 …', (text) => `command: [powershell, -Command, '${text}']`],
  ['command/icmp-outside-cluster', 'ping example.com; …', (text) => `command: [powershell, -Command, '${text}']`],
  ['command/cmd-forward-slash', 'type C:/data/ready …', (text) => `command: [cmd, /c, '${text}']`],
  ['command/dollar-paren-substitution', 'echo $(Get-Date) …', (text) => `command: [powershell, -Command, '${text}']`],
  ['command/not-a-program', 'dir …', (text) => `command: ['${text}']`],
  ['dns/partially-qualified-name', 'http://web.shop …', (text) => `env: [{ name: URL, value: '${text}' }]`],
  ['env/path-override', 'C:/app …', (text) => `env: [{ name: PATH, value: '${text}' }]`],
])('%s searches texts of up to 4,096 characters', (rule, text, lines) => {
  const [short, long] = filled(text, 'x');
  expect(rulesOn(lines(short))).toContain(rule);
  expect(rulesOn(lines(long))).not.toContain(rule);
});

test('a backslash in double quotes is found in texts of up to 4,096 characters', () => {
  const [short, long] = filled(String.raw`"C:\new …"`, 'x');
  expect(rulesOn(`env: [{ name: FOLDER, value: ${short} }]`)).toContain('yaml/backslash-in-double-quotes');
  expect(rulesOn(`env: [{ name: FOLDER, value: ${long} }]`)).not.toContain('yaml/backslash-in-double-quotes');
});

test('assumes that a text that is too long to search may name a folder', () => {
  const [short, long] = filled('…', 'x');
  const lines = (text: string) => `env: [{ name: TEXT, value: '${text}' }]
volumeMounts: [{ name: data, mountPath: /etc/app }]`;
  expect(rulesOn(lines(short))).toContain('volume-mounts/linux-system-path');
  expect(rulesOn(lines(long))).not.toContain('volume-mounts/linux-system-path');
});

test('assumes that one of more than 1,000 texts may name a folder', () => {
  const lines = (count: number) => `env:${'\n  - { name: TEXT, value: x }'.repeat(count)}
volumeMounts: [{ name: data, mountPath: /etc/app }]`;
  expect(rulesOn(lines(1_000))).toContain('volume-mounts/linux-system-path');
  expect(rulesOn(lines(1_001))).not.toContain('volume-mounts/linux-system-path');
});

test('recognizes the program before a long text, and no fix drops the text', () => {
  const [, long] = filled('…', 'x');
  expect(rulesOn(`command: [sh, -c, '${long}']`)).toContain('command/linux-shell');
  expect(rulesOn(`command: ['${long}', sh]`)).not.toContain('command/linux-shell');
});
