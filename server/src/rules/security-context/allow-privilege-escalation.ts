import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/allow-privilege-escalation',
  title: 'allowPrivilegeEscalation on a Windows container',
  fields: inContainers('securityContext.allowPrivilegeEscalation'),
  says: '`{0}` {effect}: Windows does not have the Linux kernel flag `no_new_privs`.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  askedByRestricted: true,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'advice', case: 'the value is harmless' }, { effect: 'ignored' }),
  why: `On Linux, the field controls whether a process can gain more privileges than its parent; Windows does not have
such a setting. \`false\` is usually set for the Pod Security level \`restricted\`. Since policy version 1.25,
\`restricted\` does not require it for pods with \`os.name: windows\`, and the API server rejects both values there.
Set \`os.name: windows\` and remove the field in the same change.`,
  sources: [docs.windowsIntro, docs.podSecurity, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Settings copied from a Linux pod',
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
      name: 'Rejected with `os.name: windows`, even if `false`',
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
      name: 'A string instead of a Boolean',
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
