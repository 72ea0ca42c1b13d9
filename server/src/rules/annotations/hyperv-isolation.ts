import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

const KEY = 'experimental.windows.kubernetes.io/isolation-type';

export default {
  id: 'annotations/hyperv-isolation',
  title: 'Annotation for Hyper-V isolation',
  gate: 'any',
  pod: {
    watches: [`metadata.annotations[${KEY}]`],
    *check(field) {
      if (field.string === undefined) return;
      yield {
        at: field.span,
        message: message('The annotation `{0}` belongs to an experiment that ended with Kubernetes 1.20.', KEY),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      until: '1.20',
      result: 'Kubelets read it with Docker and the feature gate `HyperVContainer` only.',
    },
    { effect: 'ignored', since: '1.21', result: 'No kubelet reads it.' },
  ],
  why: `Up to 1.20 the annotation could ask for a container in a virtual machine of its own, with Docker as the runtime, one
container in the pod and the alpha gate \`HyperVContainer\` switched on. The gate is gone, and Kubernetes has nothing
official in its place: Windows containers share the kernel of their node.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'A container that was to be isolated',
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
      name: 'As long as the experiment lasted',
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
      name: 'An annotation of the Deployment is none of its pods',
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
