import { isWithin } from '../../kubernetes/version.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const REFUSED = 'The API server refuses such a pod, on every operating system.';

export default {
  id: 'pod/host-network-port-mismatch',
  title: 'hostPort differs from containerPort under hostNetwork',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].ports[*].hostPort'],
    *check(field, { pod, settings }) {
      const hostPort = field.number;
      const container = field.parent?.get('containerPort');
      const containerPort = container?.number;
      if (pod.spec.get('hostNetwork')?.boolean !== true || !hostPort || containerPort === undefined) return;
      if (container === undefined || hostPort === containerPort) return;
      const blamesContainerPort = isWithin(settings.kubernetesVersion, undefined, '1.27');
      yield {
        at: field.valueSpan,
        ...(blamesContainerPort ? { field: container.path } : {}),
        message: message(
          '`hostPort` is {0} and `containerPort` {1}, but under `hostNetwork` both are the same port of the node.',
          String(hostPort),
          String(containerPort),
        ),
        fixes: [
          {
            title: `Change \`hostPort\` to \`${containerPort}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: containerPort }],
          },
          removal(field),
        ],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.27',
      result: REFUSED,
      seen: 'must match `hostPort` when `hostNetwork` is true',
    },
    {
      effect: 'fails',
      since: '1.28',
      result: REFUSED,
      seen: 'must match `containerPort` when `hostNetwork` is true',
    },
  ],
  why: `A pod on the network of its node has no ports of its own that could be mapped to others: what a container listens on
is the port of the node. So both numbers have to agree, or \`hostPort\` is left out and filled in by the API server.
HostProcess pods always use the network of their node, so the same goes for them.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validatePodHostNetworkDeps'),
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateHostNetwork (up to 1.27)'),
  ],
  examples: [
    {
      name: 'A HostProcess exporter behind another port',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: exporter
spec:
  selector:
    matchLabels: { app: exporter }
  template:
    metadata:
      labels: { app: exporter }
    spec:
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: exporter
          image: registry.example/exporter:0.30
          ports:
            - name: http
              containerPort: 9182
              hostPort: 19182
#                       ^^^^^ fails
`,
      fixed: {
        'Change `hostPort` to `9182`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: exporter
spec:
  selector:
    matchLabels: { app: exporter }
  template:
    metadata:
      labels: { app: exporter }
    spec:
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: exporter
          image: registry.example/exporter:0.30
          ports:
            - name: http
              containerPort: 9182
              hostPort: 9182
`,
        'Remove `hostPort`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: exporter
spec:
  selector:
    matchLabels: { app: exporter }
  template:
    metadata:
      labels: { app: exporter }
    spec:
      hostNetwork: true
      securityContext:
        windowsOptions:
          hostProcess: true
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: exporter
          image: registry.example/exporter:0.30
          ports:
            - name: http
              containerPort: 9182
`,
      },
    },
    {
      name: 'On one line',
      version: '1.26',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: exporter
spec:
  os: { name: windows }
  hostNetwork: true
  containers:
    - name: exporter
      image: registry.example/exporter:0.30
      ports: [{ containerPort: 9182, hostPort: 80 }, { containerPort: 9183, hostPort: 9183 }]
#                                              ^^ fails
`,
    },
    {
      name: 'The same number, or none',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: exporter
spec:
  os:
    name: windows
  hostNetwork: true
  securityContext:
    windowsOptions:
      hostProcess: true
      runAsUserName: 'NT AUTHORITY\\SYSTEM'
  containers:
    - name: exporter
      image: registry.example/exporter:0.30
      ports:
        - containerPort: 9182
          hostPort: 9182
        - containerPort: 9183
        - containerPort: 9184
          hostPort: 0
`,
    },
    {
      name: 'On the network of the pod a port can be mapped',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: exporter
spec:
  os:
    name: windows
  containers:
    - name: exporter
      image: registry.example/exporter:0.30
      ports:
        - containerPort: 9182
          hostPort: 19182
`,
    },
  ],
} satisfies Rule;
