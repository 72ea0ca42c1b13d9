import { message } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { changeUserName, userNameRule } from '../../rule-kit/user-name-rule.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';

export default userNameRule({
  fault: 'empty',
  title: 'Empty runAsUserName',
  says: () => message('`runAsUserName` {effect}: it must not be empty.'),
  fixes: (field, { pod, once }) => [
    ...(once(pod.spec, hostProcessOf).extent === 'none' ? [changeUserName(field, 'ContainerUser')] : []),
    { ...removal(field), safety: 'review' },
  ],
  seen: 'runAsUserName cannot be an empty string',
  why: `An empty name does not select the default user of the image. To use that user, remove \`runAsUserName\`. To
use an account with few privileges, set it to \`ContainerUser\`, which exists in every Windows image.`,
  examples: [
    {
      name: 'An empty name',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext:
            windowsOptions:
              runAsUserName: ""
#                            ^^ rejected
`,
      fixed: {
        'Change `runAsUserName` to `ContainerUser`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext:
            windowsOptions:
              runAsUserName: "ContainerUser"
`,
        'Remove `runAsUserName`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'A HostProcess pod, which cannot run as `ContainerUser`',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: '' }
#                                                       ^^ rejected
  containers:
    - name: agent
      image: registry.example/agent:1.4
`,
      fixed: {
        'Remove `runAsUserName`': `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true }
  containers:
    - name: agent
      image: registry.example/agent:1.4
`,
      },
    },
    {
      name: 'Not validated before 1.17',
      version: '1.16',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: ""
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
});
