import { taintOf } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'scheduling/taint-value-case',
  title: 'Toleration value with another case',
  gate: 'windows',
  pod: {
    watches: ['spec.tolerations[*].value'],
    *check(field, { settings }) {
      const taint = taintOf(settings.taint);
      const value = field.string;
      if (taint === undefined || value === undefined || field.parent?.get('key')?.string !== taint.key) return;
      if (value === taint.value || value.toLowerCase() !== taint.value.toLowerCase()) return;
      yield {
        at: field.valueSpan,
        message: message(
          'This toleration is for `{0}`, but the taint of the Windows nodes is `{1}`.',
          value,
          taint.value,
        ),
        fixes: [
          {
            title: `Change \`${value}\` to \`${taint.value}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: taint.value }],
          },
        ],
      };
    },
  },
  outcomes: [{ effect: 'advice', result: 'Taints are compared to the letter, so it tolerates nothing.' }],
  why: `\`windows\` and \`Windows\` are two taints. The guide of Kubernetes and GKE write the value in lower case, OpenShift and AKS on
Azure Local with a capital. The setting \`kubewin.taint\` says which one the cluster has.`,
  sources: [docs.windowsGuide],
  examples: [
    {
      name: 'OpenShift’s operator writes a capital',
      settings: { taint: 'openshift' },
      bad: `apiVersion: v1
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
#            ^^^^^^^ advice
      effect: NoSchedule
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Change `windows` to `Windows`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  tolerations:
    - key: os
      operator: Equal
      value: Windows
      effect: NoSchedule
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'As the setting has it',
      settings: { taint: 'upstream' },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  tolerations:
    - key: os
      value: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
