import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

const KEY = 'experimental.windows.kubernetes.io/isolation-type';

export default {
  id: 'annotations/hyperv-isolation',
  title: 'Hyper-V isolation annotation',
  gate: 'any',
  pod: {
    watches: [`metadata.annotations[${KEY}]`],
    *check(field) {
      if (field.string === undefined) return;
      yield {
        at: field.span,
        message: message(
          'Annotation `{0}` {effect}: Hyper-V isolation was an alpha feature, removed in Kubernetes 1.21.',
          KEY,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      until: '1.20',
      phrase: 'requires Docker and the feature gate `HyperVContainer`',
    },
    { effect: 'ignored', since: '1.21' },
  ],
  why: `Before 1.21, the annotation requested Hyper-V isolation for a pod with one container. It required Docker and
the alpha feature gate \`HyperVContainer\`, which Kubernetes 1.21 removed without an official replacement. Windows
containers share the kernel of their node. Remove the annotation.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'A request for Hyper-V isolation',
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
      annotations:
        experimental.windows.kubernetes.io/isolation-type: hyperv
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Remove `experimental.windows.kubernetes.io/isolation-type`': `apiVersion: apps/v1
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
      name: 'Before 1.21',
      version: '1.20',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations: { team: web, "experimental.windows.kubernetes.io/isolation-type": "hyperv" }
#                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'An annotation of the Deployment, not of its pods',
      good: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    experimental.windows.kubernetes.io/isolation-type: hyperv
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
  ],
} satisfies Rule;
