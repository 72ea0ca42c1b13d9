import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/host-path-device-type',
  title: 'Device of the node in a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].hostPath.type'],
    *check(field) {
      const type = field.string ?? '';
      if (type !== 'BlockDevice' && type !== 'CharDevice') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` must be a device file by `type: {1}`, and Windows nodes have none.',
          volumeNameOf(field),
          type,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The kubelet does not find one, so the pod stays in ContainerCreating.',
      seen: 'hostPath type check failed',
    },
  ],
  why: `Before it mounts a \`hostPath\`, the kubelet compares the file with its \`type\`. Device files such as \`/dev/sda\` are
there on Linux only; devices of a Windows node come to containers by a device plug-in, or a HostProcess container uses them
directly.`,
  sources: [docs.volumesAt('hostpath-volume-types'), code('kubernetes/kubernetes pkg/volume/hostpath/host_path.go')],
  examples: [
    {
      name: 'A disk and a port',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: scale
spec:
  serviceName: scale
  selector:
    matchLabels: { app: scale }
  template:
    metadata:
      labels: { app: scale }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: scale
          image: registry.example/scale:1.0
      volumes:
        - name: disk
          hostPath:
            path: 'C:\\disk'
            type: BlockDevice
#                 ^^^^^^^^^^^ fails
        - name: port
          hostPath: { path: 'COM1', type: "CharDevice" }
#                                         ^^^^^^^^^^^^ fails
`,
      fixed: {
        'Remove `type`': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: scale
spec:
  serviceName: scale
  selector:
    matchLabels: { app: scale }
  template:
    metadata:
      labels: { app: scale }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: scale
          image: registry.example/scale:1.0
      volumes:
        - name: disk
          hostPath:
            path: 'C:\\disk'
        - name: port
          hostPath: { path: 'COM1', type: "CharDevice" }
`,
      },
    },
    {
      name: 'Folders, and a device of a Linux node',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: scale
spec:
  os: { name: windows }
  containers:
    - name: scale
      image: registry.example/scale:1.0
  volumes:
    - name: data
      hostPath: { path: 'C:\\data', type: Directory }
---
apiVersion: v1
kind: Pod
metadata:
  name: scale-linux
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers:
    - name: scale
      image: registry.example/scale:1.0
  volumes:
    - name: port
      hostPath: { path: /dev/ttyS0, type: CharDevice }
`,
    },
  ],
} satisfies Rule;
