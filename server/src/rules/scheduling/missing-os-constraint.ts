import { message, type Rule } from '../../lint/rule.ts';
import { selectBuilds } from '../../rule-kit/build-choices.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { isAtLeast } from '../../windows/verdict.ts';

const ON_LINUX = 'The scheduler may place it on a Linux node, where it does not run.';

export default {
  id: 'scheduling/missing-os-constraint',
  title: 'Windows pod without a node constraint for Windows',
  gate: 'guessed',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, verdict, settings, facts }) {
      const sign = verdict.evidence[0];
      // A directive says that the constraint is put in elsewhere, by Helm values or a Kustomize patch.
      if (sign === undefined || sign.says !== 'windows' || sign.signal === 'directive') return;
      if (pod.partial || spec.holdsActions || spec.get('nodeName') !== undefined || 'uri' in sign.at) return;
      const { leaves, open, unknownClass } = nodeConstraint(pod, facts);
      if (leaves !== 'both' || open || !isAtLeast(sign, 'medium')) return;
      const select = selectOs(pod, 'windows');
      yield {
        at: sign.at,
        field: [...spec.path, 'nodeSelector'],
        ...(unknownClass
          ? {
              case: 'its RuntimeClass is not in the workspace',
              message: message(
                'This pod is for Windows (`{0}`), but nothing keeps it on Windows nodes, unless RuntimeClass `{1}`, which is not in this workspace, does.',
                sign.text,
                spec.get('runtimeClassName')?.source ?? '',
              ),
            }
          : { message: message('This pod is for Windows (`{0}`), but nothing keeps it on Windows nodes.', sign.text) }),
        fixes: [
          select,
          () =>
            selectBuilds(pod, { settings, facts }).map((build) => ({
              ...build,
              title: build.title.replace('Insert ', 'Insert nodeSelector `kubernetes.io/os: windows` and '),
              changes: [...select.changes, ...build.changes],
            })),
        ],
      };
    },
  },
  outcomes: [
    { effect: 'advice', case: 'its RuntimeClass is not in the workspace' },
    {
      effect: 'fails',
      certainty: 'declared',
      doubtful: true,
      result: ON_LINUX,
      seen: "Failed to admit pod as the OS field doesn't match node OS (PodOSNotSupported)",
    },
    { effect: 'fails', doubtful: true, result: ON_LINUX },
  ],
  why: `The scheduler goes by labels. It does not look at \`os.name\`, at the image or at \`windowsOptions\`, so a pod without a
node selector, required node affinity or RuntimeClass for Windows can land on a Linux node: with \`os.name\` the kubelet
there refuses it, without it the image cannot be pulled. The exception is a cluster without Linux workers, or one whose
Linux nodes are tainted.`,
  sources: [docs.windowsGuide],
  examples: [
    {
      name: 'os.name does not choose a node',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      os:
        name: windows
#       ^^^^^^^^^^^^^ fails
      containers:
        - name: web
          image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022
`,
      fixed: {
        'Insert nodeSelector `kubernetes.io/os: windows`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      os:
        name: windows
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022
`,
        'Insert nodeSelector `kubernetes.io/os: windows` and `node.kubernetes.io/windows-build: 10.0.20348` (Windows Server 2022)': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      os:
        name: windows
      nodeSelector:
        kubernetes.io/os: windows
        node.kubernetes.io/windows-build: '10.0.20348'
      containers:
        - name: web
          image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022
`,
      },
    },
    {
      name: 'Only the image says Windows',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
    },
    {
      name: 'A RuntimeClass that the workspace does not have may select the nodes',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: windows-2022
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ advice
`,
    },
    {
      name: 'A RuntimeClass of the workspace selects Windows nodes',
      good: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2022
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  runtimeClassName: windows-2022
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`,
    },
    {
      name: 'The constraint comes from elsewhere, as the directive says',
      good: `# kubewin: os=windows
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`,
    },
  ],
} satisfies Rule;
