import { message, type Rule } from '../../lint/rule.ts';
import { changeOsLabels, changeOsName, keptOn, OS_TITLES } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'os/conflicts-with-node-constraint',
  title: 'spec.os.name contradicts the node constraints',
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
        message: message('`os.name` is `{0}`, but the pod goes to {1} nodes only.', intended.os, OS_TITLES[leaves]),
        related: keptOn(leaves, constraint),
        fixes: [changeOsName(pod, leaves), ...changeOsLabels(constraint, intended.os)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.24',
      result: 'The node that gets it refuses it.',
      seen: "PodOSNotSupported: Failed to admit pod as the OS field doesn't match node OS",
    },
  ],
  why: `The scheduler goes by labels and the kubelet by \`os.name\`. Where they disagree, the pod is sent to a node that
fails it, and a controller makes the next pod, which fares no better. One of the two is a mistake.`,
  sources: [
    docs.windowsGuide,
    docs.podOs,
    code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go rejectPodAdmissionBasedOnOSField'),
  ],
  examples: [
    {
      name: 'A node selector copied from Linux',
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
      name: 'Declared for Linux, sent to a Windows build',
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
      name: 'An expression of one value',
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
      name: 'In agreement, or still to be filled in',
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
