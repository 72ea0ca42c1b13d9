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
  title: 'OS labels that no node can match',
  gate: 'any',
  pod: {
    watches: ['spec'],
    *check(spec, { pod, settings, facts }) {
      const { leavesByOsLabels, open, invalid, cause, statements } = nodeConstraint(pod, facts);
      // The API server rejects the pod before it is scheduled.
      if (invalid) return;
      // Other causes have their own rules; the one on builds applies since nodes have the label.
      const isOwn =
        cause === 'other' || (cause === 'windows-build-with-linux' && minorOf(settings.kubernetesVersion) < 17);
      // nodeName bypasses the scheduler.
      if (leavesByOsLabels !== 'none' || open || !isOwn || spec.get('nodeName') !== undefined) return;
      const [first] = statements.flatMap(({ at, text, field }) => ('uri' in at ? [] : { at, text, field }));
      const at = first?.at ?? spec.get('runtimeClassName')?.span;
      if (at === undefined) return;
      yield {
        at,
        field: first?.field ?? [...spec.path, 'runtimeClassName'],
        message: message(
          'No node matches all OS labels that this pod requires: {0}.',
          statements.map(({ text }) => `\`${text}\``).join(', '),
        ),
        fixes: () => removeContradiction(pod, settings, facts, statements),
        related: statements
          .filter((one) => one.at !== first?.at)
          .map(({ at: place, text }) => ({ at: place, message: `Also required: ${text}` })),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The pod stays Pending.',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `A node must match the node selector, the required node affinity and the node selector of the RuntimeClass.
Only the terms of a node affinity are alternatives. Every node has the label \`kubernetes.io/os\` with the value
\`windows\` or \`linux\`, so no node matches both values or the absence of the label. Remove one of the contradictory
constraints.`,
  sources: [
    docs.assignPodNode,
    docs.labels('#kubernetes-io-os'),
    code('kubernetes/component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go GetRequiredNodeAffinity, Match'),
  ],
  examples: [
    {
      name: 'Windows in the node selector, Linux in the affinity',
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
      name: 'Constraint that contradicts `os.name`',
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
        'Remove constraints that exclude Windows nodes': `apiVersion: v1
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
      name: 'Affinity expression that contradicts the image',
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
      name: 'RuntimeClass in another document',
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
      name: 'Windows build selector on a Linux pod before 1.17',
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
      name: 'One matching term of two',
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

/** Removes the constraints that exclude the nodes for `os.name` or the images; not offered if that is not enough. */
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
      title: `Remove constraints that exclude ${OS_TITLES[os]} nodes`,
      safety: 'review',
      changes: emptied(dropped).map(({ path }): Change => ({ kind: 'remove', path })),
    },
  ];
}

/** The fields to remove, with the lists and mappings of an affinity that would be left empty. */
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
