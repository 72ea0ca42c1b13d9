import { quantityOf } from '../../kubernetes/quantity.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'resources/memory-request-not-limit',
  title: 'Memory request below the limit',
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
          'Memory request `{1}` of container `{0}` is below its limit `{2}`.',
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
            title: 'Remove the memory request so that it defaults to the limit',
            safety: 'review',
            changes: [{ kind: 'remove', path: requests?.entries().length === 1 ? requests.path : request.path }],
          },
        ],
      };
    },
  },
  outcomes: [
    { effect: 'advice', result: 'Without an OOM killer, an overcommitted Windows node pages to disk and slows down.' },
  ],
  why: `Windows has no OOM killer: a node that runs out of memory pages to disk, and all of its pods slow down. Set the
memory request to the same value as the limit, or remove it: without a request, Kubernetes uses the limit as the
request.`,
  sources: [docs.windowsResources],
  examples: [
    {
      name: 'Small memory request',
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
        'Remove the memory request so that it defaults to the limit': `apiVersion: apps/v1
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
      name: 'Limit without a unit',
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
      name: 'Equal amounts in different units, and limits only',
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
