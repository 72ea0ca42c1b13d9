import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsNetworkPolicy } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'network-policy/cni-dependent',
  title: 'NetworkPolicy for Windows pods',
  gate: 'object',
  objects: windowsNetworkPolicy(['spec.podSelector'], (field) => ({
    at: field.span,
    message: message('This NetworkPolicy selects Windows pods.'),
  })),
  outcomes: [
    { effect: 'differs', result: 'It has an effect only if the network plug-in enforces network policies on Windows.' },
  ],
  why: `The network plug-in of each node enforces NetworkPolicies. Calico for Windows and Antrea enforce them on Windows
nodes. Other plug-ins, such as Cilium, do not: they allow all traffic there, without an error.`,
  sources: [docs.networkPolicies],
  examples: [
    {
      name: 'Access to the database from the front end only',
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
      name: 'Empty selector, which selects all pods of the namespace',
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
