import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'pod/host-users',
  title: 'hostUsers on a Windows pod',
  fields: ['spec.hostUsers'],
  says: 'Windows has no user namespaces, so `{0}: {1}` decides nothing.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === true,
  outcomes: rejectedOnceDeclared(
    '1.33',
    { effect: 'advice', case: 'the value is harmless', since: '1.25' },
    { effect: 'ignored', since: '1.25' },
  ),
  why: `With \`hostUsers: false\` the users of a Linux pod are others than those of its node. Windows has no such namespace;
the accounts of a container are its own anyway, unless it is a HostProcess container. From 1.33 on a pod that declares
\`os.name: windows\` may not have the field at all, not even \`true\`. Before, the API server drops it, because the feature is
off there by default.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Users of its own',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: runner
spec:
  selector:
    matchLabels: { app: runner }
  template:
    metadata:
      labels: { app: runner }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostUsers: false
#     ^^^^^^^^^ ignored
      containers:
        - name: runner
          image: registry.example/runner:2.8
`,
      fixed: {
        'Remove `hostUsers`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: runner
spec:
  selector:
    matchLabels: { app: runner }
  template:
    metadata:
      labels: { app: runner }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: runner
          image: registry.example/runner:2.8
`,
      },
    },
    {
      name: 'What is true anyway',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: runner
spec:
  nodeSelector:
    kubernetes.io/os: windows
  hostUsers: true
# ^^^^^^^^^ advice
  containers:
    - name: runner
      image: registry.example/runner:2.8
`,
    },
    {
      name: 'Refused in a pod that declares Windows, with either value',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: runner
spec:
  os:
    name: windows
  hostUsers: true
# ^^^^^^^^^ rejected
  containers:
    - name: runner
      image: registry.example/runner:2.8
`,
    },
    {
      name: 'Before 1.33 the API server drops it',
      version: '1.32',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: runner
spec:
  os:
    name: windows
  hostUsers: false
# ^^^^^^^^^ ignored
  containers:
    - name: runner
      image: registry.example/runner:2.8
`,
    },
    {
      name: 'Before 1.25 there is no such field',
      version: '1.24',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: runner
spec:
  os:
    name: windows
  hostUsers: false
  containers:
    - name: runner
      image: registry.example/runner:2.8
`,
    },
  ],
});
