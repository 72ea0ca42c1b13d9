import type { Facts, PodFact } from '../../kubernetes/facts.ts';
import { message, type ObjectCheck, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedPods } from '../../rule-kit/windows-selectors.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

export default {
  id: 'pod-security/pod-security-policy',
  title: 'PodSecurityPolicy with Windows pods',
  gate: 'object',
  objects: ['policy', 'extensions'].map(
    (group): ObjectCheck => ({
      kind: 'PodSecurityPolicy',
      group,
      watches: ['kind'],
      *check(field, { facts }) {
        const pod = facts.derived(firstWindowsPod, null);
        if (pod === undefined) return;
        yield {
          at: field.valueSpan,
          message: message('`PodSecurityPolicy` was removed in Kubernetes 1.25, and its rules are for Linux.'),
          related: relatedPods([pod], 'A Windows pod in this workspace'),
        };
      },
    }),
  ),
  outcomes: [{ effect: 'advice', result: 'In 1.23 and later, use the Pod Security labels of namespaces.' }],
  why: `The rules of a PodSecurityPolicy for users, groups, SELinux and capabilities do not apply to Windows pods. A
policy with defaults can also set Linux fields in Windows pods, such as \`runAsUser\`. Use Pod Security admission
instead: it does not change pods, and its level \`restricted\` respects \`os.name: windows\`.`,
  sources: [docs.podSecurity],
  examples: [
    {
      name: 'A policy from before 1.25',
      bad: `apiVersion: policy/v1beta1
kind: PodSecurityPolicy
#     ^^^^^^^^^^^^^^^^^ advice
metadata:
  name: restricted
spec:
  runAsUser:
    rule: MustRunAsNonRoot
  seLinux:
    rule: RunAsAny
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'A workspace without Windows pods',
      good: `apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata: { name: restricted }
spec: { runAsUser: { rule: MustRunAsNonRoot } }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
    {
      name: 'Before Pod Security admission',
      version: '1.20',
      bad: `apiVersion: policy/v1beta1
kind: PodSecurityPolicy
#     ^^^^^^^^^^^^^^^^^ advice
metadata: { name: restricted }
spec: { runAsUser: { rule: MustRunAsNonRoot } }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
  ],
} satisfies Rule;

function firstWindowsPod(facts: Facts): PodFact | undefined {
  return facts.all('Pod').find(isCertainlyWindows);
}
