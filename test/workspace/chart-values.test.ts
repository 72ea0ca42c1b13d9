import { beforeEach, describe, expect, test } from 'vitest';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import gmsaMissing from '../../server/src/rules/gmsa/credential-spec-without-name.ts';
import { mayHoldFacts } from '../../server/src/workspace/document-relevance.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';

const RULES = ruleSet([gmsaMissing]);
const VALUES = 'file:///chart/values.yaml';
const TEMPLATE = 'file:///chart/templates/agent.yaml';

const pod = (selector: string) => `apiVersion: v1
kind: Pod
metadata:
  name: {{ .Release.Name }}
spec:
  {{- if .Values.priority }}
  priorityClassName: {{ .Values.priority }}
  {{- end }}
${selector}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    windowsOptions: { gmsaCredentialSpec: "{}" }
  containers: [{ name: web, image: "{{ .Values.image }}" }]
`;
/** Without anything else that tells the operating system. */
const plain = (selector: string) => pod(selector).replace(/ {2}securityContext(?:.*\n)*?(?= {2}containers)/, '');

const OWN = '  nodeSelector:\n    {{- toYaml .Values.nodeSelector | nindent 4 }}';
const values = (os: string, label = 'kubernetes.io/os') => `nodeSelector:\n  ${label}: ${os}\n  pool: a\n`;

let workspace: Workspace;

beforeEach(() => {
  workspace = testWorkspace(RULES);
});

function verdictOf(text: string, valuesText: string, uri = TEMPLATE) {
  workspace.setOnDisk(VALUES, valuesText);
  workspace.setOnDisk(uri, text);
  return workspace.report(uri, true)?.documents[0]?.report.workloads[0]?.verdict;
}

describe('the values of a chart are evidence in templates that use them', () => {
  test.each([
    ['under the key', OWN],
    ['behind the key', '  nodeSelector: {{- toYaml .Values.nodeSelector | nindent 4 }}'],
    ['by a pipe', '  nodeSelector: {{ .Values.nodeSelector | toYaml | nindent 4 }}'],
    ['from column 0', '  nodeSelector:\n{{ toYaml $.Values.nodeSelector | indent 4 }}'],
    [
      'with `with`',
      '  {{- with .Values.nodeSelector }}\n  nodeSelector:\n    {{- toYaml . | nindent 4 }}\n  {{- end }}',
    ],
    [
      'in `with`',
      '  nodeSelector:\n    {{- with .Values.nodeSelector }}\n    {{- toYaml . | nindent 4 }}\n    {{- end }}',
    ],
    ['by `tpl`', '  nodeSelector: {{- tpl (toYaml .Values.nodeSelector) . | nindent 4 }}'],
    ['by `tpl` of a pipe', '  nodeSelector: {{- tpl (.Values.nodeSelector | toYaml) $ | nindent 4 }}'],
    [
      'by the helper of Bitnami',
      '  nodeSelector: {{- include "common.tplvalues.render" (dict "value" .Values.nodeSelector "context" $) | nindent 4 }}',
    ],
    [
      'by `tpl` in `with`',
      '  {{- with .Values.nodeSelector }}\n  nodeSelector:\n    {{- tpl (toYaml .) $ | nindent 4 }}\n  {{- end }}',
    ],
    ['with `if`', `  {{- if .Values.nodeSelector }}\n${OWN}\n  {{- end }}`],
  ])('%s', (_, selector) => {
    const verdict = verdictOf(plain(selector), values('windows'));
    expect(verdict).toMatchObject({ os: 'windows', certainty: 'guessed' });
    expect(verdict?.evidence[0]).toMatchObject({
      kind: 'chartValues',
      strength: 'medium',
      says: 'windows',
      text: 'values.yaml: nodeSelector has kubernetes.io/os: windows',
    });
  });

  test.each([
    ['for Linux', OWN, values('linux'), 'linux'],
    ['by the label of old', OWN, values('windows', 'beta.kubernetes.io/os'), 'windows'],
    [
      'deeper',
      OWN.replace('.nodeSelector', '.agent.nodeSelector'),
      `agent:\n${values('windows').replace(/^/gm, '  ')}`,
      'windows',
    ],
  ])('%s', (_, selector, text, os) => {
    expect(verdictOf(plain(selector), text)).toMatchObject({ os, certainty: 'guessed' });
  });

  test('also applies to templates in subfolders', () => {
    expect(verdictOf(plain(OWN), values('windows'), 'file:///chart/templates/agent/pod.yaml')?.os).toBe('windows');
  });
});

describe('a subchart', () => {
  const SUB = 'file:///chart/charts/sub-chart/';
  const DEEP = `${SUB}charts/deep/`;
  const under = (key: string, text: string) => `${key}:\n${text.replace(/^(?=.)/gm, '  ')}`;

  test.each([
    ['has its own values', 'a: 1\n', values('windows'), undefined, 'windows', 'nodeSelector'],
    [
      'gets others',
      under('sub-chart', values('linux')),
      values('windows'),
      undefined,
      'linux',
      'sub-chart.nodeSelector',
    ],
    [
      'gets them alone',
      under('sub-chart', values('windows')),
      'a: 1\n',
      undefined,
      'windows',
      'sub-chart.nodeSelector',
    ],
    [
      'two deep, gets those of the outermost',
      under('sub-chart', under('deep', values('windows'))),
      under('deep', values('linux')),
      values('linux'),
      'windows',
      'sub-chart.deep.nodeSelector',
    ],
    [
      'gets two labels that contradict each other',
      under('sub-chart', values('linux', 'beta.kubernetes.io/os')),
      values('windows'),
      undefined,
      'unknown',
      undefined,
    ],
  ])('%s', (_, outer, own, deep, os, path) => {
    workspace.setOnDisk(`${SUB}values.yaml`, own);
    if (deep !== undefined) workspace.setOnDisk(`${DEEP}values.yaml`, deep);
    const verdict = verdictOf(plain(OWN), outer, `${deep === undefined ? SUB : DEEP}templates/agent.yaml`);
    expect(verdict?.os).toBe(os);
    expect(verdict?.evidence.map(({ text }) => text.split(' ')[1])).toEqual(path === undefined ? [] : [path]);
  });

  test('gets the global values of its parent charts', () => {
    workspace.setOnDisk(`${SUB}values.yaml`, under('global', values('windows')));
    const text = plain(OWN.replace('.nodeSelector', '.global.nodeSelector'));
    expect(verdictOf(text, under('global', values('linux')), `${SUB}templates/agent.yaml`)?.os).toBe('linux');
  });
});

describe('values of a chart are not evidence for', () => {
  test.each([
    ['another path', OWN.replace('.nodeSelector', '.selector'), values('windows')],
    [
      'a part of it',
      '  nodeSelector:\n    a: b\n    {{- toYaml .Values.nodeSelector | nindent 4 }}',
      values('windows'),
    ],
    ['two actions', `${OWN}\n    {{- toYaml .Values.more | nindent 4 }}`, values('windows')],
    [
      'an action in a branch besides',
      `${OWN}\n    {{- with .Values.b }}\n    {{- toYaml . | nindent 4 }}\n    {{- end }}`,
      values('windows'),
    ],
    ['another function', OWN.replace('toYaml', 'toYaml | default'), values('windows')],
    ['a choice', OWN.replace('.Values.nodeSelector', '(default .Values.a .Values.nodeSelector)'), values('windows')],
    [
      'what `range` stands for',
      '  {{- range .Values.nodeSelector }}\n  nodeSelector:\n    {{- toYaml . | nindent 4 }}\n  {{- end }}',
      values('windows'),
    ],
    ['alternatives', `  {{- if .Values.a }}\n${OWN}\n  {{- else }}\n${OWN}\n  {{- end }}`, values('windows')],
    ['another value', OWN, values('solaris')],
    ['labels that contradict each other', OWN, `${values('windows')}  beta.kubernetes.io/os: linux\n`],
    ['values of a template', OWN, values('{{ .os }}')],
  ])('%s', (_, selector, text) => {
    expect(verdictOf(plain(selector), text)).toMatchObject({ os: 'unknown', evidence: [] });
  });

  test.each([
    ['a file that is no template', 'file:///chart/agent.yaml'],
    ['a template of another chart', 'file:///chart/charts/sub/templates/agent.yaml'],
  ])('%s', (_, uri) => {
    expect(verdictOf(plain(OWN), values('windows'), uri)?.os).toBe('unknown');
  });

  test('a pod whose image indicates the other system', () => {
    const image = plain(OWN).replace('"{{ .Values.image }}"', 'mcr.microsoft.com/windows/nanoserver:ltsc2022');
    expect(verdictOf(image, values('linux'))?.os).toBe('unknown');
  });
});

describe('a change of chart values', () => {
  const OTHER = 'file:///other/templates/agent.yaml';
  const bare = pod(OWN).replace(/ {4}windowsOptions.*\n/, '    runAsUser: 1\n');

  beforeEach(() => {
    workspace.setOnDisk(VALUES, values('windows'));
    workspace.setOnDisk(TEMPLATE, pod(OWN));
    workspace.setOnDisk('file:///chart/templates/plain.yaml', pod('  nodeSelector: { kubernetes.io/os: windows }'));
    workspace.setOnDisk(OTHER, pod(OWN));
    expect(found(TEMPLATE)).toBe(1);
    for (const uri of workspace.uris()) workspace.findings(uri);
  });

  test('rechecks only the templates that use them', () => {
    expect(lintedBy(() => workspace.setOnDisk(VALUES, values('linux')))).toBe(1);
    expect(found(TEMPLATE)).toBe(0);
    expect(lintedBy(() => workspace.setOnDisk(VALUES, `${values('linux')}replicas: 1\n`))).toBe(0);
    expect(lintedBy(() => workspace.setOnDisk(VALUES, undefined))).toBe(1);
    expect(found(OTHER)).toBe(1);
  });

  test('makes a template without Windows words relevant', () => {
    workspace.setOnDisk(VALUES, values('linux'));
    workspace.setOnDisk(TEMPLATE, bare);
    expect(lintedBy(() => workspace.findings(VALUES))).toBe(0);
    expect(workspace.report(TEMPLATE)?.documents).toEqual([]);
    expect(lintedBy(() => workspace.setOnDisk(VALUES, values('windows')))).toBe(1);
    expect(workspace.report(TEMPLATE)?.documents[0]?.report.workloads[0]?.verdict.os).toBe('windows');
  });

  test('is reported at its location, and not in the values themselves', () => {
    const at = workspace.report(TEMPLATE)?.documents[0]?.findings[0]?.related[0]?.at;
    const place = at !== undefined && 'uri' in at ? workspace.locate(at) : undefined;
    expect(place?.file.uri).toBe(VALUES);
    expect(place?.file.text.slice(place.span.start, place.span.end)).toBe('kubernetes.io/os: windows');
    expect(workspace.report(VALUES)?.documents).toEqual([]);
    expect([mayHoldFacts(VALUES, 'a: 1\n'), mayHoldFacts('file:///a.yaml', 'a: 1\n')]).toEqual([true, false]);
  });

  function found(uri: string): number {
    return workspace.findings(uri)?.documents.flatMap(({ findings }) => findings).length ?? 0;
  }

  /** How many documents the rules look at once all files are asked for again. */
  function lintedBy(act: () => void): number {
    const before = workspace.lintCount;
    act();
    for (const uri of workspace.uris()) workspace.findings(uri);
    return workspace.lintCount - before;
  }
});
