import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/fs-group',
  title: 'fsGroup on a Windows pod',
  fields: ['spec.securityContext.fsGroup'],
  says: 'The kubelet gives volumes no group on Windows, so `{0}: {1}` opens none of them.',
  accepted: (field) => !Number.isInteger(field.number),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `On Linux the kubelet hands the files of a volume to the group \`fsGroup\`. Files on NTFS have access control lists
instead, and the kubelet of a Windows node leaves them as they are. Give access inside the volume or the image, or run as
an account that has it. A pod that declares \`os.name: windows\` may not have the field at all, HostProcess pods included.`,
  sources: [
    docs.windowsIntro,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/volume/volume_unsupported.go SetVolumeOwnership'),
  ],
  examples: [
    {
      name: 'Access to a volume as on Linux',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        fsGroup: 2000
#       ^^^^^^^ ignored
      containers:
        - name: store
          image: registry.example/store:1.7
          volumeMounts:
            - name: data
              mountPath: C:\\data
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        resources:
          requests:
            storage: 10Gi
`,
      fixed: {
        'Remove `fsGroup`': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: store
          image: registry.example/store:1.7
          volumeMounts:
            - name: data
              mountPath: C:\\data
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        resources:
          requests:
            storage: 10Gi
`,
      },
    },
    {
      name: 'Refused in a pod that declares Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: store
spec:
  os:
    name: windows
  securityContext:
    fsGroup: 0
#   ^^^^^^^ rejected
  containers:
    - name: store
      image: registry.example/store:1.7
`,
    },
    {
      name: 'For Linux nodes',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: store
spec:
  nodeSelector:
    kubernetes.io/os: linux
  securityContext:
    fsGroup: 2000
  containers:
    - name: store
      image: registry.example/store:1.7
`,
    },
  ],
});
