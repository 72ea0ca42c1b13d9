import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { changeOsLabels, keptOn } from '../../rule-kit/operating-system.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'os/windows-options-on-linux-node',
  title: 'windowsOptions in a pod for Linux nodes',
  gate: 'linux',
  pod: {
    watches: inSecurityContexts('windowsOptions'),
    *check(field, { pod, facts }) {
      const says = field.entries().some(([key, value]) => key !== 'hostProcess' || value.boolean === true);
      const constraint = nodeConstraint(pod, facts);
      if (!says || pod.spec.get('os') !== undefined || constraint.leaves !== 'linux') return;
      yield {
        at: field.span,
        message: message('`windowsOptions` stands in a pod that goes to Linux nodes only.'),
        related: keptOn('linux', constraint),
        fixes: [removal(field), ...changeOsLabels(constraint, 'windows')],
      };
    },
  },
  outcomes: [{ effect: 'ignored', result: 'Linux nodes ignore it.' }],
  why: `User names, GMSA and HostProcess are settings for Windows, and a Linux node does not look at them: the container runs
with the user that the image or \`runAsUser\` names. Either the options are left over from a Windows twin, or the node
selector is.`,
  sources: [docs.runAsUserName],
  examples: [
    {
      name: 'A user name that nobody reads',
      bad: `apiVersion: apps/v1
kind: Deployment
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
        kubernetes.io/os: linux
      securityContext:
        windowsOptions: { runAsUserName: ContainerUser }
#       ^^^^^^^^^^^^^^ ignored
      containers:
        - name: api
          image: registry.example/api:2.1
`,
      fixed: {
        'Remove `windowsOptions`': `apiVersion: apps/v1
kind: Deployment
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
        kubernetes.io/os: linux
      containers:
        - name: api
          image: registry.example/api:2.1
`,
        'Change `kubernetes.io/os` to `windows`': `apiVersion: apps/v1
kind: Deployment
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
        windowsOptions: { runAsUserName: ContainerUser }
      containers:
        - name: api
          image: registry.example/api:2.1
`,
      },
    },
    {
      name: 'Kept off Windows nodes by affinity',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - { key: kubernetes.io/os, operator: NotIn, values: [windows] }
  containers:
    - name: api
      image: registry.example/api:2.1
      securityContext:
        windowsOptions:
#       ^^^^^^^^^^^^^^ ignored
          gmsaCredentialSpecName: api
`,
    },
    {
      name: 'Nothing that could take effect, or nothing that decides the system',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: api
spec:
  nodeSelector: { kubernetes.io/os: linux }
  containers:
    - name: api
      image: registry.example/api:2.1
      securityContext:
        windowsOptions: { hostProcess: false }
---
apiVersion: v1
kind: Pod
metadata:
  name: api-open
spec:
  containers:
    - name: api
      image: registry.example/api:2.1
      securityContext:
        windowsOptions: { runAsUserName: ContainerUser }
`,
    },
  ],
} satisfies Rule;
