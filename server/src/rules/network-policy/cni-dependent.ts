import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsNetworkPolicy } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'network-policy/cni-dependent',
  title: 'NetworkPolicy for Windows pods',
  gate: 'object',
  objects: windowsNetworkPolicy(['spec.podSelector'], (field) => ({
    at: field.span,
    message: message('This NetworkPolicy is for Windows pods.'),
  })),
  outcomes: [
    { effect: 'differs', result: 'It protects them only where the network plug-in enforces policies on Windows.' },
  ],
  why: `A NetworkPolicy is enforced by the network plug-in of each node. Calico for Windows and Antrea enforce it on Windows nodes,
others, such as Cilium, do not: there all traffic passes, and nothing says so.`,
  sources: [docs.networkPolicies],
  examples: [
    {
      name: 'Only the front may reach the database',
      bad: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: database
spec:
  podSelector:
# ^^^^^^^^^^^ differs
    matchLabels:
      app: database
  ingress:
    - from:
        - podSelector:
            matchLabels:
              app: web
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
spec:
  serviceName: database
  selector:
    matchLabels:
      app: database
  template:
    metadata:
      labels:
        app: database
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: database
          image: registry.example/database:1.0
`,
    },
    {
      name: 'The empty selector is for all pods of its namespace',
      bad: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec:
  podSelector: {}
# ^^^^^^^^^^^ differs
  policyTypes: [Ingress]
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: report, namespace: shop }
spec:
  schedule: 0 4 * * *
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector: { kubernetes.io/os: windows }
          restartPolicy: Never
          containers: [{ name: report, image: 'registry.example/report:1.0' }]
`,
    },
    {
      name: 'Other pods, and other namespaces',
      good: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec:
  podSelector: {}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: others }
spec:
  podSelector:
    matchExpressions:
      - { key: app, operator: NotIn, values: [web] }
---
apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
---
apiVersion: v1
kind: Pod
metadata: { name: api, labels: { app: api } }
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers: [{ name: api, image: 'registry.example/api:1.0' }]
`,
    },
  ],
} satisfies Rule;
