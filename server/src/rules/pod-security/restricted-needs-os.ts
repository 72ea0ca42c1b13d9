import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { objectSpan } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { declareWindows } from '../../rule-kit/operating-system.ts';
import { podSecurityOutcomes, violated } from '../../rule-kit/pod-security-outcomes.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { linuxReasons, looksAtOsName, policiesFor, reasonsIn } from '../../windows/pod-security.ts';

export default {
  id: 'pod-security/restricted-needs-os',
  title: 'Windows pod without os.name in a restricted namespace',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, settings, facts, refusedOnceDeclared }) {
      const name = spec.at('os', 'name');
      // A wrong name counts as missing.
      const text = name === undefined ? '' : name.string;
      if (pod.partial || text === undefined || text === 'windows' || (text !== '' && isPlaceholder(text))) return;
      for (const policy of policiesFor(object, settings.kubernetesVersion, facts)) {
        const reasons = policy.level === 'restricted' ? reasonsIn(policy.version, linuxReasons(pod)) : [];
        if (reasons.length === 0) continue;
        const helps = looksAtOsName(policy.version);
        yield {
          ...violated(policy),
          at: objectSpan(object),
          field: [...spec.path, 'os'],
          message: message(
            helps
              ? 'Without `os.name: windows`, Pod Security `{0}` of namespace `{1}` {effect}: {2}.'
              : 'Pod Security `{0}` of namespace `{1}` {effect}: {2}.',
            policy.text,
            policy.namespace.name,
            reasons.map((reason) => `\`${reason}\``).join(', '),
          ),
          fixes: helps && name === undefined ? declareWindows(pod, facts, refusedOnceDeclared()) : [],
        };
        return;
      }
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "web" must set securityContext.allowPrivilegeEscalation=false)',
  ),
  why: `The level \`restricted\` requires three fields that have an effect only on Linux. Since policy version 1.25,
it does not require them on pods with \`os.name: windows\`; a node selector is not enough. With an older policy
version, leave out \`os.name\` and set \`allowPrivilegeEscalation: false\`, \`capabilities.drop: [ALL]\` and a
\`seccompProfile\`, which Windows nodes ignore. A workload only causes a warning; admission denies its pods, unless
they are exempt.`,
  sources: [docs.podSecurity, code('k8s.io/pod-security-admission policy/*.go')],
  examples: [
    {
      name: 'A namespace that enforces `restricted`',
      bad: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
#       ^^^ fails
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        runAsNonRoot: true
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Insert `os.name: windows`': `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      os:
        name: windows
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        runAsNonRoot: true
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'A namespace that only warns',
      bad: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: baseline
    pod-security.kubernetes.io/warn: restricted
    pod-security.kubernetes.io/warn-version: v1.30
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
#                 ^^^ advice
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
`,
      fixed: {
        'Insert `os.name: windows` and remove Linux-only fields': `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: baseline
    pod-security.kubernetes.io/warn: restricted
    pod-security.kubernetes.io/warn-version: v1.30
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  os:
    name: windows
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'A policy version before 1.25',
      bad: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
    pod-security.kubernetes.io/enforce-version: v1.24
---
apiVersion: batch/v1
kind: Job
metadata:
  name: report
#       ^^^^^^ fails
  namespace: shop
spec:
  template:
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      restartPolicy: Never
      containers: [{ name: report, image: 'registry.example/report:1.0' }]
`,
    },
    {
      name: '`os.name` set, all three fields set, or an unknown namespace',
      good: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels: { pod-security.kubernetes.io/enforce: restricted }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  os: { name: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
---
apiVersion: v1
kind: Pod
metadata: { name: api, namespace: shop }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  securityContext: { seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: api
      image: registry.example/api:1.0
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
---
apiVersion: v1
kind: Pod
metadata: { name: other, namespace: other }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: other, image: 'registry.example/other:1.0' }]
`,
    },
  ],
} satisfies Rule;
