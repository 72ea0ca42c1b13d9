import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'pod/host-ipc',
  title: 'hostIPC on a Windows pod',
  fields: ['spec.hostIPC'],
  says: 'Windows has no IPC namespaces, so `{0}` has nothing to share with the node.',
  accepted: (field) => field.boolean !== true,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `On Linux \`hostIPC\` lets a pod use the shared memory and semaphores of its node. Windows has no such namespace, and
its containers keep their objects to themselves. Let processes talk over the network or a named pipe instead. A pod that
declares \`os.name: windows\` may not switch the field on, HostProcess pods included.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Shared memory with the node',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: trace
spec:
  selector:
    matchLabels: { app: trace }
  template:
    metadata:
      labels: { app: trace }
    spec:
      hostIPC: true
#     ^^^^^^^ ignored
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: trace
          image: registry.example/trace:1.2
`,
      fixed: {
        'Remove `hostIPC`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: trace
spec:
  selector:
    matchLabels: { app: trace }
  template:
    metadata:
      labels: { app: trace }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: trace
          image: registry.example/trace:1.2
`,
      },
    },
    {
      name: 'Refused in a pod that declares Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: trace
spec:
  os:
    name: windows
  hostIPC: true
# ^^^^^^^ rejected
  containers:
    - name: trace
      image: registry.example/trace:1.2
`,
    },
    {
      name: 'Switched off it is accepted',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: trace
spec:
  os:
    name: windows
  hostIPC: false
  containers:
    - name: trace
      image: registry.example/trace:1.2
`,
    },
  ],
});
