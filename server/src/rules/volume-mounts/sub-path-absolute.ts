import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volume-mounts/sub-path-absolute',
  title: 'Absolute subPath',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].subPath'),
    *check(field) {
      const path = field.string ?? '';
      if (!/^(?:[A-Za-z]:|\\)/.test(path)) return;
      const relative = path.replace(/^[A-Za-z]:/, '').replace(/^[\\/]+/, '');
      const fix: Fix = {
        title: `Change \`subPath\` to \`${relative}\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: relative }],
      };
      yield {
        at: field.valueSpan,
        message: message('`subPath: {0}` {effect}: it must be relative to the volume.', path),
        fixes: relative === '' ? [] : [fix],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The kubelet does not create the container (`CreateContainerConfigError`).',
      seen: 'must not be an absolute path',
    },
  ],
  why: `A \`subPath\` is a path inside the volume, so it must not start with a drive letter or a separator. The API
server rejects only a leading slash. The kubelet on a Windows node also fails on drive letters and leading
backslashes. Write the path relative to the volume.`,
  sources: [docs.volumesAt('using-subpath'), code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go makeMounts')],
  examples: [
    {
      name: 'A drive letter and a leading backslash',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
spec:
  serviceName: database
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          volumeMounts:
            - { name: data, mountPath: 'C:\\data', subPath: '\\in' }
#                                                          ^^^^^ fails
      containers:
        - name: database
          image: registry.example/database:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
              subPath: C:\\database
#                      ^^^^^^^^^^^ fails
            - name: data
              mountPath: C:\\log
              subPath: "D:/"
#                      ^^^^^ fails
      volumes:
        - name: data
          persistentVolumeClaim: { claimName: data }
`,
      fixed: {
        'Change `subPath` to `database`': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
spec:
  serviceName: database
  selector:
    matchLabels: { app: database }
  template:
    metadata:
      labels: { app: database }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          volumeMounts:
            - { name: data, mountPath: 'C:\\data', subPath: '\\in' }
      containers:
        - name: database
          image: registry.example/database:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
              subPath: database
            - name: data
              mountPath: C:\\log
              subPath: "D:/"
      volumes:
        - name: data
          persistentVolumeClaim: { claimName: data }
`,
      },
    },
    {
      name: 'Relative paths',
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
        - { name: data, mountPath: 'C:\\data', subPath: 'database\\main' }
        - { name: data, mountPath: 'C:\\log', subPath: log/main }
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: data }
`,
    },
  ],
} satisfies Rule;
