import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/internal-traffic-policy',
  title: 'internalTrafficPolicy: Local with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(['spec.internalTrafficPolicy'], (field) =>
      field.string === 'Local'
        ? {
            at: field.valueSpan,
            message: message(
              '`internalTrafficPolicy: Local` {effect}: on Windows, it requires 1.27 or a late patch release of 1.24 to 1.26.',
            ),
          }
        : undefined,
    ),
  ],
  outcomes: [
    {
      effect: 'ignored',
      since: '1.21',
      until: '1.26',
      doubtful: true,
    },
  ],
  why: `On Windows nodes, kube-proxy supports this policy in 1.27 and later, and in late patch releases of 1.24, 1.25
and 1.26. Older versions also send traffic to pods on other nodes.`,
  sources: [docs.service, code('kubernetes/kubernetes pull request 114407')],
  examples: [
    {
      name: 'Log collector on each node',
      version: '1.26',
      bad: `apiVersion: v1
kind: Service
metadata:
  name: log
spec:
  internalTrafficPolicy: Local
#                        ^^^^^ ignored
  selector:
    app: log
  ports:
    - port: 5140
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log
spec:
  selector:
    matchLabels:
      app: log
  template:
    metadata:
      labels:
        app: log
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: log
          image: registry.example/log:1.0
`,
    },
    {
      name: 'Kubernetes 1.27 and later',
      good: `apiVersion: v1
kind: Service
metadata: { name: log }
spec:
  internalTrafficPolicy: Local
  selector: { app: log }
  ports: [{ port: 5140 }]
---
apiVersion: v1
kind: Pod
metadata: { name: log, labels: { app: log } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: log, image: 'registry.example/log:1.0' }]
`,
    },
    {
      name: 'Default policy',
      version: '1.26',
      good: `apiVersion: v1
kind: Service
metadata: { name: log }
spec:
  internalTrafficPolicy: Cluster
  selector: { app: log }
  ports: [{ port: 5140 }]
---
apiVersion: v1
kind: Pod
metadata: { name: log, labels: { app: log } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: log, image: 'registry.example/log:1.0' }]
`,
    },
  ],
} satisfies Rule;
