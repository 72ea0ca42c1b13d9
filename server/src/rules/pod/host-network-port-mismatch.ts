import { isWithin } from '../../kubernetes/version.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const REJECTED = 'The API server rejects the pod on every operating system.';

export default {
  id: 'pod/host-network-port-mismatch',
  title: 'hostPort different from containerPort with hostNetwork',
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
          '`hostPort: {0}` must equal `containerPort: {1}` in a pod with `hostNetwork: true`.',
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
      result: REJECTED,
      seen: 'must match `hostPort` when `hostNetwork` is true',
    },
    {
      effect: 'fails',
      since: '1.28',
      result: REJECTED,
      seen: 'must match `containerPort` when `hostNetwork` is true',
    },
  ],
  why: `With \`hostNetwork: true\`, the ports of a container are ports of the node, so \`hostPort\` and
\`containerPort\` must be equal. You can also omit \`hostPort\`: the API server sets it to the \`containerPort\`.
HostProcess pods always use the host network, so this applies to them as well.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validatePodHostNetworkDeps'),
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateHostNetwork (up to 1.27)'),
  ],
  examples: [
    {
      name: 'HostProcess exporter with a different hostPort',
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
      name: 'Before Kubernetes 1.28',
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
      name: 'Same port number, or no hostPort',
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
      name: 'Port mapping without hostNetwork',
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
