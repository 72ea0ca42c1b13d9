import { isUnfilled } from '../../kubernetes/placeholder.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/se-linux-change-policy',
  title: 'seLinuxChangePolicy on a Windows pod',
  fields: ['spec.securityContext.seLinuxChangePolicy'],
  says: 'Windows has no SELinux, so `{0}: {1}` has no labels to bring to volumes.',
  accepted: isUnfilled,
  outcomes: rejectedOnceDeclared('1.33', { effect: 'ignored', since: '1.32' }),
  why: `The policy chooses how the files of a volume get their SELinux label: file by file, or with a mount option. Windows
has neither the labels nor the mount option. A pod that declares \`os.name: windows\` may not have the field from 1.33 on;
in 1.32 the API server drops it, because the feature is off there by default.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'How labels get onto volumes',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: files
spec:
  selector:
    matchLabels: { app: files }
  template:
    metadata:
      labels: { app: files }
    spec:
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
              - matchExpressions:
                  - { key: kubernetes.io/os, operator: In, values: [windows] }
      securityContext:
        runAsNonRoot: true
        seLinuxChangePolicy: MountOption
#       ^^^^^^^^^^^^^^^^^^^ ignored
      containers:
        - name: files
          image: registry.example/files:1.1
`,
      fixed: {
        'Remove `seLinuxChangePolicy`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: files
spec:
  selector:
    matchLabels: { app: files }
  template:
    metadata:
      labels: { app: files }
    spec:
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
              - matchExpressions:
                  - { key: kubernetes.io/os, operator: In, values: [windows] }
      securityContext:
        runAsNonRoot: true
      containers:
        - name: files
          image: registry.example/files:1.1
`,
      },
    },
    {
      name: 'Refused in a pod that declares Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: files
spec:
  os:
    name: windows
  securityContext:
    seLinuxChangePolicy: Recursive
#   ^^^^^^^^^^^^^^^^^^^ rejected
  containers:
    - name: files
      image: registry.example/files:1.1
`,
    },
    {
      name: 'Before 1.33 the API server drops it',
      version: '1.32',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: files
spec:
  os:
    name: windows
  securityContext:
    seLinuxChangePolicy: Recursive
#   ^^^^^^^^^^^^^^^^^^^ ignored
  containers:
    - name: files
      image: registry.example/files:1.1
`,
    },
    {
      name: 'Before 1.32 there is no such field',
      version: '1.31',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: files
spec:
  os:
    name: windows
  securityContext:
    seLinuxChangePolicy: Recursive
  containers:
    - name: files
      image: registry.example/files:1.1
`,
    },
  ],
});
