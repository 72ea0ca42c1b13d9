import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../../server/src/lint/finding.ts';
import { applicableFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';
import { fieldsOf, foundOnlyIn, isHiddenByImage, report, testChanged } from './changed-examples.ts';

type Mutation = (text: string, field: Field) => string | undefined;

/** The lines of a key or list item; undefined if it shares a line with another. */
function linesOf(text: string, field: Field): { start: number; end: number; indentation: string } | undefined {
  const { start: from, end: to } = field.wholeSpan;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', Math.max(to - 1, from)) + 1 || text.length;
  const indentation = /^ *(?:- )?/.exec(text.slice(start))?.[0] ?? '';
  const isAlone = typeof field.key === 'number' ? indentation.includes('-') : !indentation.includes('-');
  return isAlone && start + indentation.length === from
    ? { start, end, indentation: indentation.replace('- ', '') }
    : undefined;
}

function replaced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** The end of a value, without trailing line breaks. */
function endOf(text: string, { valueSpan: { start, end } }: Field): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** Without recommendations, and without the toleration that the pods lack for the taint of the settings. */
function isAboutTemplate({ rule, effect }: Finding): boolean {
  return effect !== 'advice' && rule !== 'scheduling/missing-toleration';
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a value': (text, field) => replaced(text, field.valueSpan.start, endOf(text, field), '{{ .Values.x }}'),
  'a quoted value': (text, { isScalar, valueSpan: { start, end } }) =>
    isScalar ? replaced(text, start, end, '"{{ .Values.x | default "windows" }}"') : undefined,
  'the end of a value': (text, { isScalar, quoting, valueSpan: { start, end } }) =>
    isScalar && quoting === 'plain' ? replaced(text, start + 2, end, '{{ .Values.x }}') : undefined,
  'a line': (text, field) => {
    const lines = linesOf(text, field);
    return (
      lines &&
      replaced(
        text,
        lines.start,
        lines.end,
        `${lines.indentation}{{- toYaml .Values.x | nindent ${lines.indentation.length} }}\n`,
      )
    );
  },
  'what is under a key': (text, field) => {
    const lines = linesOf(text, field);
    const { start } = field.valueSpan;
    const end = endOf(text, field);
    if (lines === undefined || typeof field.key !== 'string') return undefined;
    return `${text.slice(0, start).trimEnd()}\n{{- include "x" . | nindent 8 }}${text.slice(end)}`;
  },
  'the key of what is under it': (text, field) => {
    const lines = linesOf(text, field);
    const keyEnd = text.indexOf('\n', field.span.start);
    if (lines === undefined || field.isScalar || keyEnd === -1 || keyEnd > field.valueSpan.start) return undefined;
    const action = `{{ include "x" . | indent ${lines.indentation.length} }}`;
    return replaced(text, lines.start, keyEnd, action);
  },
  'a branch': (text, field) => {
    const lines = linesOf(text, field);
    return (
      lines &&
      replaced(
        text,
        lines.start,
        lines.end,
        `{{- if .Values.x }}\n${text.slice(lines.start, lines.end).replace(/\n?$/, '\n')}{{- end }}\n`,
      )
    );
  },
  alternatives: (text, field) => {
    const lines = linesOf(text, field);
    const own = lines && text.slice(lines.start, lines.end).replace(/\n?$/, '\n');
    return lines && replaced(text, lines.start, lines.end, `{{ if .Values.x }}\n${own}{{ else }}\n${own}{{ end }}\n`);
  },
};

const POD = `apiVersion: {{ include "api" . }}
kind: DaemonSet
metadata: {name: "{{ .Release.Name }}-agent"}
spec:
  template:
    spec:
`;
const WINDOWS = '      nodeSelector:\n        kubernetes.io/os: windows\n';
const CONTAINERS = '      containers:\n        - name: agent\n          image: "{{ .Values.image }}"\n';

test.each([
  ['a field of a Windows pod', `${WINDOWS}      hostPID: true\n`, 'windows', ['pod/host-pid']],
  [
    'a field in a branch',
    `${WINDOWS}      {{- if .a }}\n      hostPID: true\n      {{- end }}\n`,
    'windows',
    ['pod/host-pid'],
  ],
  ['a value of a template', `${WINDOWS}      hostPID: {{ .Values.hostPID }}\n`, 'windows', []],
  ['a selector in a branch', `      {{- if .a }}\n${WINDOWS}      {{- end }}\n      hostPID: true\n`, 'unknown', []],
  [
    'a selector and a field in one branch',
    `      {{- if .a }}\n${WINDOWS}      hostPID: true\n      {{- end }}\n`,
    'unknown',
    ['pod/host-pid'],
  ],
  [
    'a selector with alternatives',
    `      {{- if eq .Values.os "windows" }}\n${WINDOWS}      {{- else }}\n${WINDOWS.replace('windows', 'linux')}      {{- end }}\n      hostPID: true\n`,
    'unknown',
    [],
  ],
  [
    'a selector of a template',
    '      nodeSelector: {{- toYaml .Values.nodeSelector | nindent 8 }}\n      hostPID: true\n',
    'unknown',
    [],
  ],
  [
    'an operating system of a template',
    `${WINDOWS}      os: {name: "{{ .Values.os }}"}\n      hostPID: true\n`,
    'unknown',
    [],
  ],
  [
    'a missing field that a template may write',
    `${WINDOWS}      {{- toYaml .Values.more | nindent 6 }}\n`,
    'windows',
    [],
  ],
])('%s', (_, spec, os, rules) => {
  const { workloads, findings } = report(POD + spec + CONTAINERS);
  expect(workloads.map(({ verdict }) => verdict.os)).toEqual([os]);
  expect(findings.filter(isAboutTemplate).map(({ rule }) => rule)).toEqual(rules);
});

test.each([
  [
    'the account next to a user ID',
    'nodeSelector: { kubernetes.io/os: windows }\n      securityContext: {{ toYaml .Values.securityContext | nindent 8 }}\n',
    '          securityContext:\n            runAsUser: 1000\n',
    ['Remove `runAsUser`'],
  ],
  [
    'the policy of a termination message',
    'nodeSelector: { kubernetes.io/os: windows }\n',
    '          terminationMessagePath: /log\n          terminationMessagePolicy: {{ .Values.policy }}\n',
    [],
  ],
])('offers fixes that do not depend on %s, which a template may set', (_, ofPod, ofContainer, titles) => {
  const pod = `${POD}      os: { name: windows }\n${ofPod && `      ${ofPod}`}`;
  const findings = report(pod + CONTAINERS + ofContainer).findings.filter(isAboutTemplate);
  expect(findings.flatMap(({ fixes }) => fixes.map(({ title }) => title))).toEqual(titles);
});

/** Rules that report only if another rule does not, or on an image, whatever nodes the pod selects: all reports are right. */
const TRUE_ANYWAY = [
  'container/base-image-without-command',
  'image/linux-image-on-windows',
  'os/conflicts-with-image',
  'os/name-recommended',
  'scheduling/beta-os-label',
  'scheduling/toleration-without-selector',
  'scheduling/windows-build-end-of-support',
];

/** Rules on the mapping or list in which a field is: no one writes an action there that writes the key for the next lines. */
const OF_ONE_PLACE = ['gmsa/name-on-init-container', 'security-context/misplaced-windows-field'];

function linesWithActions(text: string): string {
  const lines = text.split('\n').filter((line) => line.includes('{{'));
  return lines.join('\n');
}

/** The text with one to three fields in turn written by a template. */
function mutated(text: string, steps: readonly (readonly [number, string])[]): string {
  return steps.reduce((current, [index, name]) => {
    const { root, errors } = parse(current);
    const fields = root === undefined || errors.length > 0 ? [] : fieldsOf(root).filter((field) => !field.isUnknown);
    const field = fields[index % fields.length];
    return (field && MUTATIONS[name]?.(current, field)) ?? current;
  }, text);
}

const STEP = fc.tuple(fc.nat(), fc.constantFrom(...Object.keys(MUTATIONS)));
/** An empty user name is not evidence of Windows, but one from a template is. */
const EMPTY_SIGN = /(?:runAsUserName|gmsaCredentialSpec(?:Name)?): *(?:""|'')/;

function templates(example: fc.Arbitrary<string>) {
  return fc
    .tuple(example, fc.array(STEP, { minLength: 1, maxLength: 3 }))
    .map(([before, steps]) => ({ before, text: mutated(before, steps) }));
}

testChanged('template expressions in an example add no findings', 6, templates, ({ before, text }) => {
  if (EMPTY_SIGN.test(before)) return;
  // DirectX devices keep a pod off Linux nodes. Resources in a template are not expected to request them.
  if (before.includes('microsoft.com/directx') && text !== before) return;
  // A template may set `hostProcess` to true, which is evidence of Windows.
  if (/hostProcess: *false/.test(before)) return;
  const more = foundOnlyIn(text, before).filter((finding) => !isHiddenByImage(finding, before));
  expect(more.filter((finding) => ![...TRUE_ANYWAY, ...OF_ONE_PLACE].some((rule) => finding.startsWith(rule)))).toEqual(
    [],
  );
});

testChanged('no fix changes a line with a template expression', 3, templates, ({ text }) => {
  const { document, findings } = report(text);
  for (const { edits } of findings.flatMap((finding) => applicableFixes(document, finding).applicable)) {
    expect(linesWithActions(applyEdits(text, edits))).toBe(linesWithActions(text));
  }
});
