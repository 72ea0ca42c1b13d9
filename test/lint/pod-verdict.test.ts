import { expect, test } from 'vitest';
import type { PodFact } from '../../server/src/kubernetes/facts.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings.ts';
import { testWorkspace } from '../lint-text.ts';

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
