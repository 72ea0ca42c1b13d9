import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/seccomp-profile',
  title: 'Seccomp profile on a Windows pod',
  fields: inSecurityContexts('seccompProfile'),
  says: '`{0}` {effect}: Windows does not support seccomp.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.get('type')?.string === 'Unconfined',
  askedByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value is harmless', since: '1.19' },
    { effect: 'ignored', since: '1.19' },
  ),
  why: `Seccomp filters the system calls of a Linux process; Windows does not have an equivalent. In Windows pods, the
profile is usually set for the Pod Security level \`restricted\`. Since policy version 1.25, \`restricted\` does not
require it for pods with \`os.name: windows\`, and the API server rejects the field there, with any type. Set
\`os.name: windows\` and remove the profile in the same change.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'A profile for the `restricted` level',
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
      securityContext:
        runAsNonRoot: true
        seccompProfile:
#       ^^^^^^^^^^^^^^ ignored
          type: RuntimeDefault # required by restricted
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext:
            seccompProfile:
#           ^^^^^^^^^^^^^^ advice
              type: Unconfined
`,
      fixed: {
        'Remove `seccompProfile`': `apiVersion: apps/v1
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
      securityContext:
        runAsNonRoot: true
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext:
            seccompProfile:
              type: Unconfined
`,
      },
    },
    {
      name: 'Rejected with `os.name: windows`',
      bad: `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      os: { name: windows }
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          securityContext: { "seccompProfile": { "type": "Localhost", "localhostProfile": "prepare.json" } }
#                            ^^^^^^^^^^^^^^^^ rejected
      containers:
        - name: web
          image: registry.example/web:1.0
`,
    },
    {
      name: 'A pod without a profile',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  securityContext:
    runAsNonRoot: true
    windowsOptions:
      runAsUserName: ContainerUser
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
});
