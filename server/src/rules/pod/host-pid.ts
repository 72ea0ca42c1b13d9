import { convertToHostProcess } from '../../rule-kit/convert-to-host-process.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'pod/host-pid',
  title: 'hostPID on a Windows pod',
  fields: ['spec.hostPID'],
  says: '`{0}` {effect}: Windows containers cannot share the process namespace of the host.',
  accepted: (field) => field.boolean !== true,
  alternatives: (_, context) => convertToHostProcess(context.pod, context),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `An ordinary Windows container sees only its own processes, and Windows does not have a host process namespace
that it could join. A HostProcess container sees the processes of its node without this field. Remove \`hostPID\`, or
convert the pod to a HostProcess pod.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindows'),
  ],
  examples: [
    {
      name: 'Monitoring agent copied from Linux',
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
      name: 'Rejected with `os.name: windows`',
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
      name: '`hostPID: false`',
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
