import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'host-process/mount-path-base',
  title: 'Mount paths of HostProcess containers with containerd 1.6',
  gate: 'any',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { pod, settings }) {
      if (!isInHostProcess(pod, settings.kubernetesVersion, field) || !field.string) return;
      yield {
        at: field.valueSpan,
        message: message('A HostProcess container does not find this volume at `{0}`.', field.string),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.22',
      runtime: 'containerd-1.6',
      result: 'Its files are below `%CONTAINER_SANDBOX_MOUNT_POINT%`, followed by this path.',
    },
  ],
  why: `A HostProcess container has no file system of its own. With containerd 1.6 its volumes are put below a folder of
the node, whose name is in the variable \`CONTAINER_SANDBOX_MOUNT_POINT\`: commands and arguments have to begin their paths
with it. From containerd 1.7 on a volume is found at its \`mountPath\`.`,
  sources: [docs.hostProcess],
  examples: [
    {
      name: 'Configuration for a HostProcess container',
      settings: { containerRuntime: 'containerd-1.6' },
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: proxy
spec:
  selector:
    matchLabels: { app: proxy }
  template:
    metadata:
      labels: { app: proxy }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      initContainers:
        - name: prepare
          image: registry.example/proxy:1.29
          volumeMounts:
            - name: config
              mountPath: C:\\config
#                        ^^^^^^^^^ differs
      containers:
        - name: proxy
          image: registry.example/proxy:1.29
          volumeMounts: [{ name: config, mountPath: /var/lib/proxy }]
#                                                   ^^^^^^^^^^^^^^ differs
      volumes:
        - name: config
          configMap: { name: proxy }
`,
    },
    {
      name: 'At its mount path from containerd 1.7 on',
      settings: { containerRuntime: 'containerd-1.7' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: proxy
spec:
  hostNetwork: true
  containers:
    - name: proxy
      image: registry.example/proxy:1.29
      securityContext:
        windowsOptions: { hostProcess: true }
      volumeMounts: [{ name: config, mountPath: /var/lib/proxy }]
  volumes:
    - name: config
      configMap: { name: proxy }
`,
    },
    {
      name: 'Ordinary containers',
      settings: { containerRuntime: 'containerd-1.6' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      volumeMounts: [{ name: config, mountPath: 'C:\\config' }]
  volumes:
    - name: config
      configMap: { name: web }
`,
    },
  ],
} satisfies Rule;
