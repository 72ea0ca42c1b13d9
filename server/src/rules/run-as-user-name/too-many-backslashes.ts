import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';

export default userNameRule({
  fault: 'too-many-backslashes',
  title: 'More than one backslash in runAsUserName',
  says: (name) => message('`runAsUserName` {effect}: `{0}` contains more than one backslash.', name),
  meant: (name) => name.replace(/\\+/g, '\\'),
  seen: 'runAsUserName cannot contain more than one backslash',
  why: `A user name is \`User\` or \`DOMAIN\\User\`, with one backslash. YAML reads two backslashes as one only in
double quotes. Without quotes or in single quotes, write a single backslash.`,
  examples: [
    {
      name: 'Two backslashes without quotes',
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
          runAsUserName: NT AUTHORITY\\\\SYSTEM # full access to the node
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
          runAsUserName: 'NT AUTHORITY\\SYSTEM' # full access to the node
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
`,
      },
    },
    {
      name: 'A path',
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
      name: 'Two backslashes in double quotes',
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
