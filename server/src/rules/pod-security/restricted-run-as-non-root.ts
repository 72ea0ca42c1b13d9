import { containerSpan, effective, type Pod } from '../../kubernetes/pod.ts';
import type { KubernetesVersion } from '../../kubernetes/version.ts';
import { type Change, type Fix, message, type Rule } from '../../lint/rule.ts';
import { podSecurityOutcomes, violated } from '../../rule-kit/pod-security-outcomes.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { mayRunAsRoot, policiesFor } from '../../windows/pod-security.ts';

export default {
  id: 'pod-security/restricted-run-as-non-root',
  title: 'Windows pod without runAsNonRoot in a restricted namespace',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, settings, facts }) {
      if (pod.partial) return;
      for (const policy of policiesFor(object, settings.kubernetesVersion, facts)) {
        const where = policy.level === 'restricted' ? mayRunAsRoot(pod, policy.version) : undefined;
        if (where === undefined) continue;
        const isSet = 'field' in where;
        yield {
          ...violated(policy),
          at: isSet ? where.field.valueSpan : containerSpan(where.container),
          field: isSet ? where.field.path : [...spec.path, 'securityContext', 'runAsNonRoot'],
          message: message(
            isSet
              ? 'Pod Security `{0}` of namespace `{1}` {effect}: `runAsNonRoot` is `false`.'
              : 'Pod Security `{0}` of namespace `{1}` {effect}: container `{2}` does not set `runAsNonRoot: true`.',
            policy.text,
            policy.namespace.name,
            isSet ? '' : (where.container.name ?? '?'),
          ),
          fixes: () => setRunAsNonRoot(pod, settings.kubernetesVersion),
        };
        return;
      }
    },
  },
  outcomes: podSecurityOutcomes(
    'violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "web" must set securityContext.runAsNonRoot=true)',
  ),
  why: `The level \`restricted\` requires \`runAsNonRoot: true\` on the pod or on every container, even with
\`os.name: windows\`. The kubelet then does not start containers as \`ContainerAdministrator\`, the default user of
many images, so set \`runAsUserName: ContainerUser\` as well. A workload only causes a warning; admission denies its
pods, unless they are exempt.`,
  sources: [docs.podSecurity, code('k8s.io/pod-security-admission policy/check_runAsNonRoot.go')],
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
      containers:
        - name: web
#               ^^^ fails
          image: registry.example/web:1.0
`,
      fixed: {
        'Set `runAsNonRoot: true` and `runAsUserName: ContainerUser`': `apiVersion: v1
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
        windowsOptions:
          runAsUserName: ContainerUser
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'A namespace that only audits, and `runAsNonRoot: false` on a container',
      bad: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/audit: restricted
    pod-security.kubernetes.io/audit-version: latest
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  securityContext:
    runAsNonRoot: true
    windowsOptions: { runAsUserName: ContainerUser }
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext: { runAsNonRoot: false }
#                                      ^^^^^ advice
`,
      fixed: {
        'Set `runAsNonRoot: true`': `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/audit: restricted
    pod-security.kubernetes.io/audit-version: latest
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  securityContext:
    runAsNonRoot: true
    windowsOptions: { runAsUserName: ContainerUser }
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext: { runAsNonRoot: true }
`,
      },
    },
    {
      name: '`runAsNonRoot` on every container, another level, or no namespace',
      good: `apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: restricted } }
---
apiVersion: v1
kind: Namespace
metadata: { name: test, labels: { pod-security.kubernetes.io/enforce: baseline } }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  os: { name: windows }
  containers:
    - { name: web, image: 'registry.example/web:1.0', securityContext: { runAsNonRoot: true } }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: test }
spec:
  os: { name: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  os: { name: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
  ],
} satisfies Rule;

/** Not offered for administrators, which would not start, and for HostProcess containers. */
function setRunAsNonRoot(pod: Pod, version: KubernetesVersion): Fix[] {
  const { spec, containers } = pod;
  const users = containers.map((one) => effective(pod, one, 'windowsOptions', 'runAsUserName'));
  const isAdministrator = users.some((user) => /(?:^|\\)ContainerAdministrator$/i.test(user?.string ?? ''));
  if (isAdministrator || hostProcess(pod, version).extent !== 'none') return [];
  const ofPod = spec.at('securityContext', 'runAsNonRoot');
  const denied = [ofPod, ...containers.map(({ field }) => field.at('securityContext', 'runAsNonRoot'))];
  const needsUser =
    users.includes(undefined) && spec.at('securityContext', 'windowsOptions', 'runAsUserName') === undefined;
  const changes: Change[] = denied
    .filter((field) => field?.boolean === false)
    .map((field) => ({ kind: 'replace', path: field?.path ?? [], value: true }));
  return [
    {
      title: `Set \`runAsNonRoot: true\`${needsUser ? ' and `runAsUserName: ContainerUser`' : ''}`,
      safety: 'review',
      changes: [
        ...changes,
        ...(ofPod === undefined ? [inserted([...spec.path, 'securityContext', 'runAsNonRoot'], true)] : []),
        ...(needsUser
          ? [inserted([...spec.path, 'securityContext', 'windowsOptions', 'runAsUserName'], 'ContainerUser')]
          : []),
      ],
    },
  ];
}

function inserted(path: Extract<Change, { kind: 'insert' }>['path'], value: string | boolean): Change {
  return { kind: 'insert', path, value, place: { before: 'containers' } };
}
