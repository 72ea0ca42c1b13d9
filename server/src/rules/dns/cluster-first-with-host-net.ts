import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';

export default {
  id: 'dns/cluster-first-with-host-net',
  title: 'dnsPolicy ClusterFirstWithHostNet on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.dnsPolicy'],
    *check(field, { pod, settings }) {
      if (field.string !== 'ClusterFirstWithHostNet') return;
      if (hostProcess(pod, settings.kubernetesVersion).extent === 'all') {
        yield {
          at: field.valueSpan,
          case: 'all containers are HostProcess',
          message: message(
            'HostProcess pods do use the network of their node, which `ClusterFirstWithHostNet` is for.',
          ),
        };
        return;
      }
      yield {
        at: field.valueSpan,
        message: message(
          '`ClusterFirstWithHostNet` is for pods on the network of their node, where no ordinary Windows pod can be.',
        ),
        fixes: [
          {
            title: 'Change `dnsPolicy` to `ClusterFirst`',
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: 'ClusterFirst' }],
          },
          removal(field),
        ],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      case: 'all containers are HostProcess',
      result: 'The documentation supports the policy on Linux only, so test whether names of the cluster resolve.',
    },
    { effect: 'ignored' },
  ],
  why: `The policy lets a pod with \`hostNetwork: true\` ask the DNS of the cluster. Ordinary Windows pods have a network of
their own, for which \`ClusterFirst\`, the default, does that.`,
  sources: [docs.windowsNetworking, docs.dns],
  examples: [
    {
      name: 'Copied from the Linux twin',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: monitor
spec:
  selector:
    matchLabels: { app: monitor }
  template:
    metadata:
      labels: { app: monitor }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      dnsPolicy: ClusterFirstWithHostNet
#                ^^^^^^^^^^^^^^^^^^^^^^^ ignored
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
`,
      fixed: {
        'Change `dnsPolicy` to `ClusterFirst`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: monitor
spec:
  selector:
    matchLabels: { app: monitor }
  template:
    metadata:
      labels: { app: monitor }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      dnsPolicy: ClusterFirst
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
`,
        'Remove `dnsPolicy`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: monitor
spec:
  selector:
    matchLabels: { app: monitor }
  template:
    metadata:
      labels: { app: monitor }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: monitor
          image: registry.example/monitor:2.0
`,
      },
    },
    {
      name: 'A HostProcess pod',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  dnsPolicy: "ClusterFirstWithHostNet"
#            ^^^^^^^^^^^^^^^^^^^^^^^^^ differs
  securityContext:
    windowsOptions: { hostProcess: true }
  containers:
    - name: agent
      image: registry.example/agent:1.4
`,
    },
    {
      name: 'A release that drops `hostProcess`',
      version: '1.20',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: windows
  hostNetwork: true
  dnsPolicy: ClusterFirstWithHostNet
#            ^^^^^^^^^^^^^^^^^^^^^^^ ignored
  securityContext:
    windowsOptions: { hostProcess: true }
  containers:
    - name: agent
      image: registry.example/agent:1.4
`,
    },
    {
      name: 'The policy for ordinary pods',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  dnsPolicy: ClusterFirst
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
