import { message, type Rule } from '../../lint/rule.ts';
import { convertToHostProcess } from '../../rule-kit/convert-to-host-process.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';

export default {
  id: 'pod/host-network',
  title: 'hostNetwork on an ordinary Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.hostNetwork'],
    *check(field, context) {
      const { pod, settings } = context;
      if (field.boolean !== true || pod.partial) return;
      const { extent, containers } = hostProcess(pod, settings.kubernetesVersion);
      const isOpen = containers.some((one) => one.field !== undefined && one.field.boolean === undefined);
      if (extent === 'all' || isOpen) return;
      const ordinary = containers.find((one) => !one.isHostProcess)?.container.name;
      yield {
        at: field.span,
        message:
          extent === 'none' || ordinary === undefined
            ? message('`hostNetwork` {effect}: only HostProcess containers can use the host network on Windows.')
            : message(
                '`hostNetwork` {effect} for container `{0}`: only HostProcess containers can use the host network on Windows.',
                ordinary,
              ),
        // If some containers are HostProcess containers, the API server requires it.
        fixes: () => (extent === 'none' ? [removal(field), ...convertToHostProcess(pod, context)] : []),
      };
    },
  },
  outcomes: [{ effect: 'ignored', result: 'Ordinary containers stay on the pod network.' }],
  why: `Ordinary Windows containers always use the pod network. The API server accepts \`hostNetwork\`, but each
\`hostPort\` must then equal its \`containerPort\`. The Pod Security levels \`baseline\` and \`restricted\` deny the
pod. HostProcess pods use the host network and must set \`hostNetwork: true\`.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/enhancements keps/sig-windows/3503-host-network-support-for-windows-pods'),
    code('kubernetes/kubernetes pkg/features/kube_features.go WindowsHostNetwork (1.26 to 1.32)'),
  ],
  examples: [
    {
      name: 'Agent copied from Linux',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: { app: agent }
  template:
    metadata:
      labels: { app: agent }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true # to reach the node
#     ^^^^^^^^^^^ ignored
      containers:
        - name: agent
          image: registry.example/agent:1.4
`,
      fixed: {
        'Make it a HostProcess pod': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: { app: agent }
  template:
    metadata:
      labels: { app: agent }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true # to reach the node
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: agent
          image: registry.example/agent:1.4
`,
        'Remove `hostNetwork`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: { app: agent }
  template:
    metadata:
      labels: { app: agent }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: agent
          image: registry.example/agent:1.4
`,
      },
    },
    {
      name: 'Accepted with `os.name: windows`',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec: { os: { name: windows }, hostNetwork: true, containers: [{ name: agent, image: "registry.example/agent:1.4" }] }
#                              ^^^^^^^^^^^ ignored
`,
    },
    {
      name: 'Pod with an ordinary container',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: windows
  hostNetwork: true
# ^^^^^^^^^^^ ignored
  containers:
    - name: agent
      image: registry.example/agent:1.4
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
    - name: log
      image: registry.example/log:1.0
`,
    },
    {
      name: 'HostProcess pod',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: windows
  hostNetwork: true
  securityContext:
    windowsOptions:
      hostProcess: true
      runAsUserName: 'NT AUTHORITY\\SYSTEM'
  containers:
    - name: agent
      image: registry.example/agent:1.4
`,
    },
    {
      name: 'Patch, whose base may be a HostProcess pod',
      good: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostNetwork: true
`,
    },
  ],
} satisfies Rule;
