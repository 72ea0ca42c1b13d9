import type { PodFact } from '../../kubernetes/facts.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { isWithin, type KubernetesVersion } from '../../kubernetes/version.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { relatedPods } from '../../rule-kit/windows-selectors.ts';
import { looksAtOsName, podSecurityLabel, podSecurityPolicies, reasonsIn } from '../../windows/pod-security.ts';

export default {
  id: 'pod-security/restricted-old-policy',
  title: 'Pod Security level restricted before policy version 1.25',
  gate: 'windows',
  objects: [
    {
      kind: 'Namespace',
      group: '',
      watches: ['metadata.labels'],
      *check(labels, { object, settings, facts }) {
        // A Namespace without a name does not contain the pods without a namespace.
        if (object.name === null || isPlaceholder(object.name)) return;
        const cluster = settings.kubernetesVersion;
        for (const { mode, level, version, text } of podSecurityPolicies(labels.stringMap(), cluster)) {
          if (level !== 'restricted' || looksAtOsName(version)) continue;
          const pods = facts.where('Pod', object.name, isDeclaredAgainst, version);
          const levelField = labels.get(podSecurityLabel(mode, 'level'));
          const versionField = labels.get(podSecurityLabel(mode, 'version'));
          const field = versionField ?? levelField;
          if (pods.length === 0 || field === undefined || levelField === undefined) continue;
          const newer: Fix[] =
            versionField !== undefined && isWithin(cluster, '1.25') ? [change(versionField.path, 'latest')] : [];
          yield {
            ...(mode === 'enforce' ? { case: 'the level is enforced' } : {}),
            at: field.valueSpan,
            field: field.path,
            message: message(
              'Pod Security `{0}` of namespace `{1}` {effect}: it requires fields that the API server rejects on them.',
              text,
              object.name,
            ),
            related: relatedPods(pods, 'Sets `os.name: windows`'),
            fixes: [...newer, change(levelField.path, 'baseline')],
          };
          return;
        }
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      since: '1.24',
      case: 'the level is enforced',
      phrase: 'denies pods with `os.name: windows`',
      seen: 'violates PodSecurity "restricted:v1.24": allowPrivilegeEscalation != false (container "web" must set securityContext.allowPrivilegeEscalation=false)',
    },
    { effect: 'advice', since: '1.24', phrase: 'only reports pods with `os.name: windows`' },
  ],
  why: `Before policy version 1.25, the level \`restricted\` requires \`allowPrivilegeEscalation: false\`,
\`capabilities.drop: [ALL]\` and a \`seccompProfile\` on every pod. The API server rejects these fields on pods with
\`os.name: windows\`, so a pod cannot satisfy both. Since policy version 1.25, such pods do not need them. Raise the
policy version, or use the level \`baseline\`.`,
  sources: [docs.podSecurity, code('k8s.io/pod-security-admission policy/*.go')],
  examples: [
    {
      name: 'A pinned policy version',
      bad: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
    pod-security.kubernetes.io/enforce-version: v1.24
#                                               ^^^^^ fails
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      os: { name: windows }
      nodeSelector: { kubernetes.io/os: windows }
      securityContext: { runAsNonRoot: true }
      containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
      fixed: {
        'Change `pod-security.kubernetes.io/enforce-version` to `latest`': `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
    pod-security.kubernetes.io/enforce-version: latest
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      os: { name: windows }
      nodeSelector: { kubernetes.io/os: windows }
      securityContext: { runAsNonRoot: true }
      containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
      },
    },
    {
      name: 'The latest policy of a 1.24 cluster, and a namespace that only warns',
      version: '1.24',
      bad: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels: { pod-security.kubernetes.io/enforce: restricted }
#                                               ^^^^^^^^^^ fails
---
apiVersion: v1
kind: Namespace
metadata:
  name: test
  labels: { pod-security.kubernetes.io/warn: restricted }
#                                            ^^^^^^^^^^ advice
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
metadata: { name: web, namespace: test }
spec:
  os: { name: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
      fixed: {
        'Change `pod-security.kubernetes.io/enforce` to `baseline`': `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels: { pod-security.kubernetes.io/enforce: baseline }
---
apiVersion: v1
kind: Namespace
metadata:
  name: test
  labels: { pod-security.kubernetes.io/warn: restricted }
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
metadata: { name: web, namespace: test }
spec:
  os: { name: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
      },
    },
    {
      name: 'A newer version, another level, or pods without `os.name: windows`',
      good: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    pod-security.kubernetes.io/enforce: restricted
    pod-security.kubernetes.io/enforce-version: v1.25
    pod-security.kubernetes.io/audit: baseline
    pod-security.kubernetes.io/audit-version: v1.24
---
apiVersion: v1
kind: Namespace
metadata:
  name: test
  labels:
    pod-security.kubernetes.io/enforce: restricted
    pod-security.kubernetes.io/enforce-version: v1.24
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
metadata: { name: web, namespace: test }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
    {
      name: 'A Namespace without a name, and a pod without a namespace',
      good: `apiVersion: v1
kind: Namespace
metadata:
  name: 2024
  labels:
    pod-security.kubernetes.io/enforce: restricted
    pod-security.kubernetes.io/enforce-version: v1.24
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  nodeSelector: { kubernetes.io/os: windows }
  securityContext: { runAsNonRoot: true }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
  ],
} satisfies Rule;

function change(path: readonly (string | number)[], value: string): Fix {
  return {
    title: `Change \`${path.at(-1)}\` to \`${value}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path, value }],
  };
}

function isDeclaredAgainst({ os, certainty, linuxReasons }: PodFact, policy: KubernetesVersion): boolean {
  return os === 'windows' && certainty === 'declared' && reasonsIn(policy, linuxReasons).length > 0;
}
