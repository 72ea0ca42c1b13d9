import { forbiddenField, inContainers, isUnfilled, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/proc-mount',
  title: 'procMount on a Windows container',
  fields: inContainers('securityContext.procMount'),
  says: 'Windows containers have no `/proc`, so `{0}: {1}` has nothing to mask or show.',
  accepted: isUnfilled,
  harmless: (field) => field.string === 'Default',
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value is harmless' },
    { effect: 'ignored' },
  ),
  why: `On Linux a container runtime hides parts of \`/proc\`, the kernel's filesystem of processes, and \`procMount\` says
whether it does. Windows has no such filesystem: programs ask the system itself for processes. A pod that declares
\`os.name: windows\` may not have the field at all, not even with the value \`Default\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'A build container copied from Linux',
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: build
spec:
  template:
    spec:
      restartPolicy: Never
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: fetch
          image: registry.example/fetch:1.0
          securityContext:
            procMount: Default
#           ^^^^^^^^^ advice
      containers:
        - name: build
          image: registry.example/build:1.0
          securityContext: {procMount: Unmasked}
#                           ^^^^^^^^^ ignored
`,
      fixed: {
        'Remove `procMount`': `apiVersion: batch/v1
kind: Job
metadata:
  name: build
spec:
  template:
    spec:
      restartPolicy: Never
      nodeSelector:
        kubernetes.io/os: windows
      initContainers:
        - name: fetch
          image: registry.example/fetch:1.0
      containers:
        - name: build
          image: registry.example/build:1.0
          securityContext: {procMount: Unmasked}
`,
      },
    },
    {
      name: 'Refused in a pod that declares Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: build
spec:
  os:
    name: windows
  containers:
    - name: build
      image: registry.example/build:1.0
      securityContext:
        procMount: Default
#       ^^^^^^^^^ rejected
`,
    },
    {
      name: 'For Linux nodes',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: build
spec:
  nodeSelector:
    kubernetes.io/os: linux
  hostUsers: false
  containers:
    - name: build
      image: registry.example/build:1.0
      securityContext:
        procMount: Unmasked
`,
    },
  ],
});
