import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/capabilities',
  title: 'Linux capabilities on a Windows container',
  fields: inContainers('securityContext.capabilities'),
  says: '`{0}` {effect}: Windows does not support Linux capabilities.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => ['add', 'drop'].every((key) => !field.get(key)?.items().length),
  askedByRestricted: true,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'advice', case: 'the value is harmless' }, { effect: 'ignored' }),
  why: `Capabilities divide the privileges of root on Linux; Windows accounts have different privileges, which no
manifest can set. \`drop: [ALL]\` is usually set for the Pod Security level \`restricted\`. Since policy version 1.25,
\`restricted\` does not require it for pods with \`os.name: windows\`, and the API server rejects \`capabilities\`
there, even empty. Set \`os.name: windows\` and remove the capabilities in the same change.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Capabilities for the `restricted` level',
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
      name: 'Rejected with `os.name: windows`, even if empty',
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
      name: 'A null value',
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
      name: 'Required by Pod Security without `os.name: windows`',
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
