import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'volume-mounts/bind-mount-options',
  title: 'bindMountOptions on Windows',
  fields: inContainers('volumeMounts[*].bindMountOptions'),
  says: '`{0}` {effect}: Windows does not support Linux mount flags.',
  accepted: (field) => field.items().length === 0,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha: the API server drops it unless its feature gate is enabled.',
    },
  ],
  why: `The Linux kernel enforces flags such as \`noexec\` on a mount. On Windows, access control lists (ACLs) control
which programs can run from a folder. To prevent changes to a volume, set \`readOnly: true\`, which works on Linux and
Windows.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
  examples: [
    {
      name: 'A folder for uploads',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: uploads
spec:
  selector:
    matchLabels: { app: uploads }
  template:
    metadata:
      labels: { app: uploads }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: uploads
          image: registry.example/uploads:1.0
          volumeMounts:
            - name: files
              mountPath: C:\\uploads
              bindMountOptions:
#             ^^^^^^^^^^^^^^^^ ignored
                - noexec
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          volumeMounts:
            - { name: files, mountPath: 'C:\\uploads', bindMountOptions: [nosuid] }
#                                                     ^^^^^^^^^^^^^^^^ ignored
      volumes:
        - { name: files, emptyDir: {} }
`,
      fixed: {
        'Remove `bindMountOptions`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: uploads
spec:
  selector:
    matchLabels: { app: uploads }
  template:
    metadata:
      labels: { app: uploads }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: uploads
          image: registry.example/uploads:1.0
          volumeMounts:
            - name: files
              mountPath: C:\\uploads
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          volumeMounts:
            - { name: files, mountPath: 'C:\\uploads', bindMountOptions: [nosuid] }
      volumes:
        - { name: files, emptyDir: {} }
`,
      },
    },
    {
      name: 'No such field before 1.37',
      version: '1.36',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: uploads
spec:
  os: { name: windows }
  containers:
    - name: uploads
      image: registry.example/uploads:1.0
      volumeMounts:
        - { name: files, mountPath: 'C:\\uploads', bindMountOptions: [noexec] }
  volumes:
    - { name: files, emptyDir: {} }
`,
    },
    {
      name: 'An empty list',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: uploads
spec:
  os: { name: windows }
  containers:
    - name: uploads
      image: registry.example/uploads:1.0
      volumeMounts:
        - { name: files, mountPath: 'C:\\uploads', bindMountOptions: [] }
  volumes:
    - { name: files, emptyDir: {} }
`,
    },
  ],
});
