import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'pod/share-process-namespace',
  title: 'shareProcessNamespace on a Windows pod',
  fields: ['spec.shareProcessNamespace'],
  says: 'The containers of a Windows pod have no process namespace to share, so `{0}: {1}` decides nothing.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value is harmless' },
    { effect: 'ignored' },
  ),
  why: `The containers of a Windows pod share the network and nothing else: none sees the processes or the root filesystem
of another. A sidecar that watches or signals the main process has to do so over the network or through files in a volume
of both. A pod that declares \`os.name: windows\` may not have the field at all, not even \`false\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'A sidecar that looks at the main process',
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
      name: 'What is false anyway',
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
      name: 'Refused in a pod that declares Windows, with either value',
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
      name: 'For Linux nodes',
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
