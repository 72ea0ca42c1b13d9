import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';

export default userNameRule({
  fault: 'too-many-backslashes',
  title: 'More than one backslash in runAsUserName',
  says: (name) => message('`runAsUserName` is `{0}`, with more than one backslash.', name),
  meant: (name) => name.replace(/\\+/g, '\\'),
  seen: 'runAsUserName cannot contain more than one backslash',
  why: `A name is \`User\` or \`DOMAIN\\User\`, with one backslash. YAML doubles a backslash in double quotes only: without
quotes and in single quotes two stay two.`,
  examples: [
    {
      name: 'A backslash that needed no doubling',
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
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: NT AUTHORITY\\\\SYSTEM # all of the node
#                        ^^^^^^^^^^^^^^^^^^^^ rejected
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
`,
      fixed: {
        'Change `runAsUserName` to `NT AUTHORITY\\SYSTEM`': `apiVersion: apps/v1
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
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM' # all of the node
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
`,
      },
    },
    {
      name: 'A path is no account',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      securityContext:
        windowsOptions:
          runAsUserName: 'corp\\emea\\web'
#                        ^^^^^^^^^^^^^^^ rejected
`,
    },
    {
      name: 'In double quotes two are one',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    windowsOptions:
      hostProcess: true
      runAsUserName: "NT AUTHORITY\\\\SYSTEM"
  containers:
    - name: agent
      image: registry.example/agent:1.4
`,
    },
  ],
});
