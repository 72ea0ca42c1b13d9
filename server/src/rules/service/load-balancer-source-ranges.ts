import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/load-balancer-source-ranges',
  title: 'loadBalancerSourceRanges for Windows pods',
  gate: 'object',
  objects: [
    proxiedService(['spec.loadBalancerSourceRanges'], (field) =>
      field.items().length > 0
        ? {
            at: field.span,
            message: message('`loadBalancerSourceRanges` is set for a Service that leads to Windows pods.'),
          }
        : undefined,
    ),
  ],
  outcomes: [
    {
      effect: 'ignored',
      doubtful: true,
      result: 'The kube-proxy of Windows nodes lets every address in; only the load balancer of a cloud may filter.',
    },
  ],
  why: `On Linux nodes kube-proxy itself refuses connections from other addresses. On Windows nodes it has no such filter. Where
the load balancer does not filter either, use a firewall in front of it.`,
  sources: [docs.service, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go')],
  examples: [
    {
      name: 'One network is to be let in',
      bad: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  loadBalancerSourceRanges:
# ^^^^^^^^^^^^^^^^^^^^^^^^ ignored
    - 203.0.113.0/24
  selector:
    app: web
  ports:
    - port: 443
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
      name: 'No range, or no Windows pod',
      good: `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  type: LoadBalancer
  loadBalancerSourceRanges: []
  selector: { app: web }
  ports: [{ port: 443 }]
---
apiVersion: v1
kind: Service
metadata: { name: gate }
spec:
  type: LoadBalancer
  loadBalancerSourceRanges: [203.0.113.0/24]
  selector: { app: gate }
  ports: [{ port: 443 }]
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
