import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcessContainers } from '../../windows/host-process-options.ts';

export default {
  id: 'host-process/container-runtime',
  title: 'HostProcess containers need containerd',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    *check(field, { pod, settings }) {
      if (hostProcessContainers(pod, settings.kubernetesVersion, field).length === 0) return;
      yield {
        at: field.span,
        message: message('HostProcess containers need containerd 1.6 or newer, but the nodes run Docker.'),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.22',
      runtime: 'docker',
      doubtful: true,
      result: 'The container may not become a process of the node.',
    },
  ],
  why: `Only containerd starts HostProcess containers, from 1.6 on; 1.7 brings mount paths as written and accounts made for
a local group. Docker and Mirantis Container Runtime do not know them.`,
  sources: [docs.hostProcess],
  examples: [
    {
      name: 'Nodes with Docker',
      settings: { containerRuntime: 'docker' },
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
#         ^^^^^^^^^^^ fails
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: proxy
          image: registry.example/proxy:1.23
`,
    },
    {
      name: 'In a container alone',
      settings: { containerRuntime: 'docker' },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: proxy
spec:
  hostNetwork: true
  containers:
    - name: proxy
      image: registry.example/proxy:1.23
      securityContext: { windowsOptions: { hostProcess: true } }
#                                          ^^^^^^^^^^^ fails
`,
    },
    {
      name: 'Nodes with containerd 1.6',
      settings: { containerRuntime: 'containerd-1.6' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: proxy
spec:
  hostNetwork: true
  containers:
    - name: proxy
      image: registry.example/proxy:1.23
      securityContext: { windowsOptions: { hostProcess: true } }
`,
    },
  ],
} satisfies Rule;
