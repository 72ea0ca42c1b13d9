import { convertToHostProcess } from '../../rule-kit/convert-to-host-process.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'pod/host-pid',
  title: 'hostPID on a Windows pod',
  fields: ['spec.hostPID'],
  says: 'Windows has no process namespaces, so `{0}` has nothing to share with the node.',
  accepted: (field) => field.boolean !== true,
  alternatives: (_, context) => convertToHostProcess(context.pod, context),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `Windows gives each ordinary container its own view of processes and has no namespace of the host to join. A
HostProcess container sees the processes of its node without being asked.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindows'),
  ],
  examples: [
    {
      name: 'A monitoring agent copied from Linux',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: monitor
spec:
  selector:
    matchLabels: { app: monitor }
  template:
    metadata:
      labels: { app: monitor }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostPID: true
#     ^^^^^^^ ignored
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
`,
      fixed: {
        'Make it a HostProcess pod': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: monitor
spec:
  selector:
    matchLabels: { app: monitor }
  template:
    metadata:
      labels: { app: monitor }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      hostNetwork: true
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
`,
        'Remove `hostPID`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: monitor
spec:
  selector:
    matchLabels: { app: monitor }
  template:
    metadata:
      labels: { app: monitor }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
`,
      },
    },
    {
      name: 'The same in a pod that declares Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: monitor
spec:
  os: { name: windows }
  hostPID: true
# ^^^^^^^ rejected
  containers:
    - name: monitor
      image: registry.example/monitor:2.0
`,
    },
    {
      name: 'Switched off it is accepted',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: monitor
spec:
  os: { name: windows }
  hostPID: false
  containers:
    - name: monitor
      image: registry.example/monitor:2.0
`,
    },
  ],
});
