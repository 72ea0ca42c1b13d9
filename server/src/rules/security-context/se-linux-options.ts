import { forbiddenField, inSecurityContexts, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/se-linux-options',
  title: 'SELinux options on a Windows pod',
  fields: inSecurityContexts('seLinuxOptions'),
  says: 'Windows has no SELinux, so `{0}` labels nothing.',
  accepted: (field) => !field.isMapping,
  harmless: (field) => field.entries().length === 0,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value is harmless' },
    { effect: 'ignored' },
  ),
  why: `SELinux labels processes and files for the Linux kernel to compare; Windows compares accounts with access control
lists instead. The kubelet of a Windows node leaves the options out. A pod that declares \`os.name: windows\` may not have
them at all, not even as an empty mapping, and HostProcess pods are no exception.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'Options that a Linux cluster asked for',
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
      name: 'Refused in a pod that declares Windows, even when empty',
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
      name: 'Without a value it is as good as absent',
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
