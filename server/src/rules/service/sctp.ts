import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/sctp',
  title: 'SCTP with Windows pods',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].ports[*].protocol'],
    *check(field) {
      if (field.string !== 'SCTP') return;
      yield { at: field.valueSpan, message: message('`protocol: SCTP` does not work in a Windows pod.') };
    },
  },
  objects: [
    windowsService(['spec.ports[*].protocol'], (field) =>
      field.string === 'SCTP'
        ? {
            at: field.valueSpan,
            message: message('`protocol: SCTP` does not work in a Service that selects Windows pods.'),
          }
        : undefined,
    ),
  ],
  outcomes: [{ effect: 'fails', result: 'Windows nodes support only TCP and UDP, so no SCTP traffic arrives.' }],
  why: `Windows container networks do not support SCTP, and kube-proxy on Windows supports only TCP and UDP. Run
applications that require SCTP on Linux nodes.`,
  sources: [docs.service],
  examples: [
    {
      name: 'Service and its pods',
      bad: `apiVersion: v1
kind: Service
metadata:
  name: signal
spec:
  selector:
    app: signal
  ports:
    - name: web
      port: 80
    - name: signal
      port: 3868
      protocol: SCTP
#               ^^^^ fails
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: signal
spec:
  selector:
    matchLabels:
      app: signal
  template:
    metadata:
      labels:
        app: signal
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: signal
          image: registry.example/signal:1.0
          ports:
            - containerPort: 80
              protocol: TCP
            - containerPort: 3868
              protocol: SCTP
#                       ^^^^ fails
`,
    },
    {
      name: 'Linux pods, and other namespaces',
      good: `apiVersion: v1
kind: Service
metadata: { name: signal }
spec:
  selector: { app: signal }
  ports: [{ port: 3868, protocol: SCTP }]
---
apiVersion: v1
kind: Pod
metadata: { name: signal, labels: { app: signal } }
spec:
  os: { name: linux }
  containers:
    - name: signal
      image: registry.example/signal:1.0
      ports: [{ containerPort: 3868, protocol: SCTP }]
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: signal } }
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      ports: [{ containerPort: 80 }]
`,
    },
    {
      name: 'Headless Service',
      bad: `apiVersion: v1
kind: Service
metadata: { name: signal }
spec:
  clusterIP: None
  selector: { app: signal }
  ports:
    - port: 3868
      protocol: SCTP
#               ^^^^ fails
---
apiVersion: v1
kind: Pod
metadata: { name: signal, labels: { app: signal } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: signal, image: 'registry.example/signal:1.0' }]
`,
    },
  ],
} satisfies Rule;
