// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are written so
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';
import { fieldsOf, found, foundOnlyIn, isHiddenByImage, testChanged } from './changed-examples.ts';

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations: {}
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
`;

test.each([
  ['an annotation', 'pod.alpha.windows.kubernetes.io/gmsa-credential-spec: X', '', 'gmsa/alpha-annotations'],
  ['an annotation', 'seccomp.security.alpha.kubernetes.io/pod: X', '', 'annotations/seccomp'],
  ['a field', '', '      volumeMounts: [{ name: a, mountPath: C:\\a, subPath: X }]\n', 'volume-mounts/sub-path'],
  ['a label', '', '  affinity: {}\n', 'scheduling/beta-os-label'],
  [
    'a command',
    '',
    '      command: [powershell, -Command, "echo X"]\n      image: mcr.microsoft.com/windows/nanoserver:ltsc2022\n',
    'command/powershell-not-in-image',
  ],
])('reports %s whatever its value', (_, annotation, more, rule) => {
  const text = (value: string) =>
    POD.replace('{}', `{ ${annotation} }`)
      .replace('windows }', rule === 'scheduling/beta-os-label' ? 'windows, beta.kubernetes.io/os: X }' : 'windows }')
      .concat(more)
      .replace(/\bX\b/, value);
  for (const value of ['windows', '"${NAME}"', '"<name>"', '__NAME__']) {
    if (rule.startsWith('command') && value.includes('"')) continue;
    expect([...found(text(value))]).toContain(`${rule} Pod`);
  }
});

test.each(['WEB', 'web$', '$web', '%web', '100%web', 'web<', 'web__A__b', '__a__b', '{web}', '[web]', '#web#'])(
  '%j is not a placeholder',
  (name) => {
    const options = `      securityContext: { windowsOptions: { gmsaCredentialSpecName: '${name}' } }\n`;
    expect([...found(POD + options)]).toContain('gmsa/credential-spec-name-format Pod');
  },
);

test.each([
  ['the type of a node', 'nodeSelector: { node.kubernetes.io/windows-build: 10.0.20348, type: X }', 'build-mismatch'],
  [
    'the key of an expression',
    'affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: X, operator: In, values: [windows] }] }] } } }',
    'missing-os',
  ],
  ['a node selector', 'nodeSelector: X', 'missing-os'],
])('treats %s as unknown', (_, field, rule) => {
  const image = '      image: mcr.microsoft.com/windows/servercore:1809\n';
  const pod = POD.replace('  nodeSelector: { kubernetes.io/os: windows }\n', '').replace(/ +image: .*\n/, image);
  const rules = (value: string) =>
    [...found(`${pod}  ${field.replace('X', value)}\n`)].filter((finding) => finding.includes(rule));
  expect(rules('other')).not.toEqual([]);
  expect(rules('"${NAME}"')).toEqual([]);
});

test('a placeholder may be the operator that selects virtual nodes', () => {
  const rule = 'scheduling/windows-build-end-of-support Pod';
  const rules = (operator: string) => {
    const term = `{ matchExpressions: [{ key: type, operator: ${operator}, values: [virtual-kubelet] }] }`;
    const required = `requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [${term}] }`;
    const pod = POD.replace('windows }', 'windows, node.kubernetes.io/windows-build: 10.0.17763 }');
    return [...found(`${pod}  affinity: { nodeAffinity: { ${required} } }\n`)];
  };
  expect(rules('NotIn')).toContain(rule);
  expect(rules('In')).not.toContain(rule);
  expect(rules("'${X}'")).not.toContain(rule);
});

test('a Python folder is not a placeholder', () => {
  const mounts = (folder: string) =>
    `      volumeMounts: [{ name: a, mountPath: 'C:\\${folder}' }, { name: b, mountPath: 'c:\\${folder}' }]\n`;
  const rule = 'volume-mounts/duplicate-path-ignoring-case Pod';
  expect([...found(POD + mounts('__pycache__'))]).toContain(rule);
  expect([...found(POD + mounts('__NAME__'))]).not.toContain(rule);
});

const PLACEHOLDERS = ['${X}', '$(X)', '<X>', '%X%', '#{X}#', '__X__', '[[ X ]]', 'a-${X}', 'a-__X__-b'];

/** Rules on contradictions, and on user names with any value. */
const TRUE_ANYWAY =
  /^(?:container\/base-image-without-command|image\/linux-image-on-windows|os\/.*|scheduling\/(?:beta-os-label|missing-toleration|missing-os-constraint|toleration-without-selector)) /;

/** An example with one of its values replaced by a placeholder, except for commands and scripts. */
function withPlaceholder(example: fc.Arbitrary<string>) {
  return fc.tuple(example, fc.nat(), fc.constantFrom(...PLACEHOLDERS)).map(([before, index, placeholder]) => {
    const { root } = parse(before);
    const fields = root === undefined ? [] : fieldsOf(root).filter(isPlainValue);
    const field = fields[index % fields.length];
    if (field === undefined) return { before, text: before };
    const { start, end } = field.valueSpan;
    return { before, text: `${before.slice(0, start)}'${placeholder}'${before.slice(end)}` };
  });
}

function isPlainValue({ quoting, path }: Field): boolean {
  const isScript = quoting === 'literal' || quoting === 'folded';
  return quoting !== undefined && !isScript && !['command', 'args', 'env'].some((key) => path.includes(key));
}

testChanged('a placeholder in an example adds no findings', 7, withPlaceholder, ({ before, text }) => {
  const more = foundOnlyIn(text, before).filter((finding) => !isHiddenByImage(finding, before));
  expect(more.filter((finding) => !TRUE_ANYWAY.test(finding))).toEqual([]);
});
