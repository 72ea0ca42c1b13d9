import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/se-linux-options',
  title: 'SELinux options on a Windows pod',
  fields: inSecurityContexts('seLinuxOptions'),
  says: '`{0}` {effect}: Windows does not support SELinux.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.entries().length === 0,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'advice', case: 'the value is harmless' }, { effect: 'ignored' }),
  why: `SELinux labels processes and files, and the Linux kernel uses the labels to control access. Windows uses
accounts and access control lists (ACLs) instead, so the kubelet on a Windows node ignores the options. With
\`os.name: windows\`, the API server rejects the field, even if it is empty and even in HostProcess pods.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Copied from a Linux pod',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  serviceName: cache
  selector:
    matchLabels: { app: cache }
  template:
    metadata:
      labels: { app: cache }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        seLinuxOptions:
#       ^^^^^^^^^^^^^^ ignored
          level: s0:c123,c456
      containers:
        - name: cache
          image: registry.example/cache:5.2
          securityContext:
            seLinuxOptions: {}
#           ^^^^^^^^^^^^^^ advice
            windowsOptions: { runAsUserName: ContainerUser }
`,
      fixed: {
        'Remove `seLinuxOptions`': `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  serviceName: cache
  selector:
    matchLabels: { app: cache }
  template:
    metadata:
      labels: { app: cache }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: cache
          image: registry.example/cache:5.2
          securityContext:
            seLinuxOptions: {}
            windowsOptions: { runAsUserName: ContainerUser }
`,
      },
    },
    {
      name: 'Rejected with `os.name: windows`, even if empty',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: cache
spec:
  os:
    name: windows
  containers:
    - name: cache
      image: registry.example/cache:5.2
      securityContext:
        seLinuxOptions: {}
#       ^^^^^^^^^^^^^^ rejected
`,
    },
    {
      name: 'A null value',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: cache
spec:
  os:
    name: windows
  containers:
    - name: cache
      image: registry.example/cache:5.2
      securityContext:
        seLinuxOptions:
`,
    },
  ],
});
