import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';
import { hostEndpoint } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/host-path-unnecessary',
  title: 'hostPath volume in a HostProcess pod',
  gate: 'any',
  pod: {
    watches: ['spec.volumes[*].hostPath'],
    *check(field, { pod, once }) {
      const isFile = field.isMapping && hostEndpoint(field) === undefined;
      if (!isFile || once(pod.spec, hostProcessOf).extent === 'none') return;
      yield {
        at: field.span,
        message: message('HostProcess containers see the file system of the node without this `hostPath` volume.'),
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.22' }],
  why: `A HostProcess container is a process of the node, so that \`C:\\etc\\kubernetes\` is there under its own name. A mount
works as well, and may be handy to give a folder another name: containerd 1.7 shows it at its \`mountPath\`, containerd 1.6
below \`%CONTAINER_SANDBOX_MOUNT_POINT%\`. But it is one thing more that Pod Security objects to.`,
  sources: [docs.hostProcess],
  examples: [
    {
      name: 'A folder of the node',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: cleanup
spec:
  selector:
    matchLabels: { app: cleanup }
  template:
    metadata:
      labels: { app: cleanup }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: cleanup
          image: registry.example/cleanup:1.0
          volumeMounts:
            - name: logs
              mountPath: C:\\var\\log
      volumes:
        - name: logs
          hostPath:
#         ^^^^^^^^ advice
            path: C:\\var\\log
`,
    },
    {
      name: 'Volumes of other kinds, and ordinary containers',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: cleanup
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true }
  containers:
    - name: cleanup
      image: registry.example/cleanup:1.0
  volumes:
    - name: config
      configMap: { name: cleanup }
---
apiVersion: v1
kind: Pod
metadata:
  name: cleanup-ordinary
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: cleanup
      image: registry.example/cleanup:1.0
  volumes:
    - name: logs
      hostPath: { path: 'C:\\var\\log' }
`,
    },
  ],
} satisfies Rule;
