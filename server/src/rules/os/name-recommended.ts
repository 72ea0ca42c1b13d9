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
      // It would be refused: such a policy asks for fields that a declared pod must not have.
      const policy = enforcedRestricted(object, settings.kubernetesVersion, facts);
      if (policy !== undefined && !looksAtOsName(policy.version)) return;
      yield {
        at: objectSpan(object),
        field: [...spec.path, 'os'],
        message: message('This pod is for Windows, but does not declare it with `os.name`.'),
        fixes: declareWindows(pod, facts, refusedOnceDeclared()),
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.25' }],
  why: `With \`os.name: windows\` the API server refuses fields that only Linux understands when the manifest is applied,
Pod Security \`restricted\` no longer asks for Linux settings, and a Linux node that gets the pod refuses it at once. The
node selector is still needed, for the scheduler does not look at \`os.name\`. Fields for Linux have to go at the same time:
the server accepts them as long as the name is missing.`,
  sources: [docs.podOs, docs.windowsGuide, code('k8s.io/pod-security-admission policy/*.go')],
  examples: [
    {
      name: 'Only the node selector tells',
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
      name: 'A HostProcess pod that nothing keeps on Windows nodes',
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
      name: 'A HostProcess pod with a field for Linux',
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
      name: 'A field for Linux has to go at the same time',
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
      name: 'Declared already, or only taken for a Windows pod',
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
      name: 'Older releases',
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
      name: 'A policy that asks declared pods too for what they must not have',
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
