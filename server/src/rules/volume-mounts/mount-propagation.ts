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
        message: message(
          'Windows passes no mounts on between a node and its containers, so `mountPropagation: {0}` has nothing to switch on.',
          mode,
        ),
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
      result:
        'The API server wants `privileged` beside it and forbids that to a pod that declares Windows, so it accepts no such pod.',
      seen: 'Bidirectional mount propagation is available only to privileged containers',
    },
    { effect: 'ignored' },
  ],
  why: `Kubelets on Windows treat every value as \`None\`: what the node mounts later does not appear in the container, and
nothing that the container mounts appears on the node. \`Bidirectional\` needs a privileged container on every operating
system, and Windows has none.`,
  sources: [
    docs.windowsIntro,
    docs.windowsStorage,
    code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go translateMountPropagation'),
  ],
  examples: [
    {
      name: 'A storage driver that was copied from Linux',
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
      name: 'Both ways in a pod that declares Windows',
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
      name: 'On Linux it works',
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
