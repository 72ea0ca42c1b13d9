import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsNetworkPolicy } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'network-policy/end-port-sctp',
  title: 'Port range or SCTP in a NetworkPolicy for Windows pods',
  gate: 'object',
  objects: windowsNetworkPolicy(
    ['ingress', 'egress'].flatMap((way) => [`spec.${way}[*].ports[*].endPort`, `spec.${way}[*].ports[*].protocol`]),
    (field) => {
      if (field.key === 'endPort') {
        const range = `${field.parent?.get('port')?.source ?? '?'}-${field.source ?? '?'}`;
        return {
          at: field.span,
          message: message('Port range {0} may not be supported for Windows pods.', range),
        };
      }
      return field.string === 'SCTP'
        ? { at: field.valueSpan, message: message('`protocol: SCTP` may not be supported for Windows pods.') }
        : undefined;
    },
  ),
  outcomes: [{ effect: 'advice', result: 'Check what the network plug-in supports on Windows.' }],
  why: `Not every network plug-in that enforces policies on Windows nodes supports port ranges there, and Windows does
not support SCTP. If your plug-in does not support \`endPort\`, list the ports one by one.`,
  sources: [docs.networkPolicies],
  examples: [
    {
      name: 'Port range and SCTP',
      bad: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: transfer
spec:
  podSelector:
    matchExpressions:
      - key: app
        operator: In
        values: [transfer]
  ingress:
    - ports:
        - protocol: TCP
          port: 50000
          endPort: 50100
#         ^^^^^^^ advice
  egress:
    - ports:
        - { protocol: SCTP, port: 3868 }
#                     ^^^^ advice
        - { protocol: TCP, port: 6000, endPort: 6010 }
#                                      ^^^^^^^ advice
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: transfer
spec:
  selector:
    matchLabels: { app: transfer }
  template:
    metadata:
      labels: { app: transfer }
    spec:
      os: { name: windows }
      containers:
        - name: transfer
          image: registry.example/transfer:1.0
`,
    },
    {
      name: 'Single ports, and Linux pods',
      good: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web }
spec:
  podSelector: { matchLabels: { app: web } }
  ingress: [{ ports: [{ protocol: TCP, port: 80 }] }]
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: signal }
spec:
  podSelector: { matchLabels: { app: signal } }
  ingress: [{ ports: [{ protocol: SCTP, port: 3868 }] }]
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
metadata: { name: signal, labels: { app: signal } }
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers: [{ name: signal, image: 'registry.example/signal:1.0' }]
`,
    },
  ],
} satisfies Rule;
