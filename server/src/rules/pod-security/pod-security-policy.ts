import type { Facts, PodFact } from '../../kubernetes/facts.ts';
import { message, type ObjectCheck, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedPods } from '../../rule-kit/windows-selectors.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

export default {
  id: 'pod-security/pod-security-policy',
  title: 'PodSecurityPolicy in a workspace with Windows pods',
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
          message: message('PodSecurityPolicies are gone from Kubernetes 1.25, and their rules are for Linux.'),
          related: relatedPods([pod], 'A Windows pod of this workspace'),
        };
      },
    }),
  ),
  outcomes: [{ effect: 'advice', result: 'From 1.23 on labels of namespaces for Pod Security take their place.' }],
  why: `What a PodSecurityPolicy says of users, groups, SELinux and capabilities means nothing to Windows pods, and one with defaults
could write fields for Linux into them, such as \`runAsUser\`. Pod Security admission took its place: it changes nothing in a
pod, and its level \`restricted\` knows \`os.name: windows\`.`,
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
      name: 'No Windows pod',
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
