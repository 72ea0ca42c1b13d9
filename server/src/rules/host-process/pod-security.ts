import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { podSecurityOutcomes, violated } from '../../rule-kit/pod-security-outcomes.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcessField, policiesFor } from '../../windows/pod-security.ts';

export default {
  id: 'host-process/pod-security',
  title: 'HostProcess pod in a baseline or restricted namespace',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    *check(field, { object, pod, settings, facts }) {
      const [policy] = policiesFor(object, settings.kubernetesVersion, facts);
      if (policy === undefined || field !== hostProcessField(pod)) return;
      yield {
        ...violated(policy),
        at: field.span,
        message: message(
          '`hostProcess: true` violates the Pod Security level `{0}` of namespace `{1}`.',
          policy.text,
          policy.namespace.name,
        ),
      };
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "baseline:latest": hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
  ),
  why: `HostProcess containers have full access to the node, so the levels \`baseline\` and \`restricted\` forbid them
in every policy version. Run these pods in a separate namespace with the label \`pod-security.kubernetes.io/enforce:
privileged\`. For a workload such as a DaemonSet, the API server only returns a warning; admission denies its pods.`,
  sources: [
    docs.podSecurity,
    docs.hostProcess,
    code('k8s.io/pod-security-admission policy/check_windowsHostProcess.go'),
  ],
  examples: [
    {
      name: 'Namespace that enforces baseline',
      bad: `apiVersion: v1
kind: Namespace
metadata:
  name: monitoring
  labels:
    pod-security.kubernetes.io/enforce: baseline
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: exporter
  namespace: monitoring
spec:
  selector:
    matchLabels:
      app: exporter
  template:
    metadata:
      labels:
        app: exporter
    spec:
      hostNetwork: true
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          hostProcess: true
#         ^^^^^^^^^^^ fails
          runAsUserName: 'NT AUTHORITY\\SYSTEM'
      containers:
        - name: exporter
          image: registry.example/exporter:1.0
`,
    },
    {
      name: 'Namespace that only warns',
      bad: `apiVersion: v1
kind: Namespace
metadata: { name: monitoring, labels: { pod-security.kubernetes.io/warn: restricted } }
---
apiVersion: v1
kind: Pod
metadata: { name: exporter, namespace: monitoring }
spec:
  hostNetwork: true
  containers:
    - name: exporter
      image: registry.example/exporter:1.0
      securityContext: { windowsOptions: { hostProcess: true } }
#                                          ^^^^^^^^^^^ advice
    - name: log
      image: registry.example/log:1.0
      securityContext: { windowsOptions: { hostProcess: true } }
`,
    },
    {
      name: 'Privileged namespace, unknown namespace, and `hostProcess: false`',
      good: `apiVersion: v1
kind: Namespace
metadata: { name: monitoring, labels: { pod-security.kubernetes.io/enforce: privileged } }
---
apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: baseline } }
---
apiVersion: v1
kind: Pod
metadata: { name: exporter, namespace: monitoring }
spec:
  hostNetwork: true
  securityContext: { windowsOptions: { hostProcess: true } }
  containers: [{ name: exporter, image: 'registry.example/exporter:1.0' }]
---
apiVersion: v1
kind: Pod
metadata: { name: exporter }
spec:
  hostNetwork: true
  securityContext: { windowsOptions: { hostProcess: true } }
  containers: [{ name: exporter, image: 'registry.example/exporter:1.0' }]
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  securityContext: { windowsOptions: { hostProcess: false } }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
  ],
} satisfies Rule;
