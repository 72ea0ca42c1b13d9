import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/external-traffic-policy-local',
  title: 'externalTrafficPolicy: Local with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(['spec.externalTrafficPolicy'], (field) =>
      field.string === 'Local'
        ? {
            at: field.valueSpan,
            message: message('`externalTrafficPolicy: Local` {effect}.'),
          }
        : undefined,
    ),
  ],
  outcomes: [
    { effect: 'ignored', until: '1.19', phrase: 'has no effect on Windows nodes before Kubernetes 1.20' },
    {
      effect: 'differs',
      since: '1.20',
      phrase: 'requires Direct Server Return (DSR) on Windows nodes',
      result: 'Without DSR, kube-proxy on Windows does not preserve client IP addresses.',
    },
  ],
  why: `On Windows, Direct Server Return (DSR) preserves client IP addresses. It requires Windows Server 2019 with
updates, or a later version. DSR is turned on by the kube-proxy flag \`--enable-dsr\`; the feature gate \`WinDSR\` is on
by default in Kubernetes 1.33 and later. Without DSR, the policy has no effect.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go newServiceInfo')],
  examples: [
    {
      name: 'Load balancer that preserves client IP addresses',
      bad: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
#                        ^^^^^ differs
  selector:
    app: web
  ports:
    - port: 443
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'Before Kubernetes 1.20',
      version: '1.19',
      bad: `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Service
    metadata:
      name: web
    spec:
      type: NodePort
      externalTrafficPolicy: Local
#                            ^^^^^ ignored
      selector: { app: web }
      ports: [{ port: 80 }]
  - apiVersion: apps/v1
    kind: DaemonSet
    metadata:
      name: web
    spec:
      selector: { matchLabels: { app: web } }
      template:
        metadata: { labels: { app: web } }
        spec:
          nodeSelector: { kubernetes.io/os: windows }
          containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
    {
      name: 'Default policy, and Linux pods',
      good: `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  type: LoadBalancer
  externalTrafficPolicy: Cluster
  selector: { app: web }
  ports: [{ port: 443 }]
---
apiVersion: v1
kind: Service
metadata: { name: gate }
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: { app: gate }
  ports: [{ port: 443 }]
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
metadata: { name: gate, labels: { app: gate } }
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers: [{ name: gate, image: 'registry.example/gate:1.0' }]
`,
    },
  ],
} satisfies Rule;
