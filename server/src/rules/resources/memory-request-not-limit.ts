import { quantityOf } from '../../kubernetes/quantity.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'resources/memory-request-not-limit',
  title: 'Memory request below the limit on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].resources', 'spec.initContainers[*].resources'],
    *check(resources) {
      const requests = resources.get('requests');
      const request = requests?.get('memory');
      const limit = resources.at('limits', 'memory');
      const requested = quantityOf(request);
      const limited = quantityOf(limit);
      if (request === undefined || limit === undefined || requested === undefined || limited === undefined) return;
      if (requested >= limited) return;
      const amount = limit.string ?? limit.number ?? '';
      yield {
        at: request.valueSpan,
        field: request.path,
        message: message(
          'Container `{0}` reserves `{1}` of memory and may use `{2}`; Windows nodes page to disk instead of ending containers.',
          resources.parent?.get('name')?.string ?? '?',
          request.source ?? '',
          limit.source ?? '',
        ),
        fixes: [
          {
            title: `Change the memory request to \`${amount}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: request.path, value: amount }],
          },
          {
            title: 'Remove the memory request, which is then the limit',
            safety: 'review',
            changes: [{ kind: 'remove', path: requests?.entries().length === 1 ? requests.path : request.path }],
          },
        ],
      };
    },
  },
  outcomes: [{ effect: 'advice' }],
  why: `Windows has no killer of processes for the case that memory runs out: a node that promised more than it has pages to
disk, and everything on it becomes slow. Reserve as much as the container may use. Without a request the limit counts as
the request.`,
  sources: [docs.windowsResources],
  examples: [
    {
      name: 'A small reservation',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          resources:
            requests: { memory: 300M }
#                               ^^^^ advice
            limits: { cpu: 500m, memory: 0.5Gi }
      containers:
        - name: web
          image: registry.example/web:1.0
          resources:
            requests:
              memory: 300Mi
#                     ^^^^^ advice
            limits:
              memory: "800Mi"
`,
      fixed: {
        'Change the memory request to `800Mi`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          resources:
            requests: { memory: 300M }
            limits: { cpu: 500m, memory: 0.5Gi }
      containers:
        - name: web
          image: registry.example/web:1.0
          resources:
            requests:
              memory: 800Mi
            limits:
              memory: "800Mi"
`,
        'Remove the memory request, which is then the limit': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          resources:
            limits: { cpu: 500m, memory: 0.5Gi }
      containers:
        - name: web
          image: registry.example/web:1.0
          resources:
            requests:
              memory: 300Mi
            limits:
              memory: "800Mi"
`,
      },
    },
    {
      name: 'A limit that is a number',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      resources:
        requests: { memory: 300Mi }
#                           ^^^^^ advice
        limits: { memory: 1e9 }
`,
      fixed: {
        'Change the memory request to `1000000000`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      resources:
        requests: { memory: 1000000000 }
        limits: { memory: 1e9 }
`,
      },
    },
    {
      name: 'The same amount, written in two ways, and limits alone',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      resources:
        requests: { memory: 1024Mi }
        limits: { memory: 1Gi }
    - name: log
      image: registry.example/log:1.0
      resources:
        limits: { memory: 268435456 }
    - name: sync
      image: registry.example/sync:1.0
      resources:
        requests: { memory: "{{ .Values.memory }}" }
        limits: { memory: 1Gi }
`,
    },
  ],
} satisfies Rule;
