import fc from 'fast-check';

// Random manifests, Kustomize files, charts and settings, and changes of them, for tests of caches.

const NAMES = ['web', 'app', 'constructor'] as const;
const name = fc.constantFrom(...NAMES);
const namespace = fc.constantFrom('', '  namespace: shop\n');

function object(apiVersion: string, kind: string, rest: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(name, namespace, rest)
    .map(([own, ns, text]) => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${own}\n${ns}${text}`);
}

const podSpec = fc
  .tuple(
    fc.constantFrom(
      'nodeSelector: { kubernetes.io/os: windows }\n',
      'nodeSelector: { kubernetes.io/os: linux }\n',
      'os: { name: windows }\n',
      'runtimeClassName: web\n',
      'runtimeClassName: app\n',
      'serviceAccountName: web\n',
      'nodeName: app\n',
      'nodeSelector: {{- toYaml .Values.nodeSelector | nindent 8 }}\n',
      '',
    ),
    fc.constantFrom(
      'mcr.microsoft.com/windows/nanoserver:ltsc2022',
      'mcr.microsoft.com/windows/servercore:1809',
      'app:1',
      'nginx',
    ),
    fc.constantFrom(
      '',
      '    hostPID: true\n',
      '    hostNetwork: true\n',
      '    securityContext: { runAsUser: 1, windowsOptions: { gmsaCredentialSpecName: web } }\n',
    ),
    fc.constantFrom(
      '',
      '    volumes: [{ name: v, persistentVolumeClaim: { claimName: web } }]\n',
      '    volumes: [{ name: v, configMap: { name: app } }]\n',
      '    volumes: [{ name: v, secret: { secretName: web, items: [{ key: a, path: b }] } }]\n',
    ),
    fc.constantFrom('', ', envFrom: [{ configMapRef: { name: web } }]', ', ports: [{ containerPort: 80 }]'),
    name,
  )
  .map(
    ([system, image, host, volumes, more, label]) => `spec:
  replicas: 2
  selector: { matchLabels: { app: ${label} } }
  template:
    metadata: { labels: { app: ${label} } }
    spec:
      ${system.trim()}
${`${host}${volumes}`.replace(/^/gm, '  ').trimEnd()}
      containers: [{ name: c, image: "${image}"${more} }]
`,
  );

const document = fc.oneof(
  { weight: 5, arbitrary: object('apps/v1', 'Deployment', podSpec) },
  object('apps/v1', 'StatefulSet', podSpec),
  object(
    'node.k8s.io/v1',
    'RuntimeClass',
    fc.constantFrom(
      'handler: runhcs-wcow-process\nscheduling: { nodeSelector: { kubernetes.io/os: windows } }\n',
      'handler: runc\nscheduling: { nodeSelector: { kubernetes.io/os: linux } }\n',
      'handler: runc\n',
    ),
  ),
  object(
    'v1',
    'Node',
    fc.constantFrom(
      '  labels: { kubernetes.io/os: windows, node.kubernetes.io/windows-build: 10.0.20348 }\nspec: { taints: [{ key: os, value: windows, effect: NoSchedule }] }\nstatus: { nodeInfo: { operatingSystem: windows, kubeletVersion: v1.33.1, containerRuntimeVersion: "containerd://1.7.1" } }\n',
      '  labels: { kubernetes.io/os: linux }\nstatus: { nodeInfo: { operatingSystem: linux, kubeletVersion: v1.34.1 } }\n',
    ),
  ),
  object('v1', 'ConfigMap', fc.constantFrom('data: { a: b }\n', 'data: { b: "C:\\\\windows" }\n')),
  object('v1', 'Secret', fc.constantFrom('stringData: { a: b }\n', 'type: Opaque\n')),
  object('v1', 'ServiceAccount', fc.constant('')),
  object(
    'v1',
    'Service',
    fc
      .tuple(name, fc.constantFrom('', '  sessionAffinity: ClientIP\n', '  ipFamilyPolicy: RequireDualStack\n'))
      .map(
        ([label, more]) => `spec:\n  selector: { app: ${label} }\n${more}  ports: [{ port: 80, targetPort: 8080 }]\n`,
      ),
  ),
  object(
    'networking.k8s.io/v1',
    'NetworkPolicy',
    name.map(
      (label) =>
        `spec:\n  podSelector: { matchLabels: { app: ${label} } }\n  egress: [{ to: [{ ipBlock: { cidr: 10.0.0.0/8 } }] }]\n`,
    ),
  ),
  object(
    'v1',
    'PersistentVolumeClaim',
    fc.constantFrom(
      'spec: { accessModes: [ReadWriteMany], storageClassName: web, resources: { requests: { storage: 1Gi } } }\n',
      'spec: { volumeMode: Block, volumeName: app }\n',
    ),
  ),
  object('v1', 'PersistentVolume', fc.constant('spec: { nfs: { server: a, path: / }, claimRef: { name: web } }\n')),
  object('storage.k8s.io/v1', 'StorageClass', fc.constant('provisioner: nfs.csi.k8s.io\n')),
  object('v1', 'Namespace', fc.constant('')),
  object('windows.k8s.io/v1', 'GMSACredentialSpec', fc.constant('')),
  fc.constantFrom('kind: Pod\nspec: [', '# nothing\n', 'a: b\n', '{{ if .Values.a }}\nkind: Pod\n{{ end }}\n'),
);
export const manifest = fc.array(document, { minLength: 1, maxLength: 3 }).map((documents) => documents.join('---\n'));

const PATHS = ['a.yaml', 'b.yaml', 'c.yaml', 'base/a.yaml', 'base/b.yaml', 'over/a.yaml', 'chart/templates/a.yaml'];
export const path = fc.constantFrom(...PATHS);

const kustomization = fc
  .tuple(
    fc.subarray(['a.yaml', 'b.yaml', '../a.yaml', '../base'], { minLength: 1 }),
    fc.constantFrom(
      '',
      'namePrefix: x-\n',
      'namespace: shop\n',
      'images: [{ name: nginx, newName: mcr.microsoft.com/windows/nanoserver, newTag: ltsc2022 }]\n',
      'patches: [{ patch: "apiVersion: apps/v1\\nkind: Deployment\\nmetadata: { name: web }\\nspec: { template: { spec: { hostPID: true, nodeSelector: { kubernetes.io/os: windows } } } }" }]\n',
    ),
  )
  .map(([resources, more]) => `resources: [${resources.join(', ')}]\n${more}`);

/** Changes files, by their URIs. */
export type Edit = (files: Map<string, string>) => void;

/** Changes of the files in a folder. */
export function editsIn(root: string): fc.Arbitrary<Edit> {
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(path, manifest).map(
        ([at, text]): Edit =>
          (files) =>
            files.set(`${root}/${at}`, text),
      ),
    },
    path.map(
      (at): Edit =>
        (files) =>
          files.delete(`${root}/${at}`),
    ),
    fc.tuple(path, path).map(
      ([from, to]): Edit =>
        (files) => {
          const text = files.get(`${root}/${from}`);
          if (text === undefined) return;
          files.delete(`${root}/${from}`);
          files.set(`${root}/${to}`, text);
        },
    ),
    // All documents are at other lines. Without a separator, only the first one is another text.
    fc.tuple(path, fc.constantFrom('# one more line\n', '# one more line\n---\n')).map(
      ([at, text]): Edit =>
        (files) => {
          const before = files.get(`${root}/${at}`);
          if (before !== undefined) files.set(`${root}/${at}`, text + before);
        },
    ),
    fc.tuple(fc.constantFrom('base', 'over'), fc.option(kustomization, { nil: undefined })).map(
      ([folder, text]): Edit =>
        (files) => {
          if (text === undefined) files.delete(`${root}/${folder}/kustomization.yaml`);
          else files.set(`${root}/${folder}/kustomization.yaml`, text);
        },
    ),
    fc
      .constantFrom(
        ['.kubewin.yaml', 'kubernetesVersion: 1.30\n'],
        ['.kubewin.yaml', 'overrides: [{ files: [base/], mixedCluster: true }]\n'],
        ['.kubewin.yaml', 'unknown: 1\n'],
        ['.kubewin.yaml', ''],
        ['chart/Chart.yaml', 'apiVersion: v2\nname: chart\nversion: 1.0.0\n'],
        ['chart/Chart.yaml', ''],
        ['chart/values.yaml', 'nodeSelector: { kubernetes.io/os: windows }\n'],
        ['chart/values.yaml', 'nodeSelector: { kubernetes.io/os: linux }\n'],
        // With it, documents in which nothing can be found are not parsed.
        ['large.yaml', `# ${'x'.repeat(2_000_000)}`],
        ['large.yaml', ''],
      )
      .map(
        ([at = '', text = '']): Edit =>
          (files) => {
            if (text === '') files.delete(`${root}/${at}`);
            else files.set(`${root}/${at}`, text);
          },
      ),
  );
}
