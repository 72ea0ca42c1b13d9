import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'pod/share-process-namespace',
  title: 'shareProcessNamespace on a Windows pod',
  fields: ['spec.shareProcessNamespace'],
  says: '`{0}: {1}` {effect}: the containers of a Windows pod cannot share a process namespace.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'advice', case: 'the value is harmless' }, { effect: 'ignored' }),
  why: `The containers of a Windows pod share only the network: they cannot see the processes or the root filesystem of
each other. A sidecar that monitors or signals the main process must use the network or files in a shared volume. With
\`os.name: windows\`, the API server rejects the field, even with the value \`false\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Sidecar that monitors the main process',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels: { app: shop }
  template:
    metadata:
      labels: { app: shop }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      shareProcessNamespace: true
#     ^^^^^^^^^^^^^^^^^^^^^ ignored
      containers:
        - name: shop
          image: registry.example/shop:3.1
        - name: profiler
          image: registry.example/profiler:1.0
`,
      fixed: {
        'Remove `shareProcessNamespace`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels: { app: shop }
  template:
    metadata:
      labels: { app: shop }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: shop
          image: registry.example/shop:3.1
        - name: profiler
          image: registry.example/profiler:1.0
`,
      },
    },
    {
      name: '`shareProcessNamespace: false`',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec: { shareProcessNamespace: false, nodeSelector: { kubernetes.io/os: windows }, containers: [{ name: shop, image: "registry.example/shop:3.1" }] }
#       ^^^^^^^^^^^^^^^^^^^^^ advice
`,
      fixed: {
        'Remove `shareProcessNamespace`': `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec: { nodeSelector: { kubernetes.io/os: windows }, containers: [{ name: shop, image: "registry.example/shop:3.1" }] }
`,
      },
    },
    {
      name: 'Rejected with `os.name: windows`, even with the value `false`',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  os:
    name: windows
  shareProcessNamespace: false
# ^^^^^^^^^^^^^^^^^^^^^ rejected
  containers:
    - name: shop
      image: registry.example/shop:3.1
`,
    },
    {
      name: 'Linux pod',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  nodeSelector:
    kubernetes.io/os: linux
  shareProcessNamespace: true
  containers:
    - name: shop
      image: registry.example/shop:3.1
`,
    },
  ],
});
