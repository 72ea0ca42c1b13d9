import type { Facts } from '../../kubernetes/facts.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { minorOf } from '../../kubernetes/version.ts';
import { type Change, type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings.ts';
import { OS_TITLES } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { type NodeConstraint, nodeConstraint, nodesLeftWithout } from '../../windows/node-constraint.ts';
import { imageSigns } from '../../windows/signs.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'scheduling/no-matching-node',
  title: 'No node can satisfy the OS labels that the pod asks for',
  gate: 'any',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, settings, facts }) {
      const { leavesByOsLabels, open, invalid, cause, statements } = nodeConstraint(pod, facts);
      // The API server refuses the pod, and no scheduler sees it.
      if (invalid) return;
      // The other causes have rules of their own, that of builds from the release on in which nodes have the label.
      const isOwn =
        cause === 'other' || (cause === 'windows-build-with-linux' && minorOf(settings.kubernetesVersion) < 17);
      // With nodeName the scheduler is not asked.
      if (leavesByOsLabels !== 'none' || open || !isOwn || spec.get('nodeName') !== undefined) return;
      const [first] = statements.flatMap(({ at, text, field }) => ('uri' in at ? [] : { at, text, field }));
      const at = first?.at ?? spec.get('runtimeClassName')?.span;
      if (at === undefined) return;
      yield {
        at,
        field: first?.field ?? [...spec.path, 'runtimeClassName'],
        message: message(
          'No node satisfies all that this pod asks of its operating system: {0}.',
          statements.map(({ text }) => `\`${text}\``).join(', '),
        ),
        fixes: () => removeContradiction(pod, settings, facts, statements),
        related: statements
          .filter((one) => one.at !== first?.at)
          .map(({ at: place, text }) => ({ at: place, message: `Also asked for: ${text}` })),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The scheduler finds no node for it, so the pod stays Pending.',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `A node must satisfy the node selector, the required node affinity and the selector of the RuntimeClass, all of them; only
the terms of an affinity are alternatives. Each node is either \`windows\` or \`linux\`, and the label is always there, so
asking for both, or for a node without the label, leaves none.`,
  sources: [
    docs.assignPodNode,
    docs.labels('#kubernetes-io-os'),
    code('kubernetes/component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go GetRequiredNodeAffinity, Match'),
  ],
  examples: [
    {
      name: 'The selector says Windows, the affinity Linux',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
#   ^^^^^^^^^^^^^^^^^^^^^^^^^ fails
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - { key: kubernetes.io/os, operator: In, values: [linux] }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'The pod declares what it is for',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  nodeSelector:
    kubernetes.io/os: windows
#   ^^^^^^^^^^^^^^^^^^^^^^^^^ fails
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - { key: kubernetes.io/os, operator: In, values: [linux] }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Remove what keeps it off Windows nodes': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'One expression of an affinity is too much for the image',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - key: kubernetes.io/os
#                    ^^^^^^^^^^^^^^^^ fails
                operator: In
                values: [windows]
              - { key: beta.kubernetes.io/os, operator: In, values: [linux] }
              - { key: pool, operator: In, values: [web] }
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`,
    },
    {
      name: 'The RuntimeClass of another document takes part',
      bad: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows
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
  runtimeClassName: windows
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - key: kubernetes.io/os
#                    ^^^^^^^^^^^^^^^^ fails
                operator: NotIn
                values: [windows]
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'A build selector on a Linux pod, before nodes had the label',
      version: '1.16',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: linux
#   ^^^^^^^^^^^^^^^^^^^^^^^ fails
    node.kubernetes.io/windows-build: 10.0.20348
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'One term of two is enough',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - { key: kubernetes.io/os, operator: In, values: [linux] }
          - matchExpressions:
              - { key: node.kubernetes.io/windows-build, operator: Exists }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;

/** Removes what keeps the pod off the nodes that `os.name` or its images are for; nothing where that is not enough. */
function removeContradiction(
  pod: Pod,
  settings: Settings,
  facts: Facts,
  statements: NodeConstraint['statements'],
): Fix[] {
  const declared = intendedOs(pod);
  const systems = new Set(declared?.exact ? [declared.os] : imageSigns(pod, settings).map(({ says }) => says));
  const [os, ...others] = systems;
  if ((os !== 'windows' && os !== 'linux') || others.length > 0) return [];
  const dropped = statements.flatMap(({ says, origin, requirement }) =>
    says === os || says === 'either' || origin === 'runtimeClass' ? [] : (requirement?.field ?? []),
  );
  if (dropped.length === 0 || nodesLeftWithout(pod, facts, dropped) !== os) return [];
  return [
    {
      title: `Remove what keeps it off ${OS_TITLES[os]} nodes`,
      safety: 'review',
      changes: emptied(dropped).map(({ path }): Change => ({ kind: 'remove', path })),
    },
  ];
}

/** The fields to remove for some to be gone, with the lists and mappings of an affinity that would be left empty. */
function emptied(fields: readonly Field[]): Field[] {
  const removed = [...new Set(fields)];
  const parents = [...new Set(removed.flatMap(({ parent }) => parent ?? []))];
  const empty = parents.find(
    (parent) =>
      AFFINITY.includes(typeof parent.key === 'number' ? 'term' : String(parent.key)) &&
      [...parent.items(), ...parent.entries().map(([, field]) => field)].every((one) => removed.includes(one)),
  );
  if (empty === undefined) return removed;
  return emptied([...removed.filter(({ parent }) => parent !== empty), empty]);
}

const AFFINITY: readonly string[] = [
  'matchExpressions',
  'matchFields',
  'term',
  'nodeSelectorTerms',
  'requiredDuringSchedulingIgnoredDuringExecution',
  'nodeAffinity',
  'affinity',
];
