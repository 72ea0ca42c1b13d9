import { type Container, containerSpan } from '../../kubernetes/pod.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'resources/missing-requests-or-limits',
  title: 'Windows container without a memory limit',
  // In real manifests it is true of nearly every pod: 331 hints on some 300 of them.
  offByDefault: true,
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(_, { pod }) {
      if (pod.partial) return;
      for (const container of pod.containers) {
        if (container.list === 'ephemeralContainers') continue;
        const resources = container.field.get('resources');
        // A template may fill in all of them.
        if ([resources, resources?.get('limits')].some((field) => field?.isMapping === false)) continue;
        if (resources?.at('limits', 'memory') !== undefined) continue;
        const isBare = resources?.get('requests') === undefined && resources?.get('limits') === undefined;
        yield {
          at: containerSpan(container),
          field: [...container.field.path, 'resources'],
          message: message(
            isBare
              ? 'Container `{0}` has neither requests nor limits, so nothing bounds its memory.'
              : 'Container `{0}` has no memory limit.',
            container.name ?? '?',
          ),
          fixes: [insertion(container)],
        };
      }
    },
  },
  outcomes: [{ effect: 'advice' }],
  why: `A Windows node that runs out of memory pages to disk and slows down all of its pods; it ends no container to get memory
back. The scheduler keeps that from happening only if it knows what every container may use. A limit is enough, for a
request that is missing takes its value; 1Gi and 500m are a start to be measured and corrected.`,
  sources: [docs.windowsResources],
  examples: [
    {
      name: 'Nothing said',
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
      containers:
        - name: web
#               ^^^ advice
          image: registry.example/web:1.0
`,
      fixed: {
        'Insert limits': `apiVersion: apps/v1
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
      containers:
        - name: web
          image: registry.example/web:1.0
          resources:
            limits:
              cpu: 500m
              memory: 1Gi
`,
      },
    },
    {
      name: 'Requests, or a limit on processors alone',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  initContainers:
    - name: prepare
#           ^^^^^^^ advice
      image: registry.example/prepare:1.0
      resources:
        limits: { cpu: 500m }
  containers:
    - name: web
#           ^^^ advice
      image: registry.example/web:1.0
      resources:
        requests:
          memory: 300Mi
`,
      fixed: {
        'Insert a memory limit of `1Gi`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      resources:
        limits: { cpu: 500m, memory: 1Gi }
  containers:
    - name: web
      image: registry.example/web:1.0
      resources:
        requests:
          memory: 300Mi
`,
        'Insert a memory limit of `300Mi`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      resources:
        limits: { cpu: 500m }
  containers:
    - name: web
      image: registry.example/web:1.0
      resources:
        requests:
          memory: 300Mi
        limits:
          memory: 300Mi
`,
      },
    },
    {
      name: 'With limits, and where templates decide',
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
        limits: { memory: 1Gi }
    - name: log
      image: registry.example/log:1.0
      resources: \${LOG_RESOURCES}
    - name: sync
      image: registry.example/sync:1.0
      resources: { limits: "{{ .Values.limits }}" }
`,
    },
    {
      name: 'A patch leaves the rest to its base',
      good: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          env: [{ name: STAGE, value: test }]
`,
    },
  ],
} satisfies Rule;

/** A memory limit of what is requested; where nothing is said amounts to begin with. */
function insertion({ field }: Container): Fix {
  const path = [...field.path, 'resources', 'limits'];
  const resources = field.get('resources');
  if (resources === undefined || resources.entries().length === 0) {
    return {
      title: 'Insert limits',
      safety: 'review',
      changes: [{ kind: 'insert', path, value: { cpu: '500m', memory: '1Gi' }, place: { after: 'image' } }],
    };
  }
  const request = resources.at('requests', 'memory');
  const amount = request?.string ?? request?.number ?? '1Gi';
  return {
    title: `Insert a memory limit of \`${amount}\``,
    safety: 'review',
    changes: [{ kind: 'insert', path: [...path, 'memory'], value: amount }],
  };
}
