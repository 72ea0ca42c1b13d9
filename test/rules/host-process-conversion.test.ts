import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { lintText, reportOf } from '../lint-text.ts';

const TITLE = 'Make it a HostProcess pod';

const pod = (spec: string, container = '', metadata = '') => `apiVersion: v1
kind: Pod
metadata: { name: agent${metadata} }
spec:
  nodeSelector: { kubernetes.io/os: windows }
${spec}  containers:
    - name: agent
      image: registry.example/agent:1.0
${container}`;

const DAEMON_SET = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent }
spec:
  selector: { matchLabels: { app: agent } }
  template:
    metadata: { labels: { app: agent } }
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      containers: [{ name: agent, image: registry.example/agent:1.0, securityContext: { privileged: true } }]
`;

/** The text after the fix of each finding that offers it. */
function converted(text: string, settings: Partial<Settings> = {}): string[] {
  const all = { ...DEFAULT_SETTINGS, ...settings };
  return reportOf(text, all).documents.flatMap(({ report: { document }, findings }) =>
    findings.flatMap(({ fixes }) =>
      fixes
        .filter(({ title }) => title === TITLE)
        .map((fix) => {
          const plan = editsFor(document, fix.changes);
          if (!plan.ok) throw new Error(plan.reason);
          return plan.text;
        }),
    ),
  );
}

test.each([
  ['hostNetwork', pod('  hostNetwork: true\n')],
  ['hostPID', pod('  hostPID: true\n  hostNetwork: false\n')],
  ['declared', pod('  os: { name: windows }\n  hostPID: true\n  hostIPC: true\n')],
  ['privileged', pod('  hostNetwork: true\n', '      securityContext: { privileged: true }\n')],
  ['privileged, in a DaemonSet', DAEMON_SET],
  [
    'mounts and ports',
    pod(
      '  volumes: [{ name: logs, hostPath: { path: "C:\\\\logs" } }]\n',
      `      ports: [{ containerPort: 9100, hostPort: 9100 }]
      securityContext: { privileged: true, windowsOptions: { runAsUserName: 'NT AUTHORITY\\Local service' } }
      volumeMounts: [{ name: logs, mountPath: "C:\\\\logs", mountPropagation: Bidirectional }]
`,
    ),
  ],
])('converts a pod with %s to one that runs', (_, text) => {
  const texts = converted(text);
  expect(texts.length).toBeGreaterThan(0);
  for (const after of texts) {
    const found = lintText(after);
    expect(found.filter(({ effect }) => effect === 'rejected' || effect === 'fails')).toEqual([]);
    expect(found.map(({ rule }) => rule)).not.toContain('host-process/user-account-missing');
  }
});

test.each<[what: string, text: string, settings?: Partial<Settings>]>([
  ['before 1.23', pod('  hostPID: true\n'), { kubernetesVersion: '1.22' }],
  ['with Docker', pod('  hostPID: true\n'), { containerRuntime: 'docker' }],
  [
    'with mounts in containerd 1.6',
    pod('  hostPID: true\n', '      volumeMounts: [{ name: data, mountPath: "C:\\\\data" }]\n'),
    { containerRuntime: 'containerd-1.6' },
  ],
  ['with another account', pod('  hostPID: true\n  securityContext: { windowsOptions: { runAsUserName: me } }\n')],
  ['with a GMSA', pod('  hostPID: true\n  securityContext: { windowsOptions: { gmsaCredentialSpecName: web } }\n')],
  [
    'that sets hostProcess to false',
    pod('  hostPID: true\n', '      securityContext: { windowsOptions: { hostProcess: false } }\n'),
  ],
  ['with a mapped port', pod('  hostPID: true\n', '      ports: [{ containerPort: 80, hostPort: 8080 }]\n')],
  [
    'with a pipe',
    pod(
      "  hostPID: true\n  volumes: [{ name: pipe, hostPath: { path: '\\\\.\\pipe\\engine' } }]\n",
      "      volumeMounts: [{ name: pipe, mountPath: '\\\\.\\pipe\\engine' }]\n",
    ),
  ],
  [
    'in a namespace with a policy',
    `apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: baseline } }
---
${pod('  hostPID: true\n', '', ', namespace: shop')}`,
  ],
])('does not convert a pod %s', (_, text, settings) => {
  expect(lintText(text, { ...DEFAULT_SETTINGS, ...settings }).map(({ rule }) => rule)).toContain('pod/host-pid');
  expect(converted(text, settings)).toEqual([]);
});

test('does not convert a privileged pod that is not a node agent', () => {
  const text = pod('', '      securityContext: { privileged: true }\n');
  expect(lintText(text).map(({ rule }) => rule)).toContain('security-context/privileged');
  expect(converted(text)).toEqual([]);
});
