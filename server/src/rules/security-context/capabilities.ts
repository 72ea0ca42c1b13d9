import { forbiddenField, inContainers, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/capabilities',
  title: 'Linux capabilities on a Windows container',
  fields: inContainers('securityContext.capabilities'),
  says: 'Windows has no capabilities, so `{0}` neither adds nor drops any.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => ['add', 'drop'].every((key) => !field.get(key)?.items().length),
  askedByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value is harmless' },
    { effect: 'ignored' },
  ),
  why: `Capabilities divide the power of root on Linux. Windows accounts have privileges of another kind, which no manifest
sets. \`drop: [ALL]\` mostly stands in Windows pods because the Pod Security level \`restricted\` asks for it; from policy
version 1.25 on it asks no longer where the pod declares \`os.name: windows\`, and there the API server refuses the field,
even empty. So declare the operating system and remove the capabilities in one go.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'What the restricted level asks of Linux pods',
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
          securityContext: { runAsNonRoot: true, capabilities: { add: [], drop: [] } }
#                                                ^^^^^^^^^^^^ advice
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext:
            runAsNonRoot: true
            capabilities:
#           ^^^^^^^^^^^^ ignored
              drop: [ALL]
`,
      fixed: {
        'Remove `capabilities`': `apiVersion: apps/v1
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
          securityContext: { runAsNonRoot: true }
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext:
            runAsNonRoot: true
            capabilities:
              drop: [ALL]
`,
      },
    },
    {
      name: 'Refused in a pod that declares Windows, even when empty',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        capabilities: {}
#       ^^^^^^^^^^^^ rejected
    - name: proxy
      image: registry.example/proxy:1.0
      securityContext:
        "capabilities":
#       ^^^^^^^^^^^^^^ rejected
          add:
            - NET_BIND_SERVICE
`,
    },
    {
      name: 'Without a value they are as good as absent',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        capabilities: ~
        runAsNonRoot: true
`,
    },
    {
      name: 'Pod Security asks for it as long as the pod does not declare Windows',
      bad: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
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
#       ^^^^^^^^^^^^ ignored
          drop: [ALL]
        seccompProfile:
          type: RuntimeDefault
`,
      fixed: {
        'Insert `os.name: windows` and remove Linux-only fields': `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: shop
spec:
  os:
    name: windows
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
  ],
});
