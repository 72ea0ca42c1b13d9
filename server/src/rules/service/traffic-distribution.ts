import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/traffic-distribution',
  title: 'trafficDistribution or topology hints with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(
      [
        'spec.trafficDistribution',
        'metadata.annotations[service.kubernetes.io/topology-mode]',
        'metadata.annotations[service.kubernetes.io/topology-aware-hints]',
      ],
      (field) => {
        const value = field.string;
        if (value === undefined || value.toLowerCase() === 'disabled') return undefined;
        return {
          at: field.span,
          message: message(
            '`{0}: {1}` {effect}: kube-proxy on Windows does not use topology hints.',
            String(field.key),
            value,
          ),
        };
      },
    ),
  ],
  outcomes: [
    {
      effect: 'ignored',
      since: '1.21',
      doubtful: true,
      phrase: 'has no effect on Windows nodes',
    },
  ],
  why: `Kubernetes keeps traffic in the same zone by adding hints to the EndpointSlices of a Service. On Linux nodes,
kube-proxy uses these hints. On Windows nodes, it ignores them and distributes connections across all pods.`,
  sources: [docs.virtualIps, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go')],
  examples: [
    {
      name: 'trafficDistribution',
      bad: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  trafficDistribution: PreferClose
# ^^^^^^^^^^^^^^^^^^^ ignored
  selector:
    app: web
  ports:
    - port: 80
---
apiVersion: apps/v1
kind: Deployment
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
      name: 'Annotations of earlier releases',
      version: '1.27',
      bad: `apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.kubernetes.io/topology-mode: Auto
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
    service.kubernetes.io/topology-aware-hints: auto
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
spec:
  selector: { app: web }
  ports: [{ port: 80 }]
---
apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
    {
      name: 'Disabled, headless, or of type ExternalName',
      good: `apiVersion: v1
kind: Service
metadata:
  name: web
  annotations: { service.kubernetes.io/topology-mode: Disabled }
spec:
  selector: { app: web }
  ports: [{ port: 80 }]
---
apiVersion: v1
kind: Service
metadata: { name: web-pods }
spec:
  clusterIP: None
  trafficDistribution: PreferClose
  selector: { app: web }
---
apiVersion: v1
kind: Service
metadata: { name: shop }
spec:
  type: ExternalName
  externalName: shop.example.com
  trafficDistribution: PreferClose
  selector: { app: web }
---
apiVersion: v1
kind: Pod
metadata: { name: web, labels: { app: web } }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
  ],
} satisfies Rule;
