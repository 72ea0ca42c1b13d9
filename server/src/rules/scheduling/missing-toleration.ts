import { tolerates } from '../../kubernetes/toleration.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { taintOf } from '../../lint/settings.ts';
import { docs } from '../../rule-kit/sources.ts';
import { tolerate } from '../../rule-kit/tolerate.ts';
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
      // A preference keeps no pod away, and with nodeName the scheduler is not asked: only NoExecute ends the pod then.
      if (taint.effect === 'PreferNoSchedule' || (spec.get('nodeName') !== undefined && taint.effect !== 'NoExecute'))
        return;
      const { runtimeClass, unknownClass } = nodeConstraint(pod, facts);
      const addsTolerations = unknownClass || (runtimeClass?.tolerations.length ?? 0) > 0;
      // GKE adds the toleration itself where it sees the selector.
      const byGke = settings.taint === 'gke' && spec.at('nodeSelector', OS_LABEL)?.string === 'windows';
      if (addsTolerations || byGke) return;
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
      result: 'Such nodes do not take it.',
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
    {
      name: 'A taint that only sets nodes back',
      settings: { taint: 'os=windows:PreferNoSchedule' },
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
      name: 'The scheduler is not asked',
      settings: { taint: 'upstream' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  nodeName: node-1
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'A RuntimeClass that the workspace does not have may tolerate it',
      settings: { taint: 'upstream' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: windows-2022
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'One that ends pods on a node that they name',
      settings: { taint: 'os=windows:NoExecute' },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
#<-- advice
  os:
    name: windows
  nodeName: node-1
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
