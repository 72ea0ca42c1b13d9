import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/external-traffic-policy-local',
  title: 'externalTrafficPolicy: Local for Windows pods',
  gate: 'object',
  objects: [
    proxiedService(['spec.externalTrafficPolicy'], (field) =>
      field.string === 'Local'
        ? {
            at: field.valueSpan,
            message: message('`externalTrafficPolicy: Local` is set for a Service that leads to Windows pods.'),
          }
        : undefined,
    ),
  ],
  outcomes: [
    { effect: 'ignored', until: '1.19', result: 'The kube-proxy of Windows nodes ignores it.' },
    {
      effect: 'differs',
      since: '1.20',
      result: 'Windows nodes keep the address of the client only where kube-proxy uses Direct Server Return.',
    },
  ],
  why: `On Windows the address of a client is kept by Direct Server Return (DSR), which needs Windows Server 2019 with its updates
or a newer release. kube-proxy uses it with \`--enable-dsr\`; the gate \`WinDSR\` is on by default from Kubernetes 1.33.
Without DSR the policy is passed over.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go newServiceInfo')],
  examples: [
    {
      name: 'A load balancer that keeps the clients’ addresses',
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
      name: 'Older releases',
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
      name: 'The default, and Linux pods',
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
