import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'scheduling/windows-build-too-new',
  title: 'windows-build label before 1.17',
  gate: 'windows',
  pod: {
    watches: ['spec.nodeSelector[node.kubernetes.io/windows-build]'],
    *check(field, { settings }) {
      yield {
        at: field.span,
        message: message('Kubelets of Kubernetes {0} do not set `{1}`.', settings.kubernetesVersion, String(field.key)),
      };
    },
  },
  outcomes: [
    { effect: 'differs', until: '1.16', result: 'The pod stays Pending unless someone labeled the nodes by hand.' },
  ],
  why: `From 1.17 on the kubelet puts \`node.kubernetes.io/windows-build\` on its node. In older clusters the label is only there
if an administrator set it.`,
  sources: [docs.labels('')],
  examples: [
    {
      name: 'An old cluster',
      version: '1.16',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.17763
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ differs
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'A newer one',
      version: '1.17',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.17763
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
