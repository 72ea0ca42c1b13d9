import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/ipv6-single-stack',
  title: 'Service with IPv6 only for Windows pods',
  gate: 'object',
  objects: [
    windowsService(['spec.ipFamilies'], (field, { object }) => {
      const policy = object.field.at('spec', 'ipFamilyPolicy');
      const isSingle = policy === undefined || policy.string === 'SingleStack';
      if (!isSingle || field.items().length !== 1 || field.strings()[0] !== 'IPv6') return undefined;
      return { at: field.span, message: message('This Service, which leads to Windows pods, has IPv6 only.') };
    }),
  ],
  outcomes: [
    {
      effect: 'differs',
      since: '1.19',
      result: 'It works where the pods have IPv4 as well, never in a cluster of IPv6 alone.',
    },
  ],
  why: `On Windows pods have IPv4, or IPv4 and IPv6 together; a network of IPv6 alone does not exist there. In a dual-stack cluster
a single Service may well have IPv6 only.`,
  sources: [docs.windowsNetworking, docs.dualStack],
  examples: [
    {
      name: 'One family',
      bad: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ipFamilyPolicy: SingleStack
  ipFamilies:
# ^^^^^^^^^^ differs
    - IPv6
  selector:
    app: web
  ports:
    - port: 80
---
apiVersion: apps/v1
kind: ReplicaSet
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
      name: 'IPv4, or both families',
      good: `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  ipFamilies: [IPv4]
  selector: { app: web }
  ports: [{ port: 80 }]
---
apiVersion: v1
kind: Service
metadata: { name: web-both }
spec:
  ipFamilyPolicy: PreferDualStack
  ipFamilies: [IPv6]
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
      name: 'A headless Service',
      bad: `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  clusterIP: None
  ipFamilies: [IPv6]
# ^^^^^^^^^^ differs
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
