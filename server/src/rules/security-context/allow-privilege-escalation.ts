import { forbiddenField, inContainers, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/allow-privilege-escalation',
  title: 'allowPrivilegeEscalation on a Windows container',
  fields: inContainers('securityContext.allowPrivilegeEscalation'),
  says: '`{0}` stands for a flag of the Linux kernel (`no_new_privs`) that Windows does not have.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  askedByRestricted: true,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value is harmless' },
    { effect: 'ignored' },
  ),
  why: `On Linux the field decides whether a program can get more rights than the one that started it. Windows has no such
switch for a container. \`false\` mostly stands in Windows pods because the Pod Security level \`restricted\` asks for it;
from policy version 1.25 on it asks no longer where the pod declares \`os.name: windows\`, and there the API server refuses
the field with either value. So declare the operating system and remove the field in one go.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Settings for Linux containers',
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
          securityContext:
            allowPrivilegeEscalation: true
#           ^^^^^^^^^^^^^^^^^^^^^^^^ ignored
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext:
            # for the restricted level
            allowPrivilegeEscalation: false
#           ^^^^^^^^^^^^^^^^^^^^^^^^ advice
            runAsNonRoot: true
`,
      fixed: {
        'Remove `allowPrivilegeEscalation`': `apiVersion: apps/v1
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
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext:
            # for the restricted level
            allowPrivilegeEscalation: false
            runAsNonRoot: true
`,
      },
    },
    {
      name: 'Refused in a pod that declares Windows, even when switched off',
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
        allowPrivilegeEscalation: false
#       ^^^^^^^^^^^^^^^^^^^^^^^^ rejected
`,
      fixed: {
        'Remove `allowPrivilegeEscalation`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'A string is another mistake',
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
        allowPrivilegeEscalation: "false"
`,
    },
  ],
});
