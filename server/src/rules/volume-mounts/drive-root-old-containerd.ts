import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { mountPoint } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/drive-root-old-containerd',
  title: 'Volume mounted as a drive with containerd 1.6',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field) {
      const place = mountPoint(field.string) ?? '';
      if (!/^[a-z]:$/.test(place) || place === 'c:') return;
      yield {
        at: field.valueSpan,
        message: message(
          'Mounting volume `{0}` as drive `{1}` requires containerd 1.6.2 or later.',
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
      result: 'Write the path without a trailing backslash.',
    },
  ],
  why: `Before 1.6.2, containerd cannot mount a volume as a drive. Update containerd, or mount the volume in a folder
of drive C, such as \`C:\\data\`.`,
  sources: [docs.windowsStorage, code('containerd/containerd pull request 6651')],
  examples: [
    {
      name: 'A volume as drive D',
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
      name: 'A newer containerd',
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
      name: 'A folder of drive C',
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
