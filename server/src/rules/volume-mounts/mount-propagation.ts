import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volume-mounts/mount-propagation',
  title: 'mountPropagation on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPropagation'),
    *check(field) {
      const mode = field.string;
      if (mode !== 'HostToContainer' && mode !== 'Bidirectional') return;
      yield {
        at: field.span,
        ...(mode === 'Bidirectional' ? { case: 'the propagation is `Bidirectional`' } : {}),
        message: message('`mountPropagation: {0}` {effect}: Windows does not support mount propagation.', mode),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the propagation is `Bidirectional`',
      since: '1.24',
      certainty: 'declared',
      phrase: 'is rejected with `os.name: windows`',
      result: 'It requires `privileged: true`, which the API server rejects as well.',
      seen: 'Bidirectional mount propagation is available only to privileged containers',
    },
    { effect: 'ignored' },
  ],
  why: `The kubelet on a Windows node treats every value as \`None\`. Mounts added on the node later do not appear in
the container, and mounts added in the container do not appear on the node. \`Bidirectional\` always requires a
privileged container, which Windows does not support. Remove the field.`,
  sources: [
    docs.windowsIntro,
    docs.windowsStorage,
    code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go translateMountPropagation'),
  ],
  examples: [
    {
      name: 'A storage driver copied from Linux',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: driver
spec:
  selector:
    matchLabels: { app: driver }
  template:
    metadata:
      labels: { app: driver }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: driver
          image: registry.example/driver:2.0
          volumeMounts:
            - name: pods
              mountPath: C:\\var\\lib\\kubelet\\pods
              mountPropagation: Bidirectional
#             ^^^^^^^^^^^^^^^^ ignored
            - name: devices
              mountPath: C:\\devices
              mountPropagation: "None"
      initContainers:
        - name: prepare
          image: registry.example/prepare:2.0
          volumeMounts:
            - { name: pods, mountPath: C:\\pods, "mountPropagation": HostToContainer }
#                                               ^^^^^^^^^^^^^^^^^^ ignored
      volumes:
        - name: pods
          hostPath: { path: C:\\var\\lib\\kubelet\\pods }
        - name: devices
          hostPath: { path: C:\\devices }
`,
      fixed: {
        'Remove `mountPropagation`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: driver
spec:
  selector:
    matchLabels: { app: driver }
  template:
    metadata:
      labels: { app: driver }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: driver
          image: registry.example/driver:2.0
          volumeMounts:
            - name: pods
              mountPath: C:\\var\\lib\\kubelet\\pods
            - name: devices
              mountPath: C:\\devices
              mountPropagation: "None"
      initContainers:
        - name: prepare
          image: registry.example/prepare:2.0
          volumeMounts:
            - { name: pods, mountPath: C:\\pods, "mountPropagation": HostToContainer }
      volumes:
        - name: pods
          hostPath: { path: C:\\var\\lib\\kubelet\\pods }
        - name: devices
          hostPath: { path: C:\\devices }
`,
      },
    },
    {
      name: '`Bidirectional` with `os.name: windows`',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: driver
spec:
  os: { name: windows }
  containers:
    - name: driver
      image: registry.example/driver:2.0
      volumeMounts:
        - name: pods
          mountPath: C:\\pods
          mountPropagation: Bidirectional
#         ^^^^^^^^^^^^^^^^ fails
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:2.0
      volumeMounts:
        - name: pods
          mountPath: C:\\pods
          mountPropagation: HostToContainer
#         ^^^^^^^^^^^^^^^^ ignored
  volumes:
    - name: pods
      hostPath: { path: C:\\pods }
`,
    },
    {
      name: 'A Linux pod',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: driver
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: driver
      image: registry.example/driver:2.0
      volumeMounts:
        - name: pods
          mountPath: /pods
          mountPropagation: HostToContainer
  volumes:
    - name: pods
      hostPath: { path: /pods }
`,
    },
  ],
} satisfies Rule;
