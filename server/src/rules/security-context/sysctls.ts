import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { isWithin, type KubernetesVersion } from '../../kubernetes/version.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

/** What kubelets up to 1.28 call safe, on Windows too, and since when; later ones call nothing safe on Windows. */
const SAFE: ReadonlyMap<string, KubernetesVersion> = new Map<string, KubernetesVersion>([
  ['kernel.shm_rmid_forced', '1.14'],
  ['net.ipv4.ip_local_port_range', '1.14'],
  ['net.ipv4.tcp_syncookies', '1.14'],
  ['net.ipv4.ping_group_range', '1.18'],
  ['net.ipv4.ip_unprivileged_port_start', '1.22'],
  ['net.ipv4.ip_local_reserved_ports', '1.27'],
]);

export default forbiddenField({
  id: 'security-context/sysctls',
  title: 'Sysctls on a Windows pod',
  fields: ['spec.securityContext.sysctls'],
  says: 'Sysctls are parameters of the Linux kernel, so a Windows node has none that `{0}` could set.',
  accepted: (field) => field.items().length === 0,
  caseOf: (field, { settings }) => {
    const names = field.items().flatMap((item) => item.get('name')?.string ?? []);
    return names.some((name) => !isPlaceholder(name) && !isSafe(name, settings.kubernetesVersion))
      ? 'one of them is not safe'
      : undefined;
  },
  outcomes: rejectedOnceDeclared(
    '1.24',
    {
      effect: 'fails',
      since: '1.29',
      doubtful: true,
      result: 'The kubelet of a Windows node refuses the pod, unless it is configured to let these sysctls pass.',
      seen: 'SysctlForbidden',
    },
    {
      effect: 'fails',
      case: 'one of them is not safe',
      until: '1.28',
      doubtful: true,
      result: 'The kubelet refuses the pod, unless it is configured to let these sysctls pass.',
      seen: 'SysctlForbidden',
    },
    { effect: 'ignored', until: '1.28' },
  ),
  why: `A kubelet admits a pod only if it knows each of its sysctls to be safe or was told to allow it
(\`--allowed-unsafe-sysctls\`). From 1.29 on it knows none to be safe on Windows and refuses the pod for any; before, it
let the safe ones of Linux pass and did nothing with them. Windows has no such parameters: set what you need in the
application, or on the node. An empty list does no harm anywhere.`,
  sources: [
    docs.windowsIntro,
    docs.sysctls,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/kubelet/sysctl/safe_sysctls.go SafeSysctlAllowlist'),
    code('kubernetes/kubernetes pkg/kubelet/sysctl/allowlist.go Admit'),
  ],
  examples: [
    {
      name: 'A kernel parameter of Linux',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: gateway
spec:
  selector:
    matchLabels: { app: gateway }
  template:
    metadata:
      labels: { app: gateway }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        sysctls:
#       ^^^^^^^ fails
          - name: net.ipv4.ip_unprivileged_port_start
            value: "80"
      containers:
        - name: gateway
          image: registry.example/gateway:4.0
`,
      fixed: {
        'Remove `sysctls`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: gateway
spec:
  selector:
    matchLabels: { app: gateway }
  template:
    metadata:
      labels: { app: gateway }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: gateway
          image: registry.example/gateway:4.0
`,
      },
    },
    {
      name: 'Refused in a pod that declares Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: gateway
spec:
  os:
    name: windows
  securityContext:
    sysctls: [{ name: kernel.shm_rmid_forced, value: "0" }]
#   ^^^^^^^ rejected
    runAsNonRoot: true
  containers:
    - name: gateway
      image: registry.example/gateway:4.0
`,
    },
    {
      name: 'Up to 1.28 safe ones were passed over',
      version: '1.28',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: gateway
spec:
  nodeSelector:
    kubernetes.io/os: windows
  securityContext:
    sysctls:
#   ^^^^^^^ ignored
      - name: net.ipv4.ip_local_port_range
        value: 1024 65535
      - name: net/ipv4/tcp_syncookies
        value: "1"
  containers:
    - name: gateway
      image: registry.example/gateway:4.0
`,
    },
    {
      name: 'And others refused',
      version: '1.28',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: gateway
spec:
  nodeSelector:
    kubernetes.io/os: windows
  securityContext:
    sysctls:
#   ^^^^^^^ fails
      - name: net.core.somaxconn
        value: "1024"
  containers:
    - name: gateway
      image: registry.example/gateway:4.0
`,
    },
    {
      name: 'Before 1.22 fewer were safe',
      version: '1.21',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: gateway
spec:
  nodeSelector:
    kubernetes.io/os: windows
  securityContext:
    sysctls:
#   ^^^^^^^ fails
      - name: net.ipv4.ip_unprivileged_port_start
        value: "80"
  containers:
    - name: gateway
      image: registry.example/gateway:4.0
`,
    },
    {
      name: 'An empty list is accepted',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: gateway
spec:
  os:
    name: windows
  securityContext:
    sysctls: []
  containers:
    - name: gateway
      image: registry.example/gateway:4.0
`,
    },
  ],
});

/** Whether kubelets up to 1.28 let a sysctl pass; its parts may also be separated by slashes. */
function isSafe(name: string, version: KubernetesVersion): boolean {
  const since = SAFE.get(name) ?? SAFE.get(name.replaceAll('/', '.'));
  return since !== undefined && isWithin(version, since);
}
