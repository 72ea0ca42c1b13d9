import { taintOf, tolerate, tolerates } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { nodeConstraint, OS_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/missing-toleration',
  title: 'No toleration for the usual Windows taint',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, settings, facts }) {
      const taint = taintOf(settings.taint);
      if (taint === undefined || pod.partial || tolerates(pod, taint)) return;
      const fromClass = nodeConstraint(pod, facts).runtimeClass?.tolerations ?? [];
      // GKE adds the toleration itself where it sees the selector.
      const byGke = settings.taint === 'gke' && spec.at('nodeSelector', OS_LABEL)?.string === 'windows';
      if (fromClass.length > 0 || byGke) return;
      const text = `${taint.key}=${taint.value}:${taint.effect}`;
      yield {
        at: (spec.get('tolerations') ?? spec.get('nodeSelector') ?? spec).span,
        field: [...spec.path, 'tolerations'],
        message: message('The Windows nodes have the taint `{0}`, and this pod does not tolerate it.', text),
        fixes: [tolerate(pod, taint)],
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      result: 'The pod stays Pending on nodes with that taint.',
      seen: '0/3 nodes are available: 3 node(s) had untolerated taint {os: windows}. (FailedScheduling)',
    },
  ],
  why: `Many clusters keep Linux pods off their Windows nodes with a taint such as \`os=windows:NoSchedule\`. A Windows pod then needs
the toleration as well as its node selector. Which taint it is, if any, the setting \`kubewin.taint\` says; without it this
rule is silent.`,
  sources: [docs.windowsGuide],
  examples: [
    {
      name: 'The taint of the guide',
      settings: { taint: 'upstream' },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
# ^^^^^^^^^^^^ advice
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Insert toleration `os=windows:NoSchedule`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  tolerations:
    - key: os
      operator: Equal
      value: windows
      effect: NoSchedule
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Another case is another taint',
      settings: { taint: 'openshift' },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  tolerations:
# ^^^^^^^^^^^ advice
    - key: os
      value: windows
      effect: NoSchedule
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'Everything is tolerated',
      settings: { taint: 'dedicated=windows:NoExecute' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  tolerations:
    - operator: Exists
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'GKE adds it',
      settings: { taint: 'gke' },
      good: `apiVersion: v1
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
      name: 'No taint is set',
      good: `apiVersion: v1
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
  ],
} satisfies Rule;
