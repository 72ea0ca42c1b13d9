import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'container/volume-devices',
  title: 'Raw block volume in a Windows container',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeDevices'),
    *check(field) {
      if (field.items().length === 0) return;
      yield {
        at: field.span,
        message: message('`volumeDevices` {effect}: Windows nodes do not support raw block volumes.'),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'fails', result: 'The pod stays in ContainerCreating.', seen: 'not supported for this build' }],
  why: `The API server accepts raw block volumes, but the kubelet does not support them on Windows. Use a claim with
\`volumeMode: Filesystem\` and mount it with \`volumeMounts\`. A HostProcess container can open the disks of its node
without a volume.`,
  sources: [
    docs.windowsIntro,
    docs.windowsStorage,
    code('kubernetes/kubernetes pkg/volume/util/volumepathhandler/volume_path_handler_unsupported.go'),
  ],
  examples: [
    {
      name: 'Database on a raw block volume',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: db
spec:
  serviceName: db
  selector:
    matchLabels: { app: db }
  template:
    metadata:
      labels: { app: db }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: check
          image: registry.example/check:1.0
          volumeDevices: [{ name: data, devicePath: /dev/xvda }]
#         ^^^^^^^^^^^^^ fails
      containers:
        - name: db
          image: registry.example/db:9.4
          volumeDevices:
#         ^^^^^^^^^^^^^ fails
            - name: data
              devicePath: /dev/xvda
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        volumeMode: Block
        resources:
          requests:
            storage: 100Gi
`,
      fixed: {
        'Remove `volumeDevices`': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: db
spec:
  serviceName: db
  selector:
    matchLabels: { app: db }
  template:
    metadata:
      labels: { app: db }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: check
          image: registry.example/check:1.0
      containers:
        - name: db
          image: registry.example/db:9.4
          volumeDevices:
            - name: data
              devicePath: /dev/xvda
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        volumeMode: Block
        resources:
          requests:
            storage: 100Gi
`,
      },
    },
    {
      name: 'Volume with a filesystem',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: db
spec:
  os:
    name: windows
  containers:
    - name: db
      image: registry.example/db:9.4
      volumeDevices: []
      volumeMounts:
        - name: data
          mountPath: D:\\data
  volumes:
    - name: data
      persistentVolumeClaim:
        claimName: db
`,
    },
  ],
} satisfies Rule;
