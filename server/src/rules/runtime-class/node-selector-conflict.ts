import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { isOsKey, nodeConstraint } from '../../windows/node-constraint.ts';
import { saysWindows } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/node-selector-conflict',
  title: 'Conflicting node selectors of RuntimeClass and pod',
  gate: 'any',
  pod: {
    watches: ['spec.nodeSelector'],
    *check(nodeSelector, { pod, verdict, facts }) {
      const { runtimeClass, cause } = nodeConstraint(pod, facts);
      if (runtimeClass === undefined) return;
      const isWindows = verdict.os === 'windows' || saysWindows(runtimeClass);
      for (const [key, field] of nodeSelector.entries()) {
        const ours = field.string;
        const theirs = runtimeClass.nodeSelector[key];
        if (ours === undefined || theirs === undefined || ours === theirs) continue;
        if (isPlaceholder(ours) || isPlaceholder(theirs)) continue;
        // If no node has one of the values, scheduling/node-os-value reports it.
        if (isOsKey(key) ? cause === 'os-value' : !isWindows) continue;
        yield {
          at: field.valueSpan,
          field: field.path,
          message: message(
            '`{0}: {1}` conflicts with RuntimeClass `{2}`, which selects `{0}: {3}`.',
            key,
            ours,
            runtimeClass.name,
            theirs,
          ),
          related: [{ at: runtimeClass.place, message: `RuntimeClass ${runtimeClass.name} selects ${key}: ${theirs}` }],
          fixes: [
            {
              title: `Change \`${key}\` to \`${theirs}\``,
              safety: 'review',
              changes: [{ kind: 'replace', path: field.path, value: theirs }],
            },
            { title: `Remove \`${key}\``, safety: 'review', changes: [{ kind: 'remove', path: field.path }] },
          ],
        };
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.16',
      result: 'Admission denies the pod.',
      seen: 'conflict: runtimeClass.scheduling.nodeSelector[kubernetes.io/os] = windows; pod.spec.nodeSelector[kubernetes.io/os] = linux',
    },
  ],
  why: `When a pod is created, the node selector of its RuntimeClass is merged with its own. If both set the same key
to different values, admission denies the pod. A Deployment is accepted, but its pods cannot be created. Remove the
key from the pod.`,
  sources: [
    docs.runtimeClass,
    code('kubernetes/kubernetes plugin/pkg/admission/runtimeclass/admission.go setScheduling'),
  ],
  examples: [
    {
      name: 'Linux selector with a class for Windows',
      bad: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2022
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      runtimeClassName: windows-2022
      nodeSelector:
        kubernetes.io/os: linux
#                         ^^^^^ fails
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Change `kubernetes.io/os` to `windows`': `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2022
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      runtimeClassName: windows-2022
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
`,
        'Remove `kubernetes.io/os`': `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2022
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      runtimeClassName: windows-2022
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Different build and different pool of Windows nodes',
      bad: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows-2022 }
handler: runhcs-wcow-process
scheduling:
  nodeSelector: { node.kubernetes.io/windows-build: 10.0.20348, pool: win22 }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  runtimeClassName: windows-2022
  nodeSelector:
    node.kubernetes.io/windows-build: 10.0.17763
#                                     ^^^^^^^^^^ fails
    pool: win19
#         ^^^^^ fails
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
    {
      name: 'Equal values, other keys, or a different pool of Linux nodes',
      good: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows-2022 }
handler: runhcs-wcow-process
scheduling:
  nodeSelector: { kubernetes.io/os: windows }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  runtimeClassName: windows-2022
  nodeSelector: { kubernetes.io/os: windows, pool: win22 }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: sandboxed }
handler: runsc
scheduling:
  nodeSelector: { pool: sandbox }
---
apiVersion: v1
kind: Pod
metadata: { name: api }
spec:
  runtimeClassName: sandboxed
  nodeSelector: { pool: general }
  containers: [{ name: api, image: 'registry.example/api:1.0' }]
`,
    },
  ],
} satisfies Rule;
