import { objectSpan } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { declareWindows } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { enforcedRestricted, looksAtOsName } from '../../windows/pod-security.ts';

export default {
  id: 'os/name-recommended',
  title: 'Windows pod without spec.os.name',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, verdict, settings, facts, refusedOnceDeclared }) {
      if (pod.partial || verdict.certainty === 'declared' || spec.get('os') !== undefined) return;
      // It would be rejected: such a policy requires fields that the API server rejects with os.name.
      const policy = enforcedRestricted(object, settings.kubernetesVersion, facts);
      if (policy !== undefined && !looksAtOsName(policy.version)) return;
      yield {
        at: objectSpan(object),
        field: [...spec.path, 'os'],
        message: message('`os.name` is not set on this Windows pod.'),
        fixes: declareWindows(pod, facts, refusedOnceDeclared()),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      since: '1.25',
      result: 'Set it so that the API server checks the pod for Linux-only fields.',
    },
  ],
  why: `With \`os.name: windows\`, the API server rejects Linux-only fields, and the kubelet of a Linux node does not
admit the pod. Pod Security \`restricted\` also stops requiring Linux settings. Keep the node selector, because the
scheduler ignores \`os.name\`. Remove Linux-only fields at the same time: the API server accepts them only while
\`os.name\` is not set.`,
  sources: [docs.podOs, docs.windowsGuide, code('k8s.io/pod-security-admission policy/*.go')],
  examples: [
    {
      name: 'Node selector only',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
#       ^^^ advice
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
          securityContext:
            runAsNonRoot: true
            windowsOptions: { runAsUserName: ContainerUser }
`,
      fixed: {
        'Insert `os.name: windows`': `apiVersion: apps/v1
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
      os:
        name: windows
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext:
            runAsNonRoot: true
            windowsOptions: { runAsUserName: ContainerUser }
`,
      },
    },
    {
      name: 'HostProcess pod without a node selector',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
#       ^^^^^ advice
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
  containers:
    - name: agent
      image: registry.example/agent:1.0
`,
      fixed: {
        'Insert `os.name: windows` and nodeSelector `kubernetes.io/os: windows`': `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  os:
    name: windows
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: agent
      image: registry.example/agent:1.0
`,
      },
    },
    {
      name: 'HostProcess pod with a Linux-only field',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
#       ^^^^^ advice
spec:
  hostPID: true
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
  containers:
    - name: agent
      image: registry.example/agent:1.0
`,
      fixed: {
        'Insert `os.name: windows` and nodeSelector `kubernetes.io/os: windows`, and remove Linux-only fields': `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  os:
    name: windows
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: agent
      image: registry.example/agent:1.0
`,
      },
    },
    {
      name: 'Linux-only field to remove at the same time',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
#       ^^^ advice
spec:
  nodeSelector: { kubernetes.io/os: windows }
  shareProcessNamespace: false
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext: { allowPrivilegeEscalation: false }
`,
      fixed: {
        'Insert `os.name: windows` and remove Linux-only fields': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: '`os.name` already set, or only probably a Windows pod',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
---
apiVersion: v1
kind: Pod
metadata:
  name: shell
spec:
  containers:
    - name: shell
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`,
    },
    {
      name: 'Kubernetes before 1.25',
      version: '1.24',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'Pod Security version that ignores `os.name`',
      good: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
    pod-security.kubernetes.io/enforce-version: v1.24
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: shop
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        allowPrivilegeEscalation: false
        capabilities:
          drop: [ALL]
        seccompProfile:
          type: RuntimeDefault
`,
    },
  ],
} satisfies Rule;
