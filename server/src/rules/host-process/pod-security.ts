import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { podSecurityOutcomes, violated } from '../../rule-kit/pod-security-outcomes.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcessField, policiesFor } from '../../windows/pod-security.ts';

export default {
  id: 'host-process/pod-security',
  title: 'HostProcess in a namespace that is not privileged',
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
          'Pod Security `{0}` of namespace `{1}` forbids `hostProcess: true`.',
          policy.text,
          policy.namespace.name,
        ),
      };
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "baseline:latest": hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
  ),
  why: `A HostProcess container has the whole node in its hands, so that the levels \`baseline\` and \`restricted\` forbid it in every
policy version. Give such pods a namespace of their own with \`pod-security.kubernetes.io/enforce: privileged\`. For a
workload the server only warns; it is its pods that are refused.`,
  sources: [
    docs.podSecurity,
    docs.hostProcess,
    code('k8s.io/pod-security-admission policy/check_windowsHostProcess.go'),
  ],
  examples: [
    {
      name: 'The namespace enforces baseline',
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
      name: 'It only warns',
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
      name: 'A privileged namespace, one that is not known, and hostProcess: false',
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
