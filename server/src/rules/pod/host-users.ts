import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'pod/host-users',
  title: 'hostUsers on a Windows pod',
  fields: ['spec.hostUsers'],
  says: '`{0}: {1}` {effect}: Windows does not support user namespaces.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === true,
  outcomes: rejectedOnceDeclared(
    '1.33',
    { effect: 'advice', case: 'the value is harmless', since: '1.25' },
    { effect: 'ignored', since: '1.25' },
  ),
  why: `On Linux, \`hostUsers: false\` runs the pod in its own user namespace. Windows does not support user namespaces;
except for HostProcess containers, containers have their own accounts anyway. In Kubernetes 1.33 and later, the API
server rejects the field with \`os.name: windows\`, even with the value \`true\`. Earlier releases drop it, because the
feature is off by default.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'User namespace',
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
      name: '`hostUsers: true`',
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
      name: 'Rejected with `os.name: windows`, even with the value `true`',
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
      name: 'Before Kubernetes 1.33, when the API server drops it',
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
      name: 'Before Kubernetes 1.25, which added the field',
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
