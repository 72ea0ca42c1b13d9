import { expect, test } from 'vitest';
import { FileChangeType } from 'vscode-languageserver/node';
import hostPid from '../../server/src/rules/pod/host-pid.ts';
import { LINUX, SCHEDULED } from './manifests.ts';
import { resultIds, rulesByFile, TestClient } from './test-client.ts';

// The text of a file in which nothing can be found is not kept. The file is read again when something may be found in it.

const POD = 'file:///work/linux.yaml';
const PRIVILEGED = `${LINUX.replace('spec:\n', 'spec:\n  hostPID: true\n')}      securityContext: { privileged: true }\n`;
const KUSTOMIZATION = `resources: [linux.yaml]
patches:
  - target: { kind: Pod }
    patch: |
      - { op: add, path: /spec/nodeSelector, value: { kubernetes.io/os: windows } }
`;
const TEMPLATE = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    {{- toYaml .Values.nodeSelector | nindent 4 }}
  hostPID: true
  containers:
    - name: web
      image: registry.example/web:1.0
`;
const WIDGET = `apiVersion: example.com/v1
kind: Widget
metadata: { name: a }
spec:
  template:
    hostPID: true
    nodeSelector: { kubernetes.io/os: windows }
    containers: [{ name: a, image: registry.example/web:1.0 }]
`;
const CHART = 'file:///work/chart';
const VALUES = 'nodeSelector:\n  kubernetes.io/os: linux\n';

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly idle: string;
  readonly wake: (client: TestClient) => Promise<void>;
}

const CASES: Readonly<Record<string, Case>> = {
  'a setting changes': {
    files: { 'file:///work/widget.yaml': WIDGET },
    idle: 'file:///work/widget.yaml',
    wake: (client) => client.set({ kubewin: { embeddedPods: { 'example.com/Widget': ['spec.template'] } } }),
  },
  'a Kustomize file is created on disk': {
    files: { [POD]: PRIVILEGED },
    idle: POD,
    wake: (client) => client.write('file:///work/kustomization.yaml', KUSTOMIZATION, FileChangeType.Created),
  },
  'a Kustomize file is edited': {
    files: { [POD]: PRIVILEGED, 'file:///work/kustomization.yaml': 'resources: []\n' },
    idle: POD,
    wake: (client) => client.open('file:///work/kustomization.yaml', KUSTOMIZATION),
  },
  'the values of its chart change': {
    files: { [`${CHART}/templates/pod.yaml`]: TEMPLATE, [`${CHART}/values.yaml`]: VALUES },
    idle: `${CHART}/templates/pod.yaml`,
    wake: (client) => client.open(`${CHART}/values.yaml`, VALUES.replace('linux', 'windows')),
  },
  'its own text changes': {
    files: { [POD]: PRIVILEGED },
    idle: POD,
    wake: (client) => client.write(POD, SCHEDULED, FileChangeType.Changed),
  },
};

test.each(Object.entries(CASES))('reads an idle file again when %s', async (_, { files, idle, wake }) => {
  // Evidence in the values of a chart makes a guessed verdict.
  const server = { rules: [{ ...hostPid, gate: 'guessed' as const }] };
  const client = await TestClient.start({ server, files: { ...files, 'file:///work/other.yaml': SCHEDULED } });
  const first = await client.pullWorkspace();
  expect(rulesByFile(first)).toEqual({ 'other.yaml': 'pod/host-pid' });
  const next = client.pullWorkspace(resultIds(first));
  // The texts of idle files are dropped at the end of a scan, which a slow machine may not have reached.
  await client.next('progress end');
  await wake(client);
  const found = rulesByFile(await next);
  expect(found[idle.slice(idle.lastIndexOf('/') + 1)]).toContain('pod/host-pid');
  // The file was read from disk again. After the scan, the template of a chart is read once more, which may take until now.
  expect(client.disk.reads.get(idle)).toBeGreaterThan(1);
});

test('does not read an idle file after an unrelated change', async () => {
  const client = await TestClient.start({ files: { [POD]: PRIVILEGED, 'file:///work/other.yaml': SCHEDULED } });
  await client.pullWorkspace();
  await client.next('progress end');
  client.disk.reads.clear();
  await client.set({ kubewin: { rules: { 'pod/host-pid': 'hint' } } });
  await client.open('file:///work/open.yaml', SCHEDULED);
  await client.close('file:///work/open.yaml');
  await client.settle();
  expect(client.disk.reads.has(POD)).toBe(false);
});
