import { isUnfilled } from '../../kubernetes/placeholder.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/fs-group-change-policy',
  title: 'fsGroupChangePolicy on a Windows pod',
  fields: ['spec.securityContext.fsGroupChangePolicy'],
  says: '`{0}` only says when `fsGroup` is applied, and on Windows it never is.',
  accepted: isUnfilled,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored', since: '1.18' }),
  why: `The policy can save the time that it takes to hand a large volume to the group \`fsGroup\`. The kubelet of a Windows
node hands over nothing, so that there is no time to save. A pod that declares \`os.name: windows\` may not have the field
at all, with either value and without \`fsGroup\` too.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
  examples: [
    {
      name: 'A policy for a group that Windows does not know',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: store
spec:
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        fsGroup: 2000
        fsGroupChangePolicy: OnRootMismatch
#       ^^^^^^^^^^^^^^^^^^^ ignored
      containers:
        - name: store
          image: registry.example/store:1.7
`,
      fixed: {
        'Remove `fsGroupChangePolicy`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: store
spec:
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        fsGroup: 2000
      containers:
        - name: store
          image: registry.example/store:1.7
`,
      },
    },
    {
      name: 'Refused in a pod that declares Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: store
spec:
  os: { name: windows }
  securityContext: { fsGroupChangePolicy: Always }
#                    ^^^^^^^^^^^^^^^^^^^ rejected
  containers:
    - name: store
      image: registry.example/store:1.7
`,
    },
    {
      name: 'For Linux nodes',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: store
spec:
  os: { name: linux }
  securityContext:
    fsGroup: 2000
    fsGroupChangePolicy: OnRootMismatch
  containers:
    - name: store
      image: registry.example/store:1.7
`,
    },
  ],
});
