import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/drive-root-old-containerd',
  title: 'Volume as a drive with an old containerd',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field) {
      const place = mountPoint(field.string) ?? '';
      if (!/^[a-z]:$/.test(place) || place === 'c:') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is to be drive `{1}` of the container.',
          field.parent?.get('name')?.string ?? '?',
          place.toUpperCase(),
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      runtime: 'containerd-1.6',
      result: 'That needs containerd 1.6.2 or newer, and is best written without a backslash at its end.',
    },
  ],
  why: `Older releases of containerd know no drive letters as places to mount at. Where such nodes are still about, mount the volume in a
folder of drive C.`,
  sources: [docs.windowsStorage, code('containerd/containerd pull request 6651')],
  examples: [
    {
      name: 'A disk as drive D',
      settings: { containerRuntime: 'containerd-1.6' },
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: database
spec:
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: database
          image: registry.example/database:1.0
          volumeMounts:
            - name: data
              mountPath: "D:"
#                        ^^^^ differs
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          volumeMounts:
            - { name: data, mountPath: 'e:\\' }
#                                      ^^^^^ differs
      volumes:
        - { name: data, persistentVolumeClaim: { claimName: data } }
`,
    },
    {
      name: 'With a newer containerd',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  os: { name: windows }
  containers:
    - name: database
      image: registry.example/database:1.0
      volumeMounts:
        - { name: data, mountPath: 'D:' }
  volumes:
    - { name: data, persistentVolumeClaim: { claimName: data } }
`,
    },
    {
      name: 'In a folder',
      settings: { containerRuntime: 'containerd-1.6' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  os: { name: windows }
  containers:
    - name: database
      image: registry.example/database:1.0
      volumeMounts:
        - { name: data, mountPath: 'C:\\data' }
  volumes:
    - { name: data, persistentVolumeClaim: { claimName: data } }
`,
    },
  ],
} satisfies Rule;
