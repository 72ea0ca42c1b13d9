import { isUnfilled } from '../../kubernetes/placeholder.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/supplemental-groups-policy',
  title: 'supplementalGroupsPolicy on a Windows pod',
  fields: ['spec.securityContext.supplementalGroupsPolicy'],
  says: '`{0}: {1}` {effect}: Windows does not use numeric group IDs.',
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
      result: 'The kubelet fails the pod unless the container runtime of the node reports the feature.',
      seen: 'SupplementalGroupsPolicyNotSupported',
    },
    { effect: 'ignored', since: '1.31' },
  ),
  why: `The policy controls whether the groups of the user in a Linux image are added to those of the pod. Windows
does not use numeric group IDs. \`Merge\` is the default; with \`Strict\`, kubelets of 1.33 and later fail a pod
unless the container runtime of the node reports the feature. In 1.33 and later, the API server rejects both values on
pods with \`os.name: windows\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS, code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go')],
  examples: [
    {
      name: '`Strict`, which requires support on the node',
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
      name: '`Merge`, the default',
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
      name: 'Rejected with `os.name: windows`',
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
      name: 'Dropped by the API server before 1.33',
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
      name: 'No such field before 1.31',
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
