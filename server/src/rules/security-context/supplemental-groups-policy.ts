import { forbiddenField, isUnfilled, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/supplemental-groups-policy',
  title: 'supplementalGroupsPolicy on a Windows pod',
  fields: ['spec.securityContext.supplementalGroupsPolicy'],
  says: 'Windows groups have names and no numbers, so `{0}: {1}` has none to choose from.',
  accepted: isUnfilled,
  harmless: (field) => field.string === 'Merge',
  caseOf: (field) => (field.string === 'Strict' ? 'the policy is `Strict`' : undefined),
  outcomes: rejectedOnceDeclared(
    '1.33',
    { effect: 'advice', case: 'the value is harmless', since: '1.31' },
    {
      effect: 'fails',
      case: 'the policy is `Strict`',
      since: '1.33',
      doubtful: true,
      result: 'A node whose container runtime does not report the feature refuses the pod.',
      seen: 'SupplementalGroupsPolicyNotSupported',
    },
    { effect: 'ignored', since: '1.31' },
  ),
  why: `The policy says whether the groups that a Linux image gives its user count besides those of the pod. Windows has no
such list of groups. \`Merge\` is what happens without the field; with \`Strict\` a kubelet from 1.33 on refuses the pod if
the container runtime of its node does not report the feature. A pod that declares \`os.name: windows\` may have neither.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS, code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go')],
  examples: [
    {
      name: 'Strict asks something of the node',
      bad: `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: api
spec:
  selector:
    matchLabels: { app: api }
  template:
    metadata:
      labels: { app: api }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        supplementalGroupsPolicy: Strict
#       ^^^^^^^^^^^^^^^^^^^^^^^^ fails
      containers:
        - name: api
          image: registry.example/api:6.3
`,
      fixed: {
        'Remove `supplementalGroupsPolicy`': `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: api
spec:
  selector:
    matchLabels: { app: api }
  template:
    metadata:
      labels: { app: api }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: api
          image: registry.example/api:6.3
`,
      },
    },
    {
      name: 'Merge is what happens anyway',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  nodeSelector:
    kubernetes.io/os: windows
  securityContext:
    supplementalGroupsPolicy: Merge
#   ^^^^^^^^^^^^^^^^^^^^^^^^ advice
  containers:
    - name: api
      image: registry.example/api:6.3
`,
    },
    {
      name: 'Refused in a pod that declares Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  os:
    name: windows
  securityContext:
    supplementalGroupsPolicy: Merge
#   ^^^^^^^^^^^^^^^^^^^^^^^^ rejected
  containers:
    - name: api
      image: registry.example/api:6.3
`,
    },
    {
      name: 'Before 1.33 the API server drops it',
      version: '1.32',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  os:
    name: windows
  securityContext:
    supplementalGroupsPolicy: Strict
#   ^^^^^^^^^^^^^^^^^^^^^^^^ ignored
  containers:
    - name: api
      image: registry.example/api:6.3
`,
    },
    {
      name: 'Before 1.31 there is no such field',
      version: '1.30',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  os:
    name: windows
  securityContext:
    supplementalGroupsPolicy: Strict
  containers:
    - name: api
      image: registry.example/api:6.3
`,
    },
  ],
});
