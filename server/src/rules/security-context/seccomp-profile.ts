import { forbiddenField, inSecurityContexts, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/seccomp-profile',
  title: 'Seccomp profile on a Windows pod',
  fields: inSecurityContexts('seccompProfile'),
  says: 'Windows has no seccomp, so `{0}` filters no system calls.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.get('type')?.string === 'Unconfined',
  askedByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value is harmless', since: '1.19' },
    { effect: 'ignored', since: '1.19' },
  ),
  why: `Seccomp filters the system calls of a Linux process; nothing on Windows corresponds to it. Most profiles stand in
Windows pods because the Pod Security level \`restricted\` asks for one. From policy version 1.25 on it asks no longer
where the pod declares \`os.name: windows\`, and there the API server refuses the field whatever its type is. So declare the
operating system and remove the profile in one go.`,
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
      securityContext:
        runAsNonRoot: true
        seccompProfile:
#       ^^^^^^^^^^^^^^ ignored
          type: RuntimeDefault # restricted wants it
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
      name: 'Refused in a pod that declares Windows',
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
      name: 'A pod without one',
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
