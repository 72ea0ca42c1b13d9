import { expect, test, vi } from 'vitest';
import { MentionIndex } from '../../server/src/workspace/mentions.ts';
import { testWorkspace } from '../lint-text.ts';

/** A pod for Windows with a ConfigMap of its own. */
const manifest = (i: number) => `apiVersion: v1
kind: Pod
metadata: { name: web-${i} }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: example.com/web:1 }]
  volumes: [{ name: config, configMap: { name: config-${i} } }]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: config-${i} }
data: { 'a:b': c }
`;

/** How many files are looked at for facts with a name, in a folder with one Kustomize file. */
function looks(count: number): number {
  const workspace = testWorkspace();
  workspace.setOnDisk('file:///kustomization.yaml', 'resources: [0.yaml]\nnamePrefix: test-\n');
  for (let i = 0; i < count; i++) workspace.setOnDisk(`file:///${i}.yaml`, manifest(i));
  const urisOf = vi.spyOn(MentionIndex.prototype, 'urisOf');
  try {
    const found = workspace.uris().flatMap((uri) => workspace.findings(uri)?.documents ?? []);
    expect(found.length).toBeGreaterThanOrEqual(count);
    return urisOf.mock.results.reduce((sum, { value }) => sum + value.length, 0);
  } finally {
    urisOf.mockRestore();
  }
}

test('a Kustomize file does not make each file look at all others', () => {
  const [few, many] = [looks(20), looks(40)];
  expect(few).toBeGreaterThanOrEqual(20);
  expect(many / few).toBeLessThan(2.5);
});
