import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/session-affinity-timeout',
  title: 'Session affinity timeout with Windows endpoints',
  gate: 'object',
  objects: [
    proxiedService(['spec.sessionAffinityConfig.clientIP.timeoutSeconds'], (field, { object }) => {
      const config = object.field.at('spec', 'sessionAffinityConfig');
      if (field.source === undefined || config === undefined) return undefined;
      return {
        at: field.span,
        message: message(
          '`timeoutSeconds: {0}` {effect}: Windows does not have a configurable session affinity timeout.',
          field.source,
        ),
        fixes: [removal(config)],
      };
    }),
  ],
  outcomes: [{ effect: 'ignored', phrase: 'has no effect on Windows nodes' }],
  why: `Windows keeps a client on the same pod without a configurable timeout. The timeout applies only to connections
that start on the Linux nodes of the cluster.`,
  sources: [docs.windowsNetworking, code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go')],
  examples: [
    {
      name: 'Timeout of ten minutes',
      bad: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - port: 80
  sessionAffinity: ClientIP
  sessionAffinityConfig:
    clientIP:
      timeoutSeconds: 600
#     ^^^^^^^^^^^^^^ ignored
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web, tier: front }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Remove `sessionAffinityConfig`': `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
    - port: 80
  sessionAffinity: ClientIP
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web, tier: front }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'No Windows pods selected: other label, other namespace, unknown image',
      good: `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: { app: web }
  ports: [{ port: 80 }]
  sessionAffinity: ClientIP
  sessionAffinityConfig: { clientIP: { timeoutSeconds: 600 } }
---
apiVersion: v1
kind: Pod
metadata:
  name: api
  labels: { app: api }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - { name: api, image: 'registry.example/api:1.0' }
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: shop
  labels: { app: web }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - { name: web, image: 'registry.example/web:1.0' }
---
apiVersion: v1
kind: Pod
metadata:
  name: shell
  labels: { app: web }
spec:
  containers:
    - { name: shell, image: 'mcr.microsoft.com/windows/nanoserver:ltsc2022' }
`,
    },
  ],
} satisfies Rule;
