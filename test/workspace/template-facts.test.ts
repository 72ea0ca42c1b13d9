import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { testWorkspace } from '../lint-text.ts';

const SETTINGS = { ...DEFAULT_SETTINGS, taint: 'upstream', mixedCluster: true } as const;

/** The rules that find something in the second of two files, where the first is what the other text tells about. */
function found(others: string, text: string): string[] {
  const workspace = testWorkspace();
  workspace.setSettings('', SETTINGS);
  workspace.setOnDisk('file:///others.yaml', others);
  workspace.setOnDisk('file:///text.yaml', text);
  const documents = workspace.report('file:///text.yaml')?.documents ?? [];
  return [...new Set(documents.flatMap(({ findings }) => findings.map(({ rule }) => rule)))];
}

const runtimeClass = (scheduling: string, name = 'win') =>
  `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: ${name}\nhandler: runhcs-wcow-process\n${scheduling}`;

const windowsPod = (more: string, name = 'web') => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: shop
  labels: { app: ${name} }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: registry.example/web:1.0 }]
${more}`;

const gmsaPod = windowsPod(`  serviceAccountName: web
  securityContext: { windowsOptions: { gmsaCredentialSpecName: web } }
`);
const role = (rules: string, name = 'web') =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: ${name} }\n${rules}---\n`;
const USE =
  'rules: [{ apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], verbs: [use], resourceNames: [other] }]\n';
const binding = (account: string) =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: { name: web }\nroleRef: { kind: ClusterRole, name: web }\n${account}`;
const SUBJECTS = 'subjects: [{ kind: ServiceAccount, name: web, namespace: shop }]\n';

const policy = (selector: string) =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: web, namespace: shop }\nspec:\n  podSelector: ${selector}\n`;
const NOT_API = '{ matchExpressions: [{ key: tier, operator: NotIn, values: [api] }] }';

const claim = (spec: string) =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data, namespace: shop }\nspec:\n  storageClassName: disks\n${spec}---\n`;
const storageClass =
  'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: { name: disks }\nprovisioner: disk.csi.example.com\nparameters: { fsType: ext4 }\n';
const CLAIMING = windowsPod('  volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]\n');

const deployment = (name: string, replicas: string, port = 'containerPort: 80') => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      containers: [{ name: web, image: registry.example/web:1.0, ports: [{ name: http, ${port} }] }]
---
`;
const SERVICE = `apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  selector: { app: web }
  ports: [{ port: 80, targetPort: http }]
`;

const namespace = (labels: string) => `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  labels:\n${labels}`;
const RESTRICTED = '    pod-security.kubernetes.io/enforce: restricted\n';

const MORE = (indent: number) => `${' '.repeat(indent)}{{- toYaml .Values.more | nindent ${indent} }}\n`;

/** What is found where others are plain and where a template decides a part of them. */
const CASES: readonly (readonly [string, plain: string, template: string, text: string, rule: string])[] = [
  [
    'a RuntimeClass without a name',
    runtimeClass('').replace('name: win', 'name: windows'),
    `${runtimeClass('').replace('name: win', 'name: windows')}---\n${runtimeClass('').replace('  name: win\n', MORE(2))}`,
    windowsPod('  runtimeClassName: window\n'),
    'runtime-class/not-found',
  ],
  [
    'the node selector of a RuntimeClass',
    runtimeClass(''),
    runtimeClass(`scheduling:\n${MORE(2)}`),
    windowsPod('  runtimeClassName: win\n').replace(
      /nodeSelector.*\n.*/,
      'containers: [{ name: web, image: "mcr.microsoft.com/windows/nanoserver:ltsc2022" }]',
    ),
    'scheduling/missing-os-constraint',
  ],
  [
    'the handler of a RuntimeClass',
    runtimeClass('scheduling: { nodeSelector: { node.kubernetes.io/windows-build: 10.0.17763 } }\n'),
    runtimeClass('scheduling: { nodeSelector: { node.kubernetes.io/windows-build: 10.0.17763 } }\n').replace(
      'runhcs-wcow-process',
      '{{ .Values.handler }}',
    ),
    windowsPod('  runtimeClassName: win\n').replace(
      'registry.example/web:1.0',
      '"mcr.microsoft.com/windows/nanoserver:ltsc2022"',
    ),
    'image/build-mismatch-with-node',
  ],
  [
    'the rules of a role',
    role(USE) + binding(SUBJECTS),
    role(USE + MORE(2)) + binding(SUBJECTS),
    gmsaPod,
    'gmsa/service-account-not-authorized',
  ],
  [
    'the subjects of a binding',
    role(USE) + binding('subjects: []\n'),
    role(USE) + role('', 'all') + binding(`subjects:\n${MORE(2)}`),
    gmsaPod,
    'gmsa/service-account-not-authorized',
  ],
  [
    'the labels of a pod',
    windowsPod(''),
    windowsPod('').replace('labels: { app: web }\n', `labels:\n    app: web\n${MORE(4)}`),
    policy(NOT_API),
    'network-policy/cni-dependent',
  ],
  [
    'the value of a label',
    windowsPod(''),
    windowsPod('').replace('{ app: web }', '{ app: web, tier: "{{ .Values.tier }}" }'),
    policy(NOT_API),
    'network-policy/cni-dependent',
  ],
  [
    'the volume of a claim',
    claim('') + CLAIMING,
    claim('  volumeName: "{{ .Values.volume }}"\n') + CLAIMING,
    storageClass,
    'storage-class/fs-type',
  ],
  [
    'the labels of a namespace',
    namespace(RESTRICTED),
    namespace(RESTRICTED + MORE(4)),
    windowsPod(''),
    'pod-security/restricted-needs-os',
  ],
  [
    'the number of replicas',
    deployment('a', '64') + deployment('b', '1'),
    deployment('a', '64') + deployment('b', '{{ .Values.replicas }}'),
    SERVICE,
    'service/too-many-backends',
  ],
  [
    'the protocol of a port',
    deployment('a', '1', 'containerPort: 80') + deployment('b', '1', 'containerPort: 81'),
    deployment('a', '1', 'containerPort: 80') + deployment('b', '1', 'containerPort: 81, protocol: "{{ .Values.p }}"'),
    SERVICE,
    'service/named-target-port',
  ],
  [
    'the namespace of a pod',
    `${deployment('a', '65')}`.replace('shop', "'{{ .Values.a }}'"),
    `${deployment('a', '65')}`.replace('shop', '{{ .Values.b }}'),
    SERVICE.replace('shop', '"{{- .Values.a}}"'),
    'service/too-many-backends',
  ],
  [
    'the violations of a policy by a pod',
    windowsPod('  os: { name: windows }\n'),
    windowsPod('  os: { name: windows }\n').replace(
      'containers: [{ name: web, image: registry.example/web:1.0 }]',
      `containers:\n    - name: web\n      image: registry.example/web:1.0\n${MORE(6)}`,
    ),
    namespace(`${RESTRICTED}    pod-security.kubernetes.io/enforce-version: v1.24\n`),
    'pod-security/restricted-old-policy',
  ],
];

describe('a value that a template determines is not a fact', () => {
  test.each(CASES)('%s', (_, plain, template, text, rule) => {
    expect(found(plain, text)).toContain(rule);
    expect(found(template, text)).not.toContain(rule);
  });
});

test.each([
  [
    'a RuntimeClass that selects more',
    runtimeClass(`scheduling:\n  nodeSelector:\n    kubernetes.io/os: windows\n${MORE(4)}`),
    windowsPod('  runtimeClassName: win\n  hostPID: true\n').replace(/ {2}nodeSelector.*\n/, ''),
    'pod/host-pid',
  ],
  [
    'a ConfigMap with more keys',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: files, namespace: shop }\ndata:\n  aux.txt: ''\n${MORE(2)}`,
    windowsPod('  volumes: [{ name: files, configMap: { name: files } }]\n'),
    'volumes/config-key-reserved-name',
  ],
  [
    'a pod with more labels',
    windowsPod('').replace('labels: { app: web }\n', `labels:\n    app: web\n${MORE(4)}`),
    policy('{ matchLabels: { app: web } }'),
    'network-policy/cni-dependent',
  ],
])('written values are facts despite a template: %s', (_, others, text, rule) => {
  expect(found(others, text)).toContain(rule);
});

test('adds no doubts for facts of the document that is checked', () => {
  const text = `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: files, namespace: shop }
    data:
      aux.txt: ''
      {{- toYaml .Values.more | nindent 6 }}
  - apiVersion: v1
    kind: Pod
    metadata: { name: web, namespace: shop }
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      containers: [{ name: web, image: registry.example/web:1.0 }]
      volumes: [{ name: files, configMap: { name: files } }]
`;
  expect(found('', text)).toContain('volumes/config-key-reserved-name');
});

test('counts a pod as a Windows backend if all branches of its template select Windows', () => {
  const branches = (other: string) => `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec:
  nodeSelector:
    {{- if .Values.new }}
    kubernetes.io/os: windows
    {{- else }}
    ${other}
    {{- end }}
  containers: [{ name: web, image: registry.example/web:1.0 }]
`;
  const service = `apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  selector: { app: web }
  trafficDistribution: PreferClose
`;
  expect(found(branches('beta.kubernetes.io/os: windows'), service)).toContain('service/traffic-distribution');
  expect(found(branches('disk: ssd'), service)).toEqual([]);
});
