import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/supplemental-groups',
  title: 'supplementalGroups on a Windows pod',
  fields: ['spec.securityContext.supplementalGroups'],
  says: 'Windows groups have names and no numbers, so `{0}` adds a process to none of them.',
  accepted: (field) => !field.isSequence,
  harmless: (field) => field.items().length === 0,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value is harmless' },
    { effect: 'ignored' },
  ),
  why: `The list adds group numbers to the processes of a Linux container. On Windows the account of a process decides which
groups it is in, and \`windowsOptions.runAsUserName\` chooses the account. A pod that declares \`os.name: windows\` may not
have the field at all: even an empty list is refused, and HostProcess pods are no exception.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Group numbers',
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
      name: 'An empty list does nothing',
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
      name: 'But a pod that declares Windows may not have it',
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
      name: 'Without a value it is as good as absent',
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
