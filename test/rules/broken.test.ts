import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../server/src/yaml/read/document.ts';
import { foundOnlyIn, report, testChanged } from './changed-examples.ts';

const HOST_PROCESS = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      hostProcess: true
  containers:
    - name: web
      image: mcr.microsoft.com/oss/kubernetes/windows-host-process-containers-base-image:v1.0.0
      args: ["-x", "abc"]
  hostNetwork: true
  nodeSelector:
    kubernetes.io/os: windows
`;

const rulesIn = (text: string) => report(text).findings.map(({ rule }) => rule);

test.each([
  ['an unclosed quotation mark', '"abc"]', '"abc]'],
  ['an unclosed bracket', '"abc"]', '"abc"'],
  ['half a key', '  hostNetwork: true', '  host'],
  ['half a key above it', '  hostNetwork', '  host\n  hostNetwork'],
  ['an open quotation mark', 'hostNetwork: true', 'hostNetwork: "'],
  ['an open bracket', 'hostNetwork: true', 'hostNetwork: {'],
  ['a tab', '  hostNetwork: true', '\thostNetwork: true'],
  ['half an indentation', '  hostNetwork: true', ' hostNetwork: true'],
  ['the end', / {2}hostNetwork[\s\S]*/, '  nodeSelector:\n    kubernetes.io/os: windows\n  host'],
])('%s does not make fields seem missing, and the readable part is checked', (_, from, to) => {
  const broken = HOST_PROCESS.replace(from, to);
  expect(parse(broken).errors).not.toEqual([]);
  expect(rulesIn(HOST_PROCESS)).not.toContain('host-process/host-network-required');
  expect(rulesIn(broken)).not.toContain('host-process/host-network-required');
  const other = broken.replace('\n  containers', '\n  hostPID: true\n  containers');
  expect(rulesIn(other)).toContain('pod/host-pid');
});

test.each([
  ['before a key', "{' hostProcess: true, runAsUserName: 'a' }"],
  ['behind a colon', '{ runAsUserName: a, hostProcess:" { a: true } }'],
])('a quotation mark %s in braces does not make keys seem missing', (_, options) => {
  const broken = HOST_PROCESS.replace(/windowsOptions:\n.*/, `windowsOptions: ${options}`);
  expect(parse(broken).errors).not.toEqual([]);
  expect(rulesIn(broken)).not.toContain('pod/host-network');
});

test('reports what is missing elsewhere in the document', () => {
  const text = HOST_PROCESS.replace('  hostNetwork: true\n', '').replace('image: mcr', 'image: "mcr');
  expect(parse(text).errors).not.toEqual([]);
  expect(rulesIn(text)).toContain('host-process/host-network-required');
});

type Breaking = (before: string, behind: string) => string;

/** Texts as they are while someone types or deletes, between two parts of a manifest. */
const BREAKINGS: Readonly<Record<string, Breaking>> = {
  'a double quotation mark': (before, behind) => `${before}"${behind}`,
  'a single quotation mark': (before, behind) => `${before}'${behind}`,
  'a bracket': (before, behind) => `${before}[${behind}`,
  'a brace': (before, behind) => `${before}{${behind}`,
  'a closing bracket': (before, behind) => `${before}]${behind}`,
  'a colon': (before, behind) => `${before}: ${behind}`,
  'a tab': (before, behind) => `${before}\t${behind}`,
  'half a key': (before, behind) => {
    const lineStart = before.lastIndexOf('\n') + 1;
    const indentation = /^ */.exec(before.slice(lineStart))?.[0] ?? '';
    return `${before.slice(0, lineStart)}${indentation}hos\n${before.slice(lineStart)}${behind}`;
  },
  'the end': (before) => before,
  'the end of the line': (before, behind) => before + behind.slice(behind.indexOf('\n')),
  'the end of the line and its break': (before, behind) => before + behind.slice(behind.indexOf('\n') + 1),
};

/**
 * Rules on contradictions, or on the remaining text: an init container without its key is an ordinary container, and a quote
 * that is typed into an account is a part of it.
 */
const TRUE_ANYWAY = [
  'container/base-image-without-command',
  'image/linux-image-on-windows',
  'os/conflicts-with-image',
  'os/name-recommended',
  'scheduling/beta-os-label',
  'scheduling/missing-toleration',
  'gmsa/name-on-init-container',
  'run-as-user-name/',
  'yaml/backslash-in-double-quotes',
  'yaml/bare-drive-letter',
  'scheduling/toleration-without-selector',
];

function broken(example: fc.Arbitrary<string>) {
  return fc.tuple(example, fc.nat(), fc.constantFrom(...Object.values(BREAKINGS))).map(([before, at, breaking]) => {
    const offset = at % before.length;
    return { before, text: breaking(before.slice(0, offset), before.slice(offset)) };
  });
}

testChanged('a syntax error in an example adds no findings', 9, broken, ({ before, text }) => {
  if (parse(text).errors.length === 0) return;
  const more = foundOnlyIn(text, before);
  expect(more.filter((finding) => !TRUE_ANYWAY.some((rule) => finding.startsWith(rule)))).toEqual([]);
});
