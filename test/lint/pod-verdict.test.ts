import { expect, test } from 'vitest';
import type { PodFact } from '../../server/src/kubernetes/facts.ts';
import { ofKind } from '../../server/src/kubernetes/questions.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { reportOf, testWorkspace } from '../lint-text.ts';

const FILE = 'file:///work/base/web.yaml';
const POD = `apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec: { os: { name: windows }, containers: [{ name: web, image: a }] }
`;

/** A Kustomize file that adds a label to the pod, and sets a namespace if one is given. */
function overlay(tier: string, namespace?: string): Record<string, string> {
  const patch = `apiVersion: v1\nkind: Pod\nmetadata: { name: web, labels: { tier: ${tier} } }\n`;
  const lines = ['resources: [../base]', 'patches: [{ path: patch.yaml }]', namespace ? `namespace: ${namespace}` : ''];
  return { [`${tier}/kustomization.yaml`]: lines.join('\n'), [`${tier}/patch.yaml`]: patch };
}

/** The pods that other objects see. */
function podsIn(files: Readonly<Record<string, string>>): Pick<PodFact, 'name' | 'namespace' | 'labels'>[] {
  const workspace = testWorkspace();
  workspace.setFolders(['file:///work']);
  workspace.setSettings('file:///work', DEFAULT_SETTINGS);
  workspace.setOnDisk(FILE, POD);
  workspace.setOnDisk('file:///work/base/kustomization.yaml', 'resources: [web.yaml]');
  for (const [path, text] of Object.entries(files)) workspace.setOnDisk(`file:///work/${path}`, text);
  return workspace
    .factsFor(FILE)
    .ask(ofKind('Pod'))
    .map(({ name, namespace, labels }) => ({ name, namespace, labels }));
}

test('other objects see a pod as the only Kustomize file renders it', () => {
  expect(podsIn(overlay('one'))).toEqual([{ name: 'web', namespace: null, labels: { app: 'web', tier: 'one' } }]);
});

test('other objects see a pod that two Kustomize files render in one namespace as it is written, once in each namespace', () => {
  const pods = podsIn({ ...overlay('one', 'shop'), ...overlay('two', 'shop'), ...overlay('three', 'test') });
  expect(pods.toSorted((a, b) => ((a.namespace ?? '') < (b.namespace ?? '') ? -1 : 1))).toEqual([
    { name: 'web', namespace: 'shop', labels: { app: 'web' } },
    { name: 'web', namespace: 'test', labels: { app: 'web', tier: 'three' } },
  ]);
});

const WINDOWS = '  nodeSelector: { kubernetes.io/os: windows }';
const LINUX = '  nodeSelector: { kubernetes.io/os: linux }';

/** The findings and the verdict of a pod with these lines in its spec. */
function inTemplate(...lines: readonly string[]): { readonly rules: readonly string[]; readonly verdict: string } {
  const spec = ['apiVersion: v1', 'kind: Pod', 'metadata: { name: web }', 'spec:', ...lines];
  const text = [...spec, '  hostPID: true', '  containers: [{ name: web, image: a }]', ''].join('\n');
  const report = reportOf(text, { ...DEFAULT_SETTINGS, mixedCluster: true }).documents[0]?.report;
  const verdict = report?.workloads[0]?.verdict;
  return { rules: report?.findings.map(({ rule }) => rule) ?? [], verdict: `${verdict?.os} ${verdict?.certainty}` };
}

test.each<[name: string, lines: readonly string[], verdict: string]>([
  ['if and else', ['{{ if .a }}', WINDOWS, '{{ else }}', WINDOWS, '{{ end }}'], 'windows scheduled'],
  [
    'three branches',
    ['{{ if .a }}', WINDOWS, '{{ else if .b }}', WINDOWS, '{{- else -}}', WINDOWS, '{{ end }}'],
    'windows scheduled',
  ],
  [
    'the lower certainty of two branches',
    ['{{ if .a }}', '  os: { name: windows }', '{{ else }}', WINDOWS, '{{ end }}'],
    'windows scheduled',
  ],
  ['with and else', ['{{ with .a }}', LINUX, '{{ else }}', LINUX, '{{ end }}'], 'linux scheduled'],
  ['contradictory branches', ['{{ if .a }}', WINDOWS, '{{ else }}', LINUX, '{{ end }}'], 'unknown null'],
  ['a branch without evidence', ['{{ if .a }}', WINDOWS, '{{ else }}', '  hostIPC: true', '{{ end }}'], 'unknown null'],
  ['an empty branch', ['{{ if .a }}', WINDOWS, '{{ else }}', '{{ end }}'], 'unknown null'],
  ['no else', ['{{ if .a }}', WINDOWS, '{{ end }}'], 'unknown null'],
  ['else if without else', ['{{ if .a }}', WINDOWS, '{{ else if .b }}', WINDOWS, '{{ end }}'], 'unknown null'],
  [
    'an if within a branch',
    ['{{ if .a }}', '{{ if .b }}', WINDOWS, '{{ else }}', WINDOWS, '{{ end }}', '{{ end }}'],
    'unknown null',
  ],
])('uses a verdict that all branches of a template share: %s', (_, lines, verdict) => {
  const found = inTemplate(...lines);
  expect(found.verdict).toBe(verdict);
  expect(found.rules.includes('pod/host-pid')).toBe(verdict === 'windows scheduled');
});

test('uses the shared verdict in other branches and in the surrounding one', () => {
  const choice = ['{{ if .a }}', WINDOWS, '{{ else }}', WINDOWS, '{{ end }}'];
  expect(inTemplate(...choice, '{{ if .b }}', '  hostIPC: true', '{{ end }}').rules).toContain('pod/host-ipc');
  const outer = ['{{ if .b }}', '  hostIPC: true', ...choice, '{{ end }}'];
  expect(inTemplate(...outer).rules).toEqual(['pod/host-ipc']);
});

test('ignores an if that starts before the document', () => {
  const text = [
    'a: 1',
    '{{ if .a }}',
    '---',
    'apiVersion: v1',
    'kind: Pod',
    'spec:',
    '  hostPID: true',
    '{{ else if .b }}',
  ];
  const rest = [WINDOWS, '{{ else }}', WINDOWS, '{{ end }}', '  containers: []', ''];
  const { documents } = reportOf([...text, ...rest].join('\n'));
  expect(documents.flatMap(({ report }) => report.findings.filter(({ rule }) => rule === 'pod/host-pid'))).toEqual([]);
});
