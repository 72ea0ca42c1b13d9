import { message, type Rule } from '../../lint/rule.ts';
import { removeVolume } from '../../rule-kit/remove-volume.ts';
import { docs } from '../../rule-kit/sources.ts';
import { mountsByVolume } from '../../rule-kit/whole-pod.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { hostEndpoint } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/named-pipe-mount',
  title: 'Named pipe or socket mounted into a HostProcess container',
  gate: 'any',
  pod: {
    watches: ['spec.volumes[*].hostPath.path'],
    *check(field, { pod, settings, once }) {
      const name = field.parent?.parent?.get('name')?.string;
      const endpoint = field.parent && hostEndpoint(field.parent);
      // Docker does not run HostProcess containers at all, which another rule reports.
      if (name === undefined || endpoint === undefined || settings.containerRuntime === 'docker') return;
      const mounts = once(pod.spec, mountsByVolume).get(name) ?? [];
      const isMounted = mounts.some((mount) => isInHostProcess(pod, settings.kubernetesVersion, mount));
      if (!isMounted) return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` {effect}: mounting a {1} into a HostProcess container is not supported.',
          name,
          endpoint,
        ),
        fixes: () => [removeVolume(pod, name)],
      };
    },
  },
  outcomes: [{ effect: 'fails', since: '1.22', doubtful: true }],
  why: `HostProcess containers see the named pipes and files of the node directly. Mounting a named pipe such as
\`\\\\.\\pipe\\containerd-containerd\` or a socket is not supported. Remove the volume, and open the pipe or socket by
its path on the node.`,
  sources: [docs.hostProcess],
  examples: [
    {
      name: 'Named pipe of containerd',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: logs
spec:
  selector:
    matchLabels: { app: logs }
  template:
    metadata:
      labels: { app: logs }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: logs
          image: registry.example/logs:1.5
          volumeMounts:
            - name: config
              mountPath: C:\\config
            - name: containerd
              mountPath: \\\\.\\pipe\\containerd-containerd
      volumes:
        - name: config
          configMap: { name: logs }
        - name: containerd
          hostPath:
            path: \\\\.\\pipe\\containerd-containerd
#                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
      fixed: {
        'Remove volume `containerd` and its mounts': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: logs
spec:
  selector:
    matchLabels: { app: logs }
  template:
    metadata:
      labels: { app: logs }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: logs
          image: registry.example/logs:1.5
          volumeMounts:
            - name: config
              mountPath: C:\\config
      volumes:
        - name: config
          configMap: { name: logs }
`,
      },
    },
    {
      name: 'Socket as the only volume',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: plugin
spec:
  hostNetwork: true
  containers:
    - name: plugin
      image: registry.example/plugin:1.5
      securityContext:
        windowsOptions: { hostProcess: true }
      volumeMounts:
        - { name: csi, mountPath: 'C:\\csi\\csi.sock' }
  volumes:
    - name: csi
      hostPath: { path: 'C:\\csi\\csi.sock', type: Socket }
#                       ^^^^^^^^^^^^^^^^^ fails
`,
      fixed: {
        'Remove volume `csi` and its mounts': `apiVersion: v1
kind: Pod
metadata:
  name: plugin
spec:
  hostNetwork: true
  containers:
    - name: plugin
      image: registry.example/plugin:1.5
      securityContext:
        windowsOptions: { hostProcess: true }
`,
      },
    },
    {
      name: 'HostProcess container on Docker',
      settings: { containerRuntime: 'docker' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: logs
spec:
  hostNetwork: true
  containers:
    - name: logs
      image: registry.example/logs:1.5
      securityContext:
        windowsOptions: { hostProcess: true }
      volumeMounts: [{ name: docker, mountPath: '\\\\.\\pipe\\docker_engine' }]
  volumes:
    - name: docker
      hostPath: { path: '\\\\.\\pipe\\docker_engine' }
`,
    },
    {
      name: 'Named pipe in an ordinary container, directory in a HostProcess container',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: logs
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: logs
      image: registry.example/logs:1.5
      volumeMounts: [{ name: docker, mountPath: '\\\\.\\pipe\\docker_engine' }]
  volumes:
    - name: docker
      hostPath: { path: '\\\\.\\pipe\\docker_engine' }
---
apiVersion: v1
kind: Pod
metadata:
  name: plugin
spec:
  hostNetwork: true
  containers:
    - name: plugin
      image: registry.example/plugin:1.5
      securityContext:
        windowsOptions: { hostProcess: true }
      volumeMounts: [{ name: csi, mountPath: 'C:\\csi' }]
  volumes:
    - name: csi
      hostPath: { path: 'C:\\csi', type: Directory }
`,
    },
  ],
} satisfies Rule;
