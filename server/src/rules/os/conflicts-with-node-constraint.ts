import { message, type Rule } from '../../lint/rule.ts';
import { changeOsLabels, changeOsName, keptOn, OS_TITLES } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'os/conflicts-with-node-constraint',
  title: 'os.name that contradicts the node selector or affinity',
  gate: 'any',
  pod: {
    watches: ['spec.os.name'],
    *check(field, { pod, facts }) {
      const intended = intendedOs(pod);
      const constraint = nodeConstraint(pod, facts);
      const { leaves } = constraint;
      if (!intended?.exact || (leaves !== 'windows' && leaves !== 'linux') || leaves === intended.os) return;
      yield {
        at: field.valueSpan,
        message: message(
          '`os.name: {0}` {effect}: the pod can only be scheduled on {1} nodes.',
          intended.os,
          OS_TITLES[leaves],
        ),
        related: keptOn(leaves, constraint),
        fixes: [changeOsName(pod, leaves), ...changeOsLabels(constraint, intended.os)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.24',
      result: 'The kubelet does not admit the pod.',
      seen: "PodOSNotSupported: Failed to admit pod as the OS field doesn't match node OS",
    },
  ],
  why: `The scheduler uses labels, and the kubelet checks \`os.name\`. If they disagree, the pod is scheduled on a
node that does not admit it, and the controller keeps creating new pods. Correct \`os.name\` or the node selector.`,
  sources: [
    docs.windowsGuide,
    docs.podOs,
    code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go rejectPodAdmissionBasedOnOSField'),
  ],
  examples: [
    {
      name: 'Node selector copied from a Linux pod',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels: { app: shop }
  template:
    metadata:
      labels: { app: shop }
    spec:
      os:
        name: windows
#             ^^^^^^^ fails
      nodeSelector:
        "kubernetes.io/os": linux # from the other file
      containers:
        - name: shop
          image: registry.example/shop:4.0
`,
      fixed: {
        'Change `kubernetes.io/os` to `windows`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels: { app: shop }
  template:
    metadata:
      labels: { app: shop }
    spec:
      os:
        name: windows
      nodeSelector:
        "kubernetes.io/os": windows # from the other file
      containers:
        - name: shop
          image: registry.example/shop:4.0
`,
        'Change `os.name` to `linux`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels: { app: shop }
  template:
    metadata:
      labels: { app: shop }
    spec:
      os:
        name: linux
      nodeSelector:
        "kubernetes.io/os": linux # from the other file
      containers:
        - name: shop
          image: registry.example/shop:4.0
`,
      },
    },
    {
      name: '`os.name: linux` and a Windows build',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  os: { name: linux }
#             ^^^^^ fails
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - key: node.kubernetes.io/windows-build
                operator: In
                values: ["10.0.20348"]
  containers:
    - name: shop
      image: registry.example/shop:4.0
`,
    },
    {
      name: 'Affinity expression with one value',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  os: { name: windows }
#             ^^^^^^^ fails
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{ key: kubernetes.io/os, operator: In, values: [linux] }]
  containers:
    - name: shop
      image: registry.example/shop:4.0
`,
      fixed: {
        'Change `kubernetes.io/os` to `windows`': `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  os: { name: windows }
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions: [{ key: kubernetes.io/os, operator: In, values: [windows] }]
  containers:
    - name: shop
      image: registry.example/shop:4.0
`,
      },
    },
    {
      name: 'Matching values, or a placeholder',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  os: { name: windows }
  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: shop
      image: registry.example/shop:4.0
---
apiVersion: v1
kind: Pod
metadata:
  name: shop-later
spec:
  os: { name: windows }
  nodeSelector: { kubernetes.io/os: "$NODE_OS" }
  containers:
    - name: shop
      image: registry.example/shop:4.0
`,
    },
  ],
} satisfies Rule;
