import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/supplemental-groups',
  title: 'supplementalGroups on a Windows pod',
  fields: ['spec.securityContext.supplementalGroups'],
  says: '`{0}` {effect}: Windows does not use numeric group IDs.',
  accepted: (field) => !field.isSequence,
  harmless: (field) => field.items().length === 0,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'advice', case: 'the value is harmless' }, { effect: 'ignored' }),
  why: `The list adds group IDs to the processes of a Linux container. On Windows, the account of a process determines
its groups: to choose the account, set \`windowsOptions.runAsUserName\`. With \`os.name: windows\`, the API server
rejects \`supplementalGroups\`, even if it is empty and even in HostProcess pods.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Numeric group IDs',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: collector
spec:
  selector:
    matchLabels: { app: collector }
  template:
    metadata:
      labels: { app: collector }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        supplementalGroups:
#       ^^^^^^^^^^^^^^^^^^ ignored
          - 4000 # storage
          - 5000
      containers:
        - name: collector
          image: registry.example/collector:0.9
`,
      fixed: {
        'Remove `supplementalGroups`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: collector
spec:
  selector:
    matchLabels: { app: collector }
  template:
    metadata:
      labels: { app: collector }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: collector
          image: registry.example/collector:0.9
`,
      },
    },
    {
      name: 'An empty list',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: collector
spec:
  nodeSelector:
    kubernetes.io/os: windows
  securityContext:
    supplementalGroups: []
#   ^^^^^^^^^^^^^^^^^^ advice
  containers:
    - name: collector
      image: registry.example/collector:0.9
`,
    },
    {
      name: 'Rejected with `os.name: windows`, even if empty',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: collector
spec:
  os: { name: windows }
  securityContext:
    supplementalGroups: []
#   ^^^^^^^^^^^^^^^^^^ rejected
  containers:
    - name: collector
      image: registry.example/collector:0.9
`,
    },
    {
      name: 'A null value',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: collector
spec:
  os: { name: windows }
  securityContext:
    supplementalGroups: null
  containers:
    - name: collector
      image: registry.example/collector:0.9
`,
    },
  ],
});
