import { tolerates } from '../../kubernetes/toleration.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { taintOf } from '../../lint/settings.ts';
import { docs } from '../../rule-kit/sources.ts';
import { tolerate } from '../../rule-kit/tolerate.ts';
import { nodeConstraint, OS_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/missing-toleration',
  title: 'Missing toleration for the taint of Windows nodes',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, settings, facts }) {
      const taint = taintOf(settings.taint);
      if (taint === undefined || pod.partial || tolerates(pod, taint)) return;
      // PreferNoSchedule does not prevent scheduling, and nodeName bypasses the scheduler: only NoExecute evicts the pod.
      if (taint.effect === 'PreferNoSchedule' || (spec.get('nodeName') !== undefined && taint.effect !== 'NoExecute'))
        return;
      const { runtimeClass, unknownClass } = nodeConstraint(pod, facts);
      const addsTolerations = unknownClass || (runtimeClass?.tolerations.length ?? 0) > 0;
      // GKE adds the toleration to pods with the node selector.
      const byGke = settings.taint === 'gke' && spec.at('nodeSelector', OS_LABEL)?.string === 'windows';
      if (addsTolerations || byGke) return;
      const text = `${taint.key}=${taint.value}:${taint.effect}`;
      yield {
        at: (spec.get('tolerations') ?? spec.get('nodeSelector') ?? spec).span,
        field: [...spec.path, 'tolerations'],
        message: message('This pod does not tolerate the taint `{0}` of the Windows nodes.', text),
        fixes: [tolerate(pod, taint)],
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      result: 'It cannot run on these nodes.',
      seen: '0/3 nodes are available: 3 node(s) had untolerated taint {os: windows}. (FailedScheduling)',
    },
  ],
  why: `Many clusters keep Linux pods off their Windows nodes with a taint such as \`os=windows:NoSchedule\`. Windows
pods then need a matching toleration in addition to the node selector. This rule applies only if the setting
\`kubewin.taint\` names the taint of your Windows nodes.`,
  sources: [docs.windowsGuide],
  examples: [
    {
      name: 'Taint from the Kubernetes documentation',
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
      name: 'Taint value with different case',
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
      name: 'Toleration of all taints',
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
      name: 'Toleration that GKE adds',
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
      name: 'No configured taint',
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
      name: '`PreferNoSchedule` taint',
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
      name: '`NoSchedule` taint and `nodeName`',
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
      name: 'RuntimeClass missing from the workspace',
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
      name: '`NoExecute` taint and `nodeName`',
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
