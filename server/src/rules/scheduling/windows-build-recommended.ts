import type { Facts } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { selectBuilds } from '../../rule-kit/build-choices.ts';
import { docs } from '../../rule-kit/sources.ts';
import { buildOfLabel, labelOfBuild } from '../../windows/builds.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { nodeConstraint, WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/windows-build-recommended',
  title: 'Several Windows versions, no build selector',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, settings, facts }) {
      const builds = facts.derived(buildsOfNodes, null);
      if (builds.length < 2 || pod.partial || spec.get('nodeName') !== undefined) return;
      // HostProcess containers run on nodes of any build.
      if (hostProcess(pod, settings.kubernetesVersion).extent !== 'none') return;
      const { hostBuilds, open, unknownClass } = nodeConstraint(pod, facts);
      if (hostBuilds !== undefined || open || unknownClass) return;
      yield {
        at: spec.get('nodeSelector')?.span ?? spec.span,
        field: [...spec.path, 'nodeSelector'],
        message: message(
          'The workspace names several Windows builds ({0}), and this pod may land on a node of any of them.',
          builds.map(labelOfBuild).join(', '),
        ),
        fixes: () => selectBuilds(pod, { settings, facts }),
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.17' }],
  why: `The build of an image has to fit that of its node. Where nodes of several Windows releases are in one cluster, the label
\`node.kubernetes.io/windows-build\` in the node selector, or a RuntimeClass with it, takes the pod to the right ones.`,
  sources: [docs.windowsGuide],
  examples: [
    {
      name: 'Two RuntimeClasses tell of two builds',
      bad: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows-2019 }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { node.kubernetes.io/windows-build: 10.0.17763 } }
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows-2022 }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { node.kubernetes.io/windows-build: 10.0.20348 } }
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
# ^^^^^^^^^^^^ advice
    kubernetes.io/os: windows
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`,
      fixed: {
        'Insert `node.kubernetes.io/windows-build: 10.0.20348` (Windows Server 2022)': `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows-2019 }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { node.kubernetes.io/windows-build: 10.0.17763 } }
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows-2022 }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { node.kubernetes.io/windows-build: 10.0.20348 } }
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: '10.0.20348'
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`,
      },
    },
    {
      name: 'One build is known',
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
      name: 'Other pods select two builds',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: a
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
  containers:
    - name: web
      image: registry.example/web:1.0
---
apiVersion: v1
kind: Pod
metadata:
  name: b
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.26100
  containers:
    - name: web
      image: registry.example/web:1.0
---
apiVersion: v1
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
    },
    {
      name: 'A RuntimeClass that the workspace does not have may select the build',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: a
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.20348
  containers:
    - name: web
      image: registry.example/web:1.0
---
apiVersion: v1
kind: Pod
metadata:
  name: b
spec:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: 10.0.26100
  containers:
    - name: web
      image: registry.example/web:1.0
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  runtimeClassName: ltsc2022
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;

/** The builds of nodes that RuntimeClasses, Nodes and pods of the workspace name. */
function buildsOfNodes(facts: Facts): readonly number[] {
  const labels = [
    ...facts.all('RuntimeClass').map(({ nodeSelector }) => nodeSelector[WINDOWS_BUILD_LABEL] ?? ''),
    ...facts.all('Node').map((node) => node.labels[WINDOWS_BUILD_LABEL] ?? ''),
  ];
  const builds = [
    ...labels.flatMap((label) => buildOfLabel(label) ?? []),
    ...facts.all('Pod').flatMap((pod) => pod.hostBuilds ?? []),
  ];
  return [...new Set(builds)].sort((a, b) => a - b);
}
