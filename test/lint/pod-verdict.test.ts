import { expect, test } from 'vitest';
import type { PodFact } from '../../server/src/kubernetes/facts.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { reportOf, testWorkspace } from '../lint-text.ts';

const FILE = 'file:///work/base/web.yaml';
const POD = `apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec: { os: { name: windows }, containers: [{ name: web, image: a }] }
`;

/** A Kustomize file that gives the pod another label, in a namespace where one is named. */
function overlay(tier: string, namespace?: string): Record<string, string> {
  const patch = `apiVersion: v1\nkind: Pod\nmetadata: { name: web, labels: { tier: ${tier} } }\n`;
  const lines = ['resources: [../base]', 'patches: [{ path: patch.yaml }]', namespace ? `namespace: ${namespace}` : ''];
  return { [`${tier}/kustomization.yaml`]: lines.join('\n'), [`${tier}/patch.yaml`]: patch };
}

/** The pods that other objects know of. */
function podsIn(files: Readonly<Record<string, string>>): Pick<PodFact, 'name' | 'namespace' | 'labels'>[] {
  const workspace = testWorkspace();
  workspace.setFolders(['file:///work']);
  workspace.setSettings('file:///work', DEFAULT_SETTINGS);
  workspace.setOnDisk(FILE, POD);
  workspace.setOnDisk('file:///work/base/kustomization.yaml', 'resources: [web.yaml]');
  for (const [path, text] of Object.entries(files)) workspace.setOnDisk(`file:///work/${path}`, text);
  return workspace
    .factsFor(FILE)
    .all('Pod')
    .map(({ name, namespace, labels }) => ({ name, namespace, labels }));
}

test('a pod that one Kustomize file makes is known as it is made', () => {
  expect(podsIn(overlay('one'))).toEqual([{ name: 'web', namespace: null, labels: { app: 'web', tier: 'one' } }]);
});

test('one that two of them make in one namespace is known as it is written, and once in each namespace', () => {
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
    'the less certain of two',
    ['{{ if .a }}', '  os: { name: windows }', '{{ else }}', WINDOWS, '{{ end }}'],
    'windows scheduled',
  ],
  ['with and else', ['{{ with .a }}', LINUX, '{{ else }}', LINUX, '{{ end }}'], 'linux scheduled'],
  ['branches that contradict', ['{{ if .a }}', WINDOWS, '{{ else }}', LINUX, '{{ end }}'], 'unknown null'],
  [
    'a branch that says nothing',
    ['{{ if .a }}', WINDOWS, '{{ else }}', '  hostIPC: true', '{{ end }}'],
    'unknown null',
  ],
  ['an empty branch', ['{{ if .a }}', WINDOWS, '{{ else }}', '{{ end }}'], 'unknown null'],
  ['no else', ['{{ if .a }}', WINDOWS, '{{ end }}'], 'unknown null'],
  ['no else at the end', ['{{ if .a }}', WINDOWS, '{{ else if .b }}', WINDOWS, '{{ end }}'], 'unknown null'],
  [
    'a choice in a branch',
    ['{{ if .a }}', '{{ if .b }}', WINDOWS, '{{ else }}', WINDOWS, '{{ end }}', '{{ end }}'],
    'unknown null',
  ],
])('what all branches of a template say counts: %s', (_, lines, verdict) => {
  const found = inTemplate(...lines);
  expect(found.verdict).toBe(verdict);
  expect(found.rules.includes('pod/host-pid')).toBe(verdict === 'windows scheduled');
});

test('what all branches say counts in other branches, and in the one around them', () => {
  const choice = ['{{ if .a }}', WINDOWS, '{{ else }}', WINDOWS, '{{ end }}'];
  expect(inTemplate(...choice, '{{ if .b }}', '  hostIPC: true', '{{ end }}').rules).toContain('pod/host-ipc');
  const around = ['{{ if .b }}', '  hostIPC: true', ...choice, '{{ end }}'];
  expect(inTemplate(...around).rules).toEqual(['pod/host-ipc']);
});

test('a choice that began before the document is not known whole', () => {
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
